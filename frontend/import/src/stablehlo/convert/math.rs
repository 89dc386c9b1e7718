//! Elementwise ops that are short expressions of arith and math ops.

use super::elementwise::less;
use super::lower::Lower;
use tf_dialects::arith;
use tf_dialects::arith::predicate::{CmpF, CmpI};
use tf_dialects::math;
use tf_ir::body::Value;

/// `0 - x`
pub(super) fn negate(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let zero = l.int_like(x[0], 0);
    arith::subi(l, zero, x[0])
}

/// `1 / (1 + exp(-x))`; for negative x as `exp(x) / (1 + exp(x))`, as `exp(-x)` may overflow: the value would still be right, but not
/// its derivative, 0 times infinity.
pub(super) fn logistic(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let [zero, one] = [0.0, 1.0].map(|n| l.float_like(x[0], n));
    let minus = arith::negf(l, x[0]);
    let positive = CmpF::OGE;
    let positive = l.cmpf(positive, x[0], zero);
    let below = l.select(positive, minus, x[0]);
    let exp = math::exp(l, below);
    let sum = arith::addf(l, one, exp);
    let upper = l.select(positive, one, exp);
    arith::divf(l, upper, sum)
}

/// −1, 0 or 1.
pub(super) fn sign_signed(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let [minus, zero, one] = [-1, 0, 1].map(|n| l.int_like(x[0], n));
    let negative = less(l, x[0], zero);
    let positive = less(l, zero, x[0]);
    let rest = l.select(positive, one, zero);
    l.select(negative, minus, rest)
}

/// 0 or 1.
pub(super) fn sign_unsigned(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let one = l.int_like(x[0], 1);
    arith::minui(l, x[0], one)
}

/// −1, −0, +0, 1 or NaN. The derivative is 0.
pub(super) fn sign_float(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let [zero, one] = [0.0, 1.0].map(|n| l.float_like(x[0], n));
    let unit = math::copysign(l, one, x[0]);
    let plain = CmpF::ONE;
    let plain = l.cmpf(plain, x[0], zero);
    // The integer part of a zero and of NaN is itself, and has the derivative 0.
    let rest = math::trunc(l, x[0]);
    l.select(plain, unit, rest)
}

/// `x` to the power of `y`: of a negative power, only ±1 is not 0 (0 gives −1, as `1 / 0`, in `math.ipowi`, and 0 in
/// StableHLO).
pub(super) fn power_signed(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let zero = l.int_like(x[0], 0);
    let power = math::ipowi(l, x[0], x[1]);
    let negative = less(l, x[1], zero);
    let none = l.cmpi(CmpI::Eq, x[0], zero);
    let undefined = arith::andi(l, negative, none);
    l.select(undefined, zero, power)
}

/// `x` to the power of an unsigned `y`: `(x^(y/2))^2 · x^(y mod 2)`, as `math.ipowi` reads powers as signed.
pub(super) fn power_unsigned(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let one = l.int_like(x[0], 1);
    let half = arith::shrui(l, x[1], one);
    let root = math::ipowi(l, x[0], half);
    let square = arith::muli(l, root, root);
    let odd = arith::andi(l, x[1], one);
    let odd = l.cmpi(CmpI::Eq, odd, one);
    let factor = l.select(odd, x[0], one);
    arith::muli(l, square, factor)
}

/// The upper half of the product.
pub(super) fn high(l: &mut Lower<'_, '_>, x: &[Value], signed: bool) -> Value {
    let b = &mut l.b;
    let [_, high] =
        if signed { arith::mulsi_extended(b, x[0], x[1]) } else { arith::mului_extended(b, x[0], x[1]) };
    high
}

/// `exp(x + log(1/2))` and `exp(log(1/2) - x)`, the halves of cosh and sinh: they overflow where the result does. As
/// frameworks expand these ops, so that results agree with theirs.
fn halves(l: &mut Lower<'_, '_>, x: Value) -> [Value; 2] {
    let log = l.float_like(x, 0.5f64.ln());
    let (sum, difference) = (arith::addf(l, x, log), arith::subf(l, log, x));
    [math::exp(l, sum), math::exp(l, difference)]
}

/// `(exp(x) + exp(-x)) / 2`
pub(super) fn cosh(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let halves = halves(l, x[0]);
    arith::addf(l, halves[0], halves[1])
}

/// `(exp(x) - exp(-x)) / 2`; for small arguments the sum of `expm1(x)` and `expm1(x) / (expm1(x) + 1)`, halved.
pub(super) fn sinh(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let halves = halves(l, x[0]);
    let large = arith::subf(l, halves[0], halves[1]);
    let [half, one] = [0.5, 1.0].map(|c| l.float_like(x[0], c));
    let e = math::expm1(l, x[0]);
    let below = arith::addf(l, e, one);
    let ratio = arith::divf(l, e, below);
    let sum = arith::addf(l, e, ratio);
    let small = arith::mulf(l, half, sum);
    let size = math::absf(l, x[0]);
    let near = l.cmpf(CmpF::OLT, size, one);
    l.select(near, small, large)
}
