//! Alignment of shared arrays.

use super::hardware::SHARED_ALIGNMENT;
use super::shared::DynamicShared;
use super::swizzle::Swizzle;
use super::transfer::{BOX_ALIGNMENT, BulkCopy};
use super::warpgroup::Wgmma;
use crate::array::element_bytes;
use crate::scalar::element_type;
use crate::shared::shape::dims;
use tf_ir::body::{Body, Value};
use tf_ir::opref::OpRef;
use tf_ir::walk::preorder;

/// The alignment of a shared array in bytes, as required by its copies of boxes and products of warp groups.
pub fn array_alignment(kernel: &Body, array: Value) -> u64 {
    let needs = |user: OpRef<'_>| match user.cast(BulkCopy).filter(|copy| copy.to() == array) {
        Some(copy) => copy.rows().alignment().max(BOX_ALIGNMENT),
        None if user.is(Wgmma) => rows_of(kernel, array).map_or(SHARED_ALIGNMENT, Swizzle::alignment),
        None => SHARED_ALIGNMENT,
    };
    kernel.uses(array).map(|usage| needs(kernel.op(usage.op))).max().unwrap_or(SHARED_ALIGNMENT)
}

/// The swizzle of an array that a warp group multiplies.
fn rows_of(kernel: &Body, array: Value) -> Option<Swizzle> {
    let (ctx, ty) = (kernel.ctx(), kernel.ty(array));
    let elem = element_bytes(element_type(ctx, ty)?)? as u64;
    let row = u64::try_from(dims(ctx, ty).last()?.as_static()?).ok()?;
    Swizzle::of_row(row.checked_mul(elem)?)
}

/// The alignment of a kernel's dynamic shared memory in bytes.
pub fn dynamic_alignment(kernel: &Body) -> u64 {
    let arrays = preorder(kernel).into_iter().filter(|op| kernel.is(*op, DynamicShared));
    arrays.map(|op| array_alignment(kernel, kernel.result(op, 0))).max().unwrap_or(SHARED_ALIGNMENT)
}
