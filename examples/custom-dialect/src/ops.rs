//! The ops: operands and results, verifier rules, folds.

use crate::meaning::{add, from_float, mul, shift};
use crate::types::{FIXED, FLOAT, VALUE, fraction_bits, number, raw, value_attr};
use smallvec::{SmallVec, smallvec};
use tf_ir::OpKind;
use tf_ir::attr::Attribute;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Fold, Folded, FoldedResults, InferArgs, InferTypes, Materialize, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::registry::{AttrConstraint, OpInfo};
use tf_ir::types::Type;

/// A 64-bit integer.
const I64: AttrConstraint =
    AttrConstraint { summary: "a 64-bit integer", check: |ctx, attr| ctx.attr_int(attr).is_some() };

/// A constant. It must be a multiple of the step of its type.
#[op(
    "fixed.constant",
    traits(PURE, CONSTANT),
    results(result: FIXED),
    attrs(value: VALUE),
    interfaces(Verify, Fold),
    asm = "$value attr-dict `:` type($result)",
)]
pub struct Constant;

/// The nearest fixed-point value, ties to even; too large floats saturate, NaN becomes 0.
#[op(
    "fixed.from_float",
    traits(PURE),
    operands(input: FLOAT),
    results(result: FIXED),
    asm = "$input attr-dict `:` type($input) `to` type($result)",
)]
pub struct FromFloat;

/// The value as a float, rounded to nearest.
#[op(
    "fixed.to_float",
    traits(PURE),
    operands(input: FIXED),
    results(result: FLOAT),
    asm = "$input attr-dict `:` type($input) `to` type($result)",
)]
pub struct ToFloat;

/// A sum; it wraps around at 32 bits.
#[op(
    "fixed.add",
    traits(PURE, COMMUTATIVE, ASSOCIATIVE, SAME_TYPE),
    operands(lhs: FIXED, rhs: FIXED),
    results(result: FIXED),
    interfaces(Fold, InferTypes),
    asm = "$lhs `,` $rhs attr-dict `:` type($result)",
)]
pub struct Add;

/// A product, rounded down to a whole number of steps; it wraps around at 32 bits.
#[op(
    "fixed.mul",
    traits(PURE, COMMUTATIVE, SAME_TYPE),
    operands(lhs: FIXED, rhs: FIXED),
    results(result: FIXED),
    interfaces(Fold, InferTypes),
    asm = "$lhs `,` $rhs attr-dict `:` type($result)",
)]
pub struct Mul;

/// The value times 2 to the power of `by`, rounded down; it wraps around at 32 bits.
#[op(
    "fixed.shift",
    traits(PURE, SAME_TYPE),
    operands(input: FIXED),
    results(result: FIXED),
    attrs(by: I64),
    interfaces(Verify, Fold, InferTypes),
    asm = "$input `by` int($by) attr-dict `:` type($result)",
)]
pub struct Shift;

/// The descriptions of all ops.
pub fn all() -> Vec<OpInfo> {
    vec![Constant::info(), FromFloat::info(), ToFloat::info(), Add::info(), Mul::info(), Shift::info()]
}

impl Verify for Constant {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let value = op.attr("value").and_then(|a| number(op.ctx(), a));
        let bits = fraction_bits(op.ctx(), op.result_type(0));
        let (Some(value), Some(bits)) = (value, bits) else { return Ok(()) };
        match raw(value, bits) {
            Some(_) => Ok(()),
            None => Err(op.error(format_args!(
                "has the value {value:?}, which 32 bits do not hold in steps of 2^-{bits}"
            ))),
        }
    }
}

impl Verify for Shift {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        match shift_of(op) {
            Some(_) => Ok(()),
            None => Err(op.error("shifts by more than 31 bits")),
        }
    }
}

/// The amount of a `fixed.shift`, if it is in range.
pub fn shift_of(op: OpRef<'_>) -> Option<i32> {
    let by = op.attr("by").and_then(|a| op.ctx().attr_int(a))?;
    i32::try_from(by).ok().filter(|by| by.abs() < 32)
}

/// Sums, products and shifts have the type of their operands.
fn operand_type(args: &InferArgs<'_>) -> SmallVec<[Type; 2]> {
    args.operands.iter().take(1).copied().collect()
}

impl InferTypes for Add {
    fn infer(&self, args: &InferArgs<'_>) -> Result<SmallVec<[Type; 2]>, Diagnostic> {
        Ok(operand_type(args))
    }
}

impl InferTypes for Mul {
    fn infer(&self, args: &InferArgs<'_>) -> Result<SmallVec<[Type; 2]>, Diagnostic> {
        Ok(operand_type(args))
    }
}

impl InferTypes for Shift {
    fn infer(&self, args: &InferArgs<'_>) -> Result<SmallVec<[Type; 2]>, Diagnostic> {
        Ok(operand_type(args))
    }
}

/// Makes constants for folds: the dialect's hook that materializes an attribute as an op.
pub struct Constants;

impl Materialize for Constants {
    fn constant(&self, ctx: &Context, value: Attribute, ty: Type) -> Option<(OpKind, Attribute)> {
        raw(number(ctx, value)?, fraction_bits(ctx, ty)?)?;
        Some((Constant::KIND, value))
    }
}

/// The 32 bits of a constant operand.
pub(crate) fn constant(op: OpRef<'_>, value: Option<Attribute>) -> Option<i32> {
    raw(number(op.ctx(), value?)?, fraction_bits(op.ctx(), op.result_type(0))?)
}

fn folded(op: OpRef<'_>, bits: i32) -> Option<FoldedResults> {
    let fraction = fraction_bits(op.ctx(), op.result_type(0))?;
    Some(smallvec![Folded::Constant(value_attr(op.ctx(), bits, fraction))])
}

impl Fold for Constant {
    fn fold(&self, op: OpRef<'_>, _: &[Option<Attribute>]) -> Option<FoldedResults> {
        Some(smallvec![Folded::Constant(op.attr("value")?)])
    }
}

impl Fold for Add {
    fn fold(&self, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
        match [constant(op, constants[0]), constant(op, constants[1])] {
            [Some(a), Some(b)] => folded(op, add(a, b)),
            [_, Some(0)] => Some(smallvec![Folded::Value(op.operand(0))]),
            [Some(0), _] => Some(smallvec![Folded::Value(op.operand(1))]),
            _ => None,
        }
    }
}

impl Fold for Mul {
    fn fold(&self, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
        let bits = fraction_bits(op.ctx(), op.result_type(0))?;
        let one = from_float(1.0, bits);
        match [constant(op, constants[0]), constant(op, constants[1])] {
            [Some(a), Some(b)] => folded(op, mul(a, b, bits)),
            [_, Some(b)] if b == one => Some(smallvec![Folded::Value(op.operand(0))]),
            [Some(a), _] if a == one => Some(smallvec![Folded::Value(op.operand(1))]),
            _ => None,
        }
    }
}

impl Fold for Shift {
    fn fold(&self, op: OpRef<'_>, constants: &[Option<Attribute>]) -> Option<FoldedResults> {
        match (constant(op, constants[0]), shift_of(op)?) {
            (_, 0) => Some(smallvec![Folded::Value(op.operand(0))]),
            (Some(a), by) => folded(op, shift(a, by)),
            _ => None,
        }
    }
}
