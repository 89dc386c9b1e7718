//! What the hardware allows a kernel: sizes of grids, blocks and shared memory, the same on every GPU from sm_80 on.

use crate::array::element_bytes;
use crate::scalar::element_type;
use tf_ir::context::Context;
use tf_ir::types::{Dim, Type};

/// Threads of a warp.
pub const WARP: usize = 32;

/// The most threads of a block.
pub const BLOCK_THREADS: u64 = 1024;

/// The most threads of a block along x, y and z.
pub const BLOCK_EXTENTS: [u64; 3] = [1024, 1024, 64];

/// The most blocks of a grid along x, y and z.
pub const GRID_EXTENTS: [u64; 3] = [(1 << 31) - 1, 65_535, 65_535];

/// The most bytes that the arrays of `kernel.shared` take together.
pub const SHARED_BYTES: u64 = 48 << 10;

/// The most bytes of dynamic shared memory that a launch may ask for, on the largest of these GPUs. Smaller ones refuse at the launch.
pub const DYNAMIC_SHARED_BYTES: u64 = 227 << 10;

/// Shared arrays begin at multiples of this many bytes, so that threads may move 16 bytes at once.
pub const SHARED_ALIGNMENT: u64 = 16;

/// Bytes of an array of constant extents with what fills it up to the next one; `None` if an extent is no constant, or there cannot be so
/// large an array.
pub fn shared_bytes(ctx: &Context, memref: Type) -> Option<u64> {
    let bytes = element_bytes(element_type(ctx, memref)?)? as u64;
    let extents = ctx.dims(memref)?.iter().map(Dim::as_static);
    let total = extents.into_iter().try_fold(bytes, |product, extent| {
        let extent = u64::try_from(extent?).ok()?;
        product.checked_mul(extent)
    })?;
    total.checked_next_multiple_of(SHARED_ALIGNMENT)
}
