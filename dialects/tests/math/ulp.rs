//! Errors in ulps.

/// The spacing of f32 at `v`, including denormals and a binade beyond the largest finite value.
pub fn ulp32(v: f64) -> f64 {
    let exponent = (((v.to_bits() >> 52) & 0x7ff) as i32 - 1023).clamp(-126, 127);
    f64::from_bits(((exponent - 23 + 1023) as u64) << 52)
}

/// How far `got` is from the exact result, in ulps of the exact result. NaN equals NaN; an overflow to
/// infinity counts as 2¹²⁸, so that rounding to it is half an ulp at most.
pub fn error32(got: f32, exact: f64) -> f64 {
    if got.is_nan() || exact.is_nan() {
        return if got.is_nan() && exact.is_nan() { 0.0 } else { f64::INFINITY };
    }
    let limit = 2f64.powi(128);
    let got = f64::from(got).clamp(-limit, limit);
    let exact = exact.clamp(-limit, limit);
    (got - exact).abs() / ulp32(exact)
}

/// The spacing of f64 at `v`, including denormals.
pub fn ulp64(v: f64) -> f64 {
    let exponent = (((v.to_bits() >> 52) & 0x7ff) as i32 - 1023).clamp(-1022, 1023);
    2f64.powi(exponent.max(-1022) + 100 - 52) / 2f64.powi(100)
}

/// How far `got` is from `hi + lo`, in ulps. Beyond the largest finite value, an overflow to infinity counts
/// as no error, even if the exact result rounds to a finite value.
pub fn error64(got: f64, exact: (f64, f64)) -> f64 {
    let (hi, lo) = exact;
    if got.is_nan() || hi.is_nan() {
        return if got.is_nan() && hi.is_nan() { 0.0 } else { f64::INFINITY };
    }
    if got.is_infinite() || hi.is_infinite() {
        let clamp = |v: f64| v.clamp(-f64::MAX, f64::MAX);
        return if clamp(got) == clamp(hi) { 0.0 } else { f64::INFINITY };
    }
    ((got - hi) - lo).abs() / ulp64(hi)
}
