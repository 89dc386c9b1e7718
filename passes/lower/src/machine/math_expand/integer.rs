//! Expansions other than float functions of one width: classification, rounding, integer powers.

use super::emit::Emit;
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::elementwise::constant::splat_attr;
use tf_dialects::math;
use tf_dialects::scalar::expand::Expand;
use tf_dialects::scalar::{DType, Scalar, element_type};
use tf_ir::OpKind;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// A constant of any scalar or vector type.
fn constant(b: &mut Builder<'_>, ty: Type, value: Scalar) -> Value {
    let attr = splat_attr(b.body.ctx(), ty, value).expect("element types have constants");
    arith::constant(b, attr)
}

/// `math.isfinite`, `isinf`, `isnan`, `isnormal`, by comparing the magnitude. `None` for other float formats.
pub(super) fn classify(b: &mut Builder<'_>, kind: OpKind, x: Value) -> Option<Value> {
    let ctx = b.ctx();
    let ty = b.body.ty(x);
    let dtype = element_type(&ctx, ty).filter(|d| d.is_float())?;
    if kind == math::Isnan::KIND {
        return Some(arith::cmpf(b, CmpF::UNO, x, x));
    }
    let magnitude = math::absf(b, x);
    let infinity = constant(b, ty, Scalar::from_f64(dtype, f64::INFINITY));
    if kind == math::Isinf::KIND {
        return Some(arith::cmpf(b, CmpF::OEQ, magnitude, infinity));
    }
    let finite = arith::cmpf(b, CmpF::OLT, magnitude, infinity);
    if kind == math::Isfinite::KIND {
        return Some(finite);
    }
    let least = constant(b, ty, Scalar::from_f64(dtype, least_normal(dtype)));
    let normal = arith::cmpf(b, CmpF::OGE, magnitude, least);
    Some(arith::andi(b, normal, finite))
}

/// The least positive normal value.
fn least_normal(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => f64::from(2f32.powi(-14)),
        DType::F64 => f64::MIN_POSITIVE,
        _ => f64::from(f32::MIN_POSITIVE),
    }
}

/// Nearest integer, ties away from zero: the fraction is exact, so no sum rounds to the wrong integer.
pub(super) fn round(e: &Emit<'_, '_>, x: Value) -> Value {
    let whole = math::trunc(*e.b(), x);
    let part = e.abs(e.sub(x, whole));
    let up = e.le(e.c(0.5), part);
    let next = e.add(whole, e.copysign(e.c(1.0), x));
    e.copysign(e.select(up, next, whole), x)
}

/// `minimum(maximum(x, low), high)`.
pub(super) fn clamp(e: &Emit<'_, '_>, x: Value, low: Value, high: Value) -> Value {
    let above = arith::maximumf(*e.b(), x, low);
    arith::minimumf(*e.b(), above, high)
}

/// The exponent of `fpowi` at the width of floats of type `ty`.
pub(super) fn exponent(b: &mut Builder<'_>, n: Value, ty: Type) -> Value {
    let ctx = b.ctx();
    let wanted = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(32);
    let mut n = n;
    if ctx.elem_type(b.body.ty(n)) == ctx.index() {
        let int = ctx.with_elem(b.body.ty(n), ctx.i64());
        n = arith::index_cast(b, n, int);
    }
    let width = ctx.scalar_width(ctx.elem_type(b.body.ty(n))).unwrap_or(64);
    let int = ctx.with_elem(ty, ctx.int(wanted));
    match width.cmp(&wanted) {
        std::cmp::Ordering::Equal => n,
        std::cmp::Ordering::Less => arith::extsi(b, n, int),
        std::cmp::Ordering::Greater => saturate(b, n, int),
    }
}

/// An exponent saturated to 32 bits with its parity: see `scalar::expanded::saturate_power`.
fn saturate(b: &mut Builder<'_>, n: Value, to: Type) -> Value {
    let ty = b.body.ty(n);
    let ctx = b.ctx();
    let dtype = element_type(&ctx, ty).expect("exponents are integers");
    let number = |b: &mut Builder<'_>, v: i64| constant(b, ty, Scalar::from_i64(dtype, v));
    let one = number(b, 1);
    let odd = arith::andi(b, n, one);
    let limit = i64::from(i32::MAX);
    let (top, bottom) = (number(b, limit), number(b, -limit));
    let (below_top, above_bottom) = (number(b, limit - 1), number(b, -limit + 1));
    let high = arith::addi(b, below_top, odd);
    let low = arith::subi(b, above_bottom, odd);
    let is_high = arith::cmpi(b, CmpI::Slt, top, n);
    let is_low = arith::cmpi(b, CmpI::Slt, n, bottom);
    let cut = arith::select(b, is_high, high, n);
    let cut = arith::select(b, is_low, low, cut);
    arith::trunci(b, cut, to)
}

/// `xⁿ` of integers by repeated squaring over every bit of the exponent; negative exponents give 0, ±1, or −1
/// for 0.
pub(super) fn ipowi(b: &mut Builder<'_>, x: Value, n: Value) -> Value {
    let ty = b.body.ty(x);
    let ctx = b.ctx();
    let dtype = element_type(&ctx, ty).expect("powers of integers are supported");
    let number = |b: &mut Builder<'_>, v: i64| constant(b, ty, Scalar::from_i64(dtype, v));
    let (zero, one, minus) = (number(b, 0), number(b, 1), number(b, -1));
    let (mut base, mut result) = (x, one);
    for bit in 0..dtype.bits() {
        let mask = constant(b, ty, Scalar::from_bits(dtype, 1 << bit));
        let set = arith::andi(b, n, mask);
        let set = arith::cmpi(b, CmpI::Ne, set, zero);
        let product = arith::muli(b, result, base);
        result = arith::select(b, set, product, result);
        base = arith::muli(b, base, base);
    }
    let parity = arith::andi(b, n, one);
    let odd = arith::cmpi(b, CmpI::Ne, parity, zero);
    let of_minus = arith::select(b, odd, minus, one);
    let is_zero = arith::cmpi(b, CmpI::Eq, x, zero);
    let is_one = arith::cmpi(b, CmpI::Eq, x, one);
    let is_minus = arith::cmpi(b, CmpI::Eq, x, minus);
    let inverse = arith::select(b, is_zero, minus, zero);
    let inverse = arith::select(b, is_minus, of_minus, inverse);
    let inverse = arith::select(b, is_one, one, inverse);
    let negative = arith::cmpi(b, CmpI::Slt, n, zero);
    arith::select(b, negative, inverse, result)
}
