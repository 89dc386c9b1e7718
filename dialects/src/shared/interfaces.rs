//! Op interfaces that several dialects implement and query.

use super::tileable::Tileable;
use tf_ir::OpDef;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Symbol;
use tf_ir::opref::OpRef;
use tf_ir::registry::OpInfo;

/// Our ops that are allowed in scalar code: the regions of comprehensions and combiners. Ops of unknown
/// dialects are always allowed.
pub trait ScalarCode: Send + Sync {}

impl<D: OpDef + Send + Sync> ScalarCode for D {}

/// Ops of loops over tensors, besides scalar code: parallel loops, and loads and stores of accumulators. They
/// occur in computes with explicit loops.
pub trait LoopCode: Send + Sync {}

impl<D: OpDef + Send + Sync> LoopCode for D {}

/// Ops that bind an extent symbol of their function to a scalar.
pub trait BindsExtent: Send + Sync {
    /// The symbol; `None` if the op is not valid.
    fn symbol(&self, op: OpRef<'_>) -> Option<Symbol>;
}

/// Tensor ops that decompose into comprehensions; an interface of ops.
pub trait Decompose: Send + Sync {
    /// Builds the decomposition of `op` at the builder's cursor, which is before the op, and returns the
    /// values of its results.
    ///
    /// # Errors
    /// An extent without a name; the body is unchanged.
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic>;
}

/// Tensor ops that materialize their result once, at their position and in the form they specify; their
/// decomposition is not fused with the surrounding code. The pass `lower-tiles` therefore decomposes them
/// after fusion.
pub trait Staged: Send + Sync {}

impl<D: OpDef + Send + Sync> Staged for D {}

/// The part of a tensor that an op accesses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Part {
    /// The operand that is the tensor.
    pub operand: usize,
    /// True if the first result is the tensor with the part replaced.
    pub writes: bool,
}

/// Ops that read or write a part of a tensor. If the tensor is shared by the iterations of a parallel loop,
/// their verifiers prove that the part is disjoint from those of other iterations.
pub trait PartAccess: Send + Sync {
    /// The tensor, and whether the op reads or writes.
    fn part(&self, op: OpRef<'_>) -> Part;
}

/// True if an op has a decomposition, by [`Decompose`] or [`Tileable`].
pub fn has_decomposition(info: &OpInfo) -> bool {
    info.interface::<dyn Decompose>().is_some() || info.interface::<dyn Tileable>().is_some()
}
