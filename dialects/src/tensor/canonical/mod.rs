//! Canonicalization patterns of `tensor` ops, beyond folding.

mod argmax;
mod canonical_access;
mod fold;
pub mod running_window;
mod whole_update;

use super::bitcast::Bitcast;
use super::combination::tensors_and_inits;
use super::combiner::{self, Laws};
use super::compute::{Compute, Fold};
use super::concat::{Concat, ConcatOp};
use super::dynamic::DynamicSlice;
use super::kinds::CombiningKind;
use super::layout::{
    Broadcast, BroadcastOp, Range, Reshape, Reverse, ReverseOp, Slice, SliceOp, Transpose, TransposeOp,
};
use super::reduce::Reduce;
use super::reduce_window::ReduceWindow;
use super::scalar_code::Yield;
use super::scan::Scan;
use super::shape::dims;
use crate::scalar::dtype;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::LoopLike;
use tf_ir::extent::Extent;
use tf_ir::rewrite::{PatternSet, Refusal, Rewrite, Rewriter};
use tf_ir::types::Type;

/// Adds the patterns of the dialect.
pub(super) fn patterns(set: &mut PatternSet) {
    super::require::patterns(set);
    canonical_access::patterns(set);
    set.on(Transpose, "transpose-of-transpose", transpose_of_transpose)
        .on(Reshape, "reshape-of-reshape", reshape_of_reshape)
        .on(Broadcast, "broadcast-of-broadcast", broadcast_of_broadcast)
        .on(Slice, "slice-of-slice", slice_of_slice)
        .on(Reverse, "reverse-of-reverse", reverse_of_reverse)
        .on(Concat, "concat-of-concat", concat_of_concat)
        .on(DynamicSlice, "dynamic-slice-of-constants", slice_at_constants)
        .on(Bitcast, "bitcast-of-bitcast", bitcast_of_bitcast)
        .on(Fold, "fold-empty", fold_empty)
        .on(Fold, "fold-results", fold_results)
        .on(Compute, "compute-results", compute_results)
        .on(Compute, "compute-accumulates-nothing", accumulates_nothing)
        .on(Compute, "compute-sets-everything", whole_update::sets_everything)
        .on(Fold, "fold-with-kinds", fold_with_kinds)
        .on(Reduce, "reduce-with-kinds", reduce_with_kinds)
        .on(Reduce, "reduce-of-extreme-and-place", argmax::to_kinds)
        .on(ReduceWindow, "reduce-window-with-kinds", reduce_with_kinds)
        .on(ReduceWindow, "reduce-window-of-all-before", running_window::to_scan)
        .on(Scan, "scan-with-kinds", scan_with_kinds);
}

/// The op that defines operand 0, if it has the same name.
fn same_producer(rw: &Rewriter<'_>, op: Op) -> Result<Op, Refusal> {
    let def = rw.body.def_op(rw.body.operand(op, 0));
    def.filter(|def| rw.body.name(*def) == rw.body.name(op))
        .ok_or("the operand is not the result of such an op".into())
}

fn axes_attr(rw: &Rewriter<'_>, axes: impl IntoIterator<Item = usize>) -> Attribute {
    let axes: Vec<i64> = axes.into_iter().map(|a| a as i64).collect();
    rw.body.ctx().i64_array_attr(&axes)
}

/// Replaces `op` by one of the same name on the operand of `producer`, with other attributes, if the verifier
/// accepts it: two equalities of extents may each be provable although their combination is not.
fn replace_chain(rw: &mut Rewriter<'_>, op: Op, producer: Op, attrs: &[(&str, Attribute)]) -> Rewrite {
    let name = rw.body.name(op);
    let (input, ty) = (rw.body.operand(producer, 0), rw.body.ty(rw.body.result(op, 0)));
    let new = rw.op(name, &[input], &[ty], attrs);
    let view = rw.body.op(new);
    if view.info().verify.as_ref().is_some_and(|hook| hook.verify(view).is_err()) {
        rw.erase(new);
        return Err("the combined op is not known to be valid".into());
    }
    let result = rw.body.result(new, 0);
    rw.replace(op, &[result]);
    Ok(())
}

fn transpose_of_transpose(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let producer = same_producer(rw, op)?;
    let permutation = |op| rw.body.cast(op, Transpose).map(TransposeOp::permutation).unwrap_or_default();
    let (outer, inner) = (permutation(op), permutation(producer));
    let perm = axes_attr(rw, outer.iter().map(|axis| inner[*axis]));
    replace_chain(rw, op, producer, &[("perm", perm)])
}

fn reshape_of_reshape(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let producer = same_producer(rw, op)?;
    replace_chain(rw, op, producer, &[])
}

fn broadcast_of_broadcast(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let producer = same_producer(rw, op)?;
    let axes = |op| rw.body.cast(op, Broadcast).map(BroadcastOp::axes).unwrap_or_default();
    let (outer, inner) = (axes(op), axes(producer));
    let composed = axes_attr(rw, inner.iter().map(|axis| outer[*axis]));
    replace_chain(rw, op, producer, &[("dims", composed)])
}

fn reverse_of_reverse(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let producer = same_producer(rw, op)?;
    let axes = |op| rw.body.cast(op, Reverse).map(ReverseOp::axes).unwrap_or_default();
    let (outer, inner) = (axes(op), axes(producer));
    let rank = dims(rw.body.ctx(), rw.body.ty(rw.body.result(op, 0))).len();
    let once = (0..rank).filter(|axis| outer.contains(axis) != inner.contains(axis));
    let once = axes_attr(rw, once);
    replace_chain(rw, op, producer, &[("dims", once)])
}

fn slice_of_slice(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let producer = same_producer(rw, op)?;
    let ranges = |op| rw.body.cast(op, Slice).map(SliceOp::ranges).unwrap_or_default();
    let (outer, inner) = (ranges(op), ranges(producer));
    let composed: Option<Vec<Range>> = outer.iter().zip(&inner).map(|(o, i)| compose_ranges(o, i)).collect();
    let composed = composed.ok_or("the combined range does not fit an attribute")?;
    let ctx = rw.body.ctx();
    let starts: Vec<Extent> = composed.iter().map(|r| r.start.clone()).collect();
    let stops: Vec<Extent> = composed.iter().map(|r| r.stop.clone()).collect();
    let steps: Vec<i64> = composed.iter().map(|r| r.step).collect();
    let attrs = [
        ("starts", ctx.extents_attr(&starts)),
        ("stops", ctx.extents_attr(&stops)),
        ("steps", ctx.i64_array_attr(&steps)),
    ];
    replace_chain(rw, op, producer, &attrs)
}

/// The range of `inner`'s elements that `outer` takes: start, step and count compose.
fn compose_ranges(outer: &Range, inner: &Range) -> Option<Range> {
    let step = outer.step.checked_mul(inner.step)?;
    let place = |at: &Extent| at.scale(inner.step).and_then(|x| x.add(&inner.start)).ok();
    let start = place(&outer.start)?;
    // The stop of the outer range exceeds that of the inner one by at most `inner.step - 1`.
    let stop = if inner.step == 1 {
        place(&outer.stop)?
    } else {
        let count = outer.extent()?;
        let last = count.add_const(-1).and_then(|n| n.scale(step)).and_then(|n| n.add(&start)).ok()?;
        last.add_const(1).ok()?
    };
    Some(Range { start, stop, step })
}

/// A nested concat along the same axis is flattened.
fn concat_of_concat(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let body = &*rw.body;
    let axis = |op: Op| body.cast(op, Concat).map(ConcatOp::axis);
    let mut inputs = Vec::new();
    for input in body.operands(op) {
        match body.def_op(input).filter(|def| axis(*def).is_some() && axis(*def) == axis(op)) {
            Some(def) if body.has_one_use(input) => inputs.extend(body.operands(def)),
            _ => inputs.push(input),
        }
    }
    if inputs.len() == body.operand_count(op) {
        return Err("no operand is a concat along this axis that nothing else uses".into());
    }
    rw.modify(op, |body| body.set_operands(op, &inputs));
    Ok(())
}

/// A window at constant starts in constant extents is a plain slice.
fn slice_at_constants(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let body = &*rw.body;
    let ctx = body.ctx().clone();
    let (input, result) = (body.operand(op, 0), body.result(op, 0));
    let (whole, sizes) = (dims(&ctx, body.ty(input)), dims(&ctx, body.ty(result)));
    let (mut starts, mut stops) = (Vec::new(), Vec::new());
    for (axis, (extent, size)) in whole.iter().zip(sizes).enumerate() {
        let (Some(extent), Some(size)) = (extent.to_extent(), size.to_extent()) else {
            return Err("an extent has no name".into());
        };
        let start = if extent == size {
            Extent::constant(0)
        } else {
            let start = crate::loops::ops::constant_int(body.op(op), axis + 1);
            let start = start.ok_or("a start is not constant")?;
            let room = extent.sub(&size).ok().and_then(|room| room.as_const()).ok_or(
                "the extent left for the start \
                    is not constant",
            )?;
            Extent::constant(start.min(room).max(0))
        };
        stops.push(start.add(&size).map_err(|_| "the range does not fit an attribute")?);
        starts.push(start);
    }
    let attrs = [
        ("starts", ctx.extents_attr(&starts)),
        ("stops", ctx.extents_attr(&stops)),
        ("steps", ctx.i64_array_attr(&vec![1; starts.len()])),
    ];
    let ty = rw.body.ty(result);
    let new = rw.op(Slice, &[input], &[ty], &attrs);
    let value = rw.body.result(new, 0);
    rw.replace(op, &[value]);
    Ok(())
}

/// Two bitcasts become one if the shape allows it.
fn bitcast_of_bitcast(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let producer = same_producer(rw, op)?;
    replace_chain(rw, op, producer, &[])
}

/// Accumulators without puts keep their initial values.
fn accumulates_nothing(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.cast(op, Compute).ok_or("no compute")?;
    let accumulators = view.accumulators();
    let empty = Compute.max_trip_count(view.op()) == Some(0);
    let untouched = |value: &Value| rw.body.is_unused(*value);
    if accumulators.is_empty() || !(empty || accumulators.iter().all(untouched)) {
        return Err("an accumulator is written".into());
    }
    let first = view.plain_count();
    let inits: Vec<Value> = rw.body.operands(op).collect();
    let results: Vec<Value> = rw.body.results(op).skip(first).collect();
    if first == 0 {
        rw.replace(op, &inits);
        return Ok(());
    }
    if results.iter().all(|result| rw.body.is_unused(*result)) {
        return Err("the accumulated results are not used".into());
    }
    for (result, init) in results.into_iter().zip(inits) {
        rw.body.replace_uses(result, init);
    }
    Ok(())
}

fn fold_empty(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let fold = rw.body.cast(op, Fold).ok_or("no fold")?;
    if Fold.max_trip_count(fold.op()) != Some(0) {
        return Err("it is not known to be empty".into());
    }
    if fold.combiner().is_some() {
        let inits = fold.inits();
        rw.replace(op, &inits);
        return Ok(());
    }
    let kinds = fold.combining_kinds();
    let ctx = rw.body.ctx().clone();
    let types: Vec<Type> = rw.body.results(op).map(|r| rw.body.ty(r)).collect();
    let mut values = Vec::with_capacity(types.len());
    for (kind, ty) in kinds.iter().zip(types) {
        let identity = dtype(&ctx, ty).and_then(|dtype| kind.identity(dtype));
        let attr = identity.and_then(|value| crate::elementwise::constant::scalar_attr(&ctx, value));
        let value = attr.and_then(|attr| rw.constant(attr, ty)).ok_or("no constant for the identity")?;
        values.push(value);
    }
    rw.replace(op, &values);
    Ok(())
}

/// Deduplicates results: an op keeps its used results, and of equal ones the first. Also returns, for each
/// result, the position of the kept one that replaces it.
fn distinct_results(
    body: &Body,
    op: Op,
    same: impl Fn(usize, usize) -> bool,
) -> Option<(Vec<usize>, Vec<usize>)> {
    let count = body.result_count(op);
    let mut kept: Vec<usize> = Vec::new();
    let mut replacements = vec![0; count];
    for i in 0..count {
        if body.is_unused(body.result(op, i)) {
            continue;
        }
        let known = kept.iter().position(|k| same(*k, i));
        replacements[i] = known.unwrap_or_else(|| {
            kept.push(i);
            kept.len() - 1
        });
    }
    (kept.len() < count && !kept.is_empty()).then_some((kept, replacements))
}

/// Replaces an op with a region by one with fewer results; its region moves over.
fn keep_results(
    rw: &mut Rewriter<'_>,
    op: Op,
    kept: &[usize],
    replacements: &[usize],
    attrs: &[(String, Attribute)],
) {
    let body = &*rw.body;
    let block = body.entry(body.region(op, 0)).expect("the region has a block");
    let end = body.terminator(block).expect("the block has a terminator");
    let yielded: Vec<Value> = kept.iter().map(|i| body.operand(end, *i)).collect();
    let types: Vec<Type> = kept.iter().map(|i| body.ty(body.result(op, *i))).collect();
    let operands: Vec<Value> = body.operands(op).collect();
    let name = body.name(op);
    let attrs: Vec<(&str, Attribute)> = attrs.iter().map(|(n, a)| (n.as_str(), *a)).collect();
    rw.modify(end, |body| body.set_operands(end, &yielded));
    let new = rw.op_with_regions(name, &operands, &types, &attrs, 1);
    let results: Vec<Value> = replacements.iter().map(|i| rw.body.result(new, *i)).collect();
    rw.modify(new, |body| {
        let (from, to) = (body.region(op, 0), body.region(new, 0));
        body.splice_blocks(from, to);
    });
    rw.replace(op, &results);
}

/// The attributes of an op by name.
pub(super) fn all_attrs(body: &Body, op: Op) -> Vec<(String, Attribute)> {
    let ctx = body.ctx();
    let discardable = body.discardable(op).map(|(name, value)| (ctx.text(name).to_string(), value));
    body.inherent(op).map(|(name, value)| (name.to_string(), value)).chain(discardable).collect()
}

fn yielded(body: &Body, op: Op, i: usize) -> Option<Value> {
    let end = body.entry(body.region(op, 0)).and_then(|block| body.terminator(block))?;
    body.is(end, Yield).then(|| body.operand(end, i))
}

fn compute_results(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let body = &*rw.body;
    if body.cast(op, Compute).is_none_or(|c| c.block().is_none()) {
        return Err("it has no region".into());
    }
    if body.operand_count(op) > 0 {
        return Err("it accumulates".into());
    }
    let same = |a: usize, b: usize| yielded(body, op, a) == yielded(body, op, b);
    let (kept, replacements) =
        distinct_results(body, op, same).ok_or("every result is used and yielded once")?;
    let attrs = all_attrs(body, op);
    keep_results(rw, op, &kept, &replacements, &attrs);
    Ok(())
}

fn fold_results(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let body = &*rw.body;
    let fold = body.cast(op, Fold).ok_or("no fold")?;
    if fold.combiner().is_some() {
        return Err("its accumulators may depend on each other".into());
    }
    let kinds = fold.combining_kinds();
    let same = |a: usize, b: usize| kinds[a] == kinds[b] && yielded(body, op, a) == yielded(body, op, b);
    let (kept, replacements) =
        distinct_results(body, op, same).ok_or("every result is used and combined once")?;
    let kinds: Vec<_> = kept.iter().map(|i| kinds[*i]).collect();
    let mut attrs = all_attrs(body, op);
    for (name, value) in &mut attrs {
        if name == "kinds" {
            *value = super::constraints::kinds_attr(body.ctx(), &kinds);
        }
    }
    keep_results(rw, op, &kept, &replacements, &attrs);
    Ok(())
}

/// The kinds that a combiner equals, if a fold with them, combined with the initial values afterwards, gives
/// the combiner's result. This holds if regrouping is declared valid or changes no bit, or if the initial
/// value is the identity of the kind.
pub(super) fn kinds_of_combiner(
    body: &Body,
    block: Option<Block>,
    laws: Laws,
    inits: &[Value],
) -> Result<Vec<CombiningKind>, Refusal> {
    let block = block.ok_or("it has no combiner")?;
    let kinds = combiner::as_kinds(body, block).ok_or("the combiner is not one kind per accumulator")?;
    for (kind, init) in kinds.iter().zip(inits) {
        let dtype = dtype(body.ctx(), body.ty(*init)).ok_or("no number")?;
        let regroups = laws.associative || kind.is_exact(dtype);
        // A float sum starts at +0, which loses an initial −0.
        if *kind == CombiningKind::Add && dtype.is_float() && !is_positive_constant(body, *init) {
            return Err("the initial value of the sum may be negative zero".into());
        }
        if !regroups && !is_identity(body, *init, *kind) {
            return Err("the combiner does not state that it is associative".into());
        }
    }
    Ok(kinds)
}

/// True for a constant that is nonzero or has no sign bit.
fn is_positive_constant(body: &Body, value: Value) -> bool {
    let constant = tf_ir::rewrite::constant_value(body, value);
    let constant = constant.and_then(|a| crate::elementwise::constant::uniform(body.ctx(), a));
    constant.is_some_and(|c| c.to_f64() != 0.0 || c.to_f64().is_sign_positive())
}

/// True for the constant that is the identity of a kind.
pub(super) fn is_identity(body: &Body, value: Value, kind: CombiningKind) -> bool {
    let ctx = body.ctx();
    let Some(dtype) = dtype(ctx, body.ty(value)) else { return false };
    let constant = tf_ir::rewrite::constant_value(body, value);
    let constant = constant.and_then(|a| crate::elementwise::constant::uniform(ctx, a));
    constant.is_some() && constant == kind.identity(dtype)
}

/// A combiner that equals one kind per accumulator becomes the kinds; initial values that are not identities
/// are combined afterwards.
fn fold_with_kinds(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let fold = rw.body.cast(op, Fold).ok_or("no fold")?;
    let (inits, indices) = (fold.inits(), fold.indices());
    let kinds = kinds_of_combiner(rw.body, fold.combiner(), fold.laws(), &inits)?;
    let kept = without_combiner(rw.body, op, &kinds);
    let attrs: Vec<(&str, Attribute)> = kept.iter().map(|(n, a)| (n.as_str(), *a)).collect();
    let types: Vec<Type> = rw.body.results(op).map(|v| rw.body.ty(v)).collect();
    let fastmath = rw.body.slot(op, Fold::FASTMATH);
    let new = rw.op_with_regions(Fold, &indices, &types, &attrs, 1);
    rw.modify(new, |body| {
        let (from, to) = (body.region(op, 0), body.region(new, 0));
        body.splice_blocks(from, to);
    });
    let mut results = Vec::with_capacity(kinds.len());
    for (i, (kind, init)) in kinds.iter().zip(inits).enumerate() {
        let value = rw.body.result(new, i);
        results.push(match is_identity(rw.body, init, *kind) {
            true => value,
            false => super::decompose::combined(rw, *kind, init, value, fastmath),
        });
    }
    rw.replace(op, &results);
    Ok(())
}

/// The same for a reduction or a window reduction.
fn reduce_with_kinds(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.op(op);
    let operands: Vec<Value> = view.operands().collect();
    let (inputs, inits) = operands.split_at(tensors_and_inits(view)[0]);
    let Some(block) = combiner::block_of(view, 0) else {
        return drop_identities(op, rw, inputs, inits);
    };
    let laws = Laws::of(view);
    let kinds = kinds_of_combiner(rw.body, Some(block), laws, inits)?;
    let exact = kinds.iter().zip(inits).all(|(kind, init)| {
        dtype(rw.body.ctx(), rw.body.ty(*init)).is_some_and(|dtype| kind.is_exact(dtype))
    });
    if !laws.associative && !exact && axes_combined(rw.body, op) > 1 {
        return Err(
            "kinds combine axis by axis, and the combiner does not state that it is associative".into()
        );
    }
    let kept = without_combiner(rw.body, op, &kinds);
    replace_with(rw, op, &operands, &kept);
    Ok(())
}

/// The number of axes that a reduction or a window reduction combines along.
fn axes_combined(body: &Body, op: Op) -> usize {
    let list = |name: &str| body.attr(op, name).and_then(|a| body.ctx().attr_i64s(a));
    match list("window") {
        Some(sizes) => sizes.iter().filter(|size| **size != 1).count(),
        None => list("dims").map_or(0, |dims| dims.len()),
    }
}

/// A scan by kinds starts at the initial values, as its combiner does: nothing is regrouped.
fn scan_with_kinds(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.op(op);
    let block = combiner::block_of(view, 0).ok_or("it has no combiner")?;
    let operands: Vec<Value> = view.operands().collect();
    let kinds = combiner::as_kinds(rw.body, block).ok_or("the combiner is not one kind per accumulator")?;
    let kept = without_combiner(rw.body, op, &kinds);
    replace_with(rw, op, &operands, &kept);
    Ok(())
}

/// Initial values that are all identities are redundant: kinds start with them. (A float sum of −0 and
/// nothing but −0 is +0 either way, as the kind starts at +0.)
fn drop_identities(op: Op, rw: &mut Rewriter<'_>, inputs: &[Value], inits: &[Value]) -> Rewrite {
    let kinds = rw.body.attr(op, "kinds").and_then(|a| super::constraints::kinds(rw.body.ctx(), a));
    let kinds = kinds.unwrap_or_default();
    let trivial = !inits.is_empty() && inits.iter().zip(&kinds).all(|(v, k)| is_identity(rw.body, *v, *k));
    if !trivial {
        return Err("its initial values are not identities".into());
    }
    let attrs = all_attrs(rw.body, op);
    replace_with(rw, op, inputs, &attrs);
    Ok(())
}

/// Replaces an op by one of its name without regions, on other operands and with other attributes.
fn replace_with(rw: &mut Rewriter<'_>, op: Op, operands: &[Value], attrs: &[(String, Attribute)]) {
    let name = rw.body.name(op);
    let types: Vec<Type> = rw.body.results(op).map(|v| rw.body.ty(v)).collect();
    let attrs: Vec<(&str, Attribute)> = attrs.iter().map(|(n, a)| (n.as_str(), *a)).collect();
    let new = rw.op(name, operands, &types, &attrs);
    let results: Vec<Value> = rw.body.results(new).collect();
    rw.replace(op, &results);
}

/// The attributes of a reducing op, with kinds instead of the laws of its combiner.
fn without_combiner(body: &Body, op: Op, kinds: &[CombiningKind]) -> Vec<(String, Attribute)> {
    let mut attrs = all_attrs(body, op);
    attrs.retain(|(name, _)| name != combiner::ASSOCIATIVE && name != combiner::COMMUTATIVE);
    attrs.push(("kinds".to_string(), super::constraints::kinds_attr(body.ctx(), kinds)));
    attrs
}
