//! The rows of the `arith` dialect, sorted by name.

use super::Associativity::{Exact, Rounded};
use super::{Attribute, ByFormat, Cast, Identity, Kind, Meaning, OpSpec, formats};
use crate::scalar::format::{Bf16, F16};
use crate::scalar::{cast, cmp, float, int};

/// `float_to_float` from one format to each.
macro_rules! to_formats {
    ($from:ty) => {
        [
            cast::float_to_float::<$from, F16>,
            cast::float_to_float::<$from, Bf16>,
            cast::float_to_float::<$from, f32>,
            cast::float_to_float::<$from, f64>,
        ]
    };
}
static FLOAT_TO_FLOAT: [ByFormat; 4] =
    [to_formats!(F16), to_formats!(Bf16), to_formats!(f32), to_formats!(f64)];

macro_rules! float_compares {
    ($($p:literal)*) => {
        [$([cmp::cmpf::<F16, $p>, cmp::cmpf::<Bf16, $p>, cmp::cmpf::<f32, $p>, cmp::cmpf::<f64, $p>]),*]
    };
}
static FLOAT_COMPARES: [ByFormat; 16] = float_compares!(0 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15);

macro_rules! int_compares {
    ($($p:literal)*) => { [$(cmp::cmpi::<$p>),*] };
}
static INT_COMPARES: [super::ScalarFn; 10] = int_compares!(0 1 2 3 4 5 6 7 8 9);

macro_rules! int_op {
    ($name:literal, $kind:ident, $cost:literal, $($f:path),+) => {
        OpSpec::new(concat!("arith.", $name), Kind::$kind, $cost, Meaning::Int(&[$($f),+]))
    };
}
macro_rules! float_op {
    ($name:literal, $kind:ident, $cost:literal, $f:path) => {
        OpSpec::new(concat!("arith.", $name), Kind::$kind, $cost, Meaning::Float(&[formats!($f)]))
    };
}
macro_rules! cast_op {
    ($name:literal, $cast:ident, $meaning:expr) => {
        OpSpec::new(concat!("arith.", $name), Kind::Cast(Cast::$cast), 1, $meaning)
    };
}

/// The elementwise ops of `arith`, sorted by name. `scaling_extf` and `scaling_truncf` need 8-bit floats, which
/// are not element types here.
pub static ARITH: &[OpSpec] = &[
    float_op!("addf", FloatBinary, 1, float::addf)
        .reduces(Rounded, Identity::NegativeZero)
        .derives(&[&["g", "g"]]),
    int_op!("addi", IntBinary, 1, int::addi).reduces(Exact, Identity::Zero).with(Attribute::Overflow),
    int_op!("addui_extended", AddExtended, 2, int::addi, int::addui_carry).commutes(),
    int_op!("andi", IntBinary, 1, int::andi).reduces(Exact, Identity::AllOnes).idempotent(),
    cast_op!("bitcast", Bits, Meaning::Int(&[cast::bitcast])),
    int_op!("ceildivsi", IntBinary, 24, int::ceildivsi),
    int_op!("ceildivui", IntBinary, 22, int::ceildivui),
    OpSpec::new("arith.cmpf", Kind::FloatCompare, 1, Meaning::CmpF(&FLOAT_COMPARES)),
    OpSpec::new("arith.cmpi", Kind::IntCompare, 1, Meaning::CmpI(&INT_COMPARES)),
    float_op!("divf", FloatBinary, 4, float::divf).derives(&[&["g/b", "-(g*y/b)"]]),
    int_op!("divsi", IntBinary, 20, int::divsi).with(Attribute::Exact),
    int_op!("divui", IntBinary, 20, int::divui).with(Attribute::Exact),
    cast_op!("extf", ExtF, Meaning::FloatToFloat(&FLOAT_TO_FLOAT)).with(Attribute::FastMath),
    cast_op!("extsi", ExtI, Meaning::Int(&[cast::extsi])),
    cast_op!("extui", ExtI, Meaning::Int(&[cast::extui])),
    int_op!("floordivsi", IntBinary, 24, int::floordivsi),
    cast_op!("fptosi", FloatToInt, Meaning::Float(&[formats!(cast::fptosi)])),
    cast_op!("fptoui", FloatToInt, Meaning::Float(&[formats!(cast::fptoui)])),
    cast_op!("index_cast", Index, Meaning::Int(&[cast::extsi])),
    cast_op!("index_castui", Index, Meaning::Int(&[cast::extui])),
    float_op!("maximumf", FloatBinary, 2, float::maximumf)
        .reduces(Exact, Identity::NegativeInfinity)
        .idempotent()
        .derives(&[&[
            "select(a == y, select(b == y, g/2, g), 0)",
            "select(b == y, select(a == y, g/2, g), 0)",
        ]]),
    float_op!("maxnumf", FloatBinary, 2, float::maxnumf).reduces(Exact, Identity::NaN).idempotent().derives(
        &[&["select(a == y, select(b == y, g/2, g), 0)", "select(b == y, select(a == y, g/2, g), 0)"]],
    ),
    int_op!("maxsi", IntBinary, 1, int::maxsi).reduces(Exact, Identity::SignedMin).idempotent(),
    int_op!("maxui", IntBinary, 1, int::maxui).reduces(Exact, Identity::Zero).idempotent(),
    float_op!("minimumf", FloatBinary, 2, float::minimumf)
        .reduces(Exact, Identity::PositiveInfinity)
        .idempotent()
        .derives(&[&[
            "select(a == y, select(b == y, g/2, g), 0)",
            "select(b == y, select(a == y, g/2, g), 0)",
        ]]),
    float_op!("minnumf", FloatBinary, 2, float::minnumf).reduces(Exact, Identity::NaN).idempotent().derives(
        &[&["select(a == y, select(b == y, g/2, g), 0)", "select(b == y, select(a == y, g/2, g), 0)"]],
    ),
    int_op!("minsi", IntBinary, 1, int::minsi).reduces(Exact, Identity::SignedMax).idempotent(),
    int_op!("minui", IntBinary, 1, int::minui).reduces(Exact, Identity::AllOnes).idempotent(),
    float_op!("mulf", FloatBinary, 1, float::mulf)
        .reduces(Rounded, Identity::One)
        .derives(&[&["g*b", "g*a"]]),
    int_op!("muli", IntBinary, 1, int::muli).reduces(Exact, Identity::One).with(Attribute::Overflow),
    int_op!("mulsi_extended", MulExtended, 4, int::muli, int::mulsi_high).commutes(),
    int_op!("mului_extended", MulExtended, 4, int::muli, int::mului_high).commutes(),
    float_op!("negf", FloatUnary, 1, float::negf).derives(&[&["-g"]]),
    int_op!("ori", IntBinary, 1, int::ori).reduces(Exact, Identity::Zero).idempotent(),
    float_op!("remf", FloatBinary, 40, float::remf).derives(&[&["g", "-(g*trunc(a/b))"]]),
    int_op!("remsi", IntBinary, 22, int::remsi),
    int_op!("remui", IntBinary, 22, int::remui),
    OpSpec::new("arith.select", Kind::Select, 1, Meaning::Int(&[cmp::select])).derives(&[&[
        "0",
        "select(a, g, 0)",
        "select(a, 0, g)",
    ]]),
    int_op!("shli", IntBinary, 1, int::shli).with(Attribute::Overflow),
    int_op!("shrsi", IntBinary, 1, int::shrsi).with(Attribute::Exact),
    int_op!("shrui", IntBinary, 1, int::shrui).with(Attribute::Exact),
    cast_op!("sitofp", IntToFloat, Meaning::ToFloat(formats!(cast::sitofp))),
    float_op!("subf", FloatBinary, 1, float::subf).derives(&[&["g", "-g"]]),
    int_op!("subi", IntBinary, 1, int::subi).with(Attribute::Overflow),
    cast_op!("truncf", TruncF, Meaning::FloatToFloat(&FLOAT_TO_FLOAT)).with(Attribute::FastMathAndRounding),
    cast_op!("trunci", TruncI, Meaning::Int(&[cast::extui])).with(Attribute::Overflow),
    cast_op!("uitofp", IntToFloat, Meaning::ToFloat(formats!(cast::uitofp))),
    int_op!("xori", IntBinary, 1, int::xori).reduces(Exact, Identity::Zero),
];
