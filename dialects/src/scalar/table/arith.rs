//! The rows of the `arith` dialect, sorted by name.

use super::Associativity::{Exact, Rounded};
use super::{Attribute, ByFormat, Identity, OpSpec, specs};
use crate::scalar::format::{Bf16, F16};
use crate::scalar::{cast, cmp, float, int};
use tf_ir::arithmetic::Arithmetic::{
    And, Cast, Difference, Maximum, Minimum, Product, Quotient, Remainder, Select, ShiftLeft, ShiftRight, Sum,
};
use tf_ir::arithmetic::Rounding::{Ceil, Floor, TowardZero};
use tf_ir::arithmetic::Signedness::{Signed, Unsigned};

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

/// The elementwise ops of `arith`, sorted by name, passed to the macro `$make`: type and function of the op,
/// kind, cost, scalar functions, laws. `scaling_extf` and `scaling_truncf` need 8-bit floats, which are not
/// element types here.
macro_rules! arith_rows {
    ($make:ident) => { $make! { "arith";
        Addf addf: FloatBinary, 1, Float(float::addf)
            .reduces(Rounded, Identity::NegativeZero)
            .derives(&[&["g", "g"]]);
        Addi addi: IntBinary, 1, Int(int::addi)
            .reduces(Exact, Identity::Zero).with(Attribute::Overflow).integer(Sum(0, 1));
        AdduiExtended addui_extended: AddExtended, 2, Int(int::addi, int::addui_carry).commutes();
        Andi andi: IntBinary, 1, Int(int::andi).reduces(Exact, Identity::AllOnes).idempotent().integer(And(0, 1));
        Bitcast bitcast: Cast(Bits), 1, Int(cast::bitcast);
        Ceildivsi ceildivsi: IntBinary, 24, Int(int::ceildivsi).integer(Quotient(0, 1, Ceil, Signed));
        Ceildivui ceildivui: IntBinary, 22, Int(int::ceildivui).integer(Quotient(0, 1, Ceil, Unsigned));
        Cmpf cmpf: FloatCompare, 1, CmpF(FLOAT_COMPARES);
        Cmpi cmpi: IntCompare, 1, CmpI(INT_COMPARES);
        Divf divf: FloatBinary, 4, Float(float::divf).derives(&[&["g/b", "-(g*y/b)"]]);
        Divsi divsi: IntBinary, 20, Int(int::divsi).with(Attribute::Exact).integer(Quotient(0, 1, TowardZero, Signed));
        Divui divui: IntBinary, 20, Int(int::divui).with(Attribute::Exact).integer(Quotient(0, 1, Floor, Unsigned));
        Extf extf: Cast(ExtF), 1, FloatToFloat(FLOAT_TO_FLOAT).with(Attribute::FastMath);
        Extsi extsi: Cast(ExtI), 1, Int(cast::extsi).integer(Cast(0, Signed));
        Extui extui: Cast(ExtI), 1, Int(cast::extui).integer(Cast(0, Unsigned));
        Floordivsi floordivsi: IntBinary, 24, Int(int::floordivsi).integer(Quotient(0, 1, Floor, Signed));
        Fptosi fptosi: Cast(FloatToInt), 1, Float(cast::fptosi);
        Fptoui fptoui: Cast(FloatToInt), 1, Float(cast::fptoui);
        IndexCast index_cast: Cast(Index), 1, Int(cast::extsi).integer(Cast(0, Signed));
        IndexCastui index_castui: Cast(Index), 1, Int(cast::extui).integer(Cast(0, Unsigned));
        Maximumf maximumf: FloatBinary, 2, Float(float::maximumf)
            .reduces(Exact, Identity::NegativeInfinity)
            .idempotent()
            .derives(&[&["select(a == y, select(b == y, g/2, g), 0)", "select(b == y, select(a == y, g/2, g), 0)"]]);
        Maxnumf maxnumf: FloatBinary, 2, Float(float::maxnumf)
            .reduces(Exact, Identity::NaN)
            .idempotent()
            .derives(&[&["select(a == y, select(b == y, g/2, g), 0)", "select(b == y, select(a == y, g/2, g), 0)"]]);
        Maxsi maxsi: IntBinary, 1, Int(int::maxsi)
            .reduces(Exact, Identity::SignedMin).idempotent().integer(Maximum(0, 1, Signed));
        Maxui maxui: IntBinary, 1, Int(int::maxui)
            .reduces(Exact, Identity::Zero).idempotent().integer(Maximum(0, 1, Unsigned));
        Minimumf minimumf: FloatBinary, 2, Float(float::minimumf)
            .reduces(Exact, Identity::PositiveInfinity)
            .idempotent()
            .derives(&[&["select(a == y, select(b == y, g/2, g), 0)", "select(b == y, select(a == y, g/2, g), 0)"]]);
        Minnumf minnumf: FloatBinary, 2, Float(float::minnumf)
            .reduces(Exact, Identity::NaN)
            .idempotent()
            .derives(&[&["select(a == y, select(b == y, g/2, g), 0)", "select(b == y, select(a == y, g/2, g), 0)"]]);
        Minsi minsi: IntBinary, 1, Int(int::minsi)
            .reduces(Exact, Identity::SignedMax).idempotent().integer(Minimum(0, 1, Signed));
        Minui minui: IntBinary, 1, Int(int::minui)
            .reduces(Exact, Identity::AllOnes).idempotent().integer(Minimum(0, 1, Unsigned));
        Mulf mulf: FloatBinary, 1, Float(float::mulf).reduces(Rounded, Identity::One).derives(&[&["g*b", "g*a"]]);
        Muli muli: IntBinary, 1, Int(int::muli)
            .reduces(Exact, Identity::One).with(Attribute::Overflow).integer(Product(0, 1));
        MulsiExtended mulsi_extended: MulExtended, 4, Int(int::muli, int::mulsi_high).commutes();
        MuluiExtended mului_extended: MulExtended, 4, Int(int::muli, int::mului_high).commutes();
        Negf negf: FloatUnary, 1, Float(float::negf).derives(&[&["-g"]]);
        Ori ori: IntBinary, 1, Int(int::ori).reduces(Exact, Identity::Zero).idempotent();
        Remf remf: FloatBinary, 40, Float(float::remf).derives(&[&["g", "-(g*trunc(a/b))"]]);
        Remsi remsi: IntBinary, 22, Int(int::remsi).integer(Remainder(0, 1, TowardZero, Signed));
        Remui remui: IntBinary, 22, Int(int::remui).integer(Remainder(0, 1, Floor, Unsigned));
        Select select: Select, 1, Int(cmp::select)
            .derives(&[&["0", "select(a, g, 0)", "select(a, 0, g)"]]).integer(Select(0, 1, 2));
        Shli shli: IntBinary, 1, Int(int::shli).with(Attribute::Overflow).integer(ShiftLeft(0, 1));
        Shrsi shrsi: IntBinary, 1, Int(int::shrsi).with(Attribute::Exact).integer(ShiftRight(0, 1, Signed));
        Shrui shrui: IntBinary, 1, Int(int::shrui).with(Attribute::Exact).integer(ShiftRight(0, 1, Unsigned));
        Sitofp sitofp: Cast(IntToFloat), 1, ToFloat(cast::sitofp);
        Subf subf: FloatBinary, 1, Float(float::subf).derives(&[&["g", "-g"]]);
        Subi subi: IntBinary, 1, Int(int::subi).with(Attribute::Overflow).integer(Difference(0, 1));
        Truncf truncf: Cast(TruncF), 1, FloatToFloat(FLOAT_TO_FLOAT).with(Attribute::FastMathAndRounding);
        Trunci trunci: Cast(TruncI), 1, Int(cast::extui).with(Attribute::Overflow).integer(Cast(0, Signed));
        Uitofp uitofp: Cast(IntToFloat), 1, ToFloat(cast::uitofp);
        Xori xori: IntBinary, 1, Int(int::xori).reduces(Exact, Identity::Zero);
    } };
}
pub(crate) use arith_rows;

/// The rows as a table.
pub static ARITH: &[OpSpec] = arith_rows!(specs);
