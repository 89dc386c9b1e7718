//! Running combinations along an axis: `tensor.scan`.

use super::combination::{check_operands, combines};
use super::combiner::Laws;
use super::constraints::*;
use super::kinds::CombiningKind;
use super::shape::*;
use crate::arith::flags::FASTMATH_ATTR;
use crate::constraints::UNIT_ATTR;
use tf_ir::body::{Block, Value};
use tf_ir::bufferize::Bufferizable;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// Running combinations along an axis, with kinds or with a combiner: sums, products, maxima so far.
///
/// The operands are tensors of one shape and then, if any, one scalar initial value for each, where the accumulators
/// start; without, kinds start at their identities. Along axis `dim`, in ascending order, or in descending order if
/// `reverse` is set, the accumulators are combined with the elements; each result holds the accumulator after its
/// element, or before it if `exclusive` is set. Results have the types of the tensors.
///
/// The combiner's arguments are the accumulators followed by the elements, and it yields the new accumulators. With a
/// float kind and `reassoc` in `fastmath`, or a combiner that states that it is `associative`, elements may be
/// combined with each other first.
#[op(
    "tensor.scan",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS, COMBINES),
    operands(values: variadic(TENSOR_OR_SCALAR)),
    results(results: variadic(TENSOR)),
    attrs(
        kinds: optional(KINDS_ATTR),
        dim: I64_ATTR,
        reverse: optional(UNIT_ATTR),
        exclusive: optional(UNIT_ATTR),
        fastmath: optional(FASTMATH_ATTR),
        associative: optional(UNIT_ATTR),
        commutative: optional(UNIT_ATTR),
    ),
    regions(at_least(0)),
    interfaces(Bufferizable, Verify, InferTypes, tf_ir::text::Assembly, crate::differentiate::Differentiable, tf_ir::batch::Batch),
)]
pub struct Scan;

combines!(Scan, ScanOp);

impl ScanOp<'_> {
    /// The axis.
    pub fn axis(self) -> usize {
        self.dim().and_then(|a| self.op().ctx().attr_int(a)).unwrap_or(0) as usize
    }

    /// True if it goes from the last element to the first.
    pub fn is_reverse(self) -> bool {
        self.reverse().is_some()
    }

    /// True if an element is not part of its own result.
    pub fn is_exclusive(self) -> bool {
        self.exclusive().is_some()
    }
}

impl InferTypes for Scan {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        let error = |message: String| infer_error(args, Self::NAME, message);
        let slot = |i: usize| args.attrs.get(i).copied().flatten();
        let inputs = check_operands(ctx, args.operands, slot(Self::KINDS), "scans").map_err(error)?;
        let axis = slot(Self::DIM).and_then(|a| ctx.attr_int(a)).unwrap_or(-1);
        let axis = i64::try_from(axis).unwrap_or(-1);
        check_axes(&[axis], dims(ctx, inputs[0]).len()).map_err(error)?;
        Ok(inputs.iter().copied().collect())
    }
}
