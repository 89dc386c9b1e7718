//! The logarithm of the gamma function and its derivative.

use super::super::lower::Lower;
use std::f64::consts::PI;
use tf_dialects::arith::{self, CmpF};
use tf_dialects::math;
use tf_ir::body::Value;

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

/// What both functions share: whether `x < 1/2` and is reflected, `z` (−x or x − 1), `t = z + g + 1/2`, `log t`.
struct Lanczos {
    reflected: Value,
    z: Value,
    t: Value,
    log_t: Value,
    half: Value,
    one: Value,
}

fn lanczos(l: &mut Lower<'_, '_>, x: Value) -> Lanczos {
    let (half, one) = (l.num(x, 0.5), l.num(x, 1.0));
    let reflected = l.cmpf(CmpF::OLT, x, half);
    let negative = arith::negf(l, x);
    let less = l.minus(x, one);
    let z = l.select(reflected, negative, less);
    let shift = l.num(x, G + 0.5);
    let t = l.plus(shift, z);
    // log(g + 1/2 + z) = log(g + 1/2) + log1p(z / (g + 1/2)) loses less.
    let log = l.num(x, (G + 0.5).ln());
    let ratio = l.over(z, shift);
    let rest = math::log1p(l, ratio);
    let log_t = l.plus(log, rest);
    Lanczos { reflected, z, t, log_t, half, one }
}

/// `log |gamma(x)|`; +∞ at the poles and at ±∞.
pub(in super::super) fn lgamma(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let x = x[0];
    let Lanczos { reflected, z, t, log_t, half, one } = lanczos(l, x);
    let mut a = l.num(x, BASE);
    for (k, coefficient) in (1..).zip(COEFFICIENTS) {
        let (coefficient, k) = (l.num(x, coefficient), l.num(x, f64::from(k)));
        let below = l.plus(z, k);
        let term = l.over(coefficient, below);
        a = l.plus(a, term);
    }
    // (z + 1/2) log t − t, as a product that does not overflow early.
    let quotient = l.over(t, log_t);
    let sum = l.plus(z, half);
    let sum = l.minus(sum, quotient);
    let main = l.times(sum, log_t);
    let log_a = math::log(l, a);
    let root = l.num(x, (2.0f64.ln() + PI.ln()) / 2.0);
    let value = l.plus(root, main);
    let value = l.plus(value, log_a);
    let reflection = reflect(l, x, value, half, one);
    let value = l.select(reflected, reflection, value);
    let infinity = l.num(x, f64::INFINITY);
    let size = math::absf(l, x);
    let infinite = l.cmpf(CmpF::OEQ, size, infinity);
    l.select(infinite, infinity, value)
}

/// `log(π / |sin(π x)|) − value`, with the fraction of |x| brought into [0, 1/2].
fn reflect(l: &mut Lower<'_, '_>, x: Value, value: Value, half: Value, one: Value) -> Value {
    let size = math::absf(l, x);
    let whole = math::floor(l, size);
    let fraction = l.minus(size, whole);
    let far = l.cmpf(CmpF::OLT, half, fraction);
    let other = l.minus(one, fraction);
    let fraction = l.select(far, other, fraction);
    let pi = l.num(x, PI);
    let angle = l.times(pi, fraction);
    let sine = math::sin(l, angle);
    let log = math::log(l, sine);
    let log_pi = l.num(x, PI.ln());
    let difference = l.minus(log_pi, log);
    let reflection = l.minus(difference, value);
    let finite = { math::isfinite(&mut l.b, log) };
    let pole = arith::negf(l, log);
    l.select(finite, reflection, pole)
}

/// The derivative of `log gamma(x)`; NaN at the poles.
pub(in super::super) fn digamma(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let x = x[0];
    let Lanczos { reflected, z, t, log_t, half, .. } = lanczos(l, x);
    let zero = l.num(x, 0.0);
    let (mut a, mut slope) = (l.num(x, BASE), zero);
    for (k, coefficient) in (1..).zip(COEFFICIENTS) {
        let (coefficient, k) = (l.num(x, coefficient), l.num(x, f64::from(k)));
        let below = l.plus(z, k);
        let square = l.times(below, below);
        let term = l.over(coefficient, square);
        slope = l.minus(slope, term);
        let term = l.over(coefficient, below);
        a = l.plus(a, term);
    }
    let ratio = l.over(slope, a);
    let g = l.num(x, G);
    let tail = l.over(g, t);
    let value = l.plus(log_t, ratio);
    let value = l.minus(value, tail);
    // The reflection's cotangent loses accuracy for large arguments: bring them near zero first.
    let shifted = l.plus(x, half);
    let floor = math::floor(l, shifted);
    let floor = math::absf(l, floor);
    let near = l.plus(x, floor);
    let pi = l.num(x, PI);
    let angle = l.times(pi, near);
    let (cos, sin) = (math::cos(l, angle), math::sin(l, angle));
    let cos = l.times(pi, cos);
    let cotangent = l.over(cos, sin);
    let reflection = l.minus(value, cotangent);
    let value = l.select(reflected, reflection, value);
    let (below, whole) = (l.cmpf(CmpF::OLE, x, zero), math::floor(l, x));
    let whole = l.cmpf(CmpF::OEQ, x, whole);
    let pole = l.both(below, whole);
    let nan = l.num(x, f64::NAN);
    l.select(pole, nan, value)
}
