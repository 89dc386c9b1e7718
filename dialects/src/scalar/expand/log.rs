//! Logarithms.

use super::exp::{LN2_W32, LN2_W64};
use super::util::{bias, horner, mantissa};
use super::{Expand, Width, pick};

const LOG_W32: [f64; 9] = [
    -0.49999988,
    0.33333325,
    -0.25001603,
    0.20002009,
    -0.16608657,
    0.14180873,
    -0.13245407,
    0.12911609,
    -0.076250024,
];
const LOG_W64: [f64; 7] = [
    0.666666666666667,
    0.39999999999899455,
    0.2857142862614155,
    0.2222221109872488,
    0.18182892072765244,
    0.1533161773166057,
    0.14617777156084222,
];

/// `1 / ln 2` and `1 / ln 10` in two parts.
const LOG2_E_W32: [f64; 2] = [1.442695, 1.925963e-8];
const LOG2_E_W64: [f64; 2] = [1.4426950408889634, 2.0355273740931033e-17];
const LOG10_E_W32: [f64; 2] = [0.4342945, -1.010305e-8];
const LOG10_E_W64: [f64; 2] = [0.4342944819032518, 1.098319650216765e-17];
/// `log10 2` in two parts.
const LOG10_2_W32: [f64; 2] = [0.30103, -1.4320989e-8];
const LOG10_2_W64: [f64; 2] = [0.3010299956639812, -2.8037281277851704e-18];

/// The smallest normal float, and the power of two that scales denormals to normal floats.
fn denormal_scale<E: Expand>(e: &E) -> (f64, i32) {
    pick(e, (f64::from(f32::MIN_POSITIVE), 24), (f64::MIN_POSITIVE, 54))
}

/// Splits a positive normal `x` into `m·2ⁿ` with √½ ≤ m < √2 (rounded): n, m.
#[inline(always)]
pub(super) fn split<E: Expand>(e: &E, x: E::F) -> (E::I, E::F) {
    let mantissa = mantissa(e);
    let low = e.to_bits(e.c(std::f64::consts::FRAC_1_SQRT_2));
    let above = e.isub(e.to_bits(x), low);
    let fraction = e.iand(above, e.int((1 << mantissa) - 1));
    (e.ashr(above, mantissa as u32), e.of_bits(e.iadd(fraction, low)))
}

/// As [`split`], for denormals too, with n as a float.
#[inline(always)]
pub(super) fn split_any<E: Expand>(e: &E, x: E::F) -> (E::F, E::F) {
    let (smallest, shift) = denormal_scale(e);
    let denormal = e.lt(x, e.c(smallest));
    let scaled = e.select(denormal, e.mul(x, e.c(2f64.powi(shift))), x);
    let (n, m) = split(e, scaled);
    let n = e.to_float(n);
    (e.select(denormal, e.sub(n, e.c(shift.into())), n), m)
}

/// `log(1 + f) − f` for √½ ≤ 1 + f ≤ √2.
///
/// f32: a polynomial. f64: with `s = f / (2 + f)`, `log(1 + f) = 2 atanh s`, an odd function whose
/// coefficients decrease fast; the form multiplies the rounding errors of `s` by `f²` (as in Ng's `log` of
/// fdlibm).
#[inline(always)]
fn log1p_rest<E: Expand>(e: &E, f: E::F) -> E::F {
    let square = e.mul(f, f);
    match e.width() {
        Width::W32 => e.mul(square, horner(e, f, &LOG_W32)),
        Width::W64 => {
            let s = e.div(f, e.add(f, e.c(2.0)));
            let z = e.mul(s, s);
            let half_square = e.mul(square, e.c(0.5));
            let tail = e.fma(z, horner(e, z, &LOG_W64), half_square);
            e.fma(s, tail, e.neg(half_square))
        }
    }
}

/// `n·ln 2 + log(1 + f)`.
#[inline(always)]
pub(super) fn log_of_parts<E: Expand>(e: &E, n: E::F, f: E::F) -> E::F {
    let [ln2_high, ln2_low] = pick(e, LN2_W32, LN2_W64);
    let rest = e.fma(n, e.c(ln2_low), log1p_rest(e, f));
    e.fma(n, e.c(ln2_high), e.add(f, rest))
}

/// The results outside the positive finite range: −∞ at zeros, NaN below, ∞ and NaN unchanged.
#[inline(always)]
fn outside<E: Expand>(e: &E, x: E::F, result: E::F) -> E::F {
    let zero = e.c(0.0);
    let result = e.select(e.lt(x, e.c(f64::INFINITY)), result, x);
    let result = e.select(e.eq(x, zero), e.c(f64::NEG_INFINITY), result);
    e.select(e.lt(x, zero), e.c(f64::NAN), result)
}

/// Natural logarithm.
#[inline(always)]
pub fn log<E: Expand>(e: &E, x: E::F) -> E::F {
    let (n, m) = split_any(e, x);
    let f = e.sub(m, e.c(1.0));
    outside(e, x, log_of_parts(e, n, f))
}

/// `scale·log(1 + f)` for a constant in two parts.
#[inline(always)]
fn scaled_log1p<E: Expand>(e: &E, f: E::F, scale: [f64; 2]) -> E::F {
    let high = e.c(scale[0]);
    let rest = e.fma(log1p_rest(e, f), high, e.mul(f, e.c(scale[1])));
    e.fma(f, high, rest)
}

/// Logarithm to base 2.
#[inline(always)]
pub fn log2<E: Expand>(e: &E, x: E::F) -> E::F {
    let (n, m) = split_any(e, x);
    let f = e.sub(m, e.c(1.0));
    outside(e, x, e.add(n, scaled_log1p(e, f, pick(e, LOG2_E_W32, LOG2_E_W64))))
}

/// Logarithm to base 10.
#[inline(always)]
pub fn log10<E: Expand>(e: &E, x: E::F) -> E::F {
    let (n, m) = split_any(e, x);
    let f = e.sub(m, e.c(1.0));
    let [high, low] = pick(e, LOG10_2_W32, LOG10_2_W64);
    let fraction = e.fma(n, e.c(low), scaled_log1p(e, f, pick(e, LOG10_E_W32, LOG10_E_W64)));
    outside(e, x, e.fma(n, e.c(high), fraction))
}

/// `log(1 + x)` without cancellation near zero.
#[inline(always)]
pub fn log1p<E: Expand>(e: &E, x: E::F) -> E::F {
    let zero = e.c(0.0);
    let (n, f, u) = split_sum(e, e.c(1.0), x, zero);
    let result = outside(e, u, log_of_parts(e, n, f));
    // The sign of a zero is lost in 1 + x.
    e.select(e.eq(x, zero), x, result)
}

/// `a + b + low = (1 + f)·2ⁿ` for a small `low`: n, f and the rounded sum, for normal sums (for others, n and
/// f are meaningless). If n = 0, f is `a + b + low − 1` with one rounding.
#[inline(always)]
pub(super) fn split_sum<E: Expand>(e: &E, a: E::F, b: E::F, low: E::F) -> (E::F, E::F, E::F) {
    // Knuth's two-sum: sum + error = a + b.
    let sum = e.add(a, b);
    let b_part = e.sub(sum, a);
    let a_part = e.sub(sum, b_part);
    let error = e.add(e.add(e.sub(a, a_part), e.sub(b, b_part)), low);
    let (n, m) = split(e, sum);
    // The error times 2⁻ⁿ. It matters only while the sum has bits below 1.
    let shrink = e.of_bits(e.shl(e.isub(e.int(bias(e)), n), e.int(mantissa(e))));
    let error = e.select(e.lt(sum, e.c(2f64.powi(64))), e.mul(error, shrink), e.c(0.0));
    (e.to_float(n), e.add(e.sub(m, e.c(1.0)), error), sum)
}
