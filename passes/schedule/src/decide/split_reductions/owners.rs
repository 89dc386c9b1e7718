//! Chooses scatters for owner-computes partitioning and their owner count, by the price of an update.

use crate::apply::split_reductions::owners::{Cut, ScatterSite, Targets};
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::Parallel;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Body, Op};
use tf_ir::extent::Extent;
use tf_passes_common::code::conflicts::independent_axes;
use tf_passes_common::cost::figures::{
    MIN_PER_CORE, MOST_OWNERS, OWNER_REGISTERS, SCATTERS_TRIED, WORTH_OWNERS,
};
use tf_passes_common::cost::scattered::Update;
use tf_passes_common::cost::work::Work;

/// The partition of a compute, if it pays.
pub(crate) fn candidate(body: &Body, compute: Op) -> Option<Cut> {
    let view = body.view(compute, Compute);
    let is_free = view.plain_count() == 0 && view.schedule().is_none() && !view.accumulators().is_empty();
    // GPUs use other strategies.
    if !is_free || Gpu::of(body).is_some() || runs_in_parallel(body, compute) {
        return None;
    }
    let target = Target::of(body);
    let most = i64::from(target.cores).min(MOST_OWNERS);
    let targets = Targets::of(body, compute, most)?;
    let (work, free) = (Work::of(body, compute), independent_axes(body, compute));
    let lanes = lanes_of(body, compute, &targets, &work, &target);
    let share = |axis: usize| {
        let own = if axis + 1 == free.len() { lanes.unwrap_or(1) } else { 1 };
        view.extents()[axis].as_const().map(|n| (n as f64 / own as f64).ceil())
    };
    // Threads share the independent points instead, if there are enough.
    let apart =
        (0..free.len()).filter(|axis| free[*axis]).map(share).try_fold(1.0, |all, n| Some(all * n?))?;
    if most < 2 || apart >= MIN_PER_CORE * f64::from(target.cores) {
        return None;
    }
    let update = targets.update(&work, lanes, &target);
    let owners = owners(body, compute, &targets, (&update, lanes), most)?;
    Some(Cut { owners, targets, lanes })
}

/// True if a loop around runs on several threads.
fn runs_in_parallel(body: &Body, op: Op) -> bool {
    std::iter::successors(body.parent_op(op), |op| body.parent_op(*op))
        .any(|around| body.is(around, Parallel))
}

/// Lanes along the last axis, if its points are independent once elements have owners, and their elements are
/// contiguous.
fn lanes_of(body: &Body, compute: Op, targets: &Targets, work: &Work, target: &Target) -> Option<i64> {
    let view = body.view(compute, Compute);
    let (index, extent) = (*view.indices().last()?, view.extents().last()?.as_const()?);
    let is_last = |put: &ScatterSite| put.stays.last() == Some(&Some(index));
    let register = target.lanes(work.widest);
    let most = extent.min(register.saturating_mul(OWNER_REGISTERS)).max(1);
    let lanes = 1i64.checked_shl(most.ilog2())?;
    let is_row = work.folds.is_empty() && targets.puts.iter().all(is_last);
    (is_row && register > 1 && lanes >= register).then_some(lanes)
}

/// The count of owners. It is a term if the count of updates or of elements is known only at run time.
fn owners(
    body: &Body,
    compute: Op,
    targets: &Targets,
    (update, lanes): (&Update, Option<i64>),
    most: i64,
) -> Option<Extent> {
    let target = Target::of(body);
    let whole =
        |extents: &[Extent]| extents.iter().try_fold(Extent::constant(1), |all, extent| all.mul(extent).ok());
    let (points, elements) = (whole(body.view(compute, Compute).extents())?, whole(&targets.shape)?);
    let known = |extent: &Extent| extent.as_const().map(|n| n as f64);
    let pays = |points: f64, elements: f64| {
        let updates = points / lanes.unwrap_or(1) as f64;
        let time = |owners: f64| update.time(updates, elements * targets.bytes, owners, &target);
        time(most as f64) < WORTH_OWNERS * time(1.0)
    };
    let tried = || SCATTERS_TRIED.map(|power| f64::from(power).exp2());
    let many = f64::from(*SCATTERS_TRIED.end()).exp2();
    let least_elements = match known(&elements) {
        Some(elements) => Some(elements).filter(|elements| *elements >= targets.least(most))?,
        None => {
            let pays = |elements: &f64| pays(known(&points).unwrap_or(many), *elements);
            tried().find(|elements| *elements >= targets.least(most) && pays(elements))?
        }
    };
    let least_points = match known(&points) {
        Some(points) => Some(points).filter(|points| pays(*points, least_elements))?,
        None => tried().find(|points| pays(*points, least_elements))?,
    };
    let others = Extent::constant(most - 1);
    let mut limits = vec![others.clone()];
    if known(&points).is_none() {
        limits.push(points.floordiv(least_points as i64).ok()?);
    }
    if known(&elements).is_none() {
        limits.push(elements.floordiv(least_elements as i64).ok()?.mul(&others).ok()?);
    }
    Extent::min_of(&limits).ok()?.add_const(1).ok()
}
