//! Running combinations along an axis: `tensor.scan`.

use super::combiner::{self, Laws};
use super::constraints::*;
use super::kinds::CombiningKind;
use super::reduce::{check_kind, leading_tensors, split_inits, verify_combination};
use super::shape::*;
use crate::arith::flags::FASTMATH_ATTR;
use crate::constraints::UNIT_ATTR;
use tf_ir::body::{Block, Value};
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
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
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
    interfaces(Verify, InferTypes, tf_ir::text::Assembly, crate::differentiate::Differentiable),
)]
pub struct Scan;

impl ScanOp<'_> {
    /// The tensors.
    pub fn inputs(self) -> Vec<Value> {
        leading_tensors(self.op())
    }

    /// The initial values: none, or one per tensor.
    pub fn inits(self) -> Vec<Value> {
        self.op().operands().skip(self.inputs().len()).collect()
    }

    /// The block of the combiner; `None` if kinds combine.
    pub fn combiner(self) -> Option<Block> {
        combiner::block_of(self.op(), 0)
    }

    /// What the combiner states of itself.
    pub fn laws(self) -> Laws {
        Laws::of(self.op())
    }

    /// The combining kinds, one per tensor; none if there is a combiner.
    pub fn combining_kinds(self) -> Vec<CombiningKind> {
        self.kinds().and_then(|a| kinds(self.op().ctx(), a)).unwrap_or_default()
    }

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
        let kinds = slot(Self::KINDS).and_then(|a| kinds(ctx, a));
        let (inputs, inits) = split_inits(ctx, args.operands).map_err(error)?;
        if let Some(kinds) = &kinds
            && kinds.len() != inputs.len()
        {
            let (n, given) = (inputs.len(), kinds.len());
            return Err(error(format!("has {n} operands but {given} combining kinds")));
        }
        if kinds.is_none() && inits.is_empty() {
            return Err(error("needs initial values for its combiner".to_string()));
        }
        let axis = slot(Self::DIM).and_then(|a| ctx.attr_int(a)).unwrap_or(-1);
        let axis = i64::try_from(axis).unwrap_or(-1);
        check_axes(&[axis], dims(ctx, inputs[0]).len()).map_err(error)?;
        check_one_shape(ctx, inputs, "scans").map_err(error)?;
        for (i, ty) in inputs.iter().enumerate() {
            if let Some(kinds) = &kinds {
                check_kind(ctx, kinds[i], *ty).map_err(error)?;
            }
        }
        Ok(inputs.iter().copied().collect())
    }
}

/// Checks that tensors have one shape; `verb` says what is done with them.
pub(crate) fn check_one_shape(
    ctx: &tf_ir::context::Context,
    types: &[tf_ir::types::Type],
    verb: &str,
) -> Result<(), String> {
    let first = types[0];
    for ty in types {
        if let Some(difference) = mismatch(ctx, *ty, ctx.with_elem(first, ctx.elem_type(*ty))) {
            let words = types_words(ctx, &[*ty, first]);
            return Err(format!("{verb} tensors of one shape, not {words}{difference}"));
        }
    }
    Ok(())
}

impl Verify for Scan {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)?;
        let view = ScanOp::cast(op).expect("registered for this op");
        verify_combination(op, view.kinds().is_some(), view.combining_kinds().len(), &view.inits())
    }
}
