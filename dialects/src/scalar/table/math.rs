//! The rows of the `math` dialect, sorted by name.

use super::{Kind, Meaning, OpSpec, formats};
use crate::scalar::{expanded, float, int};

macro_rules! int_op {
    ($name:literal, $kind:ident, $cost:literal, $f:path) => {
        OpSpec::new(concat!("math.", $name), Kind::$kind, $cost, Meaning::Int(&[$f]))
    };
}
macro_rules! float_op {
    ($name:literal, $kind:ident, $cost:literal, $($f:path),+) => {
        OpSpec::new(concat!("math.", $name), Kind::$kind, $cost, Meaning::Float(&[$(formats!($f)),+]))
    };
}

/// The ops of `math`, sorted by name.
pub static MATH: &[OpSpec] = &[
    float_op!("absf", FloatUnary, 1, float::absf)
        .idempotent()
        .derives(&[&["select(a > 0, g, select(a < 0, -g, 0))"]]),
    int_op!("absi", IntUnary, 1, int::absi).idempotent(),
    float_op!("acos", FloatUnary, 24, expanded::acos).derives(&[&["-(g/sqrt((1 - a)*(1 + a)))"]]),
    float_op!("acosh", FloatUnary, 63, expanded::acosh).derives(&[&["g/sqrt((a - 1)*(a + 1))"]]),
    float_op!("asin", FloatUnary, 21, expanded::asin).derives(&[&["g/sqrt((1 - a)*(1 + a))"]]),
    float_op!("asinh", FloatUnary, 55, expanded::asinh).derives(&[&["g/sqrt(a*a + 1)"]]),
    float_op!("atan", FloatUnary, 24, expanded::atan).derives(&[&["g/(1 + a*a)"]]),
    float_op!("atan2", FloatBinary, 35, expanded::atan2)
        .derives(&[&["g*b/(a*a + b*b)", "-(g*a/(a*a + b*b))"]]),
    float_op!("atanh", FloatUnary, 51, expanded::atanh).derives(&[&["g/((1 - a)*(1 + a))"]]),
    float_op!("cbrt", FloatUnary, 36, expanded::cbrt).derives(&[&["g/(3*y*y)"]]),
    float_op!("ceil", FloatUnary, 1, float::ceil).idempotent().derives(&[&["0"]]),
    float_op!("clampf", FloatTernary, 4, float::clampf).derives(&[&[
        "select(a > b, select(a < c, g, 0), 0)",
        "select(a < b, select(b < c, g, 0), 0)",
        "select(maximumf(a, b) > c, g, 0)",
    ]]),
    float_op!("copysign", FloatBinary, 1, float::copysign)
        .derives(&[&["select(a == 0, 0, g*copysign(1, a)*copysign(1, b))", "0"]]),
    float_op!("cos", FloatUnary, 19, expanded::cos).derives(&[&["-(g*sin(a))"]]),
    float_op!("cosh", FloatUnary, 25, expanded::cosh).derives(&[&["g*sinh(a)"]]),
    int_op!("ctlz", IntUnary, 2, int::ctlz),
    int_op!("ctpop", IntUnary, 2, int::ctpop),
    int_op!("cttz", IntUnary, 2, int::cttz),
    float_op!("erf", FloatUnary, 34, expanded::erf).derives(&[&["g*1.1283791670955126*exp(-(a*a))"]]),
    float_op!("erfc", FloatUnary, 63, expanded::erfc).derives(&[&["-(g*1.1283791670955126*exp(-(a*a)))"]]),
    float_op!("exp", FloatUnary, 18, expanded::exp).derives(&[&["g*y"]]),
    float_op!("exp2", FloatUnary, 17, expanded::exp2).derives(&[&["g*y*0.6931471805599453"]]),
    float_op!("expm1", FloatUnary, 21, expanded::expm1).derives(&[&["g*(y + 1)"]]),
    float_op!("floor", FloatUnary, 1, float::floor).idempotent().derives(&[&["0"]]),
    float_op!("fma", FloatTernary, 1, float::fma).commutes().derives(&[&["g*b", "g*a", "g"]]),
    float_op!("fpowi", FloatInt, 112, expanded::fpowi)
        .derives(&[&["g*float(b)*fpowi(a, select(b == 0, 0, b - 1))", "0"]]),
    int_op!("ipowi", IntBinary, 40, int::ipowi),
    float_op!("isfinite", FloatTest, 2, float::isfinite),
    float_op!("isinf", FloatTest, 2, float::isinf),
    float_op!("isnan", FloatTest, 1, float::isnan),
    float_op!("isnormal", FloatTest, 2, float::isnormal),
    float_op!("log", FloatUnary, 30, expanded::log).derives(&[&["g/a"]]),
    float_op!("log10", FloatUnary, 32, expanded::log10).derives(&[&["g/(a*2.302585092994046)"]]),
    float_op!("log1p", FloatUnary, 40, expanded::log1p).derives(&[&["g/(1 + a)"]]),
    float_op!("log2", FloatUnary, 31, expanded::log2).derives(&[&["g/(a*0.6931471805599453)"]]),
    float_op!("powf", FloatBinary, 120, expanded::powf).derives(&[&[
        // At (0, 0) the exponent is another, not the product: also what is differentiated again is finite there, and elsewhere
        // the slope by b where b is 0 stays.
        "g*b*powf(a, select(a == 0, select(b == 0, 1, b - 1), b - 1))",
        "select(a > 0, g*y*log(select(a > 0, a, 1)), 0)",
    ]]),
    float_op!("round", FloatUnary, 4, float::round).idempotent().derives(&[&["0"]]),
    float_op!("roundeven", FloatUnary, 1, float::roundeven).idempotent().derives(&[&["0"]]),
    float_op!("rsqrt", FloatUnary, 8, expanded::rsqrt).derives(&[&["-(g*y/(2*a))"]]),
    float_op!("sin", FloatUnary, 19, expanded::sin).derives(&[&["g*cos(a)"]]),
    float_op!("sincos", FloatPair, 38, expanded::sin, expanded::cos).derives(&[&["g*z"], &["-(g*y)"]]),
    float_op!("sinh", FloatUnary, 34, expanded::sinh).derives(&[&["g*cosh(a)"]]),
    float_op!("sqrt", FloatUnary, 4, float::sqrt).derives(&[&["g/(2*y)"]]),
    float_op!("tan", FloatUnary, 38, expanded::tan).derives(&[&["g*(1 + y*y)"]]),
    float_op!("tanh", FloatUnary, 30, expanded::tanh).derives(&[&["g*((1 - y)*(1 + y))"]]),
    float_op!("trunc", FloatUnary, 1, float::trunc).idempotent().derives(&[&["0"]]),
];
