//! f16 and bf16: every argument of every unary function is the f32 result rounded once.

use tf_dialects::scalar::{DType, Scalar};

use super::{kernel, reference};

#[test]
fn narrow_results_are_f32_results_rounded() {
    for f in reference::UNARY {
        let wide = kernel(f.name, DType::F32);
        for dtype in [DType::F16, DType::BF16] {
            let narrow = kernel(f.name, dtype);
            for bits in 0..65536 {
                let x = Scalar::from_bits(dtype, bits).to_f64();
                let at32 = wide.call(Scalar::from_f64(DType::F32, x).bits(), 0, 0);
                let expected = Scalar::from_f64(dtype, Scalar::from_bits(DType::F32, at32).to_f64());
                let got = Scalar::from_bits(dtype, narrow.call(bits, 0, 0));
                let nan = got.to_f64().is_nan() && expected.to_f64().is_nan();
                assert!(got == expected || nan, "{} {x} at {dtype}: {got} {expected}", f.name);
            }
        }
    }
}
