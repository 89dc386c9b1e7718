//! The Hurwitz zeta function and the polygamma functions.

use super::gamma::{log_gamma, psi};
use crate::expr::{Expr, wide};
use tf_dialects::scalar::DType;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// `(2k)! / B_2k` for k from 12 down to 1: the Bernoulli terms of Euler–Maclaurin summation.
#[rustfmt::skip]
const BERNOULLI: [f64; 12] = [
    -7.166_165_256_175_667_011_3e18, 1.815_210_540_194_354_677_3e17, -4.597_978_722_407_472_610_5e15,
    1.164_678_281_435_006_724_9e14, -2.950_130_727_918_164_224e12, 7.472_424_96e10, -1.892_437_580_318_379_160_6e9,
    47_900_160.0, -1_209_600.0, 30_240.0, -720.0, 12.0,
];
/// Terms summed before the correction.
const DIRECT: usize = 9;

/// The Hurwitz zeta function `ζ(x, q) = Σ (q + k)^-x` over k ≥ 0, for x > 1: +∞ at x = 1 and at the poles of
/// even x; NaN for x < 1 and if a power of a negative base is undefined.
pub fn zeta(b: &mut Builder<'_>, x: Value, q: Value) -> Value {
    wide(b, [x, q], |[x, q]| reflected(x, q))
}

/// As [`zeta`], by the sum of StableHLO's references, which loses digits for q < −3.
pub fn zeta_of_chlo(b: &mut Builder<'_>, x: Value, q: Value) -> Value {
    wide(b, [x, q], |[x, q]| hurwitz(x, q))
}

/// The n-th derivative of digamma, `(−1)^(n+1) n! ζ(n + 1, x)`, for n as a float; NaN unless n is a
/// nonnegative integer.
pub fn polygamma(b: &mut Builder<'_>, n: Value, x: Value) -> Value {
    derivative_of_digamma(b, n, x, reflected)
}

/// As [`polygamma`], by the sum of [`zeta_of_chlo`].
pub fn polygamma_of_chlo(b: &mut Builder<'_>, n: Value, x: Value) -> Value {
    derivative_of_digamma(b, n, x, hurwitz)
}

fn derivative_of_digamma(
    b: &mut Builder<'_>,
    n: Value,
    x: Value,
    zeta: impl for<'f> Fn(Expr<'f>, Expr<'f>) -> Expr<'f>,
) -> Value {
    wide(b, [n, x], |[n, x]| {
        let [zero, one, two] = [0.0, 1.0, 2.0].map(|c| x.num(c));
        let sign = two * (n % two) - one;
        let next = n + one;
        let factorial = log_gamma(next).exp();
        let sum = zeta(next, x);
        let value = sign * factorial * sum;
        let value = n.equals(zero).select(psi(x), value);
        let broken = n.differs(n.floor());
        let unnatural = broken | n.lt(zero);
        unnatural.select(x.num(f64::NAN), value)
    })
}

/// The sum for all q. The terms with negative base are, up to their sign, those from the smallest magnitude
/// up to `-q`: a difference of two sums with positive base.
fn reflected<'f>(x: Expr<'f>, q: Expr<'f>) -> Expr<'f> {
    let (zero, one) = (q.num(0.0), q.num(1.0));
    let below = q.lt(zero);
    let size = -q;
    let least = size - size.floor();
    let above = hurwitz(x, below.select(one - least, q));
    let sign = one - 2.0 * (x % 2.0);
    let passed = sign * (hurwitz(x, least) - hurwitz(x, size + one));
    domain(x, q, below.select(above + passed, above), zero, one)
}

/// Euler–Maclaurin summation, for q above or near zero.
fn hurwitz<'f>(x: Expr<'f>, q: Expr<'f>) -> Expr<'f> {
    let (zero, one) = (q.num(0.0), q.num(1.0));
    let minus_x = -x;
    let mut at = q;
    let mut sum = q.powf(minus_x);
    for _ in 0..DIRECT {
        at = at + one;
        sum = sum + at.powf(minus_x);
    }
    at = at + one;
    let power = at.powf(minus_x);
    let accurate = corrected(x, at, power, sum);
    // If the last power is negligible, the correction is noise.
    let (size, total) = (power.absf(), sum.absf());
    let least = if q.dtype() == DType::F64 { f64::MIN_POSITIVE } else { f64::from(f32::MIN_POSITIVE) };
    let value = size.lt(total * least).select(sum, accurate);
    domain(x, q, value, zero, one)
}

/// The sum with the integral of its tail and the Bernoulli terms.
fn corrected<'f>(x: Expr<'f>, at: Expr<'f>, power: Expr<'f>, sum: Expr<'f>) -> Expr<'f> {
    let (zero, one) = (x.num(0.0), x.num(1.0));
    let less = x - one;
    let integral = power * at / less;
    let inverse = one / (at * at);
    let [terms @ .., last] = &BERNOULLI;
    let mut tail = zero;
    for (i, coefficient) in terms.iter().enumerate() {
        let high = 2.0 * (terms.len() - i) as f64;
        let [a, b] = [high, high - 1.0].map(|n| x.num(n));
        let product = (x + a) * (x + b);
        tail = product * (inverse * (tail + 1.0 / coefficient));
    }
    let inner = 1.0 / last + tail;
    let ratio = x / at;
    let bernoulli = power * (0.5 + ratio * inner);
    sum + integral + bernoulli
}

/// Special values: +∞ at x = 1 and at the poles of even powers; NaN for x < 1 and if a power of a negative
/// base is undefined.
fn domain<'f>(x: Expr<'f>, q: Expr<'f>, value: Expr<'f>, zero: Expr<'f>, one: Expr<'f>) -> Expr<'f> {
    let (nan, infinity) = (x.num(f64::NAN), x.num(f64::INFINITY));
    let value = x.lt(one).select(nan, value);
    let below = q.le(zero);
    let (whole_x, whole_q) = (x.floor(), q.floor());
    let undefined = below & x.differs(whole_x);
    let value = undefined.select(nan, value);
    let pole = below & q.equals(whole_q);
    let even = (x % 2.0).equals(zero);
    let value = pole.select(even.select(infinity, nan), value);
    x.equals(one).select(infinity, value)
}
