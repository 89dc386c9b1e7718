//! Constants for formulas: scalars, and splat tensors.

use tf_dialects::arith;
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_dialects::tensor::{Splat, build};
use tf_ir::attr::Attribute;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::types::{Dim, Type};

/// The element type of a tensor or scalar type.
///
/// # Panics
/// If it has none.
pub fn dtype_of(ctx: &Context, ty: Type) -> DType {
    element_type(ctx, ty).expect("constants of formulas have supported element types")
}

/// A constant of a type with all elements equal to `scalar`.
pub fn splat(b: &mut Builder<'_>, ty: Type, scalar: Scalar) -> Value {
    let ctx = b.ctx();
    let Some(dims) = ctx.dims(ty) else {
        return arith::constant(b, scalar_attr(&ctx, ty, scalar));
    };
    if dims.iter().all(|d| d.as_static().is_some()) {
        let size = scalar.dtype().bits().div_ceil(8) as usize;
        let value = ctx.splat_attr(ty, scalar.bits().to_le_bytes()[..size].to_vec());
        return arith::constant(b, value);
    }
    let value = arith::constant(b, scalar_attr(&ctx, ctx.elem_type(ty), scalar));
    let extents: Vec<_> = dims.iter().filter_map(Dim::to_extent).collect();
    if extents.len() == dims.len() {
        return build::splat(b, value, &extents);
    }
    Splat::build(b, value, ty)
}

/// A constant integer of a type.
pub fn int(b: &mut Builder<'_>, ty: Type, number: i64) -> Value {
    let scalar = Scalar::from_i64(dtype_of(b.body.ctx(), ty), number);
    splat(b, ty, scalar)
}

/// A constant float of a type, rounded to it.
pub fn float(b: &mut Builder<'_>, ty: Type, number: f64) -> Value {
    let scalar = Scalar::from_f64(dtype_of(b.body.ctx(), ty), number);
    splat(b, ty, scalar)
}

/// The zero of a type.
pub fn zero(b: &mut Builder<'_>, ty: Type) -> Value {
    let scalar = Scalar::from_bits(dtype_of(b.body.ctx(), ty), 0);
    splat(b, ty, scalar)
}

/// A scalar as an attribute of its type.
fn scalar_attr(ctx: &Context, ty: Type, scalar: Scalar) -> Attribute {
    if scalar.dtype().is_float() {
        return ctx.float_attr(ty, scalar.to_f64());
    }
    ctx.int_attr(ty, scalar.to_i64().into())
}
