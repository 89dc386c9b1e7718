//! Ops with an iteration domain: each element of a result is computed from elements of operands at affine
//! subscripts.
//!
//! The structure of such an op determines its decomposition (`tensor-decompose`) and that of a tile of it: a
//! tile is a smaller domain whose indices have an offset.

use super::kinds::CombiningKind;
use super::shape::extents;
use tf_ir::affine::{AffineError, AffineExpr};
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;

/// The relation between the points along an axis of a domain.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum IteratorKind {
    /// They compute different elements of the result.
    Parallel,
    /// They are combined into one element.
    Reduction,
}

/// An axis of an iteration domain: its index counts from 0 to an extent.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Axis {
    /// The count of its points.
    pub extent: Extent,
    /// Parallel or reduction.
    pub kind: IteratorKind,
}

/// The elements of an operand that points read.
#[derive(Clone, Debug)]
pub struct IndexingMap {
    /// The operand.
    pub source: Value,
    /// One per axis of the operand; their dimensions are the axes of the domain.
    pub subscripts: Vec<AffineExpr>,
    /// The extents bound to their symbols.
    pub terms: Vec<Extent>,
}

/// The domain of an op and the reads of its points.
pub struct Structure {
    /// The axes of the domain: the parallel ones in the order of the result's axes, the others with the
    /// outermost first.
    pub domain: Vec<Axis>,
    /// The reads, in the order in which a point executes them.
    pub reads: Vec<IndexingMap>,
    /// The combining kind of reductions, one per result; empty if a region of the op is the combiner. Scalar
    /// operands after the tensors are initial values.
    pub kinds: Vec<CombiningKind>,
}

impl Structure {
    /// A point for each element of the first result that reads one element of the first operand.
    ///
    /// # Errors
    /// An extent without a name, or an expression that is too large.
    pub fn moving(
        op: OpRef<'_>,
        subscripts: Result<Vec<AffineExpr>, AffineError>,
        terms: Vec<Extent>,
    ) -> Result<Structure, Diagnostic> {
        let subscripts = subscripts.map_err(|error| too_large(op, &error))?;
        let reads = vec![IndexingMap { source: op.operand(0), subscripts, terms }];
        Ok(Structure { domain: parallel(named_extents(op, op.result(0))?), reads, kinds: Vec::new() })
    }
}

/// Parallel axes of these extents.
pub fn parallel(extents: Vec<Extent>) -> Vec<Axis> {
    extents.into_iter().map(|extent| Axis { extent, kind: IteratorKind::Parallel }).collect()
}

/// Gives the element that a point reads, by its index in [`Structure::reads`].
pub type Read<'r> = dyn FnMut(&mut Builder<'_>, usize) -> Value + 'r;

/// Ops with an iteration domain; an interface of ops.
pub trait Tileable: Send + Sync {
    /// The domain and the reads.
    ///
    /// # Errors
    /// An extent without a name, or an expression that is too large.
    fn structure(&self, op: OpRef<'_>) -> Result<Structure, Diagnostic>;

    /// Builds the values of a point, one per result, from the elements that it reads; by default, those
    /// elements.
    fn point(&self, b: &mut Builder<'_>, _op: Op, reads: usize, read: &mut Read<'_>) -> Vec<Value> {
        (0..reads).map(|i| read(b, i)).collect()
    }
}

/// The extents of a tensor as terms.
///
/// # Errors
/// An extent has no name; the error is reported at the op.
pub fn named_extents(op: OpRef<'_>, value: Value) -> Result<Vec<Extent>, Diagnostic> {
    let ty = op.body().ty(value);
    extents(op.ctx(), ty).ok_or_else(|| {
        let ty = tf_ir::text::type_to_string(op.ctx(), ty);
        op.error(format_args!(
            "cannot be decomposed: {ty} has an unnamed extent: name it, as in tensor<?{{n}}xf32> \
             (name-extents names the extents of a function's arguments, and of values whose types follow \
             from them)"
        ))
        .code(&codes::UNNAMED_EXTENT)
    })
}

/// The error for subscripts that exceed the size limit of expressions.
pub(crate) fn too_large(op: OpRef<'_>, error: &AffineError) -> Diagnostic {
    op.error(format_args!("cannot be decomposed: {error}"))
}
