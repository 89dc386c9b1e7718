//! Non-temporal stores of the heuristic: for results that no cache holds until their next use.
//!
//! Tiled loops and groups write such results in parts; a part is streamed, too, if no loop around it reads
//! the result.

use super::ends::is_in_loop;
use tf_dialects::loops::{For, Parallel};
use tf_dialects::scalar::dtype;
use tf_dialects::target::Target;
use tf_dialects::tensor::accumulate::Combine;
use tf_dialects::tensor::bounds::is_proved_inside;
use tf_dialects::tensor::schedule::{Loop, Plan};
use tf_dialects::tensor::{Access, Compute, Empty, Put};
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::types::Dim;
use tf_passes_common::cost::figures::{STREAMED, STREAMED_ROW};
use tf_passes_common::cost::point::{Shape, near_cost};
use tf_passes_common::cost::work::Work;

/// True if the results of a compute are larger than caches, its lanes store contiguously, and it is bound by
/// memory. Otherwise a processor has time to load lines, and non-temporal stores delay the end of each block.
/// Results of unknown extents may be small, so they are not streamed.
pub fn pays(body: &Body, compute: Op, (work, plan): (&Work, &Plan), target: &Target) -> bool {
    let Some(last) = plan.order.len().checked_sub(1) else { return false };
    let lanes_last = matches!(plan.vectors[..], [(Loop::Axis(axis), _)] if axis == last);
    let in_line = plan.order.last() == Some(&last) && (plan.parallel <= last || plan.parallel == 1);
    let is_plain = plan.jam.is_none() && body.is(compute, Compute);
    if !lanes_last || !in_line || !is_plain || !waits_for_memory(work, plan, target) {
        return false;
    }
    if body.operand_count(compute) > 0 {
        return is_part_of_large(body, compute, last);
    }
    // Small tensors per point would separate the lanes.
    let is_flat = |value| body.ctx().dims(body.ty(value)).is_some_and(|dims| dims.len() == plan.order.len());
    let large = |value| is_flat(value) && bytes(body, value).is_some_and(|bytes| bytes >= STREAMED);
    body.results(compute).all(large) && !is_in_loop(body, compute)
}

/// True if the bytes of a point, over the bandwidth that all cores share, take longer than a core's part of
/// its operations.
fn waits_for_memory(work: &Work, plan: &Plan, target: &Target) -> bool {
    let shape = Shape { vectors: plan.vectors.iter().copied().collect(), jam: None };
    let bytes: f64 = work.accesses.iter().map(|access| access.count * access.map.bytes).sum();
    near_cost(work, target, &shape) / f64::from(target.cores.max(1)) < bytes * target.rates.memory_byte
}

/// The bytes of a tensor of constant extents.
fn bytes(body: &Body, tensor: Value) -> Option<i64> {
    let (ctx, ty) = (body.ctx(), body.ty(tensor));
    let bits = i64::from(dtype(ctx, ctx.elem_type(ty))?.bits());
    let mut dims = ctx.dims(ty)?.iter().map(Dim::as_static);
    dims.try_fold(bits / 8, |all, n| all.checked_mul(n?))
}

/// True if a compute writes rows into a large tensor that loops around it carry, write once, and do not read.
fn is_part_of_large(body: &Body, compute: Op, last: usize) -> bool {
    let view = body.view(compute, Compute);
    let ([target], [how]) = (&body.operands(compute).collect::<Vec<_>>()[..], &view.accumulations()[..])
    else {
        return false;
    };
    let is_plain = how.combine == Combine::Set && how.unique && view.plain_count() == 0;
    is_plain
        && puts_rows(body, compute, last)
        && carried_from(body, *target, compute).is_some_and(|first| {
            let is_new = body.def_op(first).is_some_and(|op| body.is(op, Empty));
            is_new && bytes(body, first).is_some_and(|bytes| bytes >= STREAMED)
        })
}

/// True if a compute has one store, contiguous along its last axis, in long rows.
fn puts_rows(body: &Body, compute: Op, last: usize) -> bool {
    let view = body.view(compute, Compute);
    let (Some(block), indices) = (view.block(), view.indices()) else { return false };
    let puts: Vec<Op> = body.ops(block).filter(|op| body.is(*op, Put)).collect();
    let [put] = puts[..] else { return false };
    let Some(access) = Access::of_write(body.op(put)).filter(|_| is_proved_inside(body.op(put))) else {
        return false;
    };
    let place = access.indices.iter().position(|index| *index == indices[last]).map(|d| d as u32);
    let (Some(lane), Some((inner, outer))) = (place, access.map.results().split_last()) else { return false };
    let bits =
        dtype(body.ctx(), body.ctx().elem_type(body.ty(body.operand(compute, 0)))).map_or(0, |d| d.bits());
    let row = view.extents()[last].as_const().map(|n| n.saturating_mul(i64::from(bits / 8)));
    inner.stride(lane) == Some(1)
        && outer.iter().all(|expr| !expr.uses_dim(lane))
        && row.is_some_and(|row| row >= STREAMED_ROW)
}

/// The initial value of a loop-carried tensor, if the loops pass it only to this compute and yield its
/// result, and no other loop is around them.
fn carried_from(body: &Body, tensor: Value, compute: Op) -> Option<Value> {
    let (mut tensor, mut user, mut result) = (tensor, compute, body.result(compute, 0));
    loop {
        let Def::Argument(block, number) = body.def(tensor) else {
            return (!is_in_loop(body, user)).then_some(tensor);
        };
        let owner = body.block_owner(block)?;
        let ranks = match () {
            () if body.is(owner, For) => 1,
            () if body.is(owner, Parallel) => (body.operand_count(owner) - body.result_count(owner)) / 3,
            () => return None,
        };
        let carried = number.checked_sub(ranks)?;
        let is_only = body.uses(tensor).all(|of| of.op == user);
        let is_handed_on = body.uses(result).all(|of| Some(of.op) == body.terminator(block));
        if !is_only || !is_handed_on {
            return None;
        }
        (tensor, user, result) =
            (body.operand(owner, 3 * ranks + carried), owner, body.result(owner, carried));
    }
}
