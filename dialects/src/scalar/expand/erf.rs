//! The error function and its complement.

use super::exp::exp_parts;
use super::util::{at_least, at_most, horner};
use super::{Expand, pick};

const ERF_W32: [f64; 7] =
    [0.12837917, -0.37612626, 0.11283583, -0.026853692, 0.0051880744, -0.0008007889, 7.846173e-05];
const ERF_W64: [f64; 13] = [
    0.1283791670955126,
    -0.37612638903183876,
    0.11283791670958741,
    -0.026866170645619147,
    0.005223977629091198,
    -0.0008548327189331384,
    0.00012055337767440446,
    -1.4925738251937505e-05,
    1.6463083045841477e-06,
    -1.6370595645946206e-07,
    1.4786264738926427e-08,
    -1.182950921241588e-09,
    6.683030766254244e-11,
];
const LOG_ERFC_W32: [f64; 7] =
    [-0.00035371975, -1.12704, -0.6382257, -0.103037365, 0.021805318, -0.002939607, 0.00018557398];
const LOG_ERFC_W64: [f64; 19] = [
    -1.8436484852496707e-07,
    -1.1283772825988274,
    -0.636628702804337,
    -0.1027466452254563,
    0.019076960519361422,
    0.0002822210198305139,
    -0.0017709166967772613,
    0.0006428258167605449,
    -4.5950273189688975e-05,
    -6.975370427597988e-05,
    4.477140827564432e-05,
    -1.6422018879280595e-05,
    4.301930582762392e-06,
    -8.45225350651138e-07,
    1.2483611599801995e-07,
    -1.3522850031974536e-08,
    1.0170975792370534e-09,
    -4.751956454727655e-11,
    1.039106584600775e-12,
];
const ERFC_W32: [f64; 10] = [
    1.0740069,
    -0.8833945,
    0.59022796,
    -0.31046647,
    0.11953334,
    -0.02683406,
    -0.0012460906,
    0.0030546056,
    -0.00045361937,
    -0.0002867808,
];
const ERFC_W64: [f64; 21] = [
    1.095995661000491,
    -0.976548729080882,
    0.773208702265244,
    -0.540853831313236,
    0.3308515878777718,
    -0.17401093723993208,
    0.0763815149131154,
    -0.026370053340009088,
    0.006112055623491031,
    -0.00028095887083192154,
    -0.000455052530269924,
    0.00017681285889233295,
    -3.63556687057396e-06,
    -1.8861058160645e-05,
    4.69477905711206e-06,
    1.4246221241761935e-06,
    -8.454987663579207e-07,
    -7.614592669435541e-08,
    1.2179420942248333e-07,
    1.3303200333299776e-09,
    -1.2928352113849127e-08,
];

/// `erf x − x` for `|x| ≤ 1`, in units of x.
#[inline(always)]
fn erf_series<E: Expand>(e: &E, x: E::F) -> E::F {
    horner(e, e.mul(x, x), pick(e, &ERF_W32[..], &ERF_W64[..]))
}

/// Error function: a series up to 1, `1 − exp(p(a))` with a polynomial for `log(erfc a)` above.
#[inline(always)]
pub fn erf<E: Expand>(e: &E, x: E::F) -> E::F {
    let one = e.c(1.0);
    let a = e.abs(x);
    let near = e.fma(x, erf_series(e, x), x);
    // Above, the result rounds to 1.
    let far = at_most(e, a, pick(e, 4.0, 6.0));
    let log = horner(e, far, pick(e, &LOG_ERFC_W32[..], &LOG_ERFC_W64[..]));
    let [r, q, scale] = exp_parts(e, log, None);
    let tail = e.mul(e.fma(r, q, one), scale);
    let far = e.copysign(e.fma(e.neg(tail), scale, one), x);
    e.select(e.lt(a, one), near, far)
}

/// Complementary error function: `1 − erf x` up to ½, and on the left by `2 − erfc(−x)`. Above, it is
/// `exp(−a²)·r·Q(t)` with `r = 1 / (a + k)` and `t = (a − k)·r`, for which Q varies little.
#[inline(always)]
pub fn erfc<E: Expand>(e: &E, x: E::F) -> E::F {
    let one = e.c(1.0);
    let k = pick(e, 3.0, 4.0);
    // Above, the result is zero; below ½ this part is not used.
    let a = at_most(e, at_least(e, e.abs(x), 0.5), pick(e, 10.1, 27.3));
    let d = e.add(a, e.c(k));
    let d_error = e.sub(a, e.sub(d, e.c(k)));
    let r = e.div(one, d);
    let minus_r = e.neg(r);
    let r_low = e.mul(e.fma(minus_r, d_error, e.fma(minus_r, d, one)), r);
    let minus_2k = e.c(-2.0 * k);
    let t = e.fma(r_low, minus_2k, e.fma(r, minus_2k, one));
    let series = horner(e, t, pick(e, &ERFC_W32[..], &ERFC_W64[..]));
    let q = e.fma(r, series, e.mul(r_low, series));
    // The square in two parts: the exponential magnifies its error.
    let square = e.mul(a, a);
    let square_low = e.fma(a, a, e.neg(square));
    let [power, slope, scale] = exp_parts(e, e.neg(square), Some(e.neg(square_low)));
    let tail = e.fma(q, e.mul(power, slope), q);
    let tail = e.mul(e.mul(tail, scale), scale);
    let left = e.lt(x, e.c(0.0));
    let far = e.select(left, e.sub(e.c(2.0), tail), tail);
    let near = e.fma(e.neg(x), erf_series(e, x), e.sub(one, x));
    let result = e.select(e.lt(e.abs(x), e.c(0.5)), near, far);
    e.select(e.ne(x, x), x, result)
}
