//! Where shared arrays begin.

use super::hardware::SHARED_ALIGNMENT;
use super::shared::DynamicShared;
use super::transfer::{BOX_ALIGNMENT, BulkCopy, SWIZZLE_ALIGNMENT};
use super::warpgroup::Wgmma;
use tf_ir::body::{Body, Value};
use tf_ir::opref::OpRef;
use tf_ir::walk::preorder;

/// A multiple of how many bytes a shared array begins at: what copies of boxes and products of warp groups need of those that they use.
pub fn array_alignment(kernel: &Body, array: Value) -> u64 {
    let needs = |user: OpRef<'_>| match user.cast(BulkCopy).filter(|copy| copy.to() == array) {
        Some(copy) if copy.is_swizzled() => SWIZZLE_ALIGNMENT,
        Some(_) => BOX_ALIGNMENT,
        None if user.is(Wgmma) => SWIZZLE_ALIGNMENT,
        None => SHARED_ALIGNMENT,
    };
    kernel.uses(array).map(|usage| needs(kernel.op(usage.op))).max().unwrap_or(SHARED_ALIGNMENT)
}

/// A multiple of how many bytes the dynamic shared memory of a kernel begins at.
pub fn dynamic_alignment(kernel: &Body) -> u64 {
    let arrays = preorder(kernel).into_iter().filter(|op| kernel.is(*op, DynamicShared));
    arrays.map(|op| array_alignment(kernel, kernel.result(op, 0))).max().unwrap_or(SHARED_ALIGNMENT)
}
