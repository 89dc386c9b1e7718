//! The footprint of a read: the box of elements that it touches in all iterations of the loops around it,
//! which may exceed the tensor.

use crate::apply::apply_fusion::merge::is_outside;
use tf_dialects::tensor::bounds::MAX_EXTENT;
use tf_dialects::tensor::{Access, Compute, Fold, Policy};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::LoopLike;
use tf_ir::extent::Extent;
use tf_passes_common::code::subscript::Subscript;

/// The bound on the first index of a box, and on its length.
const FARTHEST: u64 = MAX_EXTENT.unsigned_abs();

/// A box of indices of a tensor.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Footprint {
    /// For each axis, the first index and the count of indices.
    pub axes: Vec<(i64, Extent)>,
}

/// The values of an index: from the first to the last.
struct Range {
    first: Extent,
    last: Extent,
}

impl Footprint {
    /// The footprint of a read inside of a compute; `None` if its subscripts are not linear in indices, or
    /// their lower bounds are not constant.
    pub(crate) fn of(body: &Body, compute: Op, read: Op) -> Option<Footprint> {
        let access = Access::of_read(body.op(read))?;
        let axis = |expr: &AffineExpr| {
            let form = expr.linear_form(access.indices.len() as u32, access.extents.len() as u32)?;
            if form.symbols.iter().any(|factor| *factor != 0) {
                return None;
            }
            let mut sum =
                Range { first: Extent::constant(form.constant), last: Extent::constant(form.constant) };
            for (index, factor) in access.indices.iter().zip(&form.dims).filter(|(_, factor)| **factor != 0) {
                let range = Range::of(body, compute, read, *index)?;
                let (low, high) =
                    if *factor > 0 { (range.first, range.last) } else { (range.last, range.first) };
                let times = |end: Extent| end.mul(&Extent::constant(*factor)).ok();
                sum = Range {
                    first: sum.first.add(&times(low)?).ok()?,
                    last: sum.last.add(&times(high)?).ok()?,
                };
            }
            let length = sum.last.sub(&sum.first).ok()?.add(&Extent::constant(1)).ok()?;
            // Loops without iterations read nothing.
            let (first, length) = (sum.first.as_const()?, length.maximum(&Extent::constant(0)).ok()?);
            // A box farther away than the longest tensor would overflow indices.
            let is_near = first.unsigned_abs() <= FARTHEST
                && length.as_const().is_none_or(|n| n.unsigned_abs() <= FARTHEST);
            is_near.then_some((first, length))
        };
        let axes = access.map.results().iter().map(axis).collect::<Option<Vec<_>>>()?;
        Some(Footprint { axes })
    }

    /// The smallest box that contains two; `None` if their ends cannot be compared.
    pub(super) fn with(&self, other: &Footprint) -> Option<Footprint> {
        let axis = |((first, length), (begin, extent)): (&(i64, Extent), &(i64, Extent))| {
            if (first, length) == (begin, extent) {
                return Some((*first, length.clone()));
            }
            let end = (first + length.as_const()?).max(begin + extent.as_const()?);
            let first = *first.min(begin);
            Some((first, Extent::constant(end - first)))
        };
        let axes = self.axes.iter().zip(&other.axes).map(axis).collect::<Option<Vec<_>>>()?;
        Some(Footprint { axes })
    }

    /// Translates subscripts of the tensor to subscripts of a copy of the footprint.
    pub(super) fn inside(&self, subscripts: &mut [Subscript]) -> Option<()> {
        for (subscript, (first, _)) in subscripts.iter_mut().zip(&self.axes) {
            subscript.expr = subscript.expr.add_const(first.checked_neg()?).ok()?;
        }
        Some(())
    }
}

impl Range {
    /// The range of an index of the compute, or of a fold around the read.
    fn of(body: &Body, compute: Op, read: Op, index: Value) -> Option<Range> {
        let last = |end: &Extent| end.sub(&Extent::constant(1)).ok();
        let view = body.view(compute, Compute);
        if let Some(axis) = view.indices().iter().position(|own| *own == index) {
            return Some(Range { first: Extent::constant(0), last: last(&view.extents()[axis])? });
        }
        let mut folds = folds_around(body, compute, read);
        let induction = folds.find_map(|fold| {
            let own = Fold.inductions(body.op(fold));
            own.into_iter().find(|induction| induction.variable == index)
        })?;
        Some(Range { first: induction.lower.as_term()?, last: last(&induction.upper.as_term()?)? })
    }
}

/// The folds of a compute that are around an op, the innermost first.
pub(crate) fn folds_around(body: &Body, compute: Op, op: Op) -> impl Iterator<Item = Op> {
    let around = std::iter::successors(body.parent_op(op), |op| body.parent_op(*op));
    around.take_while(move |op| *op != compute).filter(|op| body.is(*op, Fold))
}

/// True for a read whose out-of-bounds value is available before the compute.
pub(crate) fn may_be_filled(body: &Body, compute: Op, read: Op) -> bool {
    let Some(access) = Access::of_read(body.op(read)) else { return false };
    match access.policy {
        Policy::Clamp | Policy::Wrap => true,
        Policy::Fill => access.fill.is_some_and(|fill| is_outside(body, compute, fill)),
        Policy::Assumed | Policy::Trap | Policy::Drop => false,
    }
}
