//! The functions whose accuracy is measured: their references for f32, which are f64 functions of the
//! platform's library and of `libm`, and the stated bounds.

/// A unary op.
pub struct Unary {
    pub name: &'static str,
    /// The exact result for f32 purposes.
    pub exact: fn(f64) -> f64,
    /// The largest error at f32 that is promised, in ulps: more than any that was found.
    pub bound32: f64,
    /// The largest error at f64 that is promised: more than any that was found.
    pub bound64: f64,
}

/// A binary op.
pub struct Binary {
    pub name: &'static str,
    pub exact: fn(f64, f64) -> f64,
    pub bound32: f64,
    pub bound64: f64,
}

const fn unary(name: &'static str, exact: fn(f64) -> f64, bound32: f64, bound64: f64) -> Unary {
    Unary { name, exact, bound32, bound64 }
}

/// The unary ops that are expansions.
pub const UNARY: &[Unary] = &[
    unary("math.acos", f64::acos, 2.0, 2.0),
    unary("math.acosh", f64::acosh, 2.0, 2.0),
    unary("math.asin", f64::asin, 2.0, 2.0),
    unary("math.asinh", f64::asinh, 2.0, 2.0),
    unary("math.atan", f64::atan, 2.0, 2.0),
    unary("math.atanh", f64::atanh, 2.0, 2.0),
    unary("math.cbrt", f64::cbrt, 2.0, 2.0),
    unary("math.cos", f64::cos, 2.0, 2.0),
    unary("math.cosh", f64::cosh, 2.0, 2.0),
    unary("math.erf", libm::erf, 2.0, 2.0),
    unary("math.erfc", libm::erfc, 3.5, 3.75),
    unary("math.exp", f64::exp, 2.0, 2.0),
    unary("math.exp2", f64::exp2, 2.0, 2.0),
    unary("math.expm1", f64::exp_m1, 2.0, 2.0),
    unary("math.log", f64::ln, 2.0, 2.0),
    unary("math.log10", f64::log10, 2.0, 2.0),
    unary("math.log1p", f64::ln_1p, 2.0, 2.0),
    unary("math.log2", f64::log2, 2.0, 2.0),
    unary("math.rsqrt", |x| 1.0 / x.sqrt(), 2.0, 2.0),
    unary("math.sin", f64::sin, 2.0, 2.0),
    unary("math.sinh", f64::sinh, 2.0, 2.0),
    unary("math.tan", f64::tan, 2.0, 2.0),
    unary("math.tanh", f64::tanh, 2.0, 2.0),
];

/// The binary ops that are expansions.
pub const BINARY: &[Binary] = &[
    Binary { name: "math.atan2", exact: f64::atan2, bound32: 2.0, bound64: 2.0 },
    Binary { name: "math.powf", exact: f64::powf, bound32: 2.0, bound64: 2.0 },
];
