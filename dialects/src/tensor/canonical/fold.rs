//! Folding of `tensor` ops to operands and constants.

use crate::elementwise::constant::{self, Elements};
use crate::loops::shared;
use crate::scalar::{DType, Scalar, dtype};
use crate::tensor::bitcast::Bitcast;
use crate::tensor::bounds;
use crate::tensor::concat::Concat;
use crate::tensor::dynamic::{DynamicSlice, UpdateSlice};
use crate::tensor::layout::{Broadcast, Cast, Reshape, Reverse, Slice, Transpose};
use crate::tensor::ops::at::{At, AtOp};
use crate::tensor::pad::Pad;
use crate::tensor::policy::Policy;
use crate::tensor::reduce::{Contract, Reduce};
use crate::tensor::shape::dims;
use crate::tensor::source::ExtentOf;
use crate::tensor::subscripts::Subscripts;
use crate::tensor::tile::{TileRead, TileWrite};
use smallvec::smallvec;
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::interfaces::{Fold, Folded, FoldedResults};
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// Larger constants are not read at compile time.
const MAX_READ_ELEMENTS: usize = 1 << 16;

/// The operand, if the only result has its type.
fn operand(op: OpRef<'_>) -> Option<FoldedResults> {
    (op.operand_type(0) == op.result_type(0)).then(|| smallvec![Folded::Value(op.operand(0))])
}

fn ascending(axes: &[usize]) -> bool {
    axes.iter().enumerate().all(|(i, axis)| i == *axis)
}

impl Fold for Transpose {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        ascending(&op.cast(Transpose)?.permutation()).then(|| operand(op)).flatten()
    }
}

impl Fold for Broadcast {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        ascending(&op.cast(Broadcast)?.axes()).then(|| operand(op)).flatten()
    }
}

impl Fold for Reshape {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        operand(op)
    }
}

impl Fold for Slice {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        let ranges = op.cast(Slice)?.ranges();
        let whole = ranges.iter().all(|range| range.start.as_const() == Some(0) && range.step == 1);
        whole.then(|| operand(op)).flatten()
    }
}

impl Fold for Reverse {
    /// An axis of extent 1 is its own reverse.
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        let shape = dims(op.ctx(), op.operand_type(0));
        let trivial = |axis: &usize| matches!(shape[*axis].as_static(), Some(0 | 1));
        op.cast(Reverse)?.axes().iter().all(trivial).then(|| operand(op)).flatten()
    }
}

impl Fold for Cast {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        operand(op)
    }
}

impl Fold for Pad {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        let none = op.cast(Pad)?.paddings().iter().all(|padding| padding.is_none());
        none.then(|| operand(op)).flatten()
    }
}

impl Fold for Concat {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        (op.operand_count() == 1).then(|| operand(op)).flatten()
    }
}

impl Fold for DynamicSlice {
    /// A window of the whole extents has only one position.
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        operand(op)
    }
}

impl Fold for UpdateSlice {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        operand(op)
    }
}

/// True if a tile covers a whole tensor, which no other iteration shares.
fn is_whole(op: OpRef<'_>, (tile, whole): (Type, Value), begin: &Subscripts) -> bool {
    tile == op.body().ty(whole)
        && begin.map.results().iter().all(|offset| offset.as_const() == Some(0))
        && shared::home(op.body(), whole).is_none()
}

impl Fold for TileRead {
    /// A tile that is the whole tensor, with the same layout.
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        let view = op.cast(TileRead)?;
        let same = view.layout().is_none() && is_whole(op, (op.result_type(0), op.operand(0)), &view.begin());
        same.then(|| smallvec![Folded::Value(op.operand(0))])
    }
}

impl Fold for TileWrite {
    /// A tile that replaces the whole tensor.
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        let view = op.cast(TileWrite)?;
        let whole = view.kind().is_none() && is_whole(op, (op.operand_type(0), op.operand(1)), &view.begin());
        whole.then(|| smallvec![Folded::Value(op.operand(0))])
    }
}

impl Fold for Bitcast {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        operand(op)
    }
}

impl Fold for Reduce {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        let same = op.operands().zip(op.results()).all(|(a, b)| op.body().ty(a) == op.body().ty(b));
        let reduce = op.cast(Reduce)?;
        let none =
            reduce.axes().is_empty() && same && reduce.combiner().is_none() && reduce.inits().is_empty();
        none.then(|| op.operands().map(Folded::Value).collect())
    }
}

impl Fold for Contract {
    /// One operand with its own labels in order: `"ij->ij"`.
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        let equation = op.cast(Contract)?.parsed()?;
        let [axes] = equation.operands.as_slice() else { return None };
        (ascending(axes) && *axes == equation.result).then(|| operand(op)).flatten()
    }
}

impl Fold for ExtentOf {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        let value = op.cast(ExtentOf)?.term()?.as_const()?;
        Some(smallvec![Folded::Constant(op.ctx().index_attr(value))])
    }
}

impl Fold for At {
    /// Folds reads from constants; a read that is always outside gives the fill value.
    fn fold(&self, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
        let at = op.cast(At)?;
        let element = (*constants.first()?)?;
        let elements = constant::elements(op.ctx(), element, MAX_READ_ELEMENTS)?;
        let dtype = dtype(op.ctx(), op.result_type(0))?;
        let shape: Vec<i64> =
            dims(op.ctx(), op.operand_type(0)).iter().map(|d| d.as_static()).collect::<Option<_>>()?;
        let bits = match elements {
            Elements::One(bits) => {
                let fill = constants.last().copied().flatten().filter(|_| at.fill().is_some());
                let same =
                    fill.and_then(|fill| constant::scalar(op.ctx(), fill)).map(Scalar::bits) == Some(bits);
                if same { bits } else { uniform(op, at.out_of_bounds(), bits, &shape)? }
            }
            Elements::All(bits) => {
                let index = constant_index(op, at, constants)?;
                match resolve(&index, &shape, at.out_of_bounds()) {
                    ReadTarget::Inside(position) => *bits.get(position)?,
                    ReadTarget::Empty => 0,
                    ReadTarget::Outside if at.out_of_bounds() == Policy::Fill => {
                        return Some(smallvec![Folded::Value(at.fill()?)]);
                    }
                    ReadTarget::Outside => return None,
                }
            }
        };
        constant_bits(op, dtype, bits)
    }
}

fn constant_bits(op: OpRef<'_>, dtype: DType, bits: u64) -> Option<FoldedResults> {
    let value = constant::scalar_attr(op.ctx(), Scalar::from_bits(dtype, bits))?;
    Some(smallvec![Folded::Constant(value)])
}

/// The result of a read from a splat constant, if it does not depend on the subscripts.
fn uniform(op: OpRef<'_>, policy: Policy, bits: u64, shape: &[i64]) -> Option<u64> {
    match policy {
        Policy::Assumed => Some(bits),
        Policy::Clamp | Policy::Wrap => Some(if shape.contains(&0) { 0 } else { bits }),
        Policy::Fill | Policy::Trap | Policy::Drop => bounds::is_proved_inside(op).then_some(bits),
    }
}

/// The subscripts, if they are constants.
fn constant_index(op: OpRef<'_>, at: AtOp<'_>, constants: &[Option<Attribute>]) -> Option<Vec<i64>> {
    let map = at.affine_map()?;
    let value = |attr: &Option<Attribute>| {
        (*attr).and_then(|a| op.ctx().attr_int(a)).and_then(|v| i64::try_from(v).ok())
    };
    let values: Vec<i64> =
        constants[1..][..map.num_dims() as usize].iter().map(value).collect::<Option<_>>()?;
    let extents: Vec<i64> = at.symbols().iter().map(|e| e.as_const()).collect::<Option<_>>()?;
    map.evaluate(&values, &extents).ok()
}

/// The target of a read.
enum ReadTarget {
    Inside(usize),
    Outside,
    /// The policy would redirect the read, but the tensor has no element.
    Empty,
}

fn resolve(index: &[i64], shape: &[i64], policy: Policy) -> ReadTarget {
    let mut position = 0usize;
    for (i, extent) in index.iter().zip(shape) {
        let inside = match policy {
            Policy::Clamp | Policy::Wrap if shape.contains(&0) => return ReadTarget::Empty,
            Policy::Clamp => (*i).clamp(0, extent - 1),
            Policy::Wrap => i.rem_euclid(*extent),
            _ if (0..*extent).contains(i) => *i,
            _ => return ReadTarget::Outside,
        };
        position = position * *extent as usize + inside as usize;
    }
    ReadTarget::Inside(position)
}
