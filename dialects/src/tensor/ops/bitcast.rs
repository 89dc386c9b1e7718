//! `tensor.bitcast`: reinterprets bits as elements of another type.

use crate::scalar::{DType, dtype, element_type};
use crate::tensor::constraints::*;
use crate::tensor::shape::*;
use std::fmt;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// Reinterprets the bits of a tensor as elements of another type.
///
/// If the element type becomes narrower, the result has a trailing axis for the parts of each element, the
/// least significant first; if it becomes wider, the last axis holds the parts of one result element and is
/// removed. `i1` and `index` have no bits in memory: they are only cast to themselves.
#[op(
    "tensor.bitcast",
    traits(PURE),
    operands(input: TENSOR),
    results(result: TENSOR),
    interfaces(
        Verify,
        crate::shared::interfaces::Decompose,
        tf_ir::interfaces::Fold,
        crate::differentiate::Differentiable,
        tf_ir::batch::Batch
    ),
    asm = "$input attr-dict `:` type($input) `to` type($result)",
)]
pub struct Bitcast;

/// The correspondence between elements of operand and result.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Parts {
    /// One element becomes one.
    Same,
    /// One element becomes this many, along a new last axis.
    Split(i64),
    /// This many elements, the last axis, become one.
    Joined(i64),
}

/// The correspondence between elements of two types; `None` if they have no common bits.
pub fn parts(from: DType, to: DType) -> Option<Parts> {
    let sized = |d: DType| d != DType::I1 && d != DType::Index;
    if from == to {
        return Some(Parts::Same);
    }
    if !sized(from) || !sized(to) {
        return None;
    }
    let (a, b) = (i64::from(from.bits()), i64::from(to.bits()));
    Some(match a.cmp(&b) {
        std::cmp::Ordering::Equal => Parts::Same,
        std::cmp::Ordering::Greater => Parts::Split(a / b),
        std::cmp::Ordering::Less => Parts::Joined(b / a),
    })
}

/// A bitcast that is invalid. Its text is a predicate of the op; types are as in text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum BitcastError {
    /// The element types have no common bits.
    Elements {
        /// The type of the tensor.
        from: String,
        /// The element type.
        to: String,
    },
    /// The last axis does not hold the elements that become one.
    LastAxis {
        /// The type of the tensor.
        from: String,
        /// The element type.
        to: String,
        /// The number of elements that become one.
        count: i64,
    },
}

impl fmt::Display for BitcastError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BitcastError::Elements { from, to } => {
                write!(f, "cannot reinterpret the bits of {from} as {to}")
            }
            BitcastError::LastAxis { from, to, count } => {
                write!(f, "cannot combine elements of {from} into {to}: its last axis needs {count} elements")
            }
        }
    }
}

/// The type of the bitcast of a tensor to an element type.
///
/// # Errors
/// The bitcast is invalid.
pub fn bitcast_type(ctx: &Context, input: Type, elem: Type) -> Result<Type, BitcastError> {
    let [from, to] = [input, elem].map(|t| type_to_string(ctx, t));
    let dtypes = element_type(ctx, input).zip(dtype(ctx, elem));
    let parts = dtypes.and_then(|(from, to)| parts(from, to));
    let Some(parts) = parts else { return Err(BitcastError::Elements { from, to }) };
    let mut shape = dims(ctx, input).to_vec();
    match parts {
        Parts::Same => {}
        Parts::Split(n) => shape.push(Dim::Static(n)),
        Parts::Joined(n) => match shape.pop() {
            Some(Dim::Static(last)) if last == n => {}
            _ => return Err(BitcastError::LastAxis { from, to, count: n }),
        },
    }
    Ok(ctx.tensor(shape, elem))
}

impl Verify for Bitcast {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let elem = op.ctx().elem_type(op.result_type(0));
        let wanted = bitcast_type(op.ctx(), op.operand_type(0), elem).map_err(|e| op.error(e))?;
        check_result(op, 0, wanted, "the element types give")
    }
}
