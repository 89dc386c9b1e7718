//! Hurwitz's zeta function and the polygamma functions.

use super::super::lower::Lower;
use super::gamma::{digamma, lgamma};
use tf_dialects::arith::{self, CmpF};
use tf_dialects::math;
use tf_dialects::scalar::DType;
use tf_ir::body::Value;

/// `(2k)! / B_2k` for k from 12 down to 1: the Bernoulli terms of Euler–Maclaurin summation.
const BERNOULLI: [f64; 12] = [
    -7.166_165_256_175_667_011_3e18,
    1.815_210_540_194_354_677_3e17,
    -4.597_978_722_407_472_610_5e15,
    1.164_678_281_435_006_724_9e14,
    -2.950_130_727_918_164_224e12,
    7.472_424_96e10,
    -1.892_437_580_318_379_160_6e9,
    47_900_160.0,
    -1_209_600.0,
    30_240.0,
    -720.0,
    12.0,
];
/// Terms summed before the correction.
const DIRECT: usize = 9;

/// `sum over k ≥ 0 of (q + k)^-x`
pub(in super::super) fn zeta(l: &mut Lower<'_, '_>, args: &[Value]) -> Value {
    let (x, q) = (args[0], args[1]);
    let (zero, one) = (l.num(q, 0.0), l.num(q, 1.0));
    let minus_x = arith::negf(l, x);
    let mut at = q;
    let mut sum = math::powf(l, q, minus_x);
    for _ in 0..DIRECT {
        at = l.plus(at, one);
        let power = math::powf(l, at, minus_x);
        sum = l.plus(sum, power);
    }
    at = l.plus(at, one);
    let power = math::powf(l, at, minus_x);
    let accurate = corrected(l, x, at, power, sum);
    // Where the last power no longer counts, the correction is noise.
    let (size, total) = (math::absf(l, power), math::absf(l, sum));
    let least = if l.dtype(q) == DType::F64 { f64::MIN_POSITIVE } else { f64::from(f32::MIN_POSITIVE) };
    let least = l.num(q, least);
    let bound = l.times(total, least);
    let negligible = l.cmpf(CmpF::OLT, size, bound);
    let value = l.select(negligible, sum, accurate);
    domain(l, x, q, value, zero, one)
}

/// The sum with the integral of its tail and the Bernoulli terms.
fn corrected(l: &mut Lower<'_, '_>, x: Value, at: Value, power: Value, sum: Value) -> Value {
    let (zero, one) = (l.num(x, 0.0), l.num(x, 1.0));
    let less = l.minus(x, one);
    let integral = l.times(power, at);
    let integral = l.over(integral, less);
    let square = l.times(at, at);
    let inverse = l.over(one, square);
    let mut tail = zero;
    for (i, coefficient) in BERNOULLI[..BERNOULLI.len() - 1].iter().enumerate() {
        let high = (2 * BERNOULLI.len() - 2 - 2 * i) as f64;
        let (a, b) = (l.num(x, high), l.num(x, high - 1.0));
        let (a, b) = (l.plus(x, a), l.plus(x, b));
        let product = l.times(a, b);
        let term = l.num(x, 1.0 / coefficient);
        let inner = l.plus(tail, term);
        let inner = l.times(inverse, inner);
        tail = l.times(product, inner);
    }
    let last = l.num(x, 1.0 / BERNOULLI[BERNOULLI.len() - 1]);
    let inner = l.plus(last, tail);
    let ratio = l.over(x, at);
    let inner = l.times(ratio, inner);
    let half = l.num(x, 0.5);
    let inner = l.plus(half, inner);
    let bernoulli = l.times(power, inner);
    let value = l.plus(sum, integral);
    l.plus(value, bernoulli)
}

/// +∞ at x = 1 and at the poles of even powers; NaN below x = 1 and where a power of a negative number is none.
fn domain(l: &mut Lower<'_, '_>, x: Value, q: Value, value: Value, zero: Value, one: Value) -> Value {
    let (nan, infinity) = (l.num(x, f64::NAN), l.num(x, f64::INFINITY));
    let small = l.cmpf(CmpF::OLT, x, one);
    let value = l.select(small, nan, value);
    let below = l.cmpf(CmpF::OLE, q, zero);
    let (whole_x, whole_q) = (math::floor(l, x), math::floor(l, q));
    let broken = l.cmpf(CmpF::UNE, x, whole_x);
    let undefined = l.both(below, broken);
    let value = l.select(undefined, nan, value);
    let whole = l.cmpf(CmpF::OEQ, q, whole_q);
    let pole = l.both(below, whole);
    let two = l.num(x, 2.0);
    let rest = arith::remf(l, x, two);
    let even = l.cmpf(CmpF::OEQ, rest, zero);
    let at_pole = l.select(even, infinity, nan);
    let value = l.select(pole, at_pole, value);
    let first = l.cmpf(CmpF::OEQ, x, one);
    l.select(first, infinity, value)
}

/// The n-th derivative of digamma: `(−1)^(n+1) n! zeta(n + 1, x)`; NaN unless n is a natural number.
pub(in super::super) fn polygamma(l: &mut Lower<'_, '_>, args: &[Value]) -> Value {
    let (n, x) = (args[0], args[1]);
    let [zero, one, two] = [0.0, 1.0, 2.0].map(|c| l.num(x, c));
    let rest = arith::remf(l, n, two);
    let sign = l.times(two, rest);
    let sign = l.minus(sign, one);
    let next = l.plus(n, one);
    let factorial = lgamma(l, &[next]);
    let factorial = math::exp(l, factorial);
    let sum = zeta(l, &[next, x]);
    let value = l.times(sign, factorial);
    let value = l.times(value, sum);
    let none = l.cmpf(CmpF::OEQ, n, zero);
    let derivative = digamma(l, &[x]);
    let value = l.select(none, derivative, value);
    let whole = math::floor(l, n);
    let broken = l.cmpf(CmpF::UNE, n, whole);
    let negative = l.cmpf(CmpF::OLT, n, zero);
    let unnatural = arith::ori(l, broken, negative);
    let nan = l.num(x, f64::NAN);
    l.select(unnatural, nan, value)
}
