//! Parallel loops of a compute: the outermost axes that threads run, chosen by the price of the loops.

use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Loop, Plan};
use tf_passes_common::cost::figures::{MIN_PER_CORE, WORTH_A_THREAD, WORTH_OTHER_AXES};
use tf_passes_common::cost::plan::price;
use tf_passes_common::cost::work::Work;

/// The parallel form of a sequential plan, if it costs less. `cost` is the cost of a point.
///
/// There should be iterations for a multiple of the target's cores: other work shares the cores, and code for
/// a level of processors runs on more cores than the target has.
pub(super) fn share(work: &Work, target: &Target, plan: Plan, cost: f64) -> Plan {
    if plan.order.is_empty() || target.cores < 2 {
        return plan;
    }
    let target = &Target { cores: target.cores * MIN_PER_CORE as u32, ..*target };
    let is_known = work.constant.iter().all(|known| *known);
    let mut least = if is_known { price(work, target, &plan) } else { f64::INFINITY };
    let (mut best, mut fewest) = (None, f64::INFINITY);
    for (order, parallel) in candidates(work, &plan) {
        let each = threads_each(work, target, &plan, &order[..parallel]);
        // Price other loops than the first only if they keep more threads busy.
        if best.is_some() && each >= WORTH_OTHER_AXES * fewest {
            continue;
        }
        fewest = each.min(fewest);
        let grain = grain(work, target, &plan, (&order[..parallel], cost));
        let shared = Plan { order, parallel, grain: Some(grain), ..plan.clone() };
        let price = price(work, target, &shared);
        if price < least {
            (best, least) = (Some(shared), price);
        }
    }
    best.unwrap_or(plan)
}

/// The orders of loops, each with a count of parallel outermost ones. One axis comes before several, and a
/// small move before a large one. An order that moves the axis of the lanes outwards is last, because its
/// vectors are best adjacent.
fn candidates(work: &Work, plan: &Plan) -> Vec<(Vec<usize>, usize)> {
    let is_lanes = |axis: usize| plan.vectors.iter().any(|(of, _)| *of == Loop::Axis(axis));
    let joins = |axis: usize| {
        work.independent[axis] && !is_lanes(axis) && plan.jam.is_none_or(|(jammed, _)| jammed != axis)
    };
    let mut found = Vec::new();
    for at in (0..plan.order.len()).filter(|at| work.independent[plan.order[*at]]) {
        let mut order = plan.order.clone();
        order[..=at].rotate_right(1);
        let most = if joins(order[0]) { order.iter().take_while(|axis| joins(**axis)).count() } else { 1 };
        // A leading axis of unknown extent, of three or more, may be short (a batch): the next one is
        // parallel too.
        let least = if order.len() > 2 && !work.constant[order[0]] { most.min(2) } else { 1 };
        found.extend((least..=most).map(|count| (order.clone(), count)));
    }
    let moves_lanes = |order: &[usize]| order[0] != plan.order[0] && is_lanes(order[0]);
    found.sort_by_key(|(order, count)| {
        (moves_lanes(order), *count > 2, *count > 1 && work.constant[order[0]])
    });
    found
}

/// The parallel iterations of an axis: groups of jammed points, or vectors of the lanes' axis.
fn iterations(work: &Work, plan: &Plan, axis: usize) -> f64 {
    let together = plan.jam.filter(|(jammed, _)| *jammed == axis).map_or(1, |(_, points)| points);
    let lanes = plan.vectors.iter().find(|(of, _)| *of == Loop::Axis(axis)).map_or(1, |(_, lanes)| *lanes);
    (work.extents[axis] / (together * lanes) as f64).ceil().max(1.0)
}

/// The ratio of threads to parallel iterations; 1 if each thread has one.
fn threads_each(work: &Work, target: &Target, plan: &Plan, shared: &[usize]) -> f64 {
    let shares: f64 = shared.iter().map(|axis| iterations(work, plan, *axis)).product();
    (f64::from(target.cores) / shares).max(1.0)
}

/// The smallest chunk of iterations per thread that outweighs the cost of its dispatch.
fn grain(work: &Work, target: &Target, plan: &Plan, (shared, cost): (&[usize], f64)) -> i64 {
    let together = |axis: usize| plan.jam.filter(|(jammed, _)| *jammed == axis).map_or(1, |(_, n)| n) as f64;
    let iterations: f64 =
        shared.iter().map(|axis| (work.extents[*axis] / together(*axis)).ceil().max(1.0)).product();
    let each = work.points() * (cost + moved(work, target)) / iterations;
    (WORTH_A_THREAD / each.max(1.0)).ceil().max(1.0) as i64
}

/// The cost of a point's bytes outside of folds: for copies, they are the work that threads share.
fn moved(work: &Work, target: &Target) -> f64 {
    let outside = work.accesses.iter().filter(|access| access.folds.is_empty());
    outside.map(|access| access.count * access.map.bytes * target.rates.l2_byte).sum()
}
