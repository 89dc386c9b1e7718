//! Rust's operators on tensors, with tensors, constants and extents on either side.

use crate::elementwise::Family;
use crate::trace::error::Site;
use crate::trace::state::{Shared, Traced};
use crate::types::convert::Piece;
use crate::types::dim::Dim;
use crate::types::elem::{Elem, Number};
use crate::types::index::IndexExpr;
use crate::types::tensor::{Arg, Operand, Tensor};
use std::ops::*;
use std::rc::Rc;
use tf_dialects::arith::{
    Addf, Addi, Andi, Divf, Divsi, Divui, Mulf, Muli, Negf, Ori, Remf, Remsi, Remui, Shli, Shrsi, Shrui,
    Subf, Subi, Xori,
};
use tf_ir::affine::AffineOp;

pub(crate) const ADD: Family = Family::number("+", Addf, Addi, Addi);
pub(crate) const SUB: Family = Family::number("-", Subf, Subi, Subi);
pub(crate) const MUL: Family = Family::number("*", Mulf, Muli, Muli);
pub(crate) const DIV: Family = Family::number("/", Divf, Divsi, Divui);
pub(crate) const REM: Family = Family::number("%", Remf, Remsi, Remui);
pub(crate) const AND: Family = Family::bits("&", Andi);
pub(crate) const OR: Family = Family::bits("|", Ori);
pub(crate) const XOR: Family = Family::bits("^", Xori);
pub(crate) const SHL: Family = Family::int("<<", Shli, Shli);
pub(crate) const SHR: Family = Family::int(">>", Shrsi, Shrui);

/// Index arithmetic that stays an expression; `None` if it needs an op of the IR.
pub(crate) fn fold_index(what: &str, a: &IndexExpr, b: &IndexExpr) -> Option<IndexExpr> {
    let positive = b.as_const().is_some_and(|c| c > 0);
    match what {
        "+" => a.combine(AffineOp::Add, b),
        "-" => a.minus(b),
        "*" => a.combine(AffineOp::Mul, b),
        // Rust's division truncates, which is floor division for nonnegative values.
        "/" if positive && a.is_natural() => a.combine(AffineOp::FloorDiv, b),
        "%" if positive && a.is_natural() => a.combine(AffineOp::Mod, b),
        "floor_div" if positive => a.combine(AffineOp::FloorDiv, b),
        "modulo" if positive => a.combine(AffineOp::Mod, b),
        _ => None,
    }
}

impl Shared {
    /// A binary operation on indices that stays an expression, if possible.
    pub(crate) fn index_binary(&self, at: Site, what: &str, a: &Arg, b: &Arg) -> Traced<Option<IndexExpr>> {
        let pieces = self.pieces(at, [a.clone(), b.clone()])?;
        let any = pieces.iter().any(|p| matches!(p, Piece::Index(_)));
        Ok(match (any, pieces[0].index(), pieces[1].index()) {
            (true, Some(a), Some(b)) => fold_index(what, &a, &b),
            _ => None,
        })
    }
}

pub(crate) fn binary(shared: &Rc<Shared>, at: Site, family: &Family, a: Arg, b: Arg) -> Tensor {
    match shared.index_binary(at, family.what, &a, &b) {
        Err(_) => Tensor::poison(shared),
        Ok(Some(index)) => Tensor::of_index(shared, Ok(index)),
        Ok(None) => Tensor::of(shared, shared.family(at, family, [a, b])),
    }
}

/// One of Rust's binary operators with its assignment, and its left operand types other than tensors.
///
/// Numbers of all types implement the operator, so Rust infers the type of `1.0 - x` only at the end of a
/// function, when a literal without a suffix becomes an `f64`: a method call on it needs
/// `(1.0f32 - x).abs()`. The guide explains this.
macro_rules! operator {
    ($trait:ident $method:ident $assign:ident $assign_method:ident $family:expr; $kind:ident) => {
        operator!(@on $trait $method $assign $assign_method $family);
        operator!(@$kind $trait $method $family);
    };
    (@numbers $($rest:tt)*) => {
        operator!(@left $($rest)*; Dim<'_>, half::f16, half::bf16, f32, f64);
        operator!(@integers $($rest)*);
    };
    (@bits $($rest:tt)*) => {
        operator!(@left $($rest)*; bool);
        operator!(@integers $($rest)*);
    };
    (@integers $($rest:tt)*) => {
        operator!(@left $($rest)*; Number, i8, i16, i32, i64, u8, u16, u32, u64, usize);
    };
    (@on $trait:ident $method:ident $assign:ident $assign_method:ident $family:expr) => {
        impl<R: Operand> $trait<R> for Tensor {
            type Output = Tensor;
            #[track_caller]
            fn $method(self, other: R) -> Tensor {
                let shared = self.shared.clone();
                binary(&shared, Site::caller(), &$family, Arg::Tensor(self), other.arg())
            }
        }
        impl<R: Operand> $trait<R> for &Tensor {
            type Output = Tensor;
            #[track_caller]
            fn $method(self, other: R) -> Tensor {
                binary(&self.shared, Site::caller(), &$family, self.arg(), other.arg())
            }
        }
        impl<R: Operand> $assign<R> for Tensor {
            #[track_caller]
            fn $assign_method(&mut self, other: R) {
                *self = binary(&self.shared, Site::caller(), &$family, (&*self).arg(), other.arg());
            }
        }
    };
    (@left $trait:ident $method:ident $family:expr; $($left:ty),*) => {
        $(
            impl $trait<Tensor> for $left {
                type Output = Tensor;
                #[track_caller]
                fn $method(self, other: Tensor) -> Tensor {
                    let shared = other.shared.clone();
                    binary(&shared, Site::caller(), &$family, self.arg(), Arg::Tensor(other))
                }
            }
            impl $trait<&Tensor> for $left {
                type Output = Tensor;
                #[track_caller]
                fn $method(self, other: &Tensor) -> Tensor {
                    binary(&other.shared, Site::caller(), &$family, self.arg(), other.arg())
                }
            }
        )*
    };
}

operator!(Add add AddAssign add_assign ADD; numbers);
operator!(Sub sub SubAssign sub_assign SUB; numbers);
operator!(Mul mul MulAssign mul_assign MUL; numbers);
operator!(Div div DivAssign div_assign DIV; numbers);
operator!(Rem rem RemAssign rem_assign REM; numbers);
operator!(BitAnd bitand BitAndAssign bitand_assign AND; bits);
operator!(BitOr bitor BitOrAssign bitor_assign OR; bits);
operator!(BitXor bitxor BitXorAssign bitxor_assign XOR; bits);
operator!(Shl shl ShlAssign shl_assign SHL; integers);
operator!(Shr shr ShrAssign shr_assign SHR; integers);

#[track_caller]
fn negate(x: &Tensor) -> Tensor {
    let at = Site::caller();
    if x.elem().is_float() {
        return x.apply(at, &Family::float("-", Negf), []);
    }
    binary(&x.shared, at, &SUB, Arg::Number(Number::Int(0, Elem::Int(32))), x.arg())
}

#[track_caller]
fn invert(x: &Tensor) -> Tensor {
    let at = Site::caller();
    let ones = match x.elem() {
        Elem::Bool => Number::Bool(true),
        Elem::UInt(width) => Number::Int((1i128 << width) - 1, x.elem()),
        elem => Number::Int(-1, elem),
    };
    x.apply(at, &Family::bits("!", Xori), [Arg::Number(ones)])
}

macro_rules! prefix {
    ($trait:ident $method:ident $function:ident; $($type:ty),*) => {
        $(impl $trait for $type {
            type Output = Tensor;
            #[track_caller]
            fn $method(self) -> Tensor {
                $function(&self)
            }
        })*
    };
}
prefix!(Neg neg negate; Tensor, &Tensor);
prefix!(Not not invert; Tensor, &Tensor);
