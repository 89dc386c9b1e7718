//! Sorting along an axis: `tensor.sort`.

use super::combination::check_one_shape;
use super::combiner;
use super::constraints::*;
use super::scalar_code::check_contents;
use super::shape::*;
use tf_ir::body::Block;
use tf_ir::bufferize::Bufferizable;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// Sorts tensors of one shape together along axis `dim`: stably, by a comparator.
///
/// The region is the comparator: its arguments are, for each tensor, an element and another one (`a0, b0, a1, b1 …`),
/// and it yields an i1 that says whether the first ones go before the others. Elements of which neither goes before the
/// other keep their order. A comparator that is no strict weak order gives what a bottom-up merge sort gives, which takes from
/// the right run where the right element goes before the left one, and else from the left.
#[op(
    "tensor.sort",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(inputs: variadic(TENSOR) = results),
    results(results: variadic(TENSOR)),
    attrs(dim: I64_ATTR),
    regions(comparator),
    interfaces(Bufferizable, Verify, InferTypes, tf_ir::batch::Batch),
    asm = "$inputs `dim` `=` int($dim) attr-dict `by` args($comparator) $comparator `:` type($results)",
)]
pub struct Sort;

impl SortOp<'_> {
    /// The axis.
    pub fn axis(self) -> usize {
        self.dim().and_then(|a| self.op().ctx().attr_int(a)).unwrap_or(0) as usize
    }

    /// The block of the comparator.
    pub fn comparator(self) -> Option<Block> {
        combiner::block_of(self.op(), 0)
    }
}

impl InferTypes for Sort {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        let error = |message: String| infer_error(args, Self::NAME, message);
        let Some(first) = args.operands.first() else {
            return Err(error("needs at least one tensor".to_string()));
        };
        let axis = args.attrs.get(Self::DIM).copied().flatten().and_then(|a| ctx.attr_int(a)).unwrap_or(-1);
        let axis = i64::try_from(axis).unwrap_or(-1);
        check_axes(&[axis], dims(ctx, *first).len()).map_err(error)?;
        check_one_shape(ctx, args.operands, "sorts").map_err(error)?;
        Ok(args.operands.iter().copied().collect())
    }
}

impl Verify for Sort {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)?;
        let (body, ctx) = (op.body(), op.ctx());
        let Some(block) = combiner::block_of(op, 0) else {
            return Err(op.error("has an empty comparator: it needs a block"));
        };
        let elems = op.operands().map(|v| ctx.elem_type(body.ty(v)));
        let wanted: Vec<Type> = elems.flat_map(|ty| [ty, ty]).collect();
        let found: Vec<Type> = body.args(block).map(|arg| body.ty(arg)).collect();
        if found != wanted {
            let words = [&found, &wanted].map(|types| types_words(ctx, types));
            return Err(op.error(format_args!(
                "has a comparator of ({}), but its pairs of elements are ({})",
                words[0], words[1]
            )));
        }
        combiner::verify_end(op, block, &[ctx.i1()])?;
        check_contents(op, block, "a comparator")
    }
}
