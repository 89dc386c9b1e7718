//! Conversions: rounding, saturation, every width.

use super::*;
use crate::scalar::format::{Bf16, F16};
use crate::scalar::{DType, Scalar, lookup};

fn cast(op: &str, from: Scalar, to: DType) -> Scalar {
    let spec = lookup(op).expect("an op of the table");
    spec.kernel(&[from.dtype()], &[to], None).expect("convertible types").eval(&[from])[0]
}

#[test]
fn every_f16_and_bf16_survives_f32_and_f64() {
    for bits in 0..65536 {
        for narrow in [DType::F16, DType::BF16] {
            let x = Scalar::from_bits(narrow, bits);
            for wide in [DType::F32, DType::F64] {
                let back = cast("arith.truncf", cast("arith.extf", x, wide), narrow);
                assert!(back == x || (back.to_f64().is_nan() && x.to_f64().is_nan()), "{x:?}");
            }
        }
    }
}

/// The integer rounding of [`Format::from_f64`] against the hardware's or library's, from f32.
#[test]
fn packing_agrees_with_the_f32_conversions() {
    let mut bits = 1u32;
    for _ in 0..400_000 {
        bits = crate::scalar::rng::pcg(bits);
        let v = f32::from_bits(bits);
        if v.is_nan() {
            continue;
        }
        assert_eq!(F16::from_f64(v.into()), F16::store(v), "{v:e}");
        assert_eq!(Bf16::from_f64(v.into()), Bf16::store(v), "{v:e}");
        let near = f32::from_bits((bits & 0x8fff_ffff) | 0x3000_0000);
        assert_eq!(F16::from_f64(near.into()), F16::store(near), "{near:e}");
    }
}

#[test]
fn nan_stays_nan() {
    // A payload only in the truncated bits must not become infinity.
    let signalling = Scalar::from_bits(DType::F64, 0x7ff0_0000_0000_0001);
    for d in [DType::F16, DType::BF16, DType::F32] {
        assert!(cast("arith.truncf", signalling, d).to_f64().is_nan(), "{d}");
    }
    let signalling = Scalar::from_bits(DType::F32, 0xff80_0001);
    for d in [DType::F16, DType::BF16] {
        assert!(cast("arith.truncf", signalling, d).to_f64().is_nan(), "{d}");
    }
}

#[test]
fn denormals_and_overflow_of_f16() {
    let to = |v: f64| cast("arith.truncf", Scalar::from_f64(DType::F64, v), DType::F16).bits();
    let smallest = 2f64.powi(-24);
    assert_eq!(to(smallest), 1);
    assert_eq!(to(smallest / 2.0), 0, "a tie goes to even, zero");
    assert_eq!(to(smallest / 2.0 * 1.0000001), 1);
    assert_eq!(to(smallest * 1.5), 2);
    assert_eq!(to(-smallest / 4.0), 0x8000);
    assert_eq!(to(65519.999), 0x7bff);
    assert_eq!(to(65520.0), 0x7c00);
    assert_eq!(to(-1e300), 0xfc00);
    assert_eq!(to(1e-300), 0);
}

#[test]
fn integers_to_floats_round_once() {
    // 2^24 + 1 rounds in f32 to 2^24; in one step to f16 overflow, in bf16 to 2^24.
    let big = Scalar::from_i64(DType::I64, (1 << 60) + (1 << 52) + 1);
    // bf16 has 8 significant bits: 2^60 + 2^52 is a tie between 2^60 and 2^60 + 2^53; the last 1 breaks it.
    assert_eq!(cast("arith.sitofp", big, DType::BF16).to_f64(), 2f64.powi(60) + 2f64.powi(53));
    let tie = Scalar::from_i64(DType::I64, (1 << 60) + (1 << 52));
    assert_eq!(cast("arith.sitofp", tie, DType::BF16).to_f64(), 2f64.powi(60));
    assert_eq!(cast("arith.sitofp", Scalar::from_i64(DType::I8, -128), DType::F16).to_f64(), -128.0);
    assert_eq!(cast("arith.uitofp", Scalar::from_i64(DType::I8, -128), DType::F16).to_f64(), 128.0);
    assert_eq!(cast("arith.sitofp", Scalar::from_bool(true), DType::F32).to_f64(), -1.0);
    assert_eq!(cast("arith.uitofp", Scalar::from_bool(true), DType::F32).to_f64(), 1.0);
    assert_eq!(cast("arith.uitofp", Scalar::from_i64(DType::I64, -1), DType::F64).to_f64(), 2f64.powi(64));
    for d in [DType::F16, DType::BF16, DType::F32, DType::F64] {
        assert_eq!(cast("arith.sitofp", Scalar::from_i64(DType::I32, 0), d).bits(), 0);
    }
}

#[test]
fn floats_to_integers_saturate() {
    let si = |v: f64, w: u8| cast("arith.fptosi", Scalar::from_f64(DType::F64, v), DType::Int(w)).to_i64();
    let ui = |v: f64, w: u8| cast("arith.fptoui", Scalar::from_f64(DType::F64, v), DType::Int(w)).bits();
    assert_eq!((si(1.9, 8), si(-1.9, 8), si(127.9, 8), si(128.0, 8), si(-200.0, 8)), (1, -1, 127, 127, -128));
    assert_eq!((si(f64::NAN, 32), si(f64::INFINITY, 32), si(1e300, 64)), (0, i32::MAX.into(), i64::MAX));
    assert_eq!((si(-1e300, 64), si(-5.0, 1), si(5.0, 1), si(-70000.0, 17)), (i64::MIN, -1, 0, -65536));
    assert_eq!((ui(1.9, 8), ui(-1.9, 8), ui(256.0, 8), ui(f64::NAN, 8)), (1, 0, 255, 0));
    assert_eq!((ui(1e300, 64), ui(f64::NEG_INFINITY, 64), ui(3.0, 1)), (u64::MAX, 0, 1));
    let half = Scalar::from_f64(DType::F16, f64::INFINITY);
    assert_eq!(cast("arith.fptosi", half, DType::I16).to_i64(), i16::MAX.into());
}

#[test]
fn integer_casts() {
    let x = Scalar::from_i64(DType::I8, -2);
    assert_eq!(cast("arith.extsi", x, DType::I32).to_i64(), -2);
    assert_eq!(cast("arith.extui", x, DType::I32).to_i64(), 254);
    assert_eq!(cast("arith.index_cast", x, DType::Index).to_i64(), -2);
    assert_eq!(cast("arith.index_castui", x, DType::Index).to_i64(), 254);
    let wide = Scalar::from_i64(DType::I32, 0x1ff80);
    assert_eq!(cast("arith.trunci", wide, DType::I8).to_i64(), -128);
    let index = Scalar::from_i64(DType::Index, -1);
    assert_eq!(cast("arith.index_cast", index, DType::I16).bits(), 0xffff);
    assert_eq!(cast("arith.bitcast", Scalar::from_f64(DType::F32, 1.0), DType::I32).bits(), 0x3f80_0000);
}
