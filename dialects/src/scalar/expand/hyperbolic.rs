//! Hyperbolic functions and their inverses.

use super::exp::{LN2_W32, LN2_W64, expm1_parts};
use super::log::{log_of_parts, split_sum};
use super::util::{at_most, horner, round_and_scale};
use super::{Expand, pick};

const SINH_W32: [f64; 2] = [0.16666542, 0.008366752];
const SINH_W64: [f64; 5] = [
    0.16666666666666677,
    0.008333333333321353,
    0.00019841269886966155,
    2.7557243242975515e-06,
    2.5109411499437362e-08,
];
const SINH_NEAR_W32: [f64; 4] = [0.16666666, 0.008333391, 0.00019830122, 2.84504e-06];
const SINH_NEAR_W64: [f64; 7] = [
    0.16666666666666669,
    0.00833333333333294,
    0.000198412698415645,
    2.755731911763402e-06,
    2.505212910356887e-08,
    1.6056814675308914e-10,
    7.77173507762182e-13,
];
const COSH_W32: [f64; 3] = [0.5, 0.04166645, 0.0013936162];
const COSH_W64: [f64; 6] = [
    0.5,
    0.041666666666666685,
    0.0013888888888873238,
    2.480158734938192e-05,
    2.7557251595523187e-07,
    2.0921859158828305e-09,
];

/// `eᵃ` and `e⁻ᵃ` for `a = n·ln 2 + r ≥ 0`, in parts.
struct Exponentials<F> {
    /// `2ⁿ / 4`
    up: F,
    /// `2⁻ⁿ / 4`
    down: F,
    /// `expm1(r)`
    up_rest: F,
    /// `expm1(−r)`
    down_rest: F,
}

/// Both exponentials at the cost of one, from the odd and the even part of `expm1(r)`.
#[inline(always)]
fn exponentials<E: Expand>(e: &E, a: E::F) -> Exponentials<E::F> {
    // Above, the result is infinite; up to here 2ⁿ / 4 is finite.
    let a = at_most(e, a, pick(e, 89.6, 710.6));
    let (n, up) = round_and_scale(e, a, 1.0 / std::f64::consts::LN_2, -2);
    let [ln2_high, ln2_low] = pick(e, LN2_W32, LN2_W64);
    let r = e.fma(n, e.c(-ln2_low), e.fma(n, e.c(-ln2_high), a));
    let z = e.mul(r, r);
    let odd = e.fma(e.mul(r, z), horner(e, z, pick(e, &SINH_W32[..], &SINH_W64[..])), r);
    let even = e.mul(z, horner(e, z, pick(e, &COSH_W32[..], &COSH_W64[..])));
    // The bits of 1/16 divided by a power of two; below the normal range the value is irrelevant.
    let sixteenth = e.iadd(e.to_bits(e.c(0.0625)), e.to_bits(e.c(1.0)));
    let down = e.isub(sixteenth, e.to_bits(up));
    let down = e.of_bits(e.iselect(e.ilt(down, e.int(0)), e.int(0), down));
    Exponentials { up, down, up_rest: e.add(even, odd), down_rest: e.sub(even, odd) }
}

/// Hyperbolic sine: by its series near zero, because the difference of the exponentials cancels.
#[inline(always)]
pub fn sinh<E: Expand>(e: &E, x: E::F) -> E::F {
    let a = e.abs(x);
    let p = exponentials(e, a);
    let half = e.sub(e.fma(p.up, p.up_rest, p.up), e.fma(p.down, p.down_rest, p.down));
    let far = e.copysign(e.add(half, half), x);
    let z = e.mul(x, x);
    let near = e.fma(e.mul(x, z), horner(e, z, pick(e, &SINH_NEAR_W32[..], &SINH_NEAR_W64[..])), x);
    e.select(e.lt(a, e.c(1.04)), near, far)
}

/// Hyperbolic cosine.
#[inline(always)]
pub fn cosh<E: Expand>(e: &E, x: E::F) -> E::F {
    let p = exponentials(e, e.abs(x));
    let half = e.add(e.fma(p.up, p.up_rest, p.up), e.fma(p.down, p.down_rest, p.down));
    e.add(half, half)
}

/// Hyperbolic tangent: `t / (t + 2)` with `t = expm1(2|x|)`.
#[inline(always)]
pub fn tanh<E: Expand>(e: &E, x: E::F) -> E::F {
    let (a, two) = (e.abs(x), e.c(2.0));
    // Above, the result rounds to 1.
    let (p, scale) = expm1_parts(e, at_most(e, e.add(a, a), pick(e, 20.0, 40.0)), 0);
    let t = e.fma(scale, p, e.sub(scale, e.c(1.0)));
    let sum = e.add(t, two);
    let (q, rest) = divide(e, t, sum, e.sub(t, e.sub(sum, two)));
    e.copysign(e.add(q, rest), x)
}

/// `x / (d + error)` and its rounding error.
#[inline(always)]
fn divide<E: Expand>(e: &E, x: E::F, d: E::F, error: E::F) -> (E::F, E::F) {
    let reciprocal = e.reciprocal(d);
    let q = e.mul(x, reciprocal);
    let minus_q = e.neg(q);
    (q, e.mul(e.fma(minus_q, error, e.fma(minus_q, d, x)), reciprocal))
}

/// From here on, `√(x² ± 1) = |x|` to the last bit, and the logarithms of `2x` serve.
fn large<E: Expand>(e: &E) -> f64 {
    pick(e, 2f64.powi(13), 2f64.powi(28))
}

/// `log(1 + y + error)`, or `log 2a` if `large` holds.
#[inline(always)]
fn log1p_or_double<E: Expand>(e: &E, y: E::F, error: E::F, large: E::M, a: E::F) -> E::F {
    let (zero, one) = (e.c(0.0), e.c(1.0));
    let error = e.select(large, zero, error);
    let (n, f, _) = split_sum(e, e.select(large, zero, one), e.select(large, a, y), error);
    log_of_parts(e, e.add(n, e.select(large, one, zero)), f)
}

/// Inverse hyperbolic sine: `log(a + √(a² + 1)) = log1p(a + a² / (1 + √(a² + 1)))` of `a = |x|`.
#[inline(always)]
pub fn asinh<E: Expand>(e: &E, x: E::F) -> E::F {
    let one = e.c(1.0);
    let a = e.abs(x);
    let root = e.sqrt(e.fma(a, a, one));
    let q = e.div(a, e.add(root, one));
    let y = e.fma(a, q, a);
    let error = e.fma(a, q, e.sub(a, y));
    let result = log1p_or_double(e, y, error, e.lt(e.c(large(e)), a), a);
    let result = e.select(e.lt(a, e.c(f64::INFINITY)), result, a);
    e.copysign(result, x)
}

/// Inverse hyperbolic cosine: `log1p(t + √(t² + 2t))` of `t = x − 1`.
#[inline(always)]
pub fn acosh<E: Expand>(e: &E, x: E::F) -> E::F {
    let one = e.c(1.0);
    let t = e.sub(x, one);
    let double = e.add(t, t);
    let square = e.fma(t, t, double);
    let root = e.sqrt(square);
    // The rounding errors of the square and the root, as a Newton step; the tiny constant is for t = 0.
    let residual = e.add(e.fma(e.neg(root), root, square), e.fma(t, t, e.sub(double, square)));
    let step = e.mul(residual, e.div(e.c(0.5), e.add(root, e.c(1e-30))));
    let y = e.add(root, t);
    let error = e.add(e.sub(t, e.sub(y, root)), step);
    let result = log1p_or_double(e, y, error, e.lt(e.c(large(e)), x), x);
    let result = e.select(e.lt(x, e.c(f64::INFINITY)), result, x);
    e.select(e.lt(x, one), e.c(f64::NAN), result)
}

/// Inverse hyperbolic tangent: `½ log1p(2a / (1 − a))` of `a = |x|`.
#[inline(always)]
pub fn atanh<E: Expand>(e: &E, x: E::F) -> E::F {
    let one = e.c(1.0);
    let a = e.abs(x);
    let d = e.sub(one, a);
    let (y, error) = divide(e, e.add(a, a), d, e.sub(e.sub(one, d), a));
    let (n, f, _) = split_sum(e, one, y, error);
    let inside = e.mul(log_of_parts(e, n, f), e.c(0.5));
    let outside = e.select(e.eq(a, one), e.c(f64::INFINITY), e.c(f64::NAN));
    e.copysign(e.select(e.lt(a, one), inside, outside), x)
}
