//! sin, cos and tan of arguments up to the largest, against π computed to 1400 bits.

use num_bigint::BigInt;

use tf_dialects::scalar::DType;

use super::dd::Dd;
use super::points::Random;
use super::{kernel, reference64, ulp};

/// Bits after the binary point.
const SCALE: u32 = 1400;

/// arctan(1/n) · 2^SCALE.
fn arctan_inverse(n: i64) -> BigInt {
    let mut power = (BigInt::from(1) << SCALE) / n;
    let (mut sum, mut k) = (BigInt::ZERO, 1i64);
    while power != BigInt::ZERO {
        let term: BigInt = &power / k;
        sum += if k % 4 == 1 { term } else { -term };
        power /= n * n;
        k += 2;
    }
    sum
}

/// π · 2^SCALE, by Machin's formula.
fn pi() -> BigInt {
    arctan_inverse(5) * 16 - arctan_inverse(239) * 4
}

/// A fixed-point number of SCALE bits as a double-double: its leading 50 bits and the next 50.
fn to_dd(v: &BigInt) -> Dd {
    let length = i32::try_from(v.bits()).expect("a few thousand bits");
    let leading = |v: &BigInt, bits: i32| {
        let word: BigInt = v >> bits;
        i64::try_from(word).expect("50 bits")
    };
    let (first, second) = ((length - 50).max(0), (length - 100).max(0));
    let top = leading(v, first);
    let next = leading(&(v - (BigInt::from(top) << first)), second);
    let scaled = |word: i64, bits: i32| Dd::new(word as f64).scale(bits - SCALE as i32);
    scaled(top, first) + scaled(next, second)
}

/// The quarter turn and the rest, in [0, π/2), of `|x|`.
fn reduce(x: f64, half_pi: &BigInt) -> (u32, Dd) {
    let bits = x.abs().to_bits();
    let exponent = (bits >> 52) as i32 - 1075;
    let m = BigInt::from((bits & ((1 << 52) - 1)) | 1 << 52);
    let fixed = m << (exponent + SCALE as i32);
    let quarters: BigInt = &fixed / half_pi;
    let rest = to_dd(&(&fixed - &quarters * half_pi));
    (u32::try_from(quarters % 4).expect("below 4"), rest)
}

/// sin and cos of `|x|`.
fn sin_cos(x: f64, half_pi: &BigInt) -> (Dd, Dd) {
    let (quarter, rest) = reduce(x, half_pi);
    let (s, c) = reference64::sin_cos_small(rest);
    match quarter {
        0 => (s, c),
        1 => (c, -s),
        2 => (-s, -c),
        _ => (-c, s),
    }
}

/// Arguments over all exponents, and the worst known ones.
fn arguments(count: usize, limit: f64) -> Vec<f64> {
    let mut random = Random(42);
    let exponent = limit.log2();
    let mut all: Vec<f64> = (0..count).map(|_| (random.unit() * exponent).exp2()).collect();
    // The double nearest to a multiple of π/2 relative to its size (Kahan), and both largest values.
    all.extend([
        6381956970095103.0 * 2f64.powi(797),
        f64::MAX,
        f64::from(f32::MAX),
        16367173.0 * 2f64.powi(72),
    ]);
    all.retain(|x| *x <= limit);
    all
}

#[test]
fn all_magnitudes_f64() {
    let half_pi = pi() >> 1u32;
    let [sin, cos, tan] = ["math.sin", "math.cos", "math.tan"].map(|f| kernel(f, DType::F64));
    for x in arguments(20_000, f64::MAX) {
        let (s, c) = sin_cos(x, &half_pi);
        for (k, exact) in [(&sin, s), (&cos, c), (&tan, s / c)] {
            let error = ulp::error64(f64::from_bits(k.call(x.to_bits(), 0, 0)), (exact.hi, exact.lo));
            assert!(error <= 2.0, "{x:e}: {error} ulp");
        }
    }
}

#[test]
fn all_magnitudes_f32() {
    let half_pi = pi() >> 1u32;
    let [sin, cos, tan] = ["math.sin", "math.cos", "math.tan"].map(|f| kernel(f, DType::F32));
    for x in arguments(20_000, f32::MAX.into()) {
        let x = x as f32;
        let (s, c) = sin_cos(x.into(), &half_pi);
        for (k, exact) in [(&sin, s), (&cos, c), (&tan, s / c)] {
            let error = ulp::error32(f32::from_bits(k.call(x.to_bits().into(), 0, 0) as u32), exact.hi);
            assert!(error <= 2.0, "{x:e}: {error} ulp");
        }
    }
}
