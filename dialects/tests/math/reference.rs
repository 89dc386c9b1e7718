//! References for f32: the f64 functions of the platform's library and of `libm`.

/// A unary math op and its f64 reference.
pub type Unary = (&'static str, fn(f64) -> f64);

/// Every unary op whose accuracy is measured. The bound is the largest error in f32 ulps over all arguments,
/// measured by the full sweep of `examples/math_ulp.rs` and rounded up.
pub const UNARY: &[(&str, fn(f64) -> f64, f64)] = &[
    ("math.acos", f64::acos, 2.0),
    ("math.acosh", f64::acosh, 2.0),
    ("math.asin", f64::asin, 2.0),
    ("math.asinh", f64::asinh, 2.0),
    ("math.atan", f64::atan, 2.0),
    ("math.atanh", f64::atanh, 2.0),
    ("math.cbrt", f64::cbrt, 2.0),
    ("math.cos", f64::cos, 2.0),
    ("math.cosh", f64::cosh, 2.0),
    ("math.erf", libm::erf, 2.0),
    ("math.erfc", libm::erfc, 2.0),
    ("math.exp", f64::exp, 2.0),
    ("math.exp2", f64::exp2, 2.0),
    ("math.expm1", f64::exp_m1, 2.0),
    ("math.log", f64::ln, 2.0),
    ("math.log10", f64::log10, 2.0),
    ("math.log1p", f64::ln_1p, 2.0),
    ("math.log2", f64::log2, 2.0),
    ("math.rsqrt", |x| 1.0 / x.sqrt(), 2.0),
    ("math.sin", f64::sin, 2.0),
    ("math.sinh", f64::sinh, 2.0),
    ("math.tan", f64::tan, 2.0),
    ("math.tanh", f64::tanh, 2.0),
];
