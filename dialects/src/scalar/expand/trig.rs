//! Trigonometric functions.

use super::reduce::{Grid, reduce_half, reduce_quarter};
use super::util::horner;
use super::{Expand, Width, pick};

const SIN_W32: [f64; 4] = [-0.1666666, 0.00833307, -0.00019809435, 2.6043579e-6];
const SIN_W64: [f64; 8] = [
    -0.16666666666666666,
    0.008333333333333207,
    -0.00019841269841212484,
    2.755731921157146e-06,
    -2.5052106904689503e-08,
    1.6058941019150094e-10,
    -7.643019875896668e-13,
    2.721425317720132e-15,
];
const TAN_W32: [f64; 7] =
    [0.3333335, 0.13332674, 0.054059207, 0.021284178, 0.010833799, 8.900634e-05, 0.004377766];
const SIN_NEAR_W64: [f64; 6] = [
    -0.1666666666666663,
    0.00833333333332189,
    -0.00019841269829420804,
    2.755731356577763e-06,
    -2.5050739332293735e-08,
    1.589575131061029e-10,
];
const COS_NEAR_W64: [f64; 7] = [
    -0.5,
    0.04166666666666659,
    -0.0013888888888872316,
    2.4801587288434964e-05,
    -2.7557314068347743e-07,
    2.0875686725188983e-09,
    -1.1357844364344488e-11,
];

/// `sin r` for `|r| ≤ π/2`. One polynomial over the half turn is shorter than two over quarter turns with a
/// selection between them.
#[inline(always)]
fn sin_of_half_turn<E: Expand>(e: &E, r: E::F) -> E::F {
    let z = e.mul(r, r);
    e.fma(e.mul(r, z), horner(e, z, pick(e, &SIN_W32[..], &SIN_W64[..])), r)
}

/// Flips the sign of `x` if the sign of `sign` is set.
#[inline(always)]
fn flip<E: Expand>(e: &E, x: E::F, sign: E::F) -> E::F {
    let bit = e.iand(e.to_bits(sign), e.int(pick(e, i64::from(i32::MIN), i64::MIN)));
    e.of_bits(e.ixor(e.to_bits(x), bit))
}

/// Sine of `x` in radians.
#[inline(always)]
pub fn sin<E: Expand>(e: &E, x: E::F) -> E::F {
    let (r, odd) = reduce_half(e, e.abs(x), Grid::Half);
    flip(e, flip(e, sin_of_half_turn(e, r), odd), x)
}

/// Cosine of `x` in radians: `cos a = sin(a + π/2)`.
#[inline(always)]
pub fn cos<E: Expand>(e: &E, x: E::F) -> E::F {
    let (r, odd) = reduce_half(e, e.abs(x), Grid::OddQuarter);
    flip(e, sin_of_half_turn(e, r), odd)
}

/// Tangent of `x` in radians: `tan r`, or `−1 / tan r` from an odd multiple of π/2.
#[inline(always)]
pub fn tan<E: Expand>(e: &E, x: E::F) -> E::F {
    let (r, low, odd) = reduce_quarter(e, e.abs(x));
    let odd = e.ilt(e.to_bits(odd), e.int(0));
    let tan = match e.width() {
        Width::W32 => tan_by_polynomial(e, r, low, odd),
        Width::W64 => tan_by_quotient(e, r, low, odd),
    };
    flip(e, tan, x)
}

/// A polynomial for `tan r`, which is sufficient for f32. The reciprocal accounts for its rounding error `d`
/// by `−1 / (t + d) ≈ q + d·q²` with `q = −1 / t`.
#[inline(always)]
fn tan_by_polynomial<E: Expand>(e: &E, r: E::F, low: E::F, odd: E::M) -> E::F {
    let one = e.c(1.0);
    let z = e.mul(r, r);
    let rest = e.fma(e.mul(r, z), horner(e, z, &TAN_W32), low);
    let t = e.add(r, rest);
    let error = e.select(odd, e.sub(rest, e.sub(t, r)), e.c(0.0));
    let q = e.div(e.select(odd, e.c(-1.0), t), e.select(odd, t, one));
    e.fma(e.mul(error, q), q, q)
}

/// For f64, `sin r / cos r` with their rounding errors.
#[inline(always)]
fn tan_by_quotient<E: Expand>(e: &E, r: E::F, low: E::F, odd: E::M) -> E::F {
    let one = e.c(1.0);
    let z = e.mul(r, r);
    let sin_rest = e.fma(e.mul(r, z), horner(e, z, &SIN_NEAR_W64), low);
    let sin = e.add(r, sin_rest);
    let sin_low = e.sub(sin_rest, e.sub(sin, r));
    let cos_rest = e.fma(e.neg(low), r, e.mul(z, horner(e, z, &COS_NEAR_W64)));
    let cos = e.add(cos_rest, one);
    let cos_low = e.sub(cos_rest, e.sub(cos, one));
    let n = e.select(odd, e.neg(cos), sin);
    let n_low = e.select(odd, e.neg(cos_low), sin_low);
    let (d, d_low) = (e.select(odd, sin, cos), e.select(odd, sin_low, cos_low));
    let reciprocal = e.div(one, d);
    let q = e.mul(n, reciprocal);
    let minus = e.neg(q);
    let residual = e.fma(minus, d_low, e.add(e.fma(minus, d, n), n_low));
    e.fma(residual, reciprocal, q)
}
