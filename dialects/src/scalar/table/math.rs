//! The rows of the `math` dialect, sorted by name.

use super::{OpSpec, specs};
use crate::scalar::{expanded, float, int};
use tf_ir::arithmetic::Arithmetic::Absolute;

/// The elementwise ops of `math`, in the form of [`super::arith::arith_rows`].
macro_rules! math_rows {
    ($make:ident) => { $make! { "math";
        Absf absf: FloatUnary, 1, Float(float::absf)
            .idempotent()
            .derives(&[&["select(a > 0, g, select(a < 0, -g, 0))"]]);
        Absi absi: IntUnary, 1, Int(int::absi).idempotent().integer(Absolute(0));
        Acos acos: FloatUnary, 24, Float(expanded::acos).derives(&[&["-(g/sqrt((1 - a)*(1 + a)))"]]);
        Acosh acosh: FloatUnary, 63, Float(expanded::acosh).derives(&[&["g/sqrt((a - 1)*(a + 1))"]]);
        Asin asin: FloatUnary, 21, Float(expanded::asin).derives(&[&["g/sqrt((1 - a)*(1 + a))"]]);
        Asinh asinh: FloatUnary, 55, Float(expanded::asinh).derives(&[&["g/sqrt(a*a + 1)"]]);
        Atan atan: FloatUnary, 24, Float(expanded::atan).derives(&[&["g/(1 + a*a)"]]);
        Atan2 atan2: FloatBinary, 35, Float(expanded::atan2)
            .derives(&[&["g*b/(a*a + b*b)", "-(g*a/(a*a + b*b))"]]);
        Atanh atanh: FloatUnary, 51, Float(expanded::atanh).derives(&[&["g/((1 - a)*(1 + a))"]]);
        Cbrt cbrt: FloatUnary, 36, Float(expanded::cbrt).derives(&[&["g/(3*y*y)"]]);
        Ceil ceil: FloatUnary, 1, Float(float::ceil).idempotent().derives(&[&["0"]]);
        Clampf clampf: FloatTernary, 4, Float(float::clampf)
            .derives(&[&[
                "select(a > b, select(a < c, g, 0), 0)",
                "select(a < b, select(b < c, g, 0), 0)",
                "select(maximumf(a, b) > c, g, 0)",
            ]]);
        Copysign copysign: FloatBinary, 1, Float(float::copysign)
            .derives(&[&["select(a == 0, 0, g*copysign(1, a)*copysign(1, b))", "0"]]);
        Cos cos: FloatUnary, 19, Float(expanded::cos).derives(&[&["-(g*sin(a))"]]);
        Cosh cosh: FloatUnary, 25, Float(expanded::cosh).derives(&[&["g*sinh(a)"]]);
        Ctlz ctlz: IntUnary, 2, Int(int::ctlz);
        Ctpop ctpop: IntUnary, 2, Int(int::ctpop);
        Cttz cttz: IntUnary, 2, Int(int::cttz);
        Erf erf: FloatUnary, 34, Float(expanded::erf).derives(&[&["g*1.1283791670955126*exp(-(a*a))"]]);
        Erfc erfc: FloatUnary, 63, Float(expanded::erfc).derives(&[&["-(g*1.1283791670955126*exp(-(a*a)))"]]);
        Exp exp: FloatUnary, 18, Float(expanded::exp).derives(&[&["g*y"]]);
        Exp2 exp2: FloatUnary, 17, Float(expanded::exp2).derives(&[&["g*y*0.6931471805599453"]]);
        Expm1 expm1: FloatUnary, 21, Float(expanded::expm1).derives(&[&["g*(y + 1)"]]);
        Floor floor: FloatUnary, 1, Float(float::floor).idempotent().derives(&[&["0"]]);
        Fma fma: FloatTernary, 1, Float(float::fma).commutes().derives(&[&["g*b", "g*a", "g"]]);
        Fpowi fpowi: FloatInt, 112, Float(expanded::fpowi)
            .derives(&[&["g*float(b)*fpowi(a, select(b == 0, 0, b - 1))", "0"]]);
        Ipowi ipowi: IntBinary, 40, Int(int::ipowi);
        Isfinite isfinite: FloatTest, 2, Float(float::isfinite);
        Isinf isinf: FloatTest, 2, Float(float::isinf);
        Isnan isnan: FloatTest, 1, Float(float::isnan);
        Isnormal isnormal: FloatTest, 2, Float(float::isnormal);
        Log log: FloatUnary, 30, Float(expanded::log).derives(&[&["g/a"]]);
        Log10 log10: FloatUnary, 32, Float(expanded::log10).derives(&[&["g/(a*2.302585092994046)"]]);
        Log1p log1p: FloatUnary, 40, Float(expanded::log1p).derives(&[&["g/(1 + a)"]]);
        Log2 log2: FloatUnary, 31, Float(expanded::log2).derives(&[&["g/(a*0.6931471805599453)"]]);
        Powf powf: FloatBinary, 120, Float(expanded::powf).derives(&[&[
            // At (0, 0) the formula changes the exponent, not the product: higher derivatives are finite
            // there, too, and the slope by b elsewhere with b = 0 remains.
            "g*b*powf(a, select(a == 0, select(b == 0, 1, b - 1), b - 1))",
            "select(a > 0, g*y*log(select(a > 0, a, 1)), 0)",
        ]]);
        Round round: FloatUnary, 4, Float(float::round).idempotent().derives(&[&["0"]]);
        Roundeven roundeven: FloatUnary, 1, Float(float::roundeven).idempotent().derives(&[&["0"]]);
        Rsqrt rsqrt: FloatUnary, 8, Float(expanded::rsqrt).derives(&[&["-(g*y/(2*a))"]]);
        Sin sin: FloatUnary, 19, Float(expanded::sin).derives(&[&["g*cos(a)"]]);
        Sincos sincos: FloatPair, 38, Float(expanded::sin, expanded::cos).derives(&[&["g*z"], &["-(g*y)"]]);
        Sinh sinh: FloatUnary, 34, Float(expanded::sinh).derives(&[&["g*cosh(a)"]]);
        Sqrt sqrt: FloatUnary, 4, Float(float::sqrt).derives(&[&["g/(2*y)"]]);
        Tan tan: FloatUnary, 38, Float(expanded::tan).derives(&[&["g*(1 + y*y)"]]);
        Tanh tanh: FloatUnary, 30, Float(expanded::tanh).derives(&[&["g*((1 - y)*(1 + y))"]]);
        Trunc trunc: FloatUnary, 1, Float(float::trunc).idempotent().derives(&[&["0"]]);
    } };
}
pub(crate) use math_rows;

/// The rows as a table.
pub static MATH: &[OpSpec] = math_rows!(specs);
