//! `tensor.scatter`: writes windows into tensors at computed indices.

use super::gather::check_indices_type;
use crate::constraints::UNIT_ATTR;
use crate::scalar::element_type;
use crate::shared::regions::sole_block;
use crate::tensor;
use crate::tensor::accumulate::{self, ACCUMULATIONS_ATTR, Accumulation, Combine, accumulations};
use crate::tensor::constraints::*;
use crate::tensor::ops::scalar_code::Yield;
use crate::tensor::shape::*;
use crate::tensor::syntax::Elements;
use crate::tensor::window::*;
use std::fmt;
use tf_ir::body::{Block, Value};
use tf_ir::diag::Diagnostic;
use tf_ir::extent::{Facts, Verdict};
use tf_ir::interfaces::{InferArgs, InferTypes, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::{AttrSyntax, Tok, type_to_string};
use tf_ir::types::Type;

/// Updates tensors at positions that index vectors specify; StableHLO's `scatter`.
///
/// The operands are one or more inputs of one shape, the index tensor, and as many updates of one shape. The
/// updates have the axes of the index tensor without `index_vector_dim`, and among them, at `window_dims`,
/// those of a window of the inputs, without `collapsed_dims` and `batching_dims`. The position of an update's
/// element is the start that its index vector gives, for the axes `index_map`, plus the offset in the window;
/// elements outside are skipped one by one. `accumulate` specifies the update of each input: a combining
/// kind, replacement (`set`), or, for all inputs together, the region, which takes the elements and the
/// values. Updates run in their row-major order. With `unique`, no element changes twice; `sorted` promises
/// ascending index vectors.
#[op(
    "tensor.scatter",
    traits(SINGLE_BLOCK, RECURSIVE_EFFECTS),
    operands(inputs: variadic(TENSOR), indices: TENSOR, updates: variadic(TENSOR)),
    sizes(equal),
    results(results: variadic(TENSOR) = inputs),
    attrs(
        accumulate: ACCUMULATIONS_ATTR,
        window_dims: I64S_ATTR,
        collapsed_dims: I64S_ATTR,
        batching_dims: I64S_ATTR,
        index_batching_dims: I64S_ATTR,
        index_map: I64S_ATTR,
        index_vector_dim: I64_ATTR,
        unique: optional(UNIT_ATTR),
        sorted: optional(UNIT_ATTR),
    ),
    regions(combiner),
    interfaces(Verify, InferTypes, crate::shared::interfaces::Decompose),
    asm = "as<ACCUMULATIONS>($accumulate) $inputs `at` $indices `from` $updates \
           custom<WindowLists>($window_dims, $collapsed_dims, $batching_dims, $index_batching_dims, $index_map, $index_vector_dim) \
           (`unique` $unique^)? (`sorted` $sorted^)? attr-dict `:` type(operands) custom<Elements>($combiner)",
)]
pub struct Scatter;

impl ScatterOp<'_> {
    /// The dimension numbers.
    pub fn windows(self) -> Windows {
        Windows::of(self.op())
    }

    /// The number of inputs, and of updates.
    pub fn count(self) -> usize {
        self.op().operand_count().saturating_sub(1) / 2
    }

    /// The update rule of each input.
    pub fn accumulations(self) -> Vec<Accumulation> {
        let list = self.accumulate().and_then(|a| accumulations(self.op().ctx(), a)).unwrap_or_default();
        let unique = self.unique().is_some();
        list.into_iter().map(|a| a.unique(unique)).collect()
    }

    /// The block of the combiner, if there is one.
    pub fn combiner(self) -> Option<Block> {
        self.op().entry(0)
    }
}

impl InferTypes for Scatter {
    fn infer(&self, args: &InferArgs<'_>) -> Result<Types, Diagnostic> {
        let count = args.operands.len().saturating_sub(1) / 2;
        Ok(args.operands.iter().take(count).copied().collect())
    }
}

impl Verify for Scatter {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let view = op.view(tensor::Scatter);
        let count = view.count();
        if count == 0 || op.operand_count() != 2 * count + 1 {
            let n = op.operand_count();
            return Err(op.error(format_args!(
                "takes tensors, indices and as many updates as tensors, but has {n} operands"
            )));
        }
        verify_inferred(op, self)?;
        check_operands(op, view)?;
        check_accumulations(op, view)?;
        check_region(op, view)
    }
}

/// Checks the types of inputs, indices and updates.
fn check_operands(op: OpRef<'_>, view: ScatterOp<'_>) -> Result<(), Diagnostic> {
    let (ctx, body) = (op.ctx(), op.body());
    let ty = |value: &Value| body.ty(*value);
    let (inputs, updates) = (view.inputs(), view.updates());
    let (first, update, indices) = (ty(&inputs[0]), ty(&updates[0]), ty(&view.indices()));
    for (i, (input, value)) in inputs.iter().zip(&updates).enumerate() {
        for (found, first, what) in
            [(ty(input), first, "changes tensors"), (ty(value), update, "puts updates")]
        {
            if let Some(difference) = mismatch(ctx, found, ctx.with_elem(first, ctx.elem_type(found))) {
                let words = types_words(ctx, &[first, found]);
                return Err(op.error(format_args!("{what} of one shape, not {words}{difference}")));
            }
        }
        if ctx.elem_type(ty(input)) != ctx.elem_type(ty(value)) {
            let words = types_words(ctx, &[ty(value), ty(input)]);
            return Err(op.error(format_args!(
                "has updates of another element type than the input: {words} (input \
                    #{i})"
            )));
        }
    }
    check_indices_type(ctx, indices).map_err(|e| op.error(e))?;
    let windows = view.windows();
    let outer = dims(ctx, update);
    windows.check(ctx, first, indices, outer.len()).map_err(|e| op.error(e))?;
    check_updates(op, &windows, [first, indices, update]).map_err(|e| op.error(e))
}

/// Updates whose shape does not fit the input and the indices. Types and extents are as in text.
#[derive(Clone, PartialEq, Eq, Debug)]
enum ScatterError {
    /// Updates and indices have different numbers of batch axes.
    BatchCounts { count: usize, updates: String, index_count: usize },
    /// A batch axis is not known to have the extent of the indices.
    BatchExtent { axis: usize, updates: String, extents: [String; 2] },
    /// A window is larger than the input.
    Size { axis: usize, input: String, size: String, extent: String },
}

impl fmt::Display for ScatterError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ScatterError::BatchCounts { count, updates, index_count } => write!(
                f,
                "has {count} axes of {updates} outside of windows, but {index_count} axes of index vectors"
            ),
            ScatterError::BatchExtent { axis, updates, extents: [own, other] } => write!(
                f,
                "pairs axis {axis} of {updates} with the index vectors, but {own} is not known to be {other}"
            ),
            ScatterError::Size { axis, input, size, extent } => write!(
                f,
                "has windows of {size} elements on axis {axis} of {input}, which is never at most {extent}"
            ),
        }
    }
}

/// Checks the shape of the updates: the index tensor's along batch axes, at most the input's along window
/// axes.
fn check_updates(op: OpRef<'_>, windows: &Windows, types: [Type; 3]) -> Result<(), ScatterError> {
    let ctx = op.ctx();
    let [input, indices, update] = types;
    let (outer, updates) = (dims(ctx, update), type_to_string(ctx, update));
    let batch = windows.batch_dims(dims(ctx, indices));
    let axes = windows.batch_axes(outer.len());
    if axes.len() != batch.len() {
        return Err(ScatterError::BatchCounts { count: axes.len(), updates, index_count: batch.len() });
    }
    for (axis, dim) in axes.into_iter().zip(&batch) {
        if same_extent(&outer[axis], dim) != Verdict::Proved {
            let extents = [extent_words(&outer[axis]), extent_words(dim)];
            return Err(ScatterError::BatchExtent { axis, updates, extents });
        }
    }
    let rank = dims(ctx, input).len();
    for (axis, at) in windows.operand_window_axes(rank).into_iter().zip(&windows.window_dims) {
        let (size, extent) = (&outer[*at as usize], &dims(ctx, input)[axis]);
        let verdict = size.to_extent().zip(extent.to_extent()).map(|(n, m)| n.prove_le(&m, &Facts::new()));
        if verdict == Some(Verdict::Refuted) {
            let (size, extent) = (extent_words(size), extent_words(extent));
            return Err(ScatterError::Size { axis, input: type_to_string(ctx, input), size, extent });
        }
    }
    Ok(())
}

fn check_accumulations(op: OpRef<'_>, view: ScatterOp<'_>) -> Result<(), Diagnostic> {
    let (ctx, count, how) = (op.ctx(), view.count(), view.accumulations());
    if how.len() != count {
        let n = how.len();
        return Err(op.error(format_args!("updates {count} tensors, but has {n} accumulations")));
    }
    let by_region = how.iter().filter(|a| a.combine == Combine::Region).count();
    if (by_region != 0) != view.combiner().is_some() || (by_region != 0 && by_region != count) {
        return Err(op.error("needs a region exactly if the accumulation of every tensor is 'region'"));
    }
    for (input, how) in view.inputs().into_iter().zip(how) {
        let dtype = element_type(ctx, op.body().ty(input)).expect("inputs are tensors of element types");
        if !how.accepts(dtype) {
            return Err(op.error(format_args!("cannot accumulate values of type {dtype} with {how}")));
        }
    }
    Ok(())
}

fn check_region(op: OpRef<'_>, view: ScatterOp<'_>) -> Result<(), Diagnostic> {
    if view.combiner().is_none() {
        return Ok(());
    }
    let (body, ctx) = (op.body(), op.ctx());
    let (block, end) = sole_block(op, 0, Yield)?;
    let elems: Vec<Type> = view.inputs().iter().map(|v| ctx.elem_type(body.ty(*v))).collect();
    let found: Vec<Type> = body.args(block).map(|v| body.ty(v)).collect();
    let yielded: Vec<Type> = body.operands(end).map(|v| body.ty(v)).collect();
    let wanted = [&elems[..], &elems].concat();
    if found != wanted || yielded != elems {
        let words = [&wanted, &elems, &found, &yielded].map(|types| types_words(ctx, types));
        return Err(op.error(format_args!(
            "combines elements and values: its region takes ({}) and yields ({}), not ({}) and ({})",
            words[0], words[1], words[2], words[3]
        )));
    }
    super::scalar_code::check_contents(op, block, "a tensor.scatter")
}

/// One accumulation, or a list of them: `add`, `[add, set]`.
const ACCUMULATIONS: AttrSyntax = AttrSyntax::Custom {
    starts: |p| matches!(p.peek(), Tok::LSquare | Tok::BareId),
    parse: |p| {
        let how = p.one_or_list(|p| {
            let word = p.keyword_of("a combining kind, set or region", &accumulate::WORDS)?;
            Ok(Accumulation::of_word(word).unordered(p.accept_keyword("unordered")))
        })?;
        Ok(accumulate::accumulations_attr(p.ctx(), &how))
    },
    print: |p, attr| {
        let how = accumulations(p.ctx(), attr).unwrap_or_default();
        p.one_or_list(&how, |p, one| p.text(&one.to_string()));
    },
};
