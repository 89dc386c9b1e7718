//! Special values as in C99, Annex F, one by one, in every format.

use tf_dialects::scalar::{DType, Scalar, lookup};

use super::kernel;

const FORMATS: [DType; 4] = [DType::F16, DType::BF16, DType::F32, DType::F64];
const INF: f64 = f64::INFINITY;
const NAN: f64 = f64::NAN;

/// Compares bits, but for NaN; expected values round to the format.
fn check(op: &str, operands: &[f64], expected: f64) {
    for d in FORMATS {
        let given: Vec<_> = operands.iter().map(|&v| Scalar::from_f64(d, v)).collect();
        let got = kernel(op, d).eval(&given)[0];
        let wanted = Scalar::from_f64(d, expected);
        let nan = got.to_f64().is_nan() && expected.is_nan();
        assert!(got == wanted || nan, "{op} {operands:?} at {d}: {got}, expected {wanted}");
    }
}

/// A value exactly at zeros and infinities: zero to itself, infinities to these.
fn odd(op: &str, at_infinity: f64) {
    check(op, &[0.0], 0.0);
    check(op, &[-0.0], -0.0);
    check(op, &[INF], at_infinity);
    check(op, &[-INF], -at_infinity);
    check(op, &[NAN], NAN);
}

#[test]
fn exponentials() {
    for op in ["math.exp", "math.exp2"] {
        for (x, y) in [(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, 0.0), (NAN, NAN)] {
            check(op, &[x], y);
        }
    }
    for n in -24..16 {
        check("math.exp2", &[f64::from(n)], 2f64.powi(n));
    }
    check("math.expm1", &[0.0], 0.0);
    check("math.expm1", &[-0.0], -0.0);
    check("math.expm1", &[INF], INF);
    check("math.expm1", &[-INF], -1.0);
    check("math.expm1", &[NAN], NAN);
}

#[test]
fn logarithms() {
    for op in ["math.log", "math.log2", "math.log10"] {
        for (x, y) in
            [(0.0, -INF), (-0.0, -INF), (1.0, 0.0), (-1.0, NAN), (-INF, NAN), (INF, INF), (NAN, NAN)]
        {
            check(op, &[x], y);
        }
    }
    for n in -14..15 {
        check("math.log2", &[2f64.powi(n)], n.into());
    }
    check("math.log10", &[1000.0], 3.0);
    for (x, y) in [(0.0, 0.0), (-0.0, -0.0), (-1.0, -INF), (-2.0, NAN), (-INF, NAN), (INF, INF), (NAN, NAN)] {
        check("math.log1p", &[x], y);
    }
}

#[test]
fn hyperbolic() {
    odd("math.sinh", INF);
    odd("math.tanh", 1.0);
    odd("math.asinh", INF);
    for (x, y) in [(0.0, 1.0), (-0.0, 1.0), (INF, INF), (-INF, INF), (NAN, NAN)] {
        check("math.cosh", &[x], y);
    }
    for (x, y) in [(1.0, 0.0), (0.5, NAN), (-3.0, NAN), (-INF, NAN), (INF, INF), (NAN, NAN)] {
        check("math.acosh", &[x], y);
    }
    for (x, y) in [
        (0.0, 0.0),
        (-0.0, -0.0),
        (1.0, INF),
        (-1.0, -INF),
        (1.5, NAN),
        (-1.5, NAN),
        (INF, NAN),
        (-INF, NAN),
        (NAN, NAN),
    ] {
        check("math.atanh", &[x], y);
    }
}

#[test]
fn trigonometric() {
    odd("math.sin", NAN);
    odd("math.tan", NAN);
    for (x, y) in [(0.0, 1.0), (-0.0, 1.0), (INF, NAN), (-INF, NAN), (NAN, NAN)] {
        check("math.cos", &[x], y);
    }
    let half_pi = std::f64::consts::FRAC_PI_2;
    odd("math.atan", half_pi);
    for op in ["math.asin", "math.acos"] {
        for x in [1.5, -1.5, INF, -INF, NAN] {
            check(op, &[x], NAN);
        }
    }
    for (x, y) in [(0.0, 0.0), (-0.0, -0.0), (1.0, half_pi), (-1.0, -half_pi)] {
        check("math.asin", &[x], y);
    }
    for (x, y) in [(1.0, 0.0), (0.0, half_pi), (-0.0, half_pi), (-1.0, std::f64::consts::PI)] {
        check("math.acos", &[x], y);
    }
}

#[test]
fn the_angle_of_a_point() {
    let pi = std::f64::consts::PI;
    for sign in [1.0, -1.0] {
        for (y, x, angle) in [
            (0.0, 0.0, 0.0),
            (0.0, -0.0, pi),
            (0.0, 2.0, 0.0),
            (0.0, -2.0, pi),
            (1.0, 0.0, pi / 2.0),
            (1.0, -0.0, pi / 2.0),
            (3.0, 3.0, pi / 4.0),
            (3.0, -3.0, 3.0 * pi / 4.0),
            (2.0, INF, 0.0),
            (2.0, -INF, pi),
            (0.0, INF, 0.0),
            (0.0, -INF, pi),
            (INF, 2.0, pi / 2.0),
            (INF, -2.0, pi / 2.0),
            (INF, INF, pi / 4.0),
            (INF, -INF, 3.0 * pi / 4.0),
        ] {
            check("math.atan2", &[sign * y, x], sign * angle);
        }
    }
    for (y, x) in [(NAN, 1.0), (1.0, NAN), (0.0, NAN), (NAN, 0.0), (NAN, NAN), (INF, NAN)] {
        check("math.atan2", &[y, x], NAN);
    }
}

#[test]
fn roots() {
    odd("math.cbrt", INF);
    for n in [1.0, 2.0, 3.0, 4.0, 5.0, -6.0] {
        check("math.cbrt", &[n * n * n], n);
    }
    for (x, y) in [(0.0, INF), (-0.0, -INF), (4.0, 0.5), (-1.0, NAN), (INF, 0.0), (-INF, NAN), (NAN, NAN)] {
        check("math.rsqrt", &[x], y);
    }
}

#[test]
fn error_functions() {
    odd("math.erf", 1.0);
    for (x, y) in [(0.0, 1.0), (-0.0, 1.0), (INF, 0.0), (-INF, 2.0), (NAN, NAN)] {
        check("math.erfc", &[x], y);
    }
}

/// F.9.4.4.
#[test]
fn powers() {
    let pow = |x: f64, y: f64, expected: f64| check("math.powf", &[x, y], expected);
    for (y, odd) in [(-3.0, true), (-2.0, false), (-2.5, false), (-INF, false)] {
        pow(0.0, y, INF);
        pow(-0.0, y, if odd { -INF } else { INF });
        pow(INF, y, 0.0);
        pow(-INF, y, if odd { -0.0 } else { 0.0 });
    }
    for (y, odd) in [(3.0, true), (2.0, false), (2.5, false), (INF, false)] {
        pow(0.0, y, 0.0);
        pow(-0.0, y, if odd { -0.0 } else { 0.0 });
        pow(INF, y, INF);
        pow(-INF, y, if odd { -INF } else { INF });
    }
    for x in [0.0, -0.0, 1.0, -2.5, INF, -INF, NAN] {
        pow(x, 0.0, 1.0);
        pow(x, -0.0, 1.0);
    }
    for y in [0.5, -3.0, INF, -INF, NAN] {
        pow(1.0, y, 1.0);
    }
    pow(-1.0, INF, 1.0);
    pow(-1.0, -INF, 1.0);
    for (x, y) in [(-2.0, 0.5), (-1.0, 1.5), (-0.5, -2.5)] {
        pow(x, y, NAN);
    }
    for x in [0.5, -0.5, 0.0] {
        pow(x, INF, 0.0);
        pow(x, -INF, INF);
    }
    for x in [2.0, -2.0] {
        pow(x, INF, INF);
        pow(x, -INF, 0.0);
    }
    for (x, y) in [(NAN, 1.0), (2.0, NAN), (-2.0, NAN), (0.0, NAN), (INF, NAN), (NAN, NAN), (-1.0, NAN)] {
        pow(x, y, NAN);
    }
    for (x, y, exact) in
        [(2.0, 10.0, 1024.0), (-2.0, 9.0, -512.0), (4.0, 0.5, 2.0), (-3.0, 2.0, 9.0), (8.0, -1.0, 0.125)]
    {
        pow(x, y, exact);
    }
    // Large integers: all even from where the format holds no odd ones.
    pow(-1.0, 65504.0, 1.0);
}

#[test]
fn integer_powers() {
    for d in FORMATS {
        let spec = lookup("math.fpowi").expect("in the table");
        let kernel = spec.kernel(&[d, DType::I32], &[d], None).expect("its types");
        for (x, n, expected) in [
            (2.0, 10, 1024.0),
            (-2.0, 3, -8.0),
            (-2.0, -3, -0.125),
            (NAN, 0, 1.0),
            (NAN, 2, NAN),
            (INF, 0, 1.0),
            (0.0, 0, 1.0),
            (0.0, -2, INF),
            (-0.0, -3, -INF),
            (-0.0, 3, -0.0),
            (-INF, 3, -INF),
            (-INF, -3, -0.0),
            (INF, -1, 0.0),
            (-1.0, i32::MAX, -1.0),
            (-1.0, i32::MIN, 1.0),
            (3.0, i32::MIN, 0.0),
        ] {
            let got = kernel.eval(&[Scalar::from_f64(d, x), Scalar::from_i64(DType::I32, n.into())])[0];
            let wanted = Scalar::from_f64(d, expected);
            let nan = got.to_f64().is_nan() && expected.is_nan();
            assert!(got == wanted || nan, "{x} to the {n} at {d}: {got}");
        }
    }
}

/// The smallest values: the odd functions with slope 1 at zero are the identity there.
#[test]
fn denormals_stay() {
    for op in ["expm1", "log1p", "sinh", "tanh", "asinh", "atanh", "sin", "tan", "asin", "atan"] {
        let op = format!("math.{op}");
        for d in [DType::F32, DType::F64] {
            for bits in [1, 2, 3, 0x1234, 0x7f_ffff, 0x80_0000] {
                for sign in [0, 1u64 << (d.bits() - 1)] {
                    let got = kernel(&op, d).call(bits | sign, 0, 0);
                    assert_eq!(got, bits | sign, "{op} at {d} of bits {bits:x}");
                }
            }
        }
    }
}

/// Results that are denormal are not flushed, and round once.
#[test]
fn denormal_results() {
    let exp2 = |x: f64, d| kernel("math.exp2", d).eval(&[Scalar::from_f64(d, x)])[0].bits();
    assert_eq!((exp2(-149.0, DType::F32), exp2(-148.0, DType::F32), exp2(-150.0, DType::F32)), (1, 2, 0));
    assert_eq!((exp2(-1074.0, DType::F64), exp2(-1073.0, DType::F64), exp2(-1075.0, DType::F64)), (1, 2, 0));
    let root = kernel("math.cbrt", DType::F32).call(8, 0, 0);
    // The eighth denormal is 2⁻¹⁴⁶; its cube root is 2^(−146/3).
    let exact = (-146f64 / 3.0).exp2();
    assert!((f64::from(f32::from_bits(root as u32)) / exact - 1.0).abs() < 1e-7);
}
