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
    float_op!("absf", FloatUnary, 1, float::absf).idempotent(),
    int_op!("absi", IntUnary, 1, int::absi).idempotent(),
    float_op!("acos", FloatUnary, 24, expanded::acos),
    float_op!("acosh", FloatUnary, 63, expanded::acosh),
    float_op!("asin", FloatUnary, 21, expanded::asin),
    float_op!("asinh", FloatUnary, 55, expanded::asinh),
    float_op!("atan", FloatUnary, 24, expanded::atan),
    float_op!("atan2", FloatBinary, 35, expanded::atan2),
    float_op!("atanh", FloatUnary, 51, expanded::atanh),
    float_op!("cbrt", FloatUnary, 36, expanded::cbrt),
    float_op!("ceil", FloatUnary, 1, float::ceil).idempotent(),
    float_op!("clampf", FloatTernary, 4, float::clampf),
    float_op!("copysign", FloatBinary, 1, float::copysign),
    float_op!("cos", FloatUnary, 19, expanded::cos),
    float_op!("cosh", FloatUnary, 25, expanded::cosh),
    int_op!("ctlz", IntUnary, 2, int::ctlz),
    int_op!("ctpop", IntUnary, 2, int::ctpop),
    int_op!("cttz", IntUnary, 2, int::cttz),
    float_op!("erf", FloatUnary, 34, expanded::erf),
    float_op!("erfc", FloatUnary, 63, expanded::erfc),
    float_op!("exp", FloatUnary, 18, expanded::exp),
    float_op!("exp2", FloatUnary, 17, expanded::exp2),
    float_op!("expm1", FloatUnary, 21, expanded::expm1),
    float_op!("floor", FloatUnary, 1, float::floor).idempotent(),
    float_op!("fma", FloatTernary, 1, float::fma).commutes(),
    float_op!("fpowi", FloatInt, 110, expanded::fpowi),
    int_op!("ipowi", IntBinary, 40, int::ipowi),
    float_op!("isfinite", FloatTest, 2, float::isfinite),
    float_op!("isinf", FloatTest, 2, float::isinf),
    float_op!("isnan", FloatTest, 1, float::isnan),
    float_op!("isnormal", FloatTest, 2, float::isnormal),
    float_op!("log", FloatUnary, 30, expanded::log),
    float_op!("log10", FloatUnary, 32, expanded::log10),
    float_op!("log1p", FloatUnary, 40, expanded::log1p),
    float_op!("log2", FloatUnary, 31, expanded::log2),
    float_op!("powf", FloatBinary, 118, expanded::powf),
    float_op!("round", FloatUnary, 4, float::round).idempotent(),
    float_op!("roundeven", FloatUnary, 1, float::roundeven).idempotent(),
    float_op!("rsqrt", FloatUnary, 8, expanded::rsqrt),
    float_op!("sin", FloatUnary, 19, expanded::sin),
    float_op!("sincos", FloatPair, 38, expanded::sin, expanded::cos),
    float_op!("sinh", FloatUnary, 34, expanded::sinh),
    float_op!("sqrt", FloatUnary, 4, float::sqrt),
    float_op!("tan", FloatUnary, 38, expanded::tan),
    float_op!("tanh", FloatUnary, 30, expanded::tanh),
    float_op!("trunc", FloatUnary, 1, float::trunc).idempotent(),
];
