//! Each function at its special values, in every format.

use super::*;
use crate::scalar::format::{Bf16, F16};
use crate::scalar::{DType, Scalar};

const FORMATS: [DType; 4] = [DType::F16, DType::BF16, DType::F32, DType::F64];
const NAN: f64 = f64::NAN;
const INF: f64 = f64::INFINITY;

/// The op at each format on values all formats hold, compared as f64 (any NaN equals any NaN).
fn check(op: &str, operands: &[f64], expected: f64) {
    let spec = crate::scalar::lookup(op).expect("an op of the table");
    for d in FORMATS {
        let types = vec![d; operands.len()];
        let kernel = spec.kernel(&types, &[d], None).expect("float types");
        let given: Vec<_> = operands.iter().map(|&v| Scalar::from_f64(d, v)).collect();
        let got = kernel.eval(&given)[0].to_f64();
        let same = got.to_bits() == expected.to_bits() || (got.is_nan() && expected.is_nan());
        assert!(same, "{op} {operands:?} at {d}: {got}, expected {expected}");
    }
}

#[test]
fn arithmetic() {
    check("arith.addf", &[1.5, 2.25], 3.75);
    check("arith.addf", &[-0.0, -0.0], -0.0);
    check("arith.addf", &[-0.0, 0.0], 0.0);
    check("arith.addf", &[INF, -INF], NAN);
    check("arith.subf", &[1.5, 1.5], 0.0);
    check("arith.mulf", &[-1.5, 0.0], -0.0);
    check("arith.mulf", &[INF, 0.0], NAN);
    check("arith.divf", &[1.0, -0.0], -INF);
    check("arith.divf", &[0.0, 0.0], NAN);
    check("arith.negf", &[0.0], -0.0);
    check("math.absf", &[-0.0], 0.0);
    check("math.copysign", &[3.0, -0.0], -3.0);
    check("math.sqrt", &[2.25], 1.5);
    check("math.sqrt", &[-0.0], -0.0);
    check("math.sqrt", &[-1.0], NAN);
}

#[test]
fn remainder_is_fmod() {
    check("arith.remf", &[5.5, 2.0], 1.5);
    check("arith.remf", &[-5.5, 2.0], -1.5);
    check("arith.remf", &[5.5, -2.0], 1.5);
    check("arith.remf", &[-4.0, 2.0], -0.0);
    check("arith.remf", &[1.0, 0.0], NAN);
    check("arith.remf", &[INF, 2.0], NAN);
    check("arith.remf", &[1.5, INF], 1.5);
}

#[test]
fn minima_and_maxima() {
    for (op, zero) in [("arith.minimumf", -0.0), ("arith.maximumf", 0.0)] {
        check(op, &[0.0, -0.0], zero);
        check(op, &[-0.0, 0.0], zero);
        check(op, &[NAN, 1.0], NAN);
        check(op, &[1.0, NAN], NAN);
    }
    for (op, zero) in [("arith.minnumf", -0.0), ("arith.maxnumf", 0.0)] {
        check(op, &[0.0, -0.0], zero);
        check(op, &[-0.0, 0.0], zero);
        check(op, &[NAN, -0.0], -0.0);
        check(op, &[1.0, NAN], 1.0);
        check(op, &[NAN, NAN], NAN);
    }
    check("arith.minimumf", &[-INF, 2.0], -INF);
    check("arith.maximumf", &[-INF, 2.0], 2.0);
    check("arith.minnumf", &[3.0, 2.0], 2.0);
    check("arith.maxnumf", &[3.0, 2.0], 3.0);
    check("math.clampf", &[5.0, -1.0, 2.0], 2.0);
    check("math.clampf", &[-5.0, -1.0, 2.0], -1.0);
    check("math.clampf", &[NAN, -1.0, 2.0], NAN);
}

#[test]
fn rounding_to_integers() {
    for (x, floor, ceil, trunc, even, away) in [
        (2.5, 2.0, 3.0, 2.0, 2.0, 3.0),
        (-2.5, -3.0, -2.0, -2.0, -2.0, -3.0),
        (-0.25, -1.0, -0.0, -0.0, -0.0, -0.0),
        (3.5, 3.0, 4.0, 3.0, 4.0, 4.0),
        (INF, INF, INF, INF, INF, INF),
        (NAN, NAN, NAN, NAN, NAN, NAN),
    ] {
        check("math.floor", &[x], floor);
        check("math.ceil", &[x], ceil);
        check("math.trunc", &[x], trunc);
        check("math.roundeven", &[x], even);
        check("math.round", &[x], away);
    }
}

#[test]
fn classification() {
    for d in FORMATS {
        let test = |op: &str, bits: u64| {
            let spec = crate::scalar::lookup(op).expect("an op of the table");
            spec.kernel(&[d], &[DType::I1], None).expect("a float type").call(bits, 0, 0) == 1
        };
        let bits = |v: f64| Scalar::from_f64(d, v).bits();
        let denormal = 1;
        for (value, nan, inf, finite, normal) in [
            (bits(NAN), true, false, false, false),
            (bits(INF), false, true, false, false),
            (bits(-INF), false, true, false, false),
            (bits(-0.0), false, false, true, false),
            (denormal, false, false, true, false),
            (bits(-1.5), false, false, true, true),
        ] {
            assert_eq!(test("math.isnan", value), nan, "{d} {value:x}");
            assert_eq!(test("math.isinf", value), inf, "{d} {value:x}");
            assert_eq!(test("math.isfinite", value), finite, "{d} {value:x}");
            assert_eq!(test("math.isnormal", value), normal, "{d} {value:x}");
        }
    }
}

/// Every f16 and bf16 result of a sample of pairs against f64 arithmetic rounded once: f64 holds these sums
/// and products exactly or to more than 2p + 2 bits.
#[test]
fn narrow_formats_round_correctly() {
    fn sweep<F: Format>(name: &str) {
        let c = Ctx { operand: 16, result: 16 };
        for a in (0..65536u64).step_by(37) {
            for b in (0..65536u64).step_by(211) {
                let (x, y) = (F::to_f64(a), F::to_f64(b));
                type Op = fn(f64, f64) -> f64;
                let ops: [(super::super::ScalarFn, Op); 4] = [
                    (addf::<F>, |x, y| x + y),
                    (subf::<F>, |x, y| x - y),
                    (mulf::<F>, |x, y| x * y),
                    (divf::<F>, |x, y| x / y),
                ];
                for (i, (f, wide)) in ops.iter().enumerate() {
                    let (got, exact) = (f(c, a, b, 0), wide(x, y));
                    let expected = F::from_f64(exact);
                    let nan = F::to_f64(got).is_nan() && exact.is_nan();
                    assert!(got == expected || nan, "{name} op {i}: {x} {y}: {got:x} {expected:x}");
                }
            }
        }
    }
    sweep::<F16>("f16");
    sweep::<Bf16>("bf16");
}

/// `a·b + c` of f16 on exact integers: every finite f16 is a multiple of 2⁻²⁴ below 2¹⁶, so a product and sum
/// in units of 2⁻⁴⁸ fit 128 bits.
#[test]
fn narrow_fma_rounds_once() {
    let units = |bits: u64| (F16::to_f64(bits) * f64::from(1 << 24)) as i128;
    let round = |exact: i128| {
        // Round-to-odd to 60 bits keeps every rounding decision of a narrower format.
        let (negative, magnitude) = (exact < 0, exact.unsigned_abs());
        let drop = (128 - magnitude.leading_zeros()).saturating_sub(50);
        let sticky = u128::from(magnitude & ((1 << drop) - 1) != 0);
        let odd = ((magnitude >> drop) | sticky) as f64 * 2f64.powi(drop as i32 - 48);
        F16::from_f64(if negative { -odd } else { odd })
    };
    let (mut state, mut differs) = (1u32, 0);
    for _ in 0..200_000 {
        state = crate::scalar::rng::pcg(state);
        let a = u64::from(state & 0xffff);
        let b = u64::from(state >> 16);
        state = crate::scalar::rng::pcg(state);
        let c = u64::from(state & 0xffff);
        if [a, b, c].iter().any(|v| v & 0x7c00 == 0x7c00) {
            continue;
        }
        let exact = units(a) * units(b) + (units(c) << 24);
        if exact == 0 {
            continue;
        }
        let got = F16::fma(a, b, c);
        assert_eq!(got, round(exact), "{a:x} {b:x} {c:x}");
        let naive = F16::store(F16::load(a).mul_add(F16::load(b), F16::load(c)));
        differs += u32::from(naive != got);
    }
    assert!(differs > 0, "the sample must hold cases where rounding through f32 is wrong");
}

#[test]
fn bf16_fma_sees_the_smallest_addend() {
    // 1.0 + half an ulp is a tie to even (1.0); any positive addend, however tiny, must break it upwards.
    let (one, half_ulp, dust) = (Bf16::from_f64(1.0), Bf16::from_f64(2f64.powi(-8)), 1);
    assert_eq!(Bf16::fma(one, half_ulp, one), one);
    let product = Bf16::from_f64(1.0 + 2f64.powi(-7));
    let (x, y) = (Bf16::to_f64(product), Bf16::to_f64(dust));
    assert_eq!(Bf16::to_f64(Bf16::fma(product, product, dust)), {
        // (1 + 2^-7)² = 1 + 2^-6 + 2^-14: not a tie, so a tiny addend changes nothing.
        assert!(y > 0.0);
        Bf16::to_f64(Bf16::from_f64(x * x))
    });
    // 1.5 · (1 + 2^-7) = 1.5 + 1.5·2^-7: between 1.5 + 2^-7 and 1.5 + 2^-6 exactly halfway.
    let tie = |dust| Bf16::to_f64(Bf16::fma(Bf16::from_f64(1.5), product, dust));
    assert_eq!(tie(0), 1.5 + 2f64.powi(-6));
    assert_eq!(tie(Bf16::SIGN | 1), 1.5 + 2f64.powi(-7));
}
