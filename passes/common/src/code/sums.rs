//! Accumulator formats of float sums.

use tf_dialects::scalar::{DType, dtype};
use tf_ir::context::Context;
use tf_ir::types::Type;

/// The accumulator type of terms: their own type, or f32 for narrower ones.
pub fn summed_in(ctx: &Context, ty: Type) -> Type {
    match dtype(ctx, ty) {
        Some(DType::F16 | DType::BF16) => ctx.f32(),
        _ => ty,
    }
}

/// The accumulator type of partial sums: the next wider type, if there is one.
pub fn wider(ctx: &Context, ty: Type) -> Type {
    match dtype(ctx, ty) {
        Some(DType::F32) => ctx.f64(),
        _ => ty,
    }
}
