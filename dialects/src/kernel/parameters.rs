//! The parameters of a kernel in generated code, and their size.

use super::function::Func;
use super::stop::WATCHED;
use super::transfer::tensor_maps;
use crate::array::element_bytes;
use crate::func::declared_extents::{declared_extents, extent_arguments};
use crate::scalar::element_type;
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::BindingPlan;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// The maximum size of a kernel's parameters, bytes, on GPUs from sm_70 on. Code of larger parameters than
/// [`PLAIN_PARAMETER_BYTES`] needs PTX 8.1, which drivers support from CUDA 12.1 on.
pub const PARAMETER_BYTES: u64 = 32_764;

/// The maximum size of a kernel's parameters, bytes, in all versions of PTX.
pub const PLAIN_PARAMETER_BYTES: u64 = 4_352;

/// Size and alignment of a pointer, or of an extent, in bytes.
const WORD: u64 = 8;

/// Size and alignment of a tensor map in bytes.
const MAP: u64 = 128;
const MAP_ALIGNMENT: u64 = 64;

/// Size of a parameter of this type in bytes: memory is passed as a pointer.
fn bytes(ctx: &Context, ty: Type) -> u64 {
    match ctx.dims(ty) {
        Some(_) => WORD,
        None => element_type(ctx, ty).and_then(element_bytes).map_or(WORD, |bytes| bytes as u64),
    }
}

/// The size in bytes of the parameters of a kernel: its arguments in order, each aligned to its size, then
/// the extents that its arguments name, the address of the word that stops it, and its tensor maps.
pub fn parameter_bytes(kernel: &Body) -> u64 {
    let ctx = kernel.ctx();
    let entry = kernel.entry_block().into_iter();
    let types: Vec<Type> = entry.flat_map(|block| kernel.args(block)).map(|arg| kernel.ty(arg)).collect();
    let arguments = types.iter().map(|ty| bytes(ctx, *ty));
    let end = arguments.fold(0u64, |end, bytes| end.next_multiple_of(bytes.max(1)) + bytes);
    let (declared, _) = declared_extents(ctx, &types, &extent_arguments(kernel));
    let extents = BindingPlan::new(&declared).symbols().len() as u64;
    let words = extents + u64::from(kernel.attr(kernel.root(), WATCHED).is_some());
    let end = end.next_multiple_of(if words > 0 { WORD } else { 1 }) + words * WORD;
    match tensor_maps(kernel).len() as u64 {
        0 => end,
        maps => end.next_multiple_of(MAP_ALIGNMENT) + maps * MAP,
    }
}

/// The largest size of the parameters of a kernel of a module, bytes.
pub fn most_parameter_bytes(module: &Body) -> u64 {
    let kernels = module.child_ops().into_iter().filter_map(|op| module.child(op));
    kernels.filter(|body| body.is(body.root(), Func)).map(parameter_bytes).max().unwrap_or(0)
}

/// Checks the size of a kernel's parameters.
pub(super) fn verify(kernel: OpRef<'_>) -> Result<(), Diagnostic> {
    let bytes = parameter_bytes(kernel.body());
    if bytes <= PARAMETER_BYTES {
        return Ok(());
    }
    let arguments = kernel.body().entry_block().map_or(0, |block| kernel.body().args(block).count());
    Err(kernel.error(format_args!(
        "has {bytes} bytes of parameters ({arguments} arguments and the extents that they name), but a \
         kernel can have {PARAMETER_BYTES}: split it, or pass several arrays as one"
    )))
}
