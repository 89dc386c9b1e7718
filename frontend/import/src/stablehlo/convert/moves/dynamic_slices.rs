//! Slices with run-time starts: `stablehlo.dynamic_slice`, `stablehlo.dynamic_update_slice`.
//!
//! Starts are clamped so that the slice is inside. If the extents at the call determine whether it fits at
//! all, the call checks that.

use crate::stablehlo::convert::lower::{Done, Lower, invalid};
use crate::stablehlo::convert::shapes::check_at_most;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::scalar::Scalar;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{DynamicSlice, UpdateSlice, build};
use tf_ir::body::Value;
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// `stablehlo.dynamic_slice`
pub(in crate::stablehlo) fn dynamic_slice(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let value = l.operand(op, 0)?;
    let ty = l.result_type(op, 0)?;
    let starts = starts(l, op, 1)?;
    let value = window(l, op, value, ty, &starts)?;
    l.define_one(op, value)
}

/// `stablehlo.dynamic_update_slice`
pub(in crate::stablehlo) fn dynamic_update_slice(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let (value, update) = (l.operand(op, 0)?, l.operand(op, 1)?);
    let ty = l.type_of(value);
    let starts = starts(l, op, 2)?;
    let (sizes, shape) = (l.extents(op, l.type_of(update))?, l.extents(op, ty)?);
    if starts.len() != shape.len() || sizes.len() != shape.len() {
        return Err(invalid(op, "needs a start for each axis of its operands"));
    }
    if is_decided(&sizes, &shape) {
        let made = l.make(UpdateSlice, &[&[update, value], &starts[..]].concat(), ty, &[]);
        return l.define_one(op, made);
    }
    let starts = inside(l, op, &starts, &sizes, &shape)?;
    let made = l.compute(op, ty, |l, at| {
        let truth = l.ctx().i1();
        let mut covered = l.splat(truth, Scalar::from_bool(true));
        let mut places = Vec::new();
        for (axis, size) in sizes.iter().enumerate() {
            // A negative difference is a large unsigned integer.
            let place = arith::subi(l, at[axis], starts[axis]);
            let size = l.extent(size);
            let is_in = arith::cmpi(l, CmpI::Ult, place, size);
            covered = arith::andi(l, covered, is_in);
            places.push(place);
        }
        let new = build::at(&mut l.b, update, &Subscripts::plain(&places), Policy::Clamp, None);
        let old = build::at_indices(&mut l.b, value, at);
        Ok(arith::select(l, covered, new, old))
    })?;
    l.define_one(op, made)
}

/// The starts of a slice, one for each axis: the operands from `first` on.
fn starts(l: &mut Lower<'_, '_>, op: OpRef<'_>, first: usize) -> Done<Vec<Value>> {
    (first..op.operand_count()).map(|i| l.index(op, op.operand(i))).collect()
}

/// The window of a value at run-time starts, with the extents of a type.
pub(super) fn window(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    value: Value,
    ty: Type,
    starts: &[Value],
) -> Done<Value> {
    let (sizes, shape) = (l.extents(op, ty)?, l.extents(op, l.type_of(value))?);
    if starts.len() != shape.len() || sizes.len() != shape.len() {
        return Err(invalid(op, "needs a start for each axis of its operand"));
    }
    if is_decided(&sizes, &shape) {
        return Ok(l.make(DynamicSlice, &[&[value], starts].concat(), ty, &[]));
    }
    let starts = inside(l, op, starts, &sizes, &shape)?;
    l.compute(op, ty, |l, at| {
        let places: Vec<Value> =
            starts.iter().zip(at).map(|(start, at)| arith::addi(l, *start, *at)).collect();
        Ok(build::at(&mut l.b, value, &Subscripts::plain(&places), Policy::Clamp, None))
    })
}

/// Whether each size is known to fit, or known not to fit, which the verifier refuses.
fn is_decided(sizes: &[Extent], shape: &[Extent]) -> bool {
    let facts = Facts::new();
    let decided = |(size, extent): (&Extent, &Extent)| size.prove_le(extent, &facts) != Verdict::Unknown;
    sizes.iter().zip(shape).all(decided)
}

/// Clamped starts of slices; the call checks that the slices fit.
fn inside(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    starts: &[Value],
    sizes: &[Extent],
    shape: &[Extent],
) -> Done<Vec<Value>> {
    let mut moved = Vec::new();
    for ((start, size), extent) in starts.iter().zip(sizes).zip(shape) {
        check_at_most(l, size, extent, "a slice is larger than its operand");
        let room = extent.sub(size).map_err(|_| invalid(op, "has a size that is too large"))?;
        moved.push(moved_inside(l, *start, &room));
    }
    Ok(moved)
}

/// A start, clamped to 0 to `room`.
pub(super) fn moved_inside(l: &mut Lower<'_, '_>, start: Value, room: &Extent) -> Value {
    let (zero, last) = (l.int_like(start, 0), l.extent(room));
    let start = arith::maxsi(l, start, zero);
    arith::minsi(l, start, last)
}
