//! Chooses the scatters that are split into chunks with private accumulators, and the chunk length.

use crate::apply::split_reductions::puts::Cut;
use tf_dialects::gpu::Gpu;
use tf_dialects::scalar::element_type;
use tf_dialects::tensor::shape::dims;
use tf_dialects::tensor::{Access, Combine, Compute, Policy, Put};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::{Facts, Verdict};
use tf_ir::walk;
use tf_passes_common::code::conflicts::independent_axes;
use tf_passes_common::cost::figures::{
    LIKELY_TRIP_COUNT, LONGEST_CHUNK, MOST_PRIVATE, POINTS_FOR_AN_ELEMENT, SHORTEST_PUTS,
};

/// The cut of a compute, if its scatters are long enough and splitting changes no bit of the result.
pub(crate) fn candidate(body: &Body, compute: Op) -> Option<Cut> {
    // Threads of a GPU scatter concurrently, by atomic operations.
    if Gpu::of(body).is_some() {
        return None;
    }
    let view = body.view(compute, Compute);
    let accumulators = view.accumulators();
    if accumulators.is_empty() || view.plain_count() > 0 || view.schedule().is_some() {
        return None;
    }
    let mut kinds = Vec::new();
    for (how, start) in view.accumulations().iter().zip(body.operands(compute)) {
        let Combine::Kind(kind) = how.combine else { return None };
        let dtype = element_type(body.ctx(), body.ty(start))?;
        if how.unique || !how.has_no_order(dtype) {
            return None;
        }
        kinds.push(kind);
    }
    if independent_axes(body, compute).contains(&true) || !puts_inside(body, compute) {
        return None;
    }
    let sizes = body.operands(compute).map(|start| elements(body, start)).collect::<Option<Vec<i64>>>()?;
    let elements = sizes.iter().sum::<i64>().max(1);
    let axis = view.extents().iter().position(|extent| extent.as_const().is_none_or(|n| n > 1))?;
    let others: f64 = view
        .extents()
        .iter()
        .enumerate()
        .filter(|(at, _)| *at != axis)
        .map(|(_, extent)| extent.as_const().map_or(LIKELY_TRIP_COUNT, |n| n as f64))
        .product();
    let points = (elements * POINTS_FOR_AN_ELEMENT).max(SHORTEST_PUTS) as f64;
    let length = ((points / others.max(1.0)).ceil() as u64).next_power_of_two();
    let extent = view.extents()[axis].clone();
    // For longer chunks of unknown count, the bounds proofs would fail.
    let fits = elements <= MOST_PRIVATE && (extent.as_const().is_some() || length <= LONGEST_CHUNK);
    let length = i64::try_from(length).ok()?;
    let is_long = extent.as_const().is_none_or(|n| n >= 2 * length);
    (is_long && fits && extent.prove_ge0(&Facts::new()) == Verdict::Proved).then_some(Cut {
        axis,
        extent,
        length,
        kinds,
    })
}

/// The count of elements of a tensor of constant extents.
fn elements(body: &Body, tensor: Value) -> Option<i64> {
    let mut sizes = dims(body.ctx(), body.ty(tensor)).iter().map(|dim| dim.as_static());
    sizes.try_fold(1i64, |all, n| all.checked_mul(n?))
}

/// True if all writes in the region are puts, and no policy redirects them to another element.
fn puts_inside(body: &Body, compute: Op) -> bool {
    let mut inside = true;
    walk::walk(body, compute, &mut |body, op| {
        if let Some(access) = Access::of_write(body.op(op)) {
            inside &= body.is(op, Put) && !matches!(access.policy, Policy::Clamp | Policy::Wrap);
        }
    });
    inside
}
