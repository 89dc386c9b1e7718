//! `tensor.scan`: prefix scans along an axis.

use crate::arith::flags::FASTMATH_ATTR;
use crate::constraints::UNIT_ATTR;
use crate::tensor::combination::{check_operands, combines, tensors_and_inits};
use crate::tensor::combiner::{Combiner, Laws};
use crate::tensor::constraints::*;
use crate::tensor::kinds::CombiningKind;
use crate::tensor::shape::*;
use crate::tensor::syntax::{FASTMATH, KINDS};
use std::fmt;
use tf_ir::body::Block;
use tf_ir::bufferize::Bufferizable;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// A prefix scan along an axis, with kinds or with a combiner: cumulative sums, products, maxima.
///
/// The operands are tensors of one shape and then, optionally, one scalar initial value for each, at which
/// the accumulators start; without, kinds start at their identities. Along axis `dim`, in ascending order, or
/// in descending order if `reverse` is set, the accumulators are combined with the elements; each result
/// holds the accumulator after its element, or before it if `exclusive` is set. Results have the types of the
/// tensors.
///
/// The combiner's arguments are the accumulators followed by the elements, and it yields the new
/// accumulators. With a float kind and `reassoc` in `fastmath`, or a combiner declared `associative`,
/// elements may be combined with each other first.
#[op(
    "tensor.scan",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS, COMBINES),
    operands(
        inputs: variadic(TENSOR_OR_SCALAR) = results,
        inits: variadic(TENSOR_OR_SCALAR) = Context::elem_type(inputs),
    ),
    sizes(tensors_and_inits),
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
    regions(optional(combiner)),
    interfaces(
        Bufferizable,
        Verify,
        InferTypes,
        crate::differentiate::Differentiable,
        crate::shared::work::Work,
        tf_ir::batch::Batch
    ),
    asm = "(as<KINDS>($kinds)^)? $inputs (`init` `(` $inits^ `)`)? `dim` `=` int($dim) (`reverse` $reverse^)? \
           (`exclusive` $exclusive^)? (as<FASTMATH>($fastmath)^)? attr-dict \
           custom<Combiner>($associative, $commutative, $combiner) `:` type($results)",
)]
pub struct Scan;

combines!(Scan, ScanOp);

impl ScanOp<'_> {
    /// The axis.
    pub fn axis(self) -> usize {
        self.dim().and_then(|a| self.op().ctx().attr_int(a)).unwrap_or(0) as usize
    }

    /// True if it scans from the last element to the first.
    pub fn is_reverse(self) -> bool {
        self.reverse().is_some()
    }

    /// True if a result excludes its own element.
    pub fn is_exclusive(self) -> bool {
        self.exclusive().is_some()
    }
}

impl InferTypes for Scan {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let ctx = args.ctx;
        let error = |message: &dyn fmt::Display| infer_error(args, Self::NAME, message);
        let slot = |i: usize| args.attrs.get(i).copied().flatten();
        let inputs =
            check_operands(ctx, args.operands, slot(Self::KINDS), "scans").map_err(|why| error(&why))?;
        let axis = slot(Self::DIM).and_then(|a| ctx.attr_int(a)).unwrap_or(-1);
        let axis = i64::try_from(axis).unwrap_or(-1);
        check_axes(&[axis], dims(ctx, inputs[0]).len()).map_err(|why| error(&why))?;
        Ok(inputs.iter().copied().collect())
    }
}
