//! The logarithm of the gamma function and its derivative.

use crate::expr::{Expr, wide};
use std::f64::consts::PI;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// Lanczos's g.
const G: f64 = 7.0;
/// The constant term of Lanczos's sum.
const BASE: f64 = 0.999_999_999_999_809_932_276_847_004_734_78;
/// Coefficients of `1 / (z + k)`, k from 1.
const COEFFICIENTS: [f64; 8] = [
    676.520_368_121_885_098_567_009_190_444_019,
    -1_259.139_216_722_402_870_471_560_787_552_83,
    771.323_428_777_653_078_848_652_825_889_4,
    -176.615_029_162_140_599_065_845_513_54,
    12.507_343_278_686_904_814_458_936_853,
    -0.138_571_095_265_720_116_895_547_07,
    9.984_369_578_019_570_859_563e-6,
    1.505_632_735_149_311_558_34e-7,
];

/// `log |Γ(x)|`; +∞ at the poles 0, −1, −2 … and at ±∞.
pub fn lgamma(b: &mut Builder<'_>, x: Value) -> Value {
    wide(b, [x], |[x]| log_gamma(x))
}

/// The derivative of `log Γ(x)`; NaN at the poles.
pub fn digamma(b: &mut Builder<'_>, x: Value) -> Value {
    wide(b, [x], |[x]| psi(x))
}

/// What both functions share: whether `x < 1/2` and is reflected, `z` (−x or x − 1), `t = z + g + 1/2`, `log t`.
struct Lanczos<'f> {
    reflected: Expr<'f>,
    z: Expr<'f>,
    t: Expr<'f>,
    log_t: Expr<'f>,
    half: Expr<'f>,
    one: Expr<'f>,
}

fn lanczos(x: Expr<'_>) -> Lanczos<'_> {
    let (half, one) = (x.num(0.5), x.num(1.0));
    let reflected = x.lt(half);
    let z = reflected.select(-x, x - one);
    let shift = x.num(G + 0.5);
    let t = shift + z;
    // log(g + 1/2 + z) = log(g + 1/2) + log1p(z / (g + 1/2)) loses less.
    let log_t = x.num((G + 0.5).ln()) + (z / shift).log1p();
    Lanczos { reflected, z, t, log_t, half, one }
}

pub(super) fn log_gamma(x: Expr<'_>) -> Expr<'_> {
    let Lanczos { reflected, z, t, log_t, half, one } = lanczos(x);
    let mut sum = x.num(BASE);
    for (k, coefficient) in (1..).zip(COEFFICIENTS) {
        sum = sum + x.num(coefficient) / (z + f64::from(k));
    }
    // (z + 1/2) log t − t, as a product that does not overflow early.
    let quotient = t / log_t;
    let main = (z + half - quotient) * log_t;
    let log_sum = sum.log();
    let value = (2.0f64.ln() + PI.ln()) / 2.0 + main + log_sum;
    let value = reflected.select(reflect(x, value, half, one), value);
    let infinity = x.num(f64::INFINITY);
    x.absf().equals(infinity).select(infinity, value)
}

/// `log(π / |sin(π x)|) − value`, with the fraction of |x| brought into [0, 1/2].
fn reflect<'f>(x: Expr<'f>, value: Expr<'f>, half: Expr<'f>, one: Expr<'f>) -> Expr<'f> {
    let size = x.absf();
    let fraction = size - size.floor();
    let fraction = half.lt(fraction).select(one - fraction, fraction);
    let log = (PI * fraction).sin().log();
    let reflection = PI.ln() - log - value;
    log.is_finite().select(reflection, -log)
}

pub(super) fn psi(x: Expr<'_>) -> Expr<'_> {
    let Lanczos { reflected, z, t, log_t, half, .. } = lanczos(x);
    let zero = x.num(0.0);
    let (mut sum, mut slope) = (x.num(BASE), zero);
    for (k, coefficient) in (1..).zip(COEFFICIENTS) {
        let coefficient = x.num(coefficient);
        let below = z + f64::from(k);
        slope = slope - coefficient / (below * below);
        sum = sum + coefficient / below;
    }
    let ratio = slope / sum;
    let tail = G / t;
    let value = log_t + ratio - tail;
    // The reflection's cotangent loses accuracy for large arguments: bring them near zero first.
    let near = x + (x + half).floor().absf();
    let pi = x.num(PI);
    let angle = pi * near;
    let (cos, sin) = (angle.cos(), angle.sin());
    let value = reflected.select(value - pi * cos / sin, value);
    let below = x.le(zero);
    let pole = below & x.equals(x.floor());
    pole.select(x.num(f64::NAN), value)
}
