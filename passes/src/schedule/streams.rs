//! Results that the heuristic stores past the caches: those that no cache keeps until somebody reads them.

use super::ends::is_in_loop;
use crate::cost::figures::{MEMORY_BYTE, STREAMED};
use crate::cost::point::{Shape, near_cost};
use crate::cost::work::Work;
use tf_dialects::scalar::dtype;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::schedule::{Loop, Plan};
use tf_ir::body::{Body, Op};
use tf_ir::types::Dim;

/// True if the results of a compute are larger than caches, its lanes store what lies side by side, and memory takes longer than what is computed: else a processor has time
/// to bring lines in, and what stores past the caches waits for memory at the end of each block. Extents that are not known may be short.
pub fn pays(body: &Body, compute: Op, (work, plan): (&Work, &Plan), target: &Target) -> bool {
    let Some(last) = plan.order.len().checked_sub(1) else { return false };
    let lanes_last = matches!(plan.vectors[..], [(Loop::Axis(axis), _)] if axis == last);
    let in_line = plan.order.last() == Some(&last) && (plan.parallel <= last || plan.parallel == 1);
    let is_plain = body.operand_count(compute) == 0 && plan.jam.is_none() && body.is(compute, Compute);
    let bytes = |value| {
        let (ctx, ty) = (body.ctx(), body.ty(value));
        let bits = i64::from(dtype(ctx, ctx.elem_type(ty))?.bits());
        let dims = ctx.dims(ty)?.iter().map(Dim::as_static);
        dims.take(plan.order.len()).try_fold(bits / 8, |all, n| all.checked_mul(n?))
    };
    // Small tensors that points yield would lie between the lanes.
    let is_flat = |value| body.ctx().dims(body.ty(value)).is_some_and(|dims| dims.len() == plan.order.len());
    let large = |value| is_flat(value) && bytes(value).is_some_and(|bytes| bytes >= STREAMED);
    lanes_last
        && in_line
        && is_plain
        && body.results(compute).all(large)
        && !is_in_loop(body, compute)
        && waits_for_memory(work, plan, target)
}

/// True if a point's bytes take longer, which all cores share, than its operations, of which each core does a part.
fn waits_for_memory(work: &Work, plan: &Plan, target: &Target) -> bool {
    let shape = Shape { vectors: plan.vectors.iter().copied().collect(), jam: None };
    let bytes: f64 = work.accesses.iter().map(|access| access.count * access.place.bytes).sum();
    near_cost(work, target, &shape) / f64::from(target.cores.max(1)) < bytes * MEMORY_BYTE
}
