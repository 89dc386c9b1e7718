//! `arith.constant`, and the builders of constants of builtin types.

use crate::constraints::{TYPED_ATTR, is_signless, scalar_of, typed_attr};
use crate::elementwise::constant as elements;
use crate::scalar::{Scalar, dtype};
use smallvec::{SmallVec, smallvec};
use tf_ir::OpKind;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::builtin::ANY_TYPE;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{InferArgs, InferTypes, Materialize, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Type, TypeData};

/// A scalar constant, or a vector or tensor constant.
///
/// The value's type is the result's type. Integers are signless.
#[op(
    "arith.constant",
    traits(PURE, CONSTANT),
    results(result: ANY_TYPE),
    attrs(value: TYPED_ATTR),
    interfaces(Verify, InferTypes),
)]
pub struct Constant;

impl Verify for Constant {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (ctx, result) = (op.ctx(), op.result_type(0));
        let value = op.slot(Constant::VALUE).expect("the description requires the value");
        let ty = typed_attr(ctx, value).expect("the description requires a typed value");
        if ty != result {
            let (ty, result) = (type_to_string(ctx, ty), type_to_string(ctx, result));
            let message = "failed to verify that all of {value, result} have same type";
            return Err(
                op.error(format_args!("{message}: the value is of type '{ty}', the result '{result}'"))
            );
        }
        let scalar = scalar_of(ctx, result);
        if ctx.is_int(scalar) && !is_signless(ctx, scalar) {
            return Err(op.error("integer return type must be signless"));
        }
        let scalable =
            matches!(ctx.type_data(result), TypeData::Vector { scalable, .. } if scalable.contains(&true));
        if scalable && !matches!(ctx.attr_data(value), AttrData::Dense(dense) if dense.splat) {
            return Err(op.error("of a scalable vector must be a splat"));
        }
        Ok(())
    }
}

impl InferTypes for Constant {
    fn infer(&self, args: &InferArgs<'_>) -> Result<SmallVec<[Type; 2]>, Diagnostic> {
        let value = args.attrs.first().copied().flatten();
        match value.and_then(|value| typed_attr(args.ctx, value)) {
            Some(ty) => Ok(smallvec![ty]),
            None => Err(Diagnostic::error(args.loc, "'arith.constant' op requires a typed value")),
        }
    }
}

/// Constants of `arith` and `math` results: `arith.constant`.
pub struct ArithConstants;

impl Materialize for ArithConstants {
    fn constant(&self, ctx: &Context, value: Attribute, ty: Type) -> Option<(OpKind, Attribute)> {
        let number = matches!(
            ctx.attr_data(value),
            AttrData::Integer(..) | AttrData::Float(..) | AttrData::Dense(_) | AttrData::Resource(..)
        );
        let scalar = scalar_of(ctx, ty);
        let held = !ctx.is_int(scalar) || is_signless(ctx, scalar);
        (number && held && typed_attr(ctx, value) == Some(ty)).then_some((Constant::KIND, value))
    }
}

/// Builds `arith.constant` of a typed attribute.
///
/// # Panics
/// If the attribute has no type.
pub fn constant(b: &mut Builder<'_>, value: Attribute) -> Value {
    let ty = typed_attr(b.body.ctx(), value).expect("the value of a constant has a type");
    b.value(Constant, &[], ty, &[("value", value)])
}

/// Builds an integer (or `index`) constant of type `ty`: a scalar, or a splat of a static vector or tensor.
///
/// # Panics
/// If `ty` is not such a type of at most 64 bits.
pub fn const_int(b: &mut Builder<'_>, ty: Type, value: i64) -> Value {
    splat(b, ty, |dtype| Scalar::from_i64(dtype, value))
}

/// Builds a float constant of type `ty`, rounded to nearest even: a scalar, or a splat of a static vector or
/// tensor.
///
/// # Panics
/// If the element type of `ty` is not f16, bf16, f32 or f64.
pub fn const_float(b: &mut Builder<'_>, ty: Type, value: f64) -> Value {
    splat(b, ty, |dtype| Scalar::from_f64(dtype, value))
}

/// Builds an `index` constant.
pub fn const_index(b: &mut Builder<'_>, value: i64) -> Value {
    let attr = b.body.ctx().index_attr(value);
    constant(b, attr)
}

fn splat(b: &mut Builder<'_>, ty: Type, scalar: impl Fn(crate::scalar::DType) -> Scalar) -> Value {
    let ctx = b.ctx();
    let dtype = dtype(&ctx, scalar_of(&ctx, ty));
    let attr = dtype.and_then(|dtype| elements::splat_attr(&ctx, ty, scalar(dtype)));
    constant(b, attr.unwrap_or_else(|| panic!("there are no constants of type {}", type_to_string(&ctx, ty))))
}
