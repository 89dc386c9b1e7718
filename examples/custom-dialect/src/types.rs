//! The type `!fixed.q<8>` and the attribute `#fixed.value<2.5>`.

use std::sync::Arc;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::context::Context;
use tf_ir::registry::{AttrConstraint, ParamDef, Registry, TypeConstraint};
use tf_ir::text::{ParamSyntax, Printer};
use tf_ir::types::{Type, TypeData};

/// A fixed-point type.
pub const FIXED: TypeConstraint = TypeConstraint {
    summary: "a fixed-point type (!fixed.q<…>)",
    check: |ctx, ty| fraction_bits(ctx, ty).is_some(),
};

/// A float of 32 or 64 bits.
pub const FLOAT: TypeConstraint =
    TypeConstraint { summary: "f32 or f64", check: |ctx, ty| ty == ctx.f32() || ty == ctx.f64() };

/// A fixed-point value as an attribute.
pub const VALUE: AttrConstraint = AttrConstraint {
    summary: "a fixed-point value (#fixed.value<…>)",
    check: |ctx, attr| number(ctx, attr).is_some(),
};

/// Adds type and attribute to a registry.
pub(crate) fn register(registry: &mut Registry) {
    registry.ty(ParamDef {
        name: "fixed.q",
        summary: "A 32-bit value in steps of 2^-bits, where bits is its parameter",
        syntax: Arc::new(Bits),
    });
    registry.attr(ParamDef { name: "fixed.value", summary: "A number", syntax: Arc::new(Number) });
}

/// The only parameter of a list.
fn only(params: &[Attribute]) -> Result<Attribute, String> {
    match params {
        [one] => Ok(*one),
        _ => Err(format!("takes one parameter, not {}", params.len())),
    }
}

/// `<8>`: the number of fractional bits. The form `<attribute>` is parsed by default.
struct Bits;

impl ParamSyntax for Bits {
    fn print(&self, params: &[Attribute], p: &mut Printer) {
        let bits = params.first().and_then(|a| p.ctx().attr_int(*a)).unwrap_or_default();
        p.text(&format!("<{bits}>"));
    }

    fn verify(&self, ctx: &Context, params: &[Attribute]) -> Result<(), String> {
        match ctx.attr_int(only(params)?) {
            Some(0..=30) => Ok(()),
            Some(bits) => Err(format!("has {bits} fractional bits: valid are 0 to 30")),
            None => Err("takes an integer, the number of fractional bits".to_string()),
        }
    }
}

/// `<2.5>`: the value, as a decimal.
struct Number;

impl ParamSyntax for Number {
    fn print(&self, params: &[Attribute], p: &mut Printer) {
        let value = params.first().and_then(|a| p.ctx().attr_float(*a)).unwrap_or_default();
        p.text(&format!("<{value:?}>"));
    }

    fn verify(&self, ctx: &Context, params: &[Attribute]) -> Result<(), String> {
        match ctx.attr_float(only(params)?) {
            Some(value) if value.is_finite() => Ok(()),
            _ => Err("takes a finite float literal, as in 2.5".to_string()),
        }
    }
}

/// The number of fractional bits of a fixed-point type; `None` for other types.
pub fn fraction_bits(ctx: &Context, ty: Type) -> Option<u32> {
    let TypeData::Dialect { dialect, name, params } = ctx.type_data(ty) else { return None };
    let is_q = ctx.text(*dialect) == "fixed" && ctx.text(*name) == "q";
    is_q.then(|| ctx.attr_int(*params.first()?)).flatten().and_then(|bits| u32::try_from(bits).ok())
}

/// The value of a `#fixed.value`; `None` for other attributes.
pub fn number(ctx: &Context, attr: Attribute) -> Option<f64> {
    let AttrData::Dialect { dialect, name, params } = ctx.attr_data(attr) else { return None };
    let is_value = ctx.text(*dialect) == "fixed" && ctx.text(*name) == "value";
    is_value.then(|| ctx.attr_float(*params.first()?)).flatten()
}

/// The attribute of a value that has these 32 bits.
pub fn value_attr(ctx: &Context, raw: i32, bits: u32) -> Attribute {
    let number = ctx.float_attr(ctx.f64(), f64::from(raw) / f64::from(1u32 << bits));
    let (dialect, name) = (ctx.str("fixed"), ctx.str("value"));
    ctx.intern_attr(AttrData::Dialect { dialect, name, params: Box::new([number]) })
}

/// The 32 bits of a value; `None` if it is not a multiple of the step, or too large.
pub fn raw(number: f64, bits: u32) -> Option<i32> {
    let steps = number * f64::from(1u32 << bits);
    (steps == steps.trunc() && steps >= f64::from(i32::MIN) && steps <= f64::from(i32::MAX))
        .then_some(steps as i32)
}
