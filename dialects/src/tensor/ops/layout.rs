//! Ops that move elements without computing: `tensor.broadcast`, `tensor.transpose`, `tensor.reshape`,
//! `tensor.slice`, `tensor.reverse`, `tensor.cast`.

use crate::tensor::constraints::*;
use crate::tensor::shape::*;
use smallvec::{SmallVec, smallvec};
use std::fmt;
use tf_ir::attr::Attribute;
use tf_ir::bufferize::Bufferizable;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::interfaces::{Effect, Effects, InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::{Custom, Delimiter, OpParser, OpState, ParseResult, Printer, Tok, type_to_string};
use tf_ir::types::{Dim, Type};

/// Repeats a tensor along new axes.
///
/// Operand axis `i` is result axis `dims[i]`; the axes appear in ascending order of the operand's. Along
/// other result axes the operand repeats, and also along an axis with operand extent 1 and another result
/// extent.
#[op(
    "tensor.broadcast",
    traits(PURE, SAME_ELEM_TYPE, MOVES),
    operands(input: TENSOR),
    results(result: TENSOR),
    attrs(dims: I64S_ATTR),
    interfaces(Verify, crate::shared::tileable::Tileable, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
    asm = "$input `dims` `=` ints($dims) attr-dict `:` type($input) `to` type($result)",
)]
pub struct Broadcast;

/// Permutes the axes: result axis `i` is operand axis `perm[i]`.
#[op(
    "tensor.transpose",
    traits(PURE, SAME_ELEM_TYPE, MOVES),
    operands(input: TENSOR),
    results(result: TENSOR),
    attrs(perm: I64S_ATTR),
    interfaces(Verify, InferTypes, crate::shared::tileable::Tileable, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
    asm = "$input `perm` `=` ints($perm) attr-dict `:` type($input) `to` type($result)",
)]
pub struct Transpose;

/// The same elements, in row-major order, in another shape.
///
/// The products of the extents are provably equal.
#[op(
    "tensor.reshape",
    traits(PURE, SAME_ELEM_TYPE, MOVES),
    operands(input: TENSOR),
    results(result: TENSOR),
    interfaces(Verify, crate::shared::tileable::Tileable, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
    asm = "$input attr-dict `:` type($input) `to` type($result)",
)]
pub struct Reshape;

/// A strided part of a tensor: per axis the elements from `starts` to `stops`, exclusive, in steps of
/// `steps`.
///
/// Starts are proved to be ≥ 0 and stops to be at most the extent; steps are ≥ 1. The extent of an axis of
/// the result is `(stop - start) ceildiv step`; if that is negative at run time, the call stops with a
/// status.
#[op(
    "tensor.slice",
    traits(PURE, SAME_ELEM_TYPE, MOVES),
    operands(input: TENSOR),
    results(result: TENSOR),
    attrs(starts: EXTENTS_ATTR, stops: EXTENTS_ATTR, steps: I64S_ATTR),
    interfaces(Verify, InferTypes, crate::shared::tileable::Tileable, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
    asm = "$input custom<RangeList>($starts, $stops, $steps) attr-dict `:` type($input) `to` type($result)",
)]
pub struct Slice;

/// Reverses the order of elements along axes.
#[op(
    "tensor.reverse",
    traits(PURE, SAME_ELEM_TYPE, MOVES),
    operands(input: TENSOR),
    results(result: TENSOR = input),
    attrs(dims: I64S_ATTR),
    interfaces(Verify, InferTypes, crate::shared::tileable::Tileable, tf_ir::interfaces::Fold, tf_ir::batch::Batch),
    asm = "$input `dims` `=` ints($dims) attr-dict `:` type($input)",
)]
pub struct Reverse;

/// The same tensor with other extent terms; the call stops with a status if they differ at run time.
#[op(
    "tensor.cast",
    traits(SAME_ELEM_TYPE),
    operands(input: TENSOR),
    results(result: TENSOR),
    interfaces(Bufferizable, Verify, Effects, tf_ir::interfaces::Fold, crate::differentiate::Differentiable, tf_ir::batch::Batch),
    asm = "$input attr-dict `:` type($input) `to` type($result)",
)]
pub struct Cast;

/// The elements of an `array<i64: …>` attribute as axes.
pub(crate) fn axes(ctx: &Context, attr: Option<Attribute>) -> Vec<usize> {
    let values = attr.and_then(|a| ctx.attr_i64s(a)).unwrap_or_default();
    values.into_iter().map(|v| v as usize).collect()
}

macro_rules! axes_accessor {
    ($view:ident, $attr:ident, $method:ident, $doc:literal) => {
        impl $view<'_> {
            #[doc = $doc]
            pub fn $method(self) -> Vec<usize> {
                axes(self.op().ctx(), self.$attr())
            }
        }
    };
}
axes_accessor!(BroadcastOp, dims, axes, "The result axis of each operand axis.");
axes_accessor!(TransposeOp, perm, permutation, "The operand axis of each result axis.");
axes_accessor!(ReverseOp, dims, axes, "The axes that are reversed.");

impl Verify for Broadcast {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let ctx = op.ctx();
        let (from, to) = (dims(ctx, op.operand_type(0)), dims(ctx, op.result_type(0)));
        let axes = op.slot(Self::DIMS).and_then(|a| ctx.attr_i64s(a)).unwrap_or_default();
        if axes.len() != from.len() {
            let (ty, n) = (type_to_string(ctx, op.operand_type(0)), axes.len());
            return Err(op.error(format_args!("needs a result axis for each axis of {ty}, but has {n} dims")));
        }
        check_axes(&axes, to.len()).map_err(|e| op.error(e))?;
        if axes.windows(2).any(|w| w[0] > w[1]) {
            return Err(op.error("has dims that are not ascending: transpose first"));
        }
        for (i, axis) in axes.iter().enumerate() {
            let (a, b) = (&from[i], &to[*axis as usize]);
            if *a == Dim::Static(1) || same_extent(a, b) == Verdict::Proved {
                continue;
            }
            let words = [op.operand_type(0), op.result_type(0)].map(|t| type_to_string(ctx, t));
            let (a, b) = (extent_words(a), extent_words(b));
            return Err(op.error(format_args!(
                "cannot broadcast {} to {}: extent {a} of operand axis {i} is neither 1 nor known to be {b}, the \
                 extent of result axis {axis}",
                words[0], words[1]
            )));
        }
        Ok(())
    }
}

/// The operand's type, or an error for an op without operands.
pub(crate) fn first_operand(args: &InferArgs<'_>, name: &str) -> Result<Type, Diagnostic> {
    match args.operands.first() {
        Some(ty) if args.ctx.dims(*ty).is_some() => Ok(*ty),
        _ => Err(infer_error(args, name, "needs a ranked tensor as its operand")),
    }
}

pub(crate) fn slot_i64s(args: &InferArgs<'_>, slot: usize) -> Vec<i64> {
    args.attrs.get(slot).copied().flatten().and_then(|a| args.ctx.attr_i64s(a)).unwrap_or_default()
}

impl InferTypes for Transpose {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let (ctx, input) = (args.ctx, first_operand(args, Self::NAME)?);
        let (shape, perm) = (dims(ctx, input), slot_i64s(args, Self::PERM));
        if perm.len() != shape.len() {
            let (n, ty) = (perm.len(), type_to_string(ctx, input));
            return Err(infer_error(args, Self::NAME, format_args!("has a perm of {n} axes for {ty}")));
        }
        check_axes(&perm, shape.len()).map_err(|e| infer_error(args, Self::NAME, e))?;
        let permuted: Vec<Dim> = perm.iter().map(|axis| shape[*axis as usize].clone()).collect();
        Ok(smallvec![ctx.tensor(permuted, ctx.elem_type(input))])
    }
}

impl Verify for Transpose {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}

/// The number of elements of a shape as a term.
pub(crate) fn element_count(shape: &[Dim]) -> Option<Extent> {
    shape.iter().try_fold(Extent::constant(1), |count, dim| count.mul(&dim.to_extent()?).ok())
}

impl Verify for Reshape {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (ctx, types) = (op.ctx(), [op.operand_type(0), op.result_type(0)]);
        let words = types.map(|t| type_to_string(ctx, t));
        let counts = types.map(|t| element_count(dims(ctx, t)));
        let [Some(a), Some(b)] = counts else {
            let advice = "every extent needs a name or a value (name-extents names the extents of arguments)";
            return Err(op.error(format_args!("cannot reshape {} to {}: {advice}", words[0], words[1])));
        };
        match a.prove_eq(&b, &Facts::new()) {
            Verdict::Proved => Ok(()),
            Verdict::Refuted => {
                Err(op
                    .error(format_args!("cannot reshape {} ({a} elements) to {} ({b})", words[0], words[1])))
            }
            Verdict::Unknown => Err(op.error(format_args!(
                "cannot reshape {} to {}: {a} elements are not known to equal {b}",
                words[0], words[1]
            ))),
        }
    }
}

/// One axis of a slice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Range {
    /// The first element.
    pub start: Extent,
    /// The end, excluded.
    pub stop: Extent,
    /// The distance of elements, ≥ 1.
    pub step: i64,
}

impl Range {
    /// The number of elements.
    pub fn extent(&self) -> Option<Extent> {
        self.stop.sub(&self.start).and_then(|n| n.ceildiv(self.step)).ok()
    }
}

fn ranges(ctx: &Context, slots: [Option<Attribute>; 3]) -> Option<Vec<Range>> {
    let [starts, stops, steps] = slots;
    let (starts, stops) = (ctx.attr_extents(starts?)?, ctx.attr_extents(stops?)?);
    let steps = ctx.attr_i64s(steps?)?;
    if starts.len() != stops.len() || starts.len() != steps.len() {
        return None;
    }
    let ends = starts.iter().cloned().zip(stops.iter().cloned());
    Some(ends.zip(steps).map(|((start, stop), step)| Range { start, stop, step }).collect())
}

impl SliceOp<'_> {
    /// The range along each axis.
    pub fn ranges(self) -> Vec<Range> {
        ranges(self.op().ctx(), [self.starts(), self.stops(), self.steps()]).unwrap_or_default()
    }
}

/// ` [0:n, 1:m:2]`
struct RangeList;

impl Custom for RangeList {
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult {
        let (mut starts, mut stops, mut steps) = (Vec::new(), Vec::new(), Vec::new());
        p.list_of(Delimiter::Square, |p| {
            starts.push(p.extent()?);
            p.expect(Tok::Colon)?;
            stops.push(p.extent()?);
            steps.push(if p.accept(Tok::Colon) { p.integer::<i64>()? } else { 1 });
            Ok(())
        })?;
        let ctx = p.ctx();
        state.slots[Slice::STARTS] = Some(ctx.extents_attr(&starts));
        state.slots[Slice::STOPS] = Some(ctx.extents_attr(&stops));
        state.slots[Slice::STEPS] = Some(ctx.i64_array_attr(&steps));
        Ok(())
    }

    fn print(&self, op: OpRef<'_>, p: &mut Printer) {
        p.text(" [");
        p.commas(op.view(Slice).ranges(), |p, range| {
            p.text(&format!("{}:{}", range.start, range.stop));
            if range.step != 1 {
                p.text(&format!(":{}", range.step));
            }
        });
        p.text("]");
    }
}

impl InferTypes for Slice {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let (ctx, input) = (args.ctx, first_operand(args, Self::NAME)?);
        let slot = |i: usize| args.attrs.get(i).copied().flatten();
        let error = |message: &dyn fmt::Display| infer_error(args, Self::NAME, message);
        let Some(ranges) = ranges(ctx, [slot(Self::STARTS), slot(Self::STOPS), slot(Self::STEPS)]) else {
            return Err(error(&"needs as many starts as stops and steps"));
        };
        let shape = dims(ctx, input);
        if ranges.len() != shape.len() {
            let ty = type_to_string(ctx, input);
            return Err(error(&format!("has {} ranges for {ty}: give one per axis", ranges.len())));
        }
        let mut result = Vec::with_capacity(shape.len());
        for (axis, (range, dim)) in ranges.iter().zip(shape).enumerate() {
            if range.step < 1 {
                let step = range.step;
                return Err(error(&format!("has the step {step}, which is not positive, on axis {axis}")));
            }
            let extent = range.extent().ok_or_else(|| error(&format!("overflows on axis {axis}")))?;
            if extent.as_const().is_some_and(|n| n < 0) {
                let Range { start, stop, .. } = range;
                return Err(error(&format!("starts at {start} after its stop {stop} on axis {axis}")));
            }
            check_range(range, dim).map_err(|e| error(&format!("{e} on axis {axis}")))?;
            result.push(Dim::from_extent(extent));
        }
        Ok(smallvec![ctx.tensor(result, ctx.elem_type(input))])
    }
}

/// A range that is not known to be inside of an axis.
#[derive(Clone, PartialEq, Eq, Debug)]
enum SliceError {
    /// The extent has no name.
    UnnamedExtent,
    /// The start may be negative.
    Start { start: Extent },
    /// The stop may be past the end.
    Stop { stop: Extent, extent: Extent },
}

impl fmt::Display for SliceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SliceError::UnnamedExtent => {
                f.write_str("slices an extent without a name (name-extents names the extents of arguments)")
            }
            SliceError::Start { start } => {
                write!(f, "starts at {start}, which is not known to be at least 0,")
            }
            SliceError::Stop { stop, extent } => {
                write!(f, "stops at {stop}, which is not known to be at most the extent {extent},")
            }
        }
    }
}

/// Proves that a range lies inside an extent.
fn check_range(range: &Range, dim: &Dim) -> Result<(), SliceError> {
    let Range { start, stop, .. } = range;
    let Some(extent) = dim.to_extent() else {
        return Err(SliceError::UnnamedExtent);
    };
    // The call checks that the range is not negative.
    let mut facts = Facts::new();
    if let Ok(length) = stop.sub(start) {
        facts.assume_ge0(&length);
    }
    if start.prove_ge0(&facts) != Verdict::Proved {
        return Err(SliceError::Start { start: start.clone() });
    }
    if stop.prove_le(&extent, &facts) != Verdict::Proved {
        return Err(SliceError::Stop { stop: stop.clone(), extent });
    }
    Ok(())
}

impl Verify for Slice {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}

impl InferTypes for Reverse {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let input = first_operand(args, Self::NAME)?;
        let axes = slot_i64s(args, Self::DIMS);
        let checked = check_axes(&axes, dims(args.ctx, input).len());
        checked.map_err(|e| infer_error(args, Self::NAME, e))?;
        Ok(smallvec![input])
    }
}

impl Verify for Reverse {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_inferred(op, self)
    }
}

impl Verify for Cast {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (ctx, types) = (op.ctx(), [op.operand_type(0), op.result_type(0)]);
        let (from, to) = (dims(ctx, types[0]), dims(ctx, types[1]));
        let words = types.map(|t| type_to_string(ctx, t));
        if from.len() != to.len() {
            return Err(op.error(format_args!("cannot cast {} to {}: the ranks differ", words[0], words[1])));
        }
        let refuted = from.iter().zip(to).position(|(a, b)| same_extent(a, b) == Verdict::Refuted);
        match refuted {
            Some(axis) => {
                let (a, b) = (extent_words(&from[axis]), extent_words(&to[axis]));
                Err(op.error(format_args!(
                    "cannot cast {} to {}: extent {a} of axis {axis} is never {b}",
                    words[0], words[1]
                )))
            }
            None => Ok(()),
        }
    }
}

impl Effects for Cast {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let (a, b) = (op.operand_type(0), op.result_type(0));
        let unknown = |ty| dims(op.ctx(), ty).contains(&Dim::Unknown);
        let sure = same_type(op.ctx(), a, b) && (a == b || !unknown(a) && !unknown(b));
        if sure { SmallVec::new() } else { smallvec![Effect::Control] }
    }
}
