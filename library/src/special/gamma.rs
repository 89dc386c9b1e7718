//! The logarithm of the gamma function and its derivative.
//!
//! From 1/2 to 8, both are reduced to an argument within 1/2 of 2 (or of 1) by the recurrence
//! `Γ(x + 1) = x Γ(x)`. The Taylor series there have no constant term, so nothing cancels, and both zeros of
//! `log Γ`, at 1 and 2, are exact. From 8 on, Stirling's series applies; below 1/2, the reflection formula.
//! Near the positive zero of the derivative, both are Taylor series at that zero.

use crate::expr::{Expr, wide};
use std::f64::consts::PI;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// `1 - γ`: the slope of `log Γ` at 2.
const SLOPE: f64 = 0.422_784_335_098_467_139_393;
/// `ζ(k) - 1` from k = 2 on: the coefficients of the series at 2, up to a sign and a factor.
const ZETAS: [f64; 26] = [
    0.64493406684822643647,
    0.2020569031595942854,
    0.082323233711138191516,
    0.036927755143369926331,
    0.017343061984449139715,
    8.3492773819228268398e-3,
    4.0773561979443393787e-3,
    2.0083928260822144179e-3,
    9.9457512781808533715e-4,
    4.941886041194645587e-4,
    2.4608655330804829864e-4,
    1.2271334757848914675e-4,
    6.1248135058704829259e-5,
    3.0588236307020493552e-5,
    1.5282259408651871733e-5,
    7.6371976378997622736e-6,
    3.8172932649998398565e-6,
    1.9082127165539389257e-6,
    9.5396203387279611315e-7,
    4.7693298678780646312e-7,
    2.3845050272773299e-7,
    1.1921992596531107307e-7,
    5.9608189051259479612e-8,
    2.9803503514652280186e-8,
    1.4901554828365041235e-8,
    7.450711789835429492e-9,
];
/// Coefficients of Stirling's series: `B(2k) / (2k (2k - 1))`.
const STIRLING: [f64; 8] = [
    1.0 / 12.0,
    -1.0 / 360.0,
    1.0 / 1260.0,
    -1.0 / 1680.0,
    1.0 / 1188.0,
    -691.0 / 360_360.0,
    1.0 / 156.0,
    -3617.0 / 122_400.0,
];
/// The positive zero of the derivative, and the part of it that exceeds the precision of f64.
const ZERO: f64 = 1.461_632_144_968_362_3;
const ZERO_REST: f64 = 9.549_995_429_965_697_7e-17;
/// `log Γ` at that zero.
const AT_MINIMUM: f64 = -0.121_486_290_535_849_608_1;
/// Coefficients of the derivative's Taylor series at that zero, from the first power on.
const AT_ZERO: [f64; 22] = [
    0.967672245447621170427,
    -0.442763168983592106093,
    0.258499760955651010624,
    -0.163942705442406527504,
    0.107824050691262365757,
    -0.0721995612564547109261,
    0.0488042881641431072251,
    -0.0331611264748473592923,
    0.0225976482322181046596,
    -0.0154247659049489591388,
    0.0105387916166121753881,
    -0.00720453438635686824097,
    0.00492678139572985344635,
    -0.00336980165543932808279,
    0.00230512632673492783694,
    -0.00157693677143019725927,
    0.00107882520191629658069,
    -0.000738070938996005129566,
    0.000504953265834602035177,
    -0.000345468025106307699556,
    0.000236356015640270527924,
    -0.000161706220919748034494,
];
/// Below this, `sin(π x)` equals `π x` in all digits.
const TINY: f64 = 1e-9;
/// From this argument on, Stirling's series is precise.
const LARGE: f64 = 8.0;

/// `log |Γ(x)|`; +∞ at the poles 0, −1, −2 … and at ±∞.
pub fn lgamma(b: &mut Builder<'_>, x: Value) -> Value {
    wide(b, [x], |[x]| log_gamma(x))
}

/// The derivative of `log Γ(x)`; ∓∞ at ±0, NaN at the other poles.
pub fn digamma(b: &mut Builder<'_>, x: Value) -> Value {
    wide(b, [x], |[x]| psi(x))
}

/// The decomposition of an argument. Unused parts have harmless values, so that derivatives stay finite.
struct Parts<'f> {
    /// True for arguments below 1/2, which `1 - x` replaces.
    reflected: Expr<'f>,
    /// True for arguments below [`LARGE`].
    is_small: Expr<'f>,
    /// `z = m + w` for the argument `1 + z`: m from 0 to 7, w within 1/2.
    steps: Expr<'f>,
    offset: Expr<'f>,
    /// The argument, if it is large.
    large: Expr<'f>,
}

impl<'f> Parts<'f> {
    fn of(x: Expr<'f>) -> Parts<'f> {
        let half = x.num(0.5);
        let reflected = x.lt(half);
        let z = reflected.select(-x, x - 1.0);
        let is_small = z.lt(LARGE - 1.0);
        let steps = (z + half).floor();
        let steps = is_small.select(steps, x.num(0.0));
        let offset = is_small.select(z - steps, x.num(0.0));
        let large = is_small.select(x.num(LARGE), z + 1.0);
        Parts { reflected, is_small, steps, offset, large }
    }
}

/// The coefficients of a series that the precision of x needs, highest power first.
fn coefficients(x: Expr<'_>, all: impl Iterator<Item = f64>, of_f32: usize) -> Vec<f64> {
    let count = if x.dtype().bits() > 32 { usize::MAX } else { of_f32 };
    let mut found: Vec<f64> = all.take(count).collect();
    found.reverse();
    found
}

/// The series at 2: terms `(-1)^k (ζ(k) - 1) w^(k - 1)`, divided by k for `log Γ(2 + w) / w`.
fn series<'f>(offset: Expr<'f>, divisor: fn(f64) -> f64) -> Expr<'f> {
    let terms = (2..).zip(ZETAS).map(|(k, zeta)| {
        let sign = if k % 2 == 0 { 1.0 } else { -1.0 };
        sign * zeta / divisor(f64::from(k))
    });
    let all = std::iter::once(SLOPE).chain(terms);
    offset.polynomial(&coefficients(offset, all, 14))
}

pub(super) fn log_gamma(x: Expr<'_>) -> Expr<'_> {
    let Parts { reflected, is_small, steps, offset, large } = Parts::of(x);
    let one = x.num(1.0);
    let mut product = one;
    for k in 2..8 {
        let factor = offset + f64::from(k);
        product = steps.lt(f64::from(k)).select(product, product * factor);
    }
    let by_steps = steps.lt(one).select(-offset.log1p(), product.log());
    let small = offset * series(offset, |k| k) + by_steps;
    // (x - 1/2) log x - x, as a product that does not overflow early.
    let inverse = one / large;
    let square = inverse * inverse;
    let tail = square.polynomial(&coefficients(x, STIRLING.into_iter(), 4)) * inverse;
    let main = (large - 0.5) * (large.log() - 1.0);
    let value = main + (tail + ((2.0f64.ln() + PI.ln() - 1.0) / 2.0));
    let value = is_small.select(small, value);
    let value = near_minimum(x, value);
    let value = reflected.select(reflect(x, value, reflected), value);
    let infinity = x.num(f64::INFINITY);
    x.absf().equals(infinity).select(infinity, value)
}

/// `log(π / |sin(π x)|) − value`, with the fraction of |x| reduced to [0, 1/2].
fn reflect<'f>(x: Expr<'f>, value: Expr<'f>, reflected: Expr<'f>) -> Expr<'f> {
    let (half, one) = (x.num(0.5), x.num(1.0));
    // Not `absf`: the derivative at 0 must not vanish, since that of the result is infinite there.
    let size = x.lt(x.num(0.0)).select(-x, x);
    let fraction = size - size.floor();
    let fraction = half.lt(fraction).select(one - fraction, fraction);
    let fraction = reflected.select(fraction, half);
    let log = (PI * fraction).sin().log();
    // The sine of a tiny argument equals it, but products of subnormals lose digits.
    let is_tiny = fraction.lt(x.num(TINY));
    let reflection = is_tiny.select(-fraction.log(), PI.ln() - log) - value;
    log.is_finite().select(reflection, -log)
}

/// True if x is within 1/4 of the derivative's zero; and its distance from the zero, or 0.
fn distance_to_zero(x: Expr<'_>) -> (Expr<'_>, Expr<'_>) {
    let is_double = x.dtype().bits() > 32;
    let rest = if is_double { ZERO_REST } else { ZERO - f64::from(ZERO as f32) };
    let distance = x - ZERO;
    let is_near = distance.absf().lt(x.num(0.25));
    (is_near, is_near.select(distance - rest, x.num(0.0)))
}

/// The derivative by its series within 1/4 of its zero, otherwise `value`.
fn near_zero<'f>(x: Expr<'f>, value: Expr<'f>) -> Expr<'f> {
    let (is_near, distance) = distance_to_zero(x);
    let series = distance.polynomial(&coefficients(x, AT_ZERO.into_iter(), 10));
    is_near.select(distance * series, value)
}

/// `log Γ` by the integral of that series, so that its derivative is accurate: the terms of other formulas
/// cancel there.
fn near_minimum<'f>(x: Expr<'f>, value: Expr<'f>) -> Expr<'f> {
    let (is_near, distance) = distance_to_zero(x);
    let terms = (2..).zip(AT_ZERO).map(|(k, c)| c / f64::from(k));
    let series = distance.polynomial(&coefficients(x, terms, 10));
    is_near.select(distance * distance * series + AT_MINIMUM, value)
}

pub(super) fn psi(x: Expr<'_>) -> Expr<'_> {
    let Parts { reflected, is_small, steps, offset, large } = Parts::of(x);
    let (zero, half, one) = (x.num(0.0), x.num(0.5), x.num(1.0));
    let mut sum = steps.lt(one).select(-one / (offset + 1.0), zero);
    for k in 2..8 {
        let part = one / (offset + f64::from(k));
        sum = steps.lt(f64::from(k)).select(sum, sum + part);
    }
    let small = series(offset, |_| 1.0) + sum;
    let square = one / (large * large);
    let slopes = (0..).zip(STIRLING).map(|(k, c)| c * f64::from(2 * k + 1));
    let tail = square.polynomial(&coefficients(x, slopes, 4)) * square;
    let value = is_small.select(small, large.log() - half / large - tail);
    // The reflection's cotangent loses accuracy for large arguments: reduce them near zero first, which keeps
    // the sign of zero.
    let near = x - (x + half).floor();
    let near = reflected.select(near, x.num(0.25));
    let pi = x.num(PI);
    let angle = pi * near;
    let (cos, sin) = (angle.cos(), angle.sin());
    let value = reflected.select(value - pi * cos / sin, value);
    let value = near_zero(x, value);
    let below = x.lt(zero);
    let pole = below & x.equals(x.floor());
    pole.select(x.num(f64::NAN), value)
}
