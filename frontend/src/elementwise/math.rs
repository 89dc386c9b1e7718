//! Functions of one or more values, elementwise.

use crate::elementwise::operators::{ADD, DIV, MUL, REM, SUB, binary};
use crate::elementwise::{Family, Pointwise};
use crate::trace::error::Site;
use crate::types::elem::{Elem, Element, Number};
use crate::types::tensor::{Arg, Operand, Tensor};
use tf_dialects::{arith, math};
use tf_ir::kind::OpDef;

/// Functions of one float; integers become f32 first.
macro_rules! float_functions {
    ($($(#[$doc:meta])* $method:ident $op:ident;)*) => {
        /// # Functions of one value
        ///
        /// Elementwise, on floats; integers become f32.
        impl Tensor {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $method(&self) -> Tensor {
                    self.apply(Site::caller(), &Family::float(stringify!($method), math::$op), [])
                }
            )*
        }
    };
}

float_functions! {
    /// The square root.
    sqrt Sqrt;
    /// The cube root.
    cbrt Cbrt;
    /// `1 / sqrt(x)`.
    rsqrt Rsqrt;
    /// e to the power of x.
    exp Exp;
    /// 2 to the power of x.
    exp2 Exp2;
    /// `exp(x) - 1`, precise for small x.
    exp_m1 Expm1;
    /// The natural logarithm.
    log Log;
    /// The logarithm to base 2.
    log2 Log2;
    /// The logarithm to base 10.
    log10 Log10;
    /// `log(1 + x)`, precise for small x.
    log1p Log1p;
    /// The sine.
    sin Sin;
    /// The cosine.
    cos Cos;
    /// The tangent.
    tan Tan;
    /// The inverse sine.
    asin Asin;
    /// The inverse cosine.
    acos Acos;
    /// The inverse tangent.
    atan Atan;
    /// The hyperbolic sine.
    sinh Sinh;
    /// The hyperbolic cosine.
    cosh Cosh;
    /// The hyperbolic tangent.
    tanh Tanh;
    /// The inverse hyperbolic sine.
    asinh Asinh;
    /// The inverse hyperbolic cosine.
    acosh Acosh;
    /// The inverse hyperbolic tangent.
    atanh Atanh;
    /// The error function.
    erf Erf;
    /// `1 - erf(x)`, precise for large x.
    erfc Erfc;
}

/// Functions of one value under which integers stay.
macro_rules! rounding_functions {
    ($($(#[$doc:meta])* $method:ident $op:ident;)*) => {
        /// # Roundings
        ///
        /// Elementwise; integers stay.
        impl Tensor {
            $(
                $(#[$doc])*
                #[track_caller]
                pub fn $method(&self) -> Tensor {
                    if !self.elem().is_float() {
                        return self.clone();
                    }
                    self.apply(Site::caller(), &Family::float(stringify!($method), math::$op), [])
                }
            )*
        }
    };
}

rounding_functions! {
    /// The greatest integer that is not above x. Integers stay.
    floor Floor;
    /// The least integer that is not below x. Integers stay.
    ceil Ceil;
    /// The nearest integer, halves away from zero. Integers stay.
    round Round;
    /// The nearest integer, halves to even. Integers stay.
    round_even Roundeven;
    /// The integer part. Integers stay.
    trunc Trunc;
}

const ABS: Family = Family::number("abs", math::Absf, math::Absi, math::Absi);
const MIN: Family = Family::number("min", arith::Minimumf, arith::Minsi, arith::Minui);
const MAX: Family = Family::number("max", arith::Maximumf, arith::Maxsi, arith::Maxui);
const POW: Family = Family::number("pow", math::Powf, math::Ipowi, math::Ipowi);

/// # Arithmetic and other element types
///
/// The operators `+ - * / % & | ^ << >> !` also work, with tensors, constants and extents on either side.
impl Tensor {
    /// The absolute value. The least signed integer, whose absolute value overflows, stays.
    #[track_caller]
    pub fn abs(&self) -> Tensor {
        match self.elem() {
            Elem::UInt(_) | Elem::Bool => self.clone(),
            _ => self.apply(Site::caller(), &ABS, []),
        }
    }

    /// 1, 0 or −1; zeros and NaN stay. The derivative is 0 everywhere.
    #[track_caller]
    pub fn sign(&self) -> Tensor {
        let at = Site::caller();
        self.library(at, || {
            // The integer part of a zero or NaN is the value itself, and has the derivative 0.
            let rest = self.trunc();
            let is_signed = self.elem().is_signed() || self.elem().is_float();
            let below = if is_signed { self.lt(0).select(-1, rest) } else { rest };
            self.gt(0).select(1, below)
        })
    }

    /// `1 / x`.
    #[track_caller]
    pub fn recip(&self) -> Tensor {
        1.0 / self
    }

    /// `x * x`.
    #[track_caller]
    pub fn square(&self) -> Tensor {
        self * self
    }

    /// `x - floor(x)`.
    #[track_caller]
    pub fn fract(&self) -> Tensor {
        self - self.floor()
    }

    /// The lesser of two values; of floats NaN if one is NaN.
    #[track_caller]
    pub fn min(&self, other: impl Operand) -> Tensor {
        self.apply(Site::caller(), &MIN, [other.arg()])
    }

    /// The greater of two values; of floats NaN if one is NaN.
    #[track_caller]
    pub fn max(&self, other: impl Operand) -> Tensor {
        self.apply(Site::caller(), &MAX, [other.arg()])
    }

    /// The nearest value in `low ..= high`.
    #[track_caller]
    pub fn clamp(&self, low: impl Operand, high: impl Operand) -> Tensor {
        self.max(low).min(high)
    }

    /// `x` to the power of `exponent`. Integers to integer powers are computed in integers; for floats and a
    /// constant integer exponent up to 64, by multiplication.
    #[track_caller]
    pub fn pow(&self, exponent: impl Operand) -> Tensor {
        self.power_of(Site::caller(), exponent.arg())
    }

    fn power_of(&self, at: Site, exponent: Arg) -> Tensor {
        match exponent {
            Arg::Number(Number::Int(n, _)) if self.elem().is_float() && n != 0 && n.abs() <= 64 => {
                self.power(at, n as i64)
            }
            Arg::Tensor(exponent) if matches!(exponent.elem(), Elem::UInt(_)) && !self.elem().is_float() => {
                self.unsigned_power(at, &exponent)
            }
            exponent => self.apply(at, &POW, [exponent]),
        }
    }

    /// `x` to the power of `exponent`, a float: what Rust's `powf` means. Integers become f32 first.
    #[track_caller]
    pub fn powf(&self, exponent: impl Operand) -> Tensor {
        let at = Site::caller();
        self.library(at, || self.cast(self.elem().to_float()).pow(exponent))
    }

    /// `x` to the power of `exponent`, an integer: what Rust's `powi` means for floats, and its `pow` for
    /// integers.
    #[track_caller]
    pub fn powi(&self, exponent: impl Operand) -> Tensor {
        let (at, exponent) = (Site::caller(), exponent.arg());
        let kind = exponent.elem();
        if let Arg::Tensor(poison) = &exponent
            && poison.is_poisoned()
        {
            return poison.clone();
        }
        if !kind.is_int() {
            return self.failed(at, format!("powi takes an integer exponent, not {kind}: use powf"));
        }
        match exponent {
            // Floats cannot represent all integers of their own width.
            Arg::Tensor(exponent) if self.elem().is_float() && kind != Elem::UInt(64) => {
                let wide = if kind.bits() < 32 || kind == Elem::Int(32) { 32 } else { 64 };
                self.float_to_integer_power(at, &exponent.cast(Elem::Int(wide)))
            }
            exponent => self.power_of(at, exponent),
        }
    }

    fn float_to_integer_power(&self, at: Site, exponent: &Tensor) -> Tensor {
        self.made(|shared| {
            shared.settled(at, [self.arg(), exponent.arg()], |pieces| {
                let elem = pieces[0].elem();
                let base = shared.realize(at, &pieces[0], elem)?;
                let exponent = shared.realize(at, &pieces[1], pieces[1].elem())?;
                let vals = shared.unify(at, "powi", vec![base, exponent])?;
                let op = Pointwise { op: math::Fpowi::KIND, result: elem, attrs: &[] };
                shared.pointwise_on(at, &vals, op)
            })
        })
    }

    /// An integer to the power of an unsigned exponent, which may exceed the greatest signed integer: the
    /// square of the power of its half, times the rest.
    fn unsigned_power(&self, at: Site, exponent: &Tensor) -> Tensor {
        self.library(at, || {
            let half = self.apply(at, &POW, [(exponent >> 1).arg()]);
            let rest = (exponent & 1).ne(0).select(self, 1);
            &half * &half * rest
        })
    }

    /// A power other than the 0th, by repeated squaring.
    fn power(&self, at: Site, exponent: i64) -> Tensor {
        let times = |a: &Tensor, b: &Tensor| binary(&self.shared, at, &MUL, a.arg(), b.arg());
        let mut rest = exponent.unsigned_abs();
        let (mut square, mut result) = (self.clone(), None);
        while rest > 0 {
            if rest & 1 == 1 {
                result = Some(result.map_or_else(|| square.clone(), |r| times(&r, &square)));
            }
            rest >>= 1;
            if rest > 0 {
                square = times(&square, &square);
            }
        }
        match result {
            None => self.clone(),
            Some(power) if exponent < 0 => binary(&self.shared, at, &DIV, 1.0.arg(), power.arg()),
            Some(power) => power,
        }
    }

    /// The angle of the point (`x`, `self`), in −π ..= π.
    #[track_caller]
    pub fn atan2(&self, x: impl Operand) -> Tensor {
        self.apply(Site::caller(), &Family::float("atan2", math::Atan2), [x.arg()])
    }

    /// The magnitude of this value with the sign of another.
    #[track_caller]
    pub fn copysign(&self, sign: impl Operand) -> Tensor {
        self.apply(Site::caller(), &Family::float("copysign", math::Copysign), [sign.arg()])
    }

    /// `self * factor + summand`, rounded once.
    #[track_caller]
    pub fn fma(&self, factor: impl Operand, summand: impl Operand) -> Tensor {
        self.apply(Site::caller(), &Family::float("fma", math::Fma), [factor.arg(), summand.arg()])
    }

    /// `self + (other - self) * t`.
    #[track_caller]
    pub fn lerp(&self, other: impl Operand, t: impl Operand) -> Tensor {
        let at = Site::caller();
        let difference = binary(&self.shared, at, &SUB, other.arg(), self.arg());
        self + difference * t
    }

    /// 0 below `edge`, else 1.
    #[track_caller]
    pub fn step(&self, edge: impl Operand) -> Tensor {
        let elem = self.elem().to_float();
        self.ge(edge).cast(elem)
    }

    /// 0 below `low`, 1 above `high`, `t * t * (3 - 2 * t)` between.
    #[track_caller]
    pub fn smoothstep(&self, low: impl Operand, high: impl Operand) -> Tensor {
        let at = Site::caller();
        let low = low.arg();
        let from = binary(&self.shared, at, &SUB, self.arg(), low.clone());
        let length = binary(&self.shared, at, &SUB, high.arg(), low);
        let t = (from / length).clamp(0.0, 1.0);
        &t * &t * (3.0 - 2.0 * &t)
    }

    /// The quotient rounded towards −∞. For floats, it is the one that matches [`Tensor::modulo`], as NumPy's
    /// `//`, while a floor of the rounded quotient may be wrong (1.0 // 0.1 is 9).
    #[track_caller]
    pub fn floor_div(&self, divisor: impl Operand) -> Tensor {
        let at = Site::caller();
        let divisor = divisor.arg();
        if self.elem().is_float() || divisor.elem().is_float() {
            return self.float_floor_div(at, divisor);
        }
        let family = Family::int("floor_div", arith::Floordivsi, arith::Divui);
        binary(&self.shared, at, &family, self.arg(), divisor)
    }

    fn float_floor_div(&self, at: Site, divisor: Arg) -> Tensor {
        let divisor = self.operand_like(at, divisor);
        self.library(at, || {
            let (quotient, rest) = (self / &divisor, self % &divisor);
            let below = rest.ne(0) & rest.lt(0).ne(divisor.lt(0));
            // An integer except for rounding.
            let whole = ((self - &rest) / &divisor - below.cast(rest.elem())).round_even();
            let whole = whole.eq(0).select(whole.copysign(&quotient), whole);
            divisor.eq(0).select(quotient, whole)
        })
    }

    /// The remainder that has the sign of the divisor: `x - y * floor_div(x, y)`.
    #[track_caller]
    pub fn modulo(&self, divisor: impl Operand) -> Tensor {
        let at = Site::caller();
        let divisor = divisor.arg();
        match self.shared.index_binary(at, "modulo", &self.arg(), &divisor) {
            Err(_) => return Tensor::poison(&self.shared),
            Ok(Some(index)) => return Tensor::of_index(&self.shared, Ok(index)),
            Ok(None) => {}
        }
        let rest = binary(&self.shared, at, &REM, self.arg(), divisor.clone());
        if matches!(rest.elem(), Elem::UInt(_)) {
            return rest;
        }
        let other = binary(&self.shared, at, &ADD, (&rest).arg(), divisor);
        // The remainder of the sum restores values that already have the right sign.
        let divisor = &other - &rest;
        let signs_differ = rest.ne(0) & (rest.lt(0).ne(divisor.lt(0)));
        let rest =
            if rest.elem().is_float() { rest.eq(0).select(rest.copysign(&divisor), rest) } else { rest };
        signs_differ.select(other, rest)
    }

    /// True where a float is NaN.
    #[track_caller]
    pub fn is_nan(&self) -> Tensor {
        self.test(Site::caller(), "is_nan", math::Isnan)
    }

    /// True where a float is neither infinite nor NaN.
    #[track_caller]
    pub fn is_finite(&self) -> Tensor {
        self.test(Site::caller(), "is_finite", math::Isfinite)
    }

    /// True where a float is infinite.
    #[track_caller]
    pub fn is_infinite(&self) -> Tensor {
        self.test(Site::caller(), "is_infinite", math::Isinf)
    }

    fn test<T: OpDef>(&self, at: Site, what: &str, _: T) -> Tensor {
        self.made(|shared| {
            shared.settled(at, [self.arg()], |pieces| {
                let elem = pieces[0].elem();
                if !elem.is_float() {
                    return Err(shared.fail(at, format!("{what} is defined on floats, not on {elem}")));
                }
                let op = Pointwise { op: T::KIND, result: Elem::Bool, attrs: &[] };
                shared.pointwise(at, what, &pieces, elem, op)
            })
        })
    }

    /// The same values in the element type `T`. Floats become integers by truncation, with saturation at the
    /// ends of the range and 0 for NaN; numeric types become bools as `x != 0`.
    #[track_caller]
    pub fn to<T: Element>(&self) -> Tensor {
        self.cast(T::ELEM)
    }

    /// The same values in another element type; see [`Tensor::to`].
    #[track_caller]
    pub fn cast(&self, elem: Elem) -> Tensor {
        let at = Site::caller();
        self.made(|shared| shared.settled(at, [self.arg()], |pieces| shared.realize(at, &pieces[0], elem)))
    }

    /// The same bits as an element type of the same width.
    #[track_caller]
    pub fn bitcast<T: Element>(&self) -> Tensor {
        self.bitcast_to(T::ELEM)
    }

    /// As [`Tensor::bitcast`], to an element type that is known when the program is traced.
    #[track_caller]
    pub fn bitcast_to(&self, to: Elem) -> Tensor {
        let at = Site::caller();
        self.made(|shared| {
            shared.settled(at, [self.arg()], |pieces| {
                let from = pieces[0].elem();
                if from.bits() != to.bits() {
                    let widths = format!("{from} has {} bits, {to} has {}", from.bits(), to.bits());
                    return Err(shared.fail(at, format!("bitcast needs types of the same width: {widths}")));
                }
                let from = if from == Elem::Index { Elem::Int(64) } else { from };
                let val = shared.realize(at, &pieces[0], from)?;
                if from.is_same_in_ir(to) {
                    return shared.cast(at, val, to);
                }
                shared.cast_op(at, arith::Bitcast, val, to)
            })
        })
    }
}
