//! Roots.

use super::log::split;
use super::util::{horner, round_and_scale};
use super::{Expand, pick};

const CBRT_GUESS_W32: [f64; 6] = [2.0151553, -2.386865, 2.306272, -1.2357002, 0.33456683, -0.03569145];
const CBRT_GUESS_W64: [f64; 9] = [
    2.315250873565674,
    -4.489447593688965,
    8.08862590789795,
    -9.515796661376953,
    7.211474418640137,
    -3.4861791133880615,
    1.0363283157348633,
    -0.17234104871749878,
    0.012257533147931099,
];
const CBRT_W32: [f64; 3] = [0.6666667, 0.55559015, 0.4935514];
const CBRT_W64: [f64; 5] =
    [0.6666666666666666, 0.5555555555554844, 0.49382716071308813, 0.4526752555428662, 0.42222333945444585];

/// `1 / √x`, each step rounded.
#[inline(always)]
pub fn rsqrt<E: Expand>(e: &E, x: E::F) -> E::F {
    e.div(e.c(1.0), e.sqrt(x))
}

/// Cube root. With `x = m·2³ⁿ` and a guess `y` of `m^(−1/3)`, `m^(1/3) = m·y²·(1 − h)^(−2/3)` for
/// `h = 1 − m·y³`.
#[inline(always)]
pub fn cbrt<E: Expand>(e: &E, x: E::F) -> E::F {
    let a = e.abs(x);
    // Denormals times a power of eight.
    let (smallest, thirds) = pick(e, (f64::from(f32::MIN_POSITIVE), 8), (f64::MIN_POSITIVE, 18));
    let denormal = e.lt(a, e.c(smallest));
    let normal = e.select(denormal, e.mul(a, e.c(8f64.powi(thirds))), a);
    let (exponent, _) = split(e, normal);
    let (_, scale) = round_and_scale(e, e.to_float(exponent), 1.0 / 3.0, 0);
    let shift = e.isub(e.to_bits(scale), e.to_bits(e.c(1.0)));
    let shift = e.iadd(shift, e.iadd(shift, shift));
    let m = e.of_bits(e.isub(e.to_bits(normal), shift));
    let y = horner(e, m, pick(e, &CBRT_GUESS_W32[..], &CBRT_GUESS_W64[..]));
    let root = e.mul(m, e.mul(y, y));
    let h = e.fma(e.neg(root), y, e.c(1.0));
    let series = e.mul(h, horner(e, h, pick(e, &CBRT_W32[..], &CBRT_W64[..])));
    let root = e.mul(e.fma(root, series, root), scale);
    let root = e.select(denormal, e.mul(root, e.c(2f64.powi(-thirds))), root);
    // Zeros, infinities and NaN are returned unchanged.
    let plain = e.and(e.lt(e.c(0.0), a), e.lt(a, e.c(f64::INFINITY)));
    e.select(plain, e.copysign(root, x), x)
}
