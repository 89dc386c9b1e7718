//! The formats that sums of floats are added up in.

use tf_dialects::scalar::{DType, dtype};
use tf_ir::context::Context;
use tf_ir::types::Type;

/// The type that terms are added up in: that of the terms, or f32 for narrower ones.
pub(crate) fn summed_in(ctx: &Context, ty: Type) -> Type {
    match dtype(ctx, ty) {
        Some(DType::F16 | DType::BF16) => ctx.f32(),
        _ => ty,
    }
}

/// The type that sums of parts are added up in: the next wider one, if there is one.
pub(crate) fn wider(ctx: &Context, ty: Type) -> Type {
    match dtype(ctx, ty) {
        Some(DType::F32) => ctx.f64(),
        _ => ty,
    }
}
