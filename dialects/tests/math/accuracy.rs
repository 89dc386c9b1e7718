//! No error above the stated bound. `examples/math_ulp.rs` does the same over all f32 arguments.

use tf_dialects::scalar::DType;

use super::{kernel, points, reference, reference64, ulp};

/// About 2²⁰ arguments, spread evenly over the bit patterns: every exponent of both signs, 2000 mantissas
/// each.
#[test]
fn unary_f32() {
    for f in reference::UNARY {
        let kernel = kernel(f.name, DType::F32);
        let (mut worst, mut at) = (0.0, 0.0);
        for bits in (0..1u64 << 32).step_by(4099) {
            let x = f32::from_bits(bits as u32);
            let got = f32::from_bits(kernel.call(bits, 0, 0) as u32);
            let error = ulp::error32(got, (f.exact)(x.into()));
            if error > worst {
                (worst, at) = (error, x);
            }
        }
        assert!(worst <= f.bound32, "{} f32: {worst} ulp at {at:e}", f.name);
        assert!(worst > 0.3, "{} f32: {worst} ulp at most is too good to be true", f.name);
    }
}

#[test]
fn unary_f64() {
    for f in reference::UNARY {
        let kernel = kernel(f.name, DType::F64);
        let exact = reference64::unary(f.name);
        let (mut worst, mut at) = (0.0, 0.0);
        for x in points::f64_points(f.name, 20_000) {
            let reference = exact(x);
            let got = f64::from_bits(kernel.call(x.to_bits(), 0, 0));
            let error = ulp::error64(got, (reference.hi, reference.lo));
            if error > worst {
                (worst, at) = (error, x);
            }
        }
        assert!(worst <= f.bound64, "{} f64: {worst} ulp at {at:e}", f.name);
        assert!(worst > 0.3, "{} f64: {worst} ulp at most is too good to be true", f.name);
    }
}

#[test]
fn binary_functions() {
    for f in reference::BINARY {
        let (single, double) = (kernel(f.name, DType::F32), kernel(f.name, DType::F64));
        let exact = reference64::binary(f.name);
        for (i, (x, y)) in points::pairs(f.name, 200_000).enumerate() {
            let (a, b) = (x as f32, y as f32);
            let got = f32::from_bits(single.call(a.to_bits().into(), b.to_bits().into(), 0) as u32);
            let error = ulp::error32(got, (f.exact)(a.into(), b.into()));
            assert!(error <= f.bound32, "{} f32: {error} ulp at {a:e}, {b:e}", f.name);
            if i % 10 == 0 {
                let reference = exact(x, y);
                let got = f64::from_bits(double.call(x.to_bits(), y.to_bits(), 0));
                let error = ulp::error64(got, (reference.hi, reference.lo));
                assert!(error <= f.bound64, "{} f64: {error} ulp at {x:e}, {y:e}", f.name);
            }
        }
    }
}

/// `fpowi` is `powf` with an exact exponent.
#[test]
fn integer_powers() {
    use tf_dialects::scalar::lookup;
    let spec = lookup("math.fpowi").expect("in the table");
    for (dtype, int) in [(DType::F32, DType::I32), (DType::F32, DType::I64), (DType::F64, DType::I16)] {
        let kernel = spec.kernel(&[dtype, int], &[dtype], None).expect("its types");
        for (x, n) in points::pairs("math.powf", 20_000) {
            let n = n.round() as i64;
            let error = if dtype == DType::F32 {
                let x = x as f32;
                let got = f32::from_bits(kernel.call(x.to_bits().into(), n as u64 & int.mask(), 0) as u32);
                ulp::error32(got, f64::from(x).powf(n as f64))
            } else {
                let got = f64::from_bits(kernel.call(x.to_bits(), n as u64 & int.mask(), 0));
                let exact = reference64::binary("math.powf")(x, n as f64);
                ulp::error64(got, (exact.hi, exact.lo))
            };
            assert!(error <= 2.0, "{x:e} to the {n} at {dtype}, {int}: {error} ulp");
        }
    }
    // Exponents that f32 does not hold: 2²⁵ + 1 of them differs in sign from 2²⁵, and near one every unit
    // counts.
    let kernel = spec.kernel(&[DType::F32, DType::I32], &[DType::F32], None).expect("its types");
    let power = |x: f32, n: i32| f32::from_bits(kernel.call(x.to_bits().into(), n as u32 as u64, 0) as u32);
    assert_eq!(power(-1.0, (1 << 25) + 1), -1.0);
    let near_one = 1.0 - f32::EPSILON / 2.0;
    let exact = f64::from(near_one).powi((1 << 25) + 7);
    assert!(ulp::error32(power(near_one, (1 << 25) + 7), exact) <= 2.0);
    let wide = spec.kernel(&[DType::F32, DType::I64], &[DType::F32], None).expect("its types");
    let power = |x: f32, n: i64| f32::from_bits(wide.call(x.to_bits().into(), n as u64, 0) as u32);
    assert_eq!(power(-near_one, i64::MAX).to_bits(), (-0f32).to_bits());
    assert_eq!(power(-near_one, i64::MIN), f32::INFINITY);
    assert_eq!(power(-1.0, i64::MIN + 1), -1.0);
}

/// `sincos` gives the bits of `sin` and `cos`.
#[test]
fn both_of_sincos() {
    for dtype in [DType::F16, DType::F32, DType::F64] {
        let both = kernel("math.sincos", dtype);
        let (sin, cos) = (kernel("math.sin", dtype), kernel("math.cos", dtype));
        for x in points::f64_points("math.sin", 1000) {
            let bits = tf_dialects::scalar::Scalar::from_f64(dtype, x).bits();
            assert_eq!(both.function(0)(both.ctx(), bits, 0, 0), sin.call(bits, 0, 0));
            assert_eq!(both.function(1)(both.ctx(), bits, 0, 0), cos.call(bits, 0, 0));
        }
    }
}
