//! Index arithmetic as data: the result of an op in terms of its operands, for the analyses that follow
//! indices along use-def chains (subscripts into maps, bounds proofs, linear forms, trip counts, strides).
//!
//! They match on [`Arithmetic`], not on ops, so that ops of any dialect take part by implementing
//! [`IndexArithmetic`]. Each analysis decides how to handle overflow, operands of unknown range, and divisors
//! that may be 0.

use crate::body::{Body, Def, Value};
use crate::extent::Extent;
use crate::opref::OpRef;

/// Interpretation of an operand's bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Signedness {
    /// Two's complement.
    Signed,
    /// Unsigned integer.
    Unsigned,
}

/// Rounding of a quotient to an integer; the remainder is the dividend minus the divisor times that integer.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Rounding {
    /// Towards −∞.
    Floor,
    /// Towards +∞.
    Ceil,
    /// Towards 0.
    TowardZero,
}

/// The first result of an op, modulo 2 to the power of its width. `V` is an operand: a [`Value`], or a
/// position in tables of ops. Operands have the type of the result, except for conversions and the condition
/// of a selection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arithmetic<'a, V = Value> {
    /// A constant.
    Constant(i128),
    /// An extent of the program. Callers of the code have checked that it does not exceed the greatest valid
    /// extent.
    Extent(&'a Extent),
    /// `a + b`
    Sum(V, V),
    /// `a - b`
    Difference(V, V),
    /// `a * b`
    Product(V, V),
    /// `a * 2^b` for `b` from 0 up to below the width.
    ShiftLeft(V, V),
    /// `a / 2^b`, rounded down, for `b` from 0 up to below the width.
    ShiftRight(V, V, Signedness),
    /// `a / b` for `b` other than 0, if it does not overflow.
    Quotient(V, V, Rounding, Signedness),
    /// The remainder of `a` by that quotient.
    Remainder(V, V, Rounding, Signedness),
    /// The lesser of two.
    Minimum(V, V, Signedness),
    /// The greater of two.
    Maximum(V, V, Signedness),
    /// The bits that are set in both.
    And(V, V),
    /// `|a|`; the least signed integer maps to itself.
    Absolute(V),
    /// The second if the first, an `i1`, holds, else the third.
    Select(V, V, V),
    /// An integer of any width: extended, kept or truncated to the width of the result.
    Cast(V, Signedness),
}

/// An op whose first result is integer arithmetic on its operands. Ops with the trait `CONSTANT` need not
/// implement it.
pub trait IndexArithmetic: Send + Sync {
    /// The computation of the op; `None` if its attributes or types rule out all of these.
    fn arithmetic<'a>(&self, op: OpRef<'a>) -> Option<Arithmetic<'a>>;
}

impl<'a> Arithmetic<'a> {
    /// The arithmetic that defines a value, if it is the first result of an integer constant or of index
    /// arithmetic.
    pub fn of(body: &'a Body, value: Value) -> Option<Arithmetic<'a>> {
        let Def::Result(op, 0) = body.def(value) else { return None };
        let op = body.op(op);
        if let Some(constant) = op.constant() {
            return op.ctx().attr_int(constant).map(Arithmetic::Constant);
        }
        op.info().interface::<dyn IndexArithmetic>()?.arithmetic(op)
    }

    /// The extent of a value, if it is one.
    pub fn extent(body: &'a Body, value: Value) -> Option<&'a Extent> {
        match Arithmetic::of(body, value)? {
            Arithmetic::Extent(extent) => Some(extent),
            _ => None,
        }
    }
}

impl<'a, V: Copy> Arithmetic<'a, V> {
    /// The same with other operands.
    pub fn map<W>(self, mut f: impl FnMut(V) -> W) -> Arithmetic<'a, W> {
        use Arithmetic::*;
        match self {
            Constant(value) => Constant(value),
            Extent(extent) => Extent(extent),
            Sum(a, b) => Sum(f(a), f(b)),
            Difference(a, b) => Difference(f(a), f(b)),
            Product(a, b) => Product(f(a), f(b)),
            ShiftLeft(a, b) => ShiftLeft(f(a), f(b)),
            ShiftRight(a, b, sign) => ShiftRight(f(a), f(b), sign),
            Quotient(a, b, rounding, sign) => Quotient(f(a), f(b), rounding, sign),
            Remainder(a, b, rounding, sign) => Remainder(f(a), f(b), rounding, sign),
            Minimum(a, b, sign) => Minimum(f(a), f(b), sign),
            Maximum(a, b, sign) => Maximum(f(a), f(b), sign),
            And(a, b) => And(f(a), f(b)),
            Absolute(a) => Absolute(f(a)),
            Select(condition, a, b) => Select(f(condition), f(a), f(b)),
            Cast(a, sign) => Cast(f(a), sign),
        }
    }
}

/// The value of an integer constant.
pub fn constant_int(body: &Body, value: Value) -> Option<i64> {
    match Arithmetic::of(body, value)? {
        Arithmetic::Constant(constant) => i64::try_from(constant).ok(),
        _ => None,
    }
}
