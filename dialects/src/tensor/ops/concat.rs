//! `tensor.concat`: concatenation along an axis.

use crate::tensor::constraints::*;
use crate::tensor::shape::*;
use smallvec::smallvec;
use std::fmt;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Verdict};
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;
use tf_ir::types::{Dim, Type};

/// Concatenates one or more tensors along axis `dim`: their extents there add up, the others agree.
#[op(
    "tensor.concat",
    traits(PURE, SAME_ELEM_TYPE),
    operands(inputs: variadic(TENSOR)),
    results(result: TENSOR),
    attrs(dim: I64_ATTR),
    interfaces(Verify, InferTypes, crate::shared::interfaces::Decompose, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
    asm = "($inputs^)? `dim` `=` int($dim) attr-dict `:` type($inputs) `to` type($result)",
)]
pub struct Concat;

impl ConcatOp<'_> {
    /// The axis of concatenation.
    pub fn axis(self) -> usize {
        self.dim().and_then(|a| self.op().ctx().attr_int(a)).unwrap_or(0) as usize
    }
}

impl InferTypes for Concat {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        let error = |message: &dyn fmt::Display| infer_error(args, Self::NAME, message);
        let Some((first, rest)) = args.operands.split_first() else {
            return Err(error(&"needs at least one operand"));
        };
        let mut shape = dims(ctx, *first).to_vec();
        let dim = args.attrs.get(Self::DIM).copied().flatten().and_then(|a| ctx.attr_int(a)).unwrap_or(-1);
        if !(0..shape.len() as i128).contains(&dim) {
            let (ty, rank) = (type_to_string(ctx, *first), shape.len());
            return Err(error(&format!("concatenates along axis {dim}, but {ty} has rank {rank}")));
        }
        let axis = dim as usize;
        for (i, ty) in rest.iter().enumerate() {
            check_piece(ctx, *first, *ty, axis).map_err(|e| error(&format!("{e} (operand #{})", i + 1)))?;
            let sum = shape[axis].to_extent().zip(dims(ctx, *ty)[axis].to_extent());
            let sum: Option<Result<Extent, _>> = sum.map(|(a, b)| a.add(&b));
            shape[axis] = match sum {
                Some(Ok(sum)) => Dim::from_extent(sum),
                Some(Err(_)) => return Err(error(&"has operands whose extents are too large")),
                None => {
                    let advice = "name-extents names the extents of arguments";
                    return Err(error(&format!("concatenates along an extent without a name ({advice})")));
                }
            };
        }
        Ok(smallvec![ctx.tensor(shape, ctx.elem_type(*first))])
    }
}

/// Two tensors that cannot be concatenated. Types and extents are as in text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ConcatError {
    /// They have different ranks or element types.
    Types { types: [String; 2] },
    /// An axis is not known to have one extent.
    Extents { types: [String; 2], axis: usize, extents: [String; 2], verdict: Verdict },
}

impl fmt::Display for ConcatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ConcatError::Types { types: [a, b] } => {
                write!(f, "concatenates tensors of one rank and element type, not {a} and {b}")
            }
            ConcatError::Extents { types: [a, b], axis, extents: [x, y], verdict } => write!(
                f,
                "cannot concatenate {a} and {b}: extent {x} of axis {axis} {} {y}",
                refuted(*verdict)
            ),
        }
    }
}

/// Checks that a tensor can be concatenated to the first one along an axis.
fn check_piece(ctx: &tf_ir::context::Context, first: Type, ty: Type, axis: usize) -> Result<(), ConcatError> {
    let (a, b) = (dims(ctx, first), dims(ctx, ty));
    let types = || [first, ty].map(|ty| type_to_string(ctx, ty));
    if a.len() != b.len() || ctx.elem_type(first) != ctx.elem_type(ty) {
        return Err(ConcatError::Types { types: types() });
    }
    for (i, (x, y)) in a.iter().zip(b).enumerate().filter(|(i, _)| *i != axis) {
        let verdict = same_extent(x, y);
        if verdict != Verdict::Proved {
            let extents = [extent_words(x), extent_words(y)];
            return Err(ConcatError::Extents { types: types(), axis: i, extents, verdict });
        }
    }
    Ok(())
}

impl Verify for Concat {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}
