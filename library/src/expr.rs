//! Formulas as Rust expressions: `x * 2.0 + y.log()` emits its ops in the order in which Rust evaluates it.

use crate::constant::{self, dtype_of};
use std::cell::RefCell;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Rem, Sub};
use tf_dialects::arith::{self, CmpF, CmpI};
use tf_dialects::math;
use tf_dialects::scalar::DType;
use tf_ir::OpKind;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// The destination of a formula's ops; hides the lifetimes of the builder.
trait Sink {
    fn emit(&self, make: &mut dyn FnMut(&mut Builder<'_>) -> Value) -> Value;
    fn ty(&self, value: Value) -> (Type, DType);
}

impl Sink for RefCell<&mut Builder<'_>> {
    fn emit(&self, make: &mut dyn FnMut(&mut Builder<'_>) -> Value) -> Value {
        make(&mut self.borrow_mut())
    }

    fn ty(&self, value: Value) -> (Type, DType) {
        let builder = self.borrow();
        let ty = builder.body.ty(value);
        (ty, dtype_of(builder.body.ctx(), ty))
    }
}

/// A value in a formula: a scalar or a tensor of floats, integers or booleans. All values of an expression
/// have one shape. Operators are ops of the element type; a literal operand becomes a constant of that type,
/// right before the op.
#[derive(Clone, Copy)]
pub struct Expr<'f> {
    sink: &'f dyn Sink,
    value: Value,
}

/// Builds a formula over values.
pub fn formula<const N: usize>(
    b: &mut Builder<'_>,
    operands: [Value; N],
    write: impl for<'f> FnOnce([Expr<'f>; N]) -> Expr<'f>,
) -> Value {
    let sink = RefCell::new(b);
    write(operands.map(|value| Expr { sink: &sink, value })).value
}

/// As [`formula`], with several results.
pub fn formulas<const N: usize, const M: usize>(
    b: &mut Builder<'_>,
    operands: [Value; N],
    write: impl for<'f> FnOnce([Expr<'f>; N]) -> [Expr<'f>; M],
) -> [Value; M] {
    let sink = RefCell::new(b);
    write(operands.map(|value| Expr { sink: &sink, value })).map(|made| made.value)
}

/// As [`formulas`], over pairs of values: all first parts, then all second parts.
pub fn formulas_of_pairs<const N: usize, const M: usize>(
    b: &mut Builder<'_>,
    operands: [[Value; N]; 2],
    write: impl for<'f> FnOnce([Expr<'f>; N], [Expr<'f>; N]) -> [Expr<'f>; M],
) -> [Value; M] {
    let sink = RefCell::new(b);
    let [first, second] = operands.map(|values| values.map(|value| Expr { sink: &sink, value }));
    write(first, second).map(|made| made.value)
}

/// As [`formula`], over floats of one type: computed in f32 or wider, and rounded to that type at the end.
pub fn wide<const N: usize>(
    b: &mut Builder<'_>,
    operands: [Value; N],
    write: impl for<'f> FnOnce([Expr<'f>; N]) -> Expr<'f>,
) -> Value {
    formula(b, operands, |operands| {
        let dtype = operands[0].dtype();
        if dtype.bits() >= 32 {
            return write(operands);
        }
        write(operands.map(|x| x.cast(arith::Extf::KIND, DType::F32))).cast(arith::Truncf::KIND, dtype)
    })
}

/// An operand of a value in a formula.
pub trait Term<'f> {
    /// Converts to a value of the type of `like`.
    fn beside(self, like: Expr<'f>) -> Expr<'f>;
}

impl<'f> Term<'f> for Expr<'f> {
    fn beside(self, _: Expr<'f>) -> Expr<'f> {
        self
    }
}

impl<'f> Term<'f> for f64 {
    fn beside(self, like: Expr<'f>) -> Expr<'f> {
        like.num(self)
    }
}

impl<'f> Term<'f> for i64 {
    fn beside(self, like: Expr<'f>) -> Expr<'f> {
        like.int(self)
    }
}

impl<'f> Expr<'f> {
    fn emit(self, mut make: impl FnMut(&mut Builder<'_>) -> Value) -> Expr<'f> {
        Expr { value: self.sink.emit(&mut make), ..self }
    }

    /// The element type.
    pub fn dtype(self) -> DType {
        self.sink.ty(self.value).1
    }

    /// A constant float, rounded to this value's type.
    pub fn num(self, number: f64) -> Expr<'f> {
        let ty = self.sink.ty(self.value).0;
        self.emit(|b| constant::float(b, ty, number))
    }

    /// A constant integer of this value's type.
    pub fn int(self, number: i64) -> Expr<'f> {
        let ty = self.sink.ty(self.value).0;
        self.emit(|b| constant::int(b, ty, number))
    }

    /// An op whose result has this value's type.
    fn apply(self, what: OpKind, others: &[Expr<'f>]) -> Expr<'f> {
        let ty = self.sink.ty(self.value).0;
        let operands: Vec<Value> = std::iter::once(&self).chain(others).map(|x| x.value).collect();
        self.emit(|b| b.value(what, &operands, ty, &[]))
    }

    /// The float or integer op for this value's type, on this value and a term.
    fn binary(self, float: OpKind, int: OpKind, other: impl Term<'f>) -> Expr<'f> {
        let other = other.beside(self);
        self.apply(if self.dtype().is_float() { float } else { int }, &[other])
    }

    /// A conversion op to another element type.
    pub fn cast(self, what: OpKind, to: DType) -> Expr<'f> {
        let ty = self.sink.ty(self.value).0;
        self.emit(|b| {
            let ctx = b.ctx();
            let ty = ctx.with_elem(ty, tf_dialects::scalar::type_of(&ctx, to));
            b.value(what, &[self.value], ty, &[])
        })
    }

    /// A bitcast to another type of the same width.
    pub fn bits(self, to: DType) -> Expr<'f> {
        self.cast(arith::Bitcast::KIND, to)
    }

    /// A comparison of floats.
    pub fn cmpf(self, predicate: CmpF, other: impl Term<'f>) -> Expr<'f> {
        let other = other.beside(self).value;
        self.emit(|b| arith::cmpf(b, predicate, self.value, other))
    }

    /// A comparison of integers.
    pub fn cmpi(self, predicate: CmpI, other: impl Term<'f>) -> Expr<'f> {
        let other = other.beside(self).value;
        self.emit(|b| arith::cmpi(b, predicate, self.value, other))
    }

    fn compare(self, float: CmpF, signed: CmpI, other: impl Term<'f>) -> Expr<'f> {
        if self.dtype().is_float() { self.cmpf(float, other) } else { self.cmpi(signed, other) }
    }

    /// `self < other`, signed for integers; false for NaN.
    pub fn lt(self, other: impl Term<'f>) -> Expr<'f> {
        self.compare(CmpF::OLT, CmpI::Slt, other)
    }

    /// `self ≤ other`, signed for integers; false for NaN.
    pub fn le(self, other: impl Term<'f>) -> Expr<'f> {
        self.compare(CmpF::OLE, CmpI::Sle, other)
    }

    /// `self = other`; false for NaN.
    pub fn equals(self, other: impl Term<'f>) -> Expr<'f> {
        self.compare(CmpF::OEQ, CmpI::Eq, other)
    }

    /// `self ≠ other`; true for NaN.
    pub fn differs(self, other: impl Term<'f>) -> Expr<'f> {
        self.compare(CmpF::UNE, CmpI::Ne, other)
    }

    /// True for floats that are neither infinite nor NaN.
    pub fn is_finite(self) -> Expr<'f> {
        self.emit(|b| math::isfinite(b, self.value))
    }

    /// `yes` if this boolean is true, otherwise `no`.
    pub fn select(self, yes: Expr<'f>, no: Expr<'f>) -> Expr<'f> {
        self.emit(|b| arith::select(b, self.value, yes.value, no.value))
    }

    /// This value, with the derivative of another.
    pub fn with_derivative_of(self, other: Expr<'f>) -> Expr<'f> {
        self.apply(tf_dialects::tensor::transform::StraightThrough::KIND, &[other])
    }

    /// A polynomial in this value by Horner's scheme, coefficients of the highest power first.
    pub fn polynomial(self, coefficients: &[f64]) -> Expr<'f> {
        let start = self.num(coefficients[0]);
        coefficients[1..].iter().fold(start, |sum, coefficient| {
            let product = sum * self;
            self.num(*coefficient) + product
        })
    }
}

/// Unary and binary functions that are ops.
macro_rules! functions {
    ($($name:ident($($other:ident)?) $op:path;)*) => {
        impl<'f> Expr<'f> {
            $(
                #[doc = concat!("`", stringify!($op), "`")]
                pub fn $name(self $(, $other: impl Term<'f>)?) -> Expr<'f> {
                    $(let $other = $other.beside(self);)?
                    self.apply(<$op>::KIND, &[$($other)?])
                }
            )*
        }
    };
}
functions! {
    absf() math::Absf;
    cbrt() math::Cbrt;
    copysign(sign) math::Copysign;
    cos() math::Cos;
    exp() math::Exp;
    expm1() math::Expm1;
    floor() math::Floor;
    log() math::Log;
    log1p() math::Log1p;
    maximumf(other) arith::Maximumf;
    minimumf(other) arith::Minimumf;
    powf(exponent) math::Powf;
    powi(exponent) math::Ipowi;
    shifted_right(bits) arith::Shrui;
    sin() math::Sin;
    sqrt() math::Sqrt;
    trunc() math::Trunc;
}

/// Rust operators by type: the trait, its method, the float op and the integer op.
macro_rules! operators {
    ($($operator:ident $method:ident $float:ident $int:ident),*) => {
        $(
            impl<'f, T: Term<'f>> $operator<T> for Expr<'f> {
                type Output = Expr<'f>;

                fn $method(self, other: T) -> Expr<'f> {
                    self.binary(arith::$float::KIND, arith::$int::KIND, other)
                }
            }

            impl<'f> $operator<Expr<'f>> for f64 {
                type Output = Expr<'f>;

                fn $method(self, other: Expr<'f>) -> Expr<'f> {
                    other.num(self).binary(arith::$float::KIND, arith::$int::KIND, other)
                }
            }
        )*
    };
}
operators!(Add add Addf Addi, Sub sub Subf Subi, Mul mul Mulf Muli, Div div Divf Divsi, Rem rem Remf Remsi);

/// Rust operators on integers and booleans.
macro_rules! bit_operators {
    ($($operator:ident $method:ident $op:ident),*) => {
        $(
            impl<'f> $operator for Expr<'f> {
                type Output = Expr<'f>;

                fn $method(self, other: Expr<'f>) -> Expr<'f> {
                    self.apply(arith::$op::KIND, &[other])
                }
            }
        )*
    };
}
bit_operators!(BitAnd bitand Andi, BitOr bitor Ori, BitXor bitxor Xori);

impl<'f> Neg for Expr<'f> {
    type Output = Expr<'f>;

    fn neg(self) -> Expr<'f> {
        if self.dtype().is_float() { self.apply(arith::Negf::KIND, &[]) } else { self.int(0) - self }
    }
}

impl<'f> Not for Expr<'f> {
    type Output = Expr<'f>;

    fn not(self) -> Expr<'f> {
        self ^ self.int(-1)
    }
}
