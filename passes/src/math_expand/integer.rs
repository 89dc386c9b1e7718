//! Expansions that are not float functions of one width: classification, rounding, integer powers.

use super::emit::Emit;
use tf_dialects::interp::dtype_of;
use tf_dialects::scalar::expand::Expand;
use tf_dialects::scalar::{DType, Scalar};
use tf_ir::attr::{AttrData, DenseData};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::types::{Type, TypeData};

/// A constant of any scalar or vector type.
fn constant(b: &mut Builder<'_>, ty: Type, value: Scalar) -> Value {
    let ctx = b.ctx();
    let elem = ctx.elem_type(ty);
    let attr = match ctx.type_data(ty) {
        TypeData::Vector { .. } => {
            let bytes = value.bits().to_le_bytes();
            let size = value.dtype().bits().div_ceil(8) as usize;
            ctx.intern_attr(AttrData::Dense(DenseData { ty, splat: true, bytes: bytes[..size].into() }))
        }
        _ if value.dtype().is_float() => ctx.float_attr(elem, value.to_f64()),
        _ => ctx.int_attr(elem, value.to_i64().into()),
    };
    b.value("arith.constant", &[], ty, &[("value", attr)])
}

fn compare(b: &mut Builder<'_>, name: &str, predicate: i64, lhs: Value, rhs: Value) -> Value {
    let ctx = b.ctx();
    let mask = ctx.with_elem(b.body.ty(lhs), ctx.i1());
    b.value(name, &[lhs, rhs], mask, &[("predicate", ctx.i64_attr(predicate))])
}

/// `arith.cmpf` predicates.
const OLT: i64 = 4;
const OEQ: i64 = 1;
const OGE: i64 = 3;
const UNO: i64 = 14;
/// `arith.cmpi` predicates.
const EQ: i64 = 0;
const NE: i64 = 1;
const SLT: i64 = 2;

/// `math.isfinite`, `isinf`, `isnan`, `isnormal`, by comparing the magnitude. `None` for other float formats.
pub(super) fn classify(b: &mut Builder<'_>, name: &str, x: Value) -> Option<Value> {
    let ctx = b.ctx();
    let ty = b.body.ty(x);
    let dtype = dtype_of(&ctx, ty).filter(|d| d.is_float())?;
    if name == "isnan" {
        return Some(compare(b, "arith.cmpf", UNO, x, x));
    }
    let magnitude = b.value("math.absf", &[x], ty, &[]);
    let infinity = constant(b, ty, Scalar::from_f64(dtype, f64::INFINITY));
    if name == "isinf" {
        return Some(compare(b, "arith.cmpf", OEQ, magnitude, infinity));
    }
    let finite = compare(b, "arith.cmpf", OLT, magnitude, infinity);
    if name == "isfinite" {
        return Some(finite);
    }
    let least = constant(b, ty, Scalar::from_f64(dtype, least_normal(dtype)));
    let normal = compare(b, "arith.cmpf", OGE, magnitude, least);
    let mask = b.body.ty(normal);
    Some(b.value("arith.andi", &[normal, finite], mask, &[]))
}

/// The least positive normal number.
fn least_normal(dtype: DType) -> f64 {
    match dtype {
        DType::F16 => f64::from(2f32.powi(-14)),
        DType::F64 => f64::MIN_POSITIVE,
        _ => f64::from(f32::MIN_POSITIVE),
    }
}

/// Nearest integer, ties away from zero: the part behind the point is exact, so no sum can round the wrong way.
pub(super) fn round(e: &Emit<'_, '_>, x: Value) -> Value {
    let whole = e.unary("math.trunc", x);
    let part = e.abs(e.sub(x, whole));
    let up = e.le(e.c(0.5), part);
    let next = e.add(whole, e.copysign(e.c(1.0), x));
    e.copysign(e.select(up, next, whole), x)
}

/// `minimum(maximum(x, low), high)`.
pub(super) fn clamp(e: &Emit<'_, '_>, x: Value, low: Value, high: Value) -> Value {
    e.binary("arith.minimumf", e.binary("arith.maximumf", x, low), high)
}

/// The exponent of `fpowi` at the width of floats of type `ty`.
pub(super) fn exponent(b: &mut Builder<'_>, n: Value, ty: Type) -> Value {
    let ctx = b.ctx();
    let wanted = ctx.scalar_width(ctx.elem_type(ty)).unwrap_or(32);
    let mut n = n;
    if ctx.elem_type(b.body.ty(n)) == ctx.index() {
        let int = ctx.with_elem(b.body.ty(n), ctx.i64());
        n = b.value("arith.index_cast", &[n], int, &[]);
    }
    let width = ctx.scalar_width(ctx.elem_type(b.body.ty(n))).unwrap_or(64);
    let int = ctx.with_elem(ty, ctx.int(wanted));
    match width.cmp(&wanted) {
        std::cmp::Ordering::Equal => n,
        std::cmp::Ordering::Less => b.value("arith.extsi", &[n], int, &[]),
        std::cmp::Ordering::Greater => saturate(b, n, int),
    }
}

/// An exponent cut to 32 bits that keeps its parity: see `scalar::expanded::saturate_power`.
fn saturate(b: &mut Builder<'_>, n: Value, to: Type) -> Value {
    let ty = b.body.ty(n);
    let ctx = b.ctx();
    let dtype = dtype_of(&ctx, ty).expect("exponents are integers");
    let number = |b: &mut Builder<'_>, v: i64| constant(b, ty, Scalar::from_i64(dtype, v));
    let one = number(b, 1);
    let odd = b.value("arith.andi", &[n, one], ty, &[]);
    let limit = i64::from(i32::MAX);
    let (top, bottom) = (number(b, limit), number(b, -limit));
    let (below_top, above_bottom) = (number(b, limit - 1), number(b, -limit + 1));
    let high = b.value("arith.addi", &[below_top, odd], ty, &[]);
    let low = b.value("arith.subi", &[above_bottom, odd], ty, &[]);
    let is_high = compare(b, "arith.cmpi", SLT, top, n);
    let is_low = compare(b, "arith.cmpi", SLT, n, bottom);
    let cut = b.value("arith.select", &[is_high, high, n], ty, &[]);
    let cut = b.value("arith.select", &[is_low, low, cut], ty, &[]);
    b.value("arith.trunci", &[cut], to, &[])
}

/// `xⁿ` of integers by repeated squaring over every bit of the exponent; negative exponents give 0, ±1, or −1 for 0.
pub(super) fn ipowi(b: &mut Builder<'_>, x: Value, n: Value) -> Value {
    let ty = b.body.ty(x);
    let ctx = b.ctx();
    let dtype = dtype_of(&ctx, ty).expect("powers of integers");
    let number = |b: &mut Builder<'_>, v: i64| constant(b, ty, Scalar::from_i64(dtype, v));
    let (zero, one, minus) = (number(b, 0), number(b, 1), number(b, -1));
    let (mut base, mut result) = (x, one);
    for bit in 0..dtype.bits() {
        let mask = constant(b, ty, Scalar::from_bits(dtype, 1 << bit));
        let set = b.value("arith.andi", &[n, mask], ty, &[]);
        let set = compare(b, "arith.cmpi", NE, set, zero);
        let product = b.value("arith.muli", &[result, base], ty, &[]);
        result = b.value("arith.select", &[set, product, result], ty, &[]);
        base = b.value("arith.muli", &[base, base], ty, &[]);
    }
    let parity = b.value("arith.andi", &[n, one], ty, &[]);
    let odd = compare(b, "arith.cmpi", NE, parity, zero);
    let of_minus = b.value("arith.select", &[odd, minus, one], ty, &[]);
    let is_zero = compare(b, "arith.cmpi", EQ, x, zero);
    let is_one = compare(b, "arith.cmpi", EQ, x, one);
    let is_minus = compare(b, "arith.cmpi", EQ, x, minus);
    let inverse = b.value("arith.select", &[is_zero, minus, zero], ty, &[]);
    let inverse = b.value("arith.select", &[is_minus, of_minus, inverse], ty, &[]);
    let inverse = b.value("arith.select", &[is_one, one, inverse], ty, &[]);
    let negative = compare(b, "arith.cmpi", SLT, n, zero);
    b.value("arith.select", &[negative, inverse, result], ty, &[])
}
