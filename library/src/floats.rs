//! Elementwise float functions that are not ops: signs, bits, and exponentials.

use crate::expr::{Expr, formula, wide};
use tf_dialects::arith::{CmpF, CmpI};
use tf_dialects::scalar::DType;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// `1 / (1 + exp(-x))`; for negative x `exp(x) / (1 + exp(x))`, since an overflow of `exp(-x)` would make the
/// derivative 0 times infinity. f16 and bf16 are computed in f32.
pub fn logistic(b: &mut Builder<'_>, x: Value) -> Value {
    wide(b, [x], |[x]| {
        let [zero, one] = [0.0, 1.0].map(|n| x.num(n));
        let minus = -x;
        let positive = x.cmpf(CmpF::OGE, zero);
        let exp = positive.select(minus, x).exp();
        let sum = one + exp;
        positive.select(one, exp) / sum
    })
}

/// The sign: −1, −0, +0, 1 or NaN. The derivative is 0.
pub fn sign(b: &mut Builder<'_>, x: Value) -> Value {
    formula(b, [x], |[x]| sign_of(x))
}

pub(crate) fn sign_of(x: Expr<'_>) -> Expr<'_> {
    let [zero, one] = [0.0, 1.0].map(|n| x.num(n));
    let unit = one.copysign(x);
    let plain = x.cmpf(CmpF::ONE, zero);
    // Truncation keeps zeros and NaN, and has the derivative 0.
    plain.select(unit, x.trunc())
}

/// `exp(x + log(1/2))` and `exp(log(1/2) - x)`, the halves of cosh and sinh, which overflow only if the
/// result does. Frameworks expand these functions in the same form, so that results agree.
fn halves(x: Expr<'_>) -> [Expr<'_>; 2] {
    let log = x.num(0.5f64.ln());
    let (sum, difference) = (x + log, log - x);
    [sum.exp(), difference.exp()]
}

/// `(exp(x) + exp(-x)) / 2`; f16 and bf16 are computed in f32.
pub fn cosh(b: &mut Builder<'_>, x: Value) -> Value {
    wide(b, [x], |[x]| {
        let [growing, falling] = halves(x);
        growing + falling
    })
}

/// `(exp(x) - exp(-x)) / 2`; for small arguments, half the sum of `expm1(x)` and `expm1(x) / (expm1(x) + 1)`.
/// f16 and bf16 are computed in f32.
pub fn sinh(b: &mut Builder<'_>, x: Value) -> Value {
    wide(b, [x], |[x]| {
        let [growing, falling] = halves(x);
        let large = growing - falling;
        let [half, one] = [0.5, 1.0].map(|n| x.num(n));
        let e = x.expm1();
        let small = half * (e + e / (e + one));
        x.absf().lt(one).select(small, large)
    })
}

/// The next float after `x` towards `y`, by integer arithmetic on the bits. Its derivative is that of `x`.
pub fn next_after(b: &mut Builder<'_>, x: Value, y: Value) -> Value {
    formula(b, [x, y], |[from, to]| {
        let (dtype, int) = (from.dtype(), integer(from.dtype()));
        let (a, b) = (from.bits(int), to.bits(int));
        let [one, minus] = [1, -1].map(|n| a.int(n));
        let (sign, magnitude) = (a.int(i64::MIN >> (64 - int.bits())), a.int(i64::MAX >> (64 - int.bits())));
        let [a_sign, b_sign] = [a, b].map(|v| v & sign);
        let [a_size, b_size] = [a, b].map(|v| v & magnitude);
        // Away from zero if the target is further from zero on the same side.
        let inwards = a_sign.differs(b_sign) | a_size.cmpi(CmpI::Ugt, b_size);
        let moved = a + inwards.select(minus, one);
        // From zero: the smallest subnormal with the target's sign.
        let least = b_sign | one;
        let moved = from.equals(0.0).select(least, moved).bits(dtype);
        let moved = from.equals(to).select(to, moved);
        let unordered = from.cmpf(CmpF::UNO, to);
        unordered.select(from.num(f64::NAN), moved).with_derivative_of(from)
    })
}

/// Floats rounded to nearest even in a format of fewer exponent and mantissa bits, within their own type.
/// Overflow becomes infinite, results below the smallest normal number become zero; NaN stays (without
/// mantissa bits, it becomes infinite). The derivative is that of `x`. The algorithm is that of XLA's
/// `reduce-precision`; `exponent` is at least 1, `mantissa` at least 0.
pub fn reduce_precision(b: &mut Builder<'_>, x: Value, exponent: i64, mantissa: i64) -> Value {
    // The bits have no derivative; as in frameworks, rounding has that of the value.
    formula(b, [x], |[x]| rounded_to(x, exponent, mantissa).with_derivative_of(x))
}

fn rounded_to(x: Expr<'_>, exponent: i64, mantissa: i64) -> Expr<'_> {
    let dtype = x.dtype();
    let (own_exponent, own_mantissa) = format(dtype);
    let mut bits = x.bits(integer(dtype));
    let dropped = own_mantissa - mantissa;
    if dropped > 0 {
        let one = bits.int(1);
        let last = bits.shifted_right(dropped) & one;
        let bias = last + ((1i64 << (dropped - 1)) - 1);
        let sum = bits + bias;
        bits = sum & bits.int(!((1i64 << dropped) - 1));
    }
    if exponent < own_exponent {
        bits = clamp_exponent(bits, exponent, (own_exponent, own_mantissa));
    }
    let rounded = bits.bits(dtype);
    let nan = x.cmpf(CmpF::UNO, x);
    // Rounding may clear a NaN's payload, so NaN is selected here; without mantissa bits it becomes infinity.
    let kept = if mantissa > 0 { x } else { x.num(f64::INFINITY) };
    nan.select(kept, rounded)
}

fn clamp_exponent(bits: Expr<'_>, exponent: i64, (own_exponent, own_mantissa): (i64, i64)) -> Expr<'_> {
    let bias = (1i64 << (own_exponent - 1)) - 1;
    let reduced = (1i64 << (exponent - 1)) - 1;
    let field = bits.int(((1i64 << own_exponent) - 1) << own_mantissa);
    let found = bits & field;
    let [largest, smallest] = [bias + reduced, bias - reduced].map(|n| bits.int(n << own_mantissa));
    let (overflows, underflows) = (found.cmpi(CmpI::Ugt, largest), found.cmpi(CmpI::Ule, smallest));
    let sign = bits & bits.int(i64::MIN >> (64 - bits.dtype().bits()));
    let kept = overflows.select(sign | field, bits);
    underflows.select(sign, kept)
}

/// The bits of floats as signed integers in the order of IEEE 754's totalOrder: −NaN, −∞ … −0, +0 … +∞, +NaN.
pub fn total_order(b: &mut Builder<'_>, x: Value) -> Value {
    formula(b, [x], |[x]| {
        let bits = x.bits(integer(x.dtype()));
        let (zero, largest) = (bits.int(0), bits.int(i64::MAX >> (64 - bits.dtype().bits())));
        let negative = bits.lt(zero);
        negative.select(bits ^ largest, bits)
    })
}

/// The exponent and mantissa bits of a format.
fn format(dtype: DType) -> (i64, i64) {
    match dtype {
        DType::F16 => (5, 10),
        DType::BF16 => (8, 7),
        DType::F32 => (8, 23),
        _ => (11, 52),
    }
}

/// The integer type of a float's width.
fn integer(float: DType) -> DType {
    DType::Int(float.bits() as u8)
}
