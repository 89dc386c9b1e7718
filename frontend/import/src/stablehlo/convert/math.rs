//! Elementwise ops that are short expressions of arith and math ops.

use super::elementwise::less;
use super::lower::Lower;
use tf_dialects::arith::predicate::{CmpF, CmpI};
use tf_ir::body::Value;

/// `0 - x`
pub(super) fn negate(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let zero = l.int_like(x[0], 0);
    l.apply("arith.subi", &[zero, x[0]])
}

/// `1 / (1 + exp(-x))`; for negative x as `exp(x) / (1 + exp(x))`, as `exp(-x)` may overflow: the value would still be right, but not
/// its derivative, 0 times infinity.
pub(super) fn logistic(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let [zero, one] = [0.0, 1.0].map(|n| l.float_like(x[0], n));
    let minus = l.apply("arith.negf", &[x[0]]);
    let positive = CmpF::from_name("oge").expect("a spelling of a predicate");
    let positive = l.cmpf(positive, x[0], zero);
    let below = l.select(positive, minus, x[0]);
    let exp = l.apply("math.exp", &[below]);
    let sum = l.apply("arith.addf", &[one, exp]);
    let upper = l.select(positive, one, exp);
    l.apply("arith.divf", &[upper, sum])
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
    l.apply("arith.minui", &[x[0], one])
}

/// −1, −0, +0, 1 or NaN. The derivative is 0.
pub(super) fn sign_float(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let [zero, one] = [0.0, 1.0].map(|n| l.float_like(x[0], n));
    let unit = l.apply("math.copysign", &[one, x[0]]);
    let plain = CmpF::from_name("one").expect("a spelling of a predicate");
    let plain = l.cmpf(plain, x[0], zero);
    // The integer part of a zero and of NaN is itself, and has the derivative 0.
    let rest = l.apply("math.trunc", &[x[0]]);
    l.select(plain, unit, rest)
}

/// `x` to the power of `y`: of a negative power, only ±1 is not 0 (0 gives −1, as `1 / 0`, in `math.ipowi`, and 0 in
/// StableHLO).
pub(super) fn power_signed(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let zero = l.int_like(x[0], 0);
    let power = l.apply("math.ipowi", x);
    let negative = less(l, x[1], zero);
    let none = l.cmpi(CmpI::Eq, x[0], zero);
    let undefined = l.apply("arith.andi", &[negative, none]);
    l.select(undefined, zero, power)
}

/// `x` to the power of an unsigned `y`: `(x^(y/2))^2 · x^(y mod 2)`, as `math.ipowi` reads powers as signed.
pub(super) fn power_unsigned(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let one = l.int_like(x[0], 1);
    let half = l.apply("arith.shrui", &[x[1], one]);
    let root = l.apply("math.ipowi", &[x[0], half]);
    let square = l.apply("arith.muli", &[root, root]);
    let odd = l.apply("arith.andi", &[x[1], one]);
    let odd = l.cmpi(CmpI::Eq, odd, one);
    let factor = l.select(odd, x[0], one);
    l.apply("arith.muli", &[square, factor])
}

/// The upper half of the product.
pub(super) fn high(l: &mut Lower<'_, '_>, x: &[Value], signed: bool) -> Value {
    let ty = l.type_of(x[0]);
    let name = if signed { "arith.mulsi_extended" } else { "arith.mului_extended" };
    let op = l.b.op(name, x, &[ty, ty], &[]);
    l.b.body.result(op, 1)
}

/// `exp(x + log(1/2))` and `exp(log(1/2) - x)`, the halves of cosh and sinh: they overflow where the result does. As
/// frameworks expand these ops, so that results agree with theirs.
fn halves(l: &mut Lower<'_, '_>, x: Value) -> [Value; 2] {
    let log = l.float_like(x, 0.5f64.ln());
    let (sum, difference) = (l.apply("arith.addf", &[x, log]), l.apply("arith.subf", &[log, x]));
    [l.apply("math.exp", &[sum]), l.apply("math.exp", &[difference])]
}

/// `(exp(x) + exp(-x)) / 2`
pub(super) fn cosh(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let halves = halves(l, x[0]);
    l.apply("arith.addf", &halves)
}

/// `(exp(x) - exp(-x)) / 2`; for small arguments the sum of `expm1(x)` and `expm1(x) / (expm1(x) + 1)`, halved.
pub(super) fn sinh(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let halves = halves(l, x[0]);
    let large = l.apply("arith.subf", &halves);
    let [half, one] = [0.5, 1.0].map(|c| l.float_like(x[0], c));
    let e = l.apply("math.expm1", &[x[0]]);
    let below = l.apply("arith.addf", &[e, one]);
    let ratio = l.apply("arith.divf", &[e, below]);
    let sum = l.apply("arith.addf", &[e, ratio]);
    let small = l.apply("arith.mulf", &[half, sum]);
    let size = l.apply("math.absf", &[x[0]]);
    let near = l.cmpf(CmpF::from_name("olt").expect("a spelling of a predicate"), size, one);
    l.select(near, small, large)
}
