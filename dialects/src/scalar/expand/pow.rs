//! Powers.

use super::exp::exp2_parts;
use super::log::split_any;
use super::util::{at_least, at_most, horner};
use super::{Expand, pick};

const ATANH_REST_W32: [f64; 4] = [0.2, 0.14285672, 0.11108786, 0.09435931];
const ATANH_REST_W64: [f64; 9] = [
    0.2,
    0.1428571428571247,
    0.11111111111977097,
    0.0909090890547907,
    0.07692328760603544,
    0.06665306979408088,
    0.05932470130825489,
    0.04275980340658441,
    0.12989531336559862,
];

/// `2 / ln 2` and `1 / 3` in two parts.
const TWO_LOG2_E_W32: [f64; 2] = [2.88539, 3.851926e-8];
const TWO_LOG2_E_W64: [f64; 2] = [2.8853900817779268, 4.0710547481862066e-17];
const THIRD_W32: [f64; 2] = [0.33333334, -9.934108e-9];
const THIRD_W64: [f64; 2] = [0.3333333333333333, 1.850371707708594e-17];

/// An unevaluated sum of a value and its rounding error.
#[derive(Clone, Copy)]
struct Pair<F> {
    high: F,
    low: F,
}

/// The product of two pairs.
#[inline(always)]
fn product<E: Expand>(e: &E, a: Pair<E::F>, b: Pair<E::F>) -> Pair<E::F> {
    let high = e.mul(a.high, b.high);
    let error = e.fma(a.high, b.high, e.neg(high));
    Pair { high, low: e.add(error, e.fma(a.high, b.low, e.mul(a.low, b.high))) }
}

/// The sum of two pairs, the first the larger or zero.
#[inline(always)]
fn sum<E: Expand>(e: &E, a: Pair<E::F>, b: Pair<E::F>) -> Pair<E::F> {
    let high = e.add(a.high, b.high);
    let error = e.sub(b.high, e.sub(high, a.high));
    Pair { high, low: e.add(error, e.add(a.low, b.low)) }
}

/// `log2 a` of a positive finite `a`, with about a third more precision than a float: its product with an
/// exponent must be accurate to a fraction of an ulp of the power.
#[inline(always)]
fn log2_pair<E: Expand>(e: &E, a: E::F) -> Pair<E::F> {
    let (one, two, zero) = (e.c(1.0), e.c(2.0), e.c(0.0));
    let constant = |c: [f64; 2]| Pair { high: e.c(c[0]), low: e.c(c[1]) };
    let (n, m) = split_any(e, a);
    let f = e.sub(m, one);
    // s = f / (2 + f), so that log(1 + f) = 2 atanh s.
    let d = e.add(f, two);
    let d_error = e.sub(f, e.sub(d, two));
    let reciprocal = e.div(one, d);
    let high = e.mul(f, reciprocal);
    let minus = e.neg(high);
    let s = Pair { high, low: e.mul(e.fma(minus, d_error, e.fma(minus, d, f)), reciprocal) };
    let z = product(e, s, s);
    // atanh s = s (1 + w) with w = z (1/3 + z·rest).
    let third = constant(pick(e, THIRD_W32, THIRD_W64));
    let rest = horner(e, z.high, pick(e, &ATANH_REST_W32[..], &ATANH_REST_W64[..]));
    let high = e.fma(z.high, rest, third.high);
    let low = e.add(e.fma(z.high, rest, e.sub(third.high, high)), third.low);
    let w = product(e, z, Pair { high, low });
    let scaled = product(e, s, constant(pick(e, TWO_LOG2_E_W32, TWO_LOG2_E_W64)));
    let log = sum(e, scaled, product(e, scaled, w));
    sum(e, Pair { high: n, low: zero }, log)
}

/// `aᵇ` for `a ≥ 0`, 0 and ∞ to the power 0 excepted; the power is of moderate size.
#[inline(always)]
fn power_of_magnitude<E: Expand>(e: &E, a: E::F, power: Pair<E::F>) -> E::F {
    let zero = e.c(0.0);
    let exponent = product(e, log2_pair(e, a), power);
    let (low, high) = pick(e, (-151.0, 129.0), (-1076.0, 1025.0));
    let clamped = at_most(e, at_least(e, exponent.high, low), high);
    let correction = e.select(e.eq(clamped, exponent.high), exponent.low, zero);
    let (p, scale) = exp2_parts(e, clamped, Some(correction));
    let result = e.mul(e.mul(p, scale), scale);
    // Zero and infinity have no logarithm here.
    let infinity = e.c(f64::INFINITY);
    let down = e.lt(power.high, zero);
    let result = e.select(e.eq(a, zero), e.select(down, infinity, zero), result);
    e.select(e.eq(a, infinity), e.select(down, zero, infinity), result)
}

/// `xʸ` with the special cases of C99 (F.9.4.4).
#[inline(always)]
pub fn powf<E: Expand>(e: &E, x: E::F, y: E::F) -> E::F {
    let (zero, one) = (e.c(0.0), e.c(1.0));
    // Beyond this limit, every power of a base other than ±1 is zero or infinite already.
    let limit = pick(e, 2f64.powi(33), 2f64.powi(65));
    let power = Pair { high: at_most(e, at_least(e, y, -limit), limit), low: zero };
    let magnitude = power_of_magnitude(e, e.abs(x), power);
    let half = e.mul(y, e.c(0.5));
    let integer = e.eq(e.roundeven(y), y);
    let odd = e.and(integer, e.ne(e.roundeven(half), half));
    let result = e.select(odd, e.copysign(magnitude, x), magnitude);
    let negative = e.and(e.lt(x, zero), e.lt(e.c(f64::NEG_INFINITY), x));
    let result = e.select(e.and(negative, e.not(integer)), e.c(f64::NAN), result);
    let result = e.select(e.or(e.ne(x, x), e.ne(y, y)), e.add(x, y), result);
    // Exact, as `x ** 1` folds to `x`.
    let result = e.select(e.eq(y, one), x, result);
    e.select(e.or(e.eq(x, one), e.eq(y, zero)), one, result)
}

/// `xⁿ` for an integer `n` of the float's width: [`powf`] with an exponent that is exact, and its parity.
#[inline(always)]
pub fn fpowi<E: Expand>(e: &E, x: E::F, n: E::I) -> E::F {
    // Both halves of the integer are exact as floats.
    let half = pick(e, 16, 32);
    let low_mask = e.int((1 << half) - 1);
    let high = e.to_float(e.isub(n, e.iand(n, low_mask)));
    let power =
        sum(e, Pair { high, low: e.c(0.0) }, Pair { high: e.to_float(e.iand(n, low_mask)), low: e.c(0.0) });
    let magnitude = power_of_magnitude(e, e.abs(x), power);
    let odd = e.ieq(e.iand(n, e.int(1)), e.int(1));
    let result = e.select(odd, e.copysign(magnitude, x), magnitude);
    // Exact for an exponent of 1, as `x ** 1` folds to `x`.
    let result = e.select(e.or(e.ne(x, x), e.ieq(n, e.int(1))), x, result);
    e.select(e.ieq(n, e.int(0)), e.c(1.0), result)
}
