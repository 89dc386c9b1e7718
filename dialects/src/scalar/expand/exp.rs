//! Exponentials.

use super::util::{at_least, at_most, horner, round_and_scale};
use super::{Expand, pick};

/// `ln 2` in two parts. The first is rounded to nearest: with a fused multiply-add, `x − n·LN2[0]` is exact
/// for every `n` near `x / ln 2`, because the difference is small and its last bit is that of `x` or of
/// `LN2[0]`.
pub(super) const LN2_W32: [f64; 2] = [0.6931472, -1.9046542e-9];
pub(super) const LN2_W64: [f64; 2] = [0.6931471805599453, 2.3190468138462996e-17];

const EXP_W32: [f64; 6] = [0.50000036, 0.16666614, 0.04166117, 0.008336113, 0.0014106303, 0.00019614099];
const EXP_W64: [f64; 12] = [
    0.4999999999999992,
    0.16666666666666943,
    0.04166666666670399,
    0.008333333333268777,
    0.00138888888833697,
    0.0001984126989334033,
    2.4801590927594297e-05,
    2.755730059299249e-06,
    2.755613739482913e-07,
    2.5055015552131594e-08,
    2.106393943587175e-09,
    1.5938678876010775e-10,
];

const EXP2_W32: [f64; 7] =
    [0.69314724, 0.24022673, 0.055503648, 0.0096167065, 0.0013341904, 0.00015655099, 1.4911738e-05];
const EXP2_W64: [f64; 13] = [
    0.6931471805599453,
    0.24022650695910017,
    0.055504108664822714,
    0.009618129107639123,
    0.0013333558146322929,
    0.00015403530386431138,
    1.5252733842056496e-05,
    1.321548887524486e-06,
    1.0178079759367966e-07,
    7.05459598819451e-09,
    4.445987697839935e-10,
    2.5912882313601832e-11,
    1.3612840785610997e-12,
];

const EXPM1_W32: [f64; 5] = [0.49999997, 0.16666542, 0.041667502, 0.0083667515, 0.0013864919];
const EXPM1_W64: [f64; 11] = [
    0.5,
    0.16666666666666677,
    0.0416666666666666,
    0.008333333333321358,
    0.001388888888892792,
    0.0001984126988694598,
    2.480158722940443e-05,
    2.755724326730902e-06,
    2.755735941492533e-07,
    2.5109402196225223e-08,
    2.0887673362914653e-09,
];

/// `eˣ`. Splitting the power of two into two halves (see `exp_parts`) keeps each a normal float over the
/// whole range, so that only the last multiplication rounds, also for denormal and infinite results. It costs
/// one or two polynomial degrees and saves the selects.
#[inline(always)]
pub fn exp<E: Expand>(e: &E, x: E::F) -> E::F {
    // Beyond these the result is zero or infinite, and the halves still fit.
    let (low, high) = pick(e, (-104.0, 89.0), (-746.0, 710.0));
    let [r, q, scale] = exp_parts(e, at_most(e, at_least(e, x, low), high), None);
    e.mul(e.mul(e.fma(r, q, e.c(1.0)), scale), scale)
}

/// `r`, `q` and `2ʰ` with `e^(x + correction) = (1 + r·q)·2ʰ·2ʰ`: `h = round(x / (2 ln 2))` and
/// `r = x − 2h·ln 2`.
#[inline(always)]
pub(super) fn exp_parts<E: Expand>(e: &E, x: E::F, correction: Option<E::F>) -> [E::F; 3] {
    let (h, scale) = round_and_scale(e, x, 0.5 / std::f64::consts::LN_2, 0);
    let [ln2_high, ln2_low] = pick(e, LN2_W32, LN2_W64);
    let r = e.fma(h, e.c(-2.0 * ln2_high), x);
    let low = e.c(-2.0 * ln2_low);
    let r = match correction {
        Some(correction) => e.add(r, e.fma(h, low, correction)),
        None => e.fma(h, low, r),
    };
    let q = e.fma(r, horner(e, r, pick(e, &EXP_W32[..], &EXP_W64[..])), e.c(1.0));
    [r, q, scale]
}

/// `2ˣ`, as [`exp`] with an exact reduction.
#[inline(always)]
pub fn exp2<E: Expand>(e: &E, x: E::F) -> E::F {
    let (low, high) = pick(e, (-151.0, 129.0), (-1076.0, 1025.0));
    let (p, scale) = exp2_parts(e, at_most(e, at_least(e, x, low), high), None);
    e.mul(e.mul(p, scale), scale)
}

/// `p` and `2ʰ` with `2^(x + correction) = p·2ʰ·2ʰ`.
#[inline(always)]
pub(super) fn exp2_parts<E: Expand>(e: &E, x: E::F, correction: Option<E::F>) -> (E::F, E::F) {
    let (h, scale) = round_and_scale(e, x, 0.5, 0);
    let r = e.fma(h, e.c(-2.0), x);
    let r = correction.map_or(r, |correction| e.add(r, correction));
    let p = horner(e, r, pick(e, &EXP2_W32[..], &EXP2_W64[..]));
    (e.fma(r, p, e.c(1.0)), scale)
}

/// `eˣ − 1` without cancellation: with `n = round(x / ln 2)` and `r = x − n·ln 2`, it is
/// `2ⁿ·expm1(r) + (2ⁿ − 1)`, computed at half size so that `2ⁿ` does not overflow.
#[inline(always)]
pub fn expm1<E: Expand>(e: &E, x: E::F) -> E::F {
    // Below, the result rounds to −1; above, it is infinite.
    let (low, high) = pick(e, (-18.0, 89.0), (-38.0, 710.0));
    let (p, half_scale) = expm1_parts(e, at_most(e, at_least(e, x, low), high), -1);
    let half = e.fma(half_scale, p, e.sub(half_scale, e.c(0.5)));
    // Halving loses bits of the smallest floats, and the sign of zero; there the result is x.
    let tiny = e.lt(e.abs(x), e.c(pick(e, 2f64.powi(-26), 2f64.powi(-55))));
    e.select(tiny, x, e.add(half, half))
}

/// `expm1(r)` and `2^(n + offset)` for `x = n·ln 2 + r`, `|r| ≤ ln 2 / 2`.
#[inline(always)]
pub(super) fn expm1_parts<E: Expand>(e: &E, x: E::F, offset: i64) -> (E::F, E::F) {
    let (n, scale) = round_and_scale(e, x, 1.0 / std::f64::consts::LN_2, offset);
    let [ln2_high, ln2_low] = pick(e, LN2_W32, LN2_W64);
    let r = e.fma(n, e.c(-ln2_high), x);
    let r = e.fma(n, e.c(-ln2_low), r);
    let q = horner(e, r, pick(e, &EXPM1_W32[..], &EXPM1_W64[..]));
    (e.fma(e.mul(r, r), q, r), scale)
}
