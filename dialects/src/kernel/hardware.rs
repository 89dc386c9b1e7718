//! Hardware limits of kernels: sizes of grids, blocks and shared memory, the same on every GPU from sm_75 on.

use crate::array::element_bytes;
use crate::scalar::element_type;
use tf_ir::context::Context;
use tf_ir::types::{Dim, Type};

/// Threads of a warp.
pub const WARP: usize = 32;

/// The maximum count of threads in a block.
pub const BLOCK_THREADS: u64 = 1024;

/// The maximum count of threads in a block along x, y and z.
pub const BLOCK_EXTENTS: [u64; 3] = [1024, 1024, 64];

/// The maximum count of blocks in a grid along x, y and z.
pub const GRID_EXTENTS: [u64; 3] = [(1 << 31) - 1, 65_535, 65_535];

/// The maximum total size of the arrays of `kernel.shared`, bytes.
pub const SHARED_BYTES: u64 = 48 << 10;

/// The maximum size of dynamic shared memory, bytes, on the largest of these GPUs. Smaller GPUs reject it at
/// the launch.
pub const DYNAMIC_SHARED_BYTES: u64 = 227 << 10;

/// The alignment of shared arrays, bytes, which allows threads to copy 16 bytes at once.
pub const SHARED_ALIGNMENT: u64 = 16;

/// Bytes of an array of constant extents, padded to the alignment; `None` if an extent is not constant, or
/// the size is impossible.
pub fn shared_bytes(ctx: &Context, memref: Type) -> Option<u64> {
    let bytes = element_bytes(element_type(ctx, memref)?)? as u64;
    let extents = ctx.dims(memref)?.iter().map(Dim::as_static);
    let total = extents.into_iter().try_fold(bytes, |product, extent| {
        let extent = u64::try_from(extent?).ok()?;
        product.checked_mul(extent)
    })?;
    total.checked_next_multiple_of(SHARED_ALIGNMENT)
}
