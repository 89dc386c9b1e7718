//! Inverse trigonometric functions.

use super::util::horner;
use super::{Expand, pick};

const ATAN_W32: [f64; 9] = [
    -0.333333,
    0.19998534,
    -0.142641,
    0.10951472,
    -0.08401426,
    0.057923626,
    -0.03114444,
    0.0108968,
    -0.0017896425,
];
const ATAN_W64: [f64; 20] = [
    -0.33333333333333065,
    0.19999999999951065,
    -0.14285714282555348,
    0.11111111006497282,
    -0.09090906994224793,
    0.07692279741478843,
    -0.06666403282864118,
    0.05880523299589965,
    -0.0525349870297405,
    0.04722255256341209,
    -0.042190037445019674,
    0.03663833466177804,
    -0.029898161014049792,
    0.021977802153158293,
    -0.013893856653133982,
    0.007191704948874807,
    -0.0028824183113071986,
    0.0008304272560194218,
    -0.00015196439172782735,
    1.3205113786327359e-05,
];
const ASIN_W32: [f64; 5] = [0.16666752, 0.07495307, 0.045469638, 0.024181534, 0.042165037];
const ASIN_W64: [f64; 13] = [
    0.1666666666666676,
    0.07499999999970819,
    0.04464285717463486,
    0.030381942705297076,
    0.022372215087562,
    0.017351609783358608,
    0.013980851700478287,
    0.011398625809852354,
    0.01078201585056915,
    0.003699207875451461,
    0.021726180850240882,
    -0.021027173175176713,
    0.032647143493063746,
];

/// π/2 in two parts.
const HALF_PI_W32: [f64; 2] = [1.5707964, -4.371139e-8];
const HALF_PI_W64: [f64; 2] = [1.5707963267948966, 6.123233995736766e-17];

/// `offset + atan z` for `|z| ≤ 1`, the offset in two parts.
#[inline(always)]
fn atan_from<E: Expand>(e: &E, z: E::F, offset: E::F, offset_low: E::F) -> E::F {
    let square = e.mul(z, z);
    let series = horner(e, square, pick(e, &ATAN_W32[..], &ATAN_W64[..]));
    let rest = e.fma(e.mul(z, square), series, offset_low);
    e.add(offset, e.add(z, rest))
}

/// Arc tangent, by `atan a = π/2 + atan(−1/a)` above 1.
#[inline(always)]
pub fn atan<E: Expand>(e: &E, x: E::F) -> E::F {
    let (zero, one) = (e.c(0.0), e.c(1.0));
    let a = e.abs(x);
    let steep = e.lt(one, a);
    let z = e.div(e.select(steep, e.c(-1.0), a), e.select(steep, a, one));
    let [high, low] = pick(e, HALF_PI_W32, HALF_PI_W64);
    let result = atan_from(e, z, e.select(steep, e.c(high), zero), e.select(steep, e.c(low), zero));
    e.copysign(result, x)
}

/// The angle of the point (x, y), in (−π, π]: from the nearest of the directions 0, π/2 and π of the upper
/// half plane, with the sign of `y`.
#[inline(always)]
pub fn atan2<E: Expand>(e: &E, y: E::F, x: E::F) -> E::F {
    let zero = e.c(0.0);
    let (a, b) = (e.abs(x), e.abs(y));
    let steep = e.lt(a, b);
    let z = e.div(e.select(steep, e.neg(x), b), e.select(steep, b, x));
    // The quotients of equal magnitudes and of zero are known, infinities and two zeros included.
    let z = e.select(e.eq(a, b), e.copysign(e.c(1.0), x), z);
    let z = e.select(e.and(e.eq(b, zero), e.eq(x, x)), zero, z);
    let [high, low] = pick(e, HALF_PI_W32, HALF_PI_W64);
    let is_negative = e.ilt(e.to_bits(x), e.int(0));
    let side = |quarter: f64| {
        let half = e.select(is_negative, e.c(2.0 * quarter), zero);
        e.select(steep, e.c(quarter), half)
    };
    e.copysign(atan_from(e, z, side(high), side(low)), y)
}

/// `asin s` without its leading term, from `s` and `z = s²` for `|s| ≤ ½`; `correction` is added.
#[inline(always)]
fn asin_rest<E: Expand>(e: &E, s: E::F, z: E::F, correction: E::F) -> E::F {
    e.fma(e.mul(s, z), horner(e, z, pick(e, &ASIN_W32[..], &ASIN_W64[..])), correction)
}

/// Arc sine. Above ½, `asin a = π/2 − 2 asin √((1 − a)/2)`; above 1, the root of a negative value gives the
/// NaN.
#[inline(always)]
pub fn asin<E: Expand>(e: &E, x: E::F) -> E::F {
    let half = e.c(0.5);
    let a = e.abs(x);
    let far = e.lt(half, a);
    let z = e.select(far, e.fma(a, e.c(-0.5), half), e.mul(a, a));
    let s = e.select(far, e.sqrt(z), a);
    let [high, low] = pick(e, HALF_PI_W32, HALF_PI_W64);
    let asin = e.add(s, asin_rest(e, s, z, e.select(far, e.c(-0.5 * low), e.c(0.0))));
    let result = e.select(far, e.fma(asin, e.c(-2.0), e.c(high)), asin);
    e.copysign(result, x)
}

/// Arc cosine: `π/2 − asin x` up to ½; above, `2 asin √((1 − a)/2)` or π minus that.
#[inline(always)]
pub fn acos<E: Expand>(e: &E, x: E::F) -> E::F {
    let (zero, half) = (e.c(0.0), e.c(0.5));
    let a = e.abs(x);
    let far = e.lt(half, a);
    let z = e.select(far, e.fma(a, e.c(-0.5), half), e.mul(a, a));
    let s = e.select(far, e.sqrt(z), x);
    let right = e.lt(half, x);
    let [high, low] = pick(e, HALF_PI_W32, HALF_PI_W64);
    // The low part of π/2, halved with the factor −2 that π takes.
    let asin = e.add(s, asin_rest(e, s, z, e.select(right, zero, e.c(-low))));
    let factor = e.select(far, e.select(right, e.c(2.0), e.c(-2.0)), e.c(-1.0));
    let offset = e.select(far, e.select(right, zero, e.c(2.0 * high)), e.c(high));
    e.fma(asin, factor, offset)
}
