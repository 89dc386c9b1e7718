//! `tensor.concat`: tensors one behind the other along an axis.

use super::constraints::*;
use super::shape::*;
use crate::tensor;
use smallvec::smallvec;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Verdict};
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::{Assembly, Delimiter, OpParser, OpState, ParseResult, Printer, Tok, type_to_string};
use tf_ir::types::{Dim, Type};

/// Puts one or more tensors behind each other along axis `dim`: their extents there add up, the others agree.
#[op(
    "tensor.concat",
    traits(PURE, SAME_ELEM_TYPE),
    operands(inputs: variadic(TENSOR)),
    results(result: TENSOR),
    attrs(dim: I64_ATTR),
    interfaces(Verify, InferTypes, crate::shared::interfaces::Decompose, Assembly, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
)]
pub struct Concat;

impl ConcatOp<'_> {
    /// The axis along which the operands follow each other.
    pub fn axis(self) -> usize {
        self.dim().and_then(|a| self.op().ctx().attr_int(a)).unwrap_or(0) as usize
    }
}

impl InferTypes for Concat {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        let error = |message: String| infer_error(args, Self::NAME, message);
        let Some((first, rest)) = args.operands.split_first() else {
            return Err(error("needs at least one operand".to_string()));
        };
        let mut shape = dims(ctx, *first).to_vec();
        let dim = args.attrs.get(Self::DIM).copied().flatten().and_then(|a| ctx.attr_int(a)).unwrap_or(-1);
        if !(0..shape.len() as i128).contains(&dim) {
            let (ty, rank) = (type_to_string(ctx, *first), shape.len());
            return Err(error(format!("puts tensors along axis {dim}, but {ty} has rank {rank}")));
        }
        let axis = dim as usize;
        for (i, ty) in rest.iter().enumerate() {
            check_piece(ctx, *first, *ty, axis).map_err(|e| error(format!("{e} (operand #{})", i + 1)))?;
            let sum = shape[axis].to_extent().zip(dims(ctx, *ty)[axis].to_extent());
            let sum: Option<Result<Extent, _>> = sum.map(|(a, b)| a.add(&b));
            shape[axis] = match sum {
                Some(Ok(sum)) => Dim::from_extent(sum),
                Some(Err(_)) => return Err(error("has operands whose extents are too large".to_string())),
                None => {
                    let advice = "name-extents names those of arguments";
                    return Err(error(format!("adds up an extent without a name ({advice})")));
                }
            };
        }
        Ok(smallvec![ctx.tensor(shape, ctx.elem_type(*first))])
    }
}

/// Checks that a tensor can follow the first one along an axis.
fn check_piece(ctx: &tf_ir::context::Context, first: Type, ty: Type, axis: usize) -> Result<(), String> {
    let (a, b) = (dims(ctx, first), dims(ctx, ty));
    let words = || format!("{} and {}", type_to_string(ctx, first), type_to_string(ctx, ty));
    if a.len() != b.len() || ctx.elem_type(first) != ctx.elem_type(ty) {
        return Err(format!("joins tensors of one rank and element type, not {}", words()));
    }
    for (i, (x, y)) in a.iter().zip(b).enumerate().filter(|(i, _)| *i != axis) {
        let verdict = same_extent(x, y);
        if verdict != Verdict::Proved {
            let verb = if verdict == Verdict::Refuted { "is never" } else { "is not known to be" };
            let (x, y) = (extent_words(x), extent_words(y));
            return Err(format!("cannot join {}: extent {x} of axis {i} {verb} {y}", words()));
        }
    }
    Ok(())
}

impl Verify for Concat {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}

impl Assembly for Concat {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let inputs = p.operands(Delimiter::None)?;
        p.keyword("dim")?;
        p.expect(Tok::Equal)?;
        let dim = p.integer::<i64>()?;
        let dim = p.ctx().i64_attr(dim);
        p.set_attr(state, "dim", dim);
        p.attr_dict(state)?;
        let types = p.colon_types()?;
        p.keyword("to")?;
        let to = p.ty()?;
        state.results.push(to);
        p.resolve_all(&inputs, &types, state)
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        let view = op.view(tensor::Concat);
        if op.operand_count() > 0 {
            p.text(" ");
            p.values(op.operands());
        }
        p.text(" dim = ");
        p.integer(view.axis() as i64);
        p.attr_dict(op, &["dim"]);
        p.text(" : ");
        p.value_types(op.operands());
        p.text(" to ");
        p.ty(op.result_type(0));
    }
}
