//! How threads share the points of a compute: which axes are the outermost and run in parallel, by the price of the loops.

use crate::schedule::cost::figures::{MIN_PER_CORE, WORTH_A_THREAD, WORTH_OTHER_AXES};
use crate::schedule::cost::plan::price;
use crate::schedule::cost::work::Work;
use tf_dialects::target::Target;
use tf_dialects::tensor::schedule::{Loop, Plan};

/// A plan of loops on one thread as threads share it, if that takes less time. A point costs so much.
///
/// There are to be iterations for several times as many threads as the target has cores: others are at work on them, too, and code for a level
/// of processors runs on more cores than it knows of.
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
        // Other loops than the first are only asked for where more threads have a share in them.
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

/// The orders of loops, each with how many of the outermost may be parallel: one axis before several, each as near to its place as can be, and last what moves the
/// axis of the lanes outwards, whose vectors are best where they follow each other.
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
        // A leading axis of three or more whose extent is not known may be short, as that of a batch: the next one joins it.
        let least = if order.len() > 2 && !work.constant[order[0]] { most.min(2) } else { 1 };
        found.extend((least..=most).map(|count| (order.clone(), count)));
    }
    let moves_lanes = |order: &[usize]| order[0] != plan.order[0] && is_lanes(order[0]);
    found.sort_by_key(|(order, count)| {
        (moves_lanes(order), *count > 2, *count > 1 && work.constant[order[0]])
    });
    found
}

/// The iterations of an axis that threads share: groups of points that run together, vectors of the axis of the lanes.
fn iterations(work: &Work, plan: &Plan, axis: usize) -> f64 {
    let together = plan.jam.filter(|(jammed, _)| *jammed == axis).map_or(1, |(_, points)| points);
    let lanes = plan.vectors.iter().find(|(of, _)| *of == Loop::Axis(axis)).map_or(1, |(_, lanes)| *lanes);
    (work.extents[axis] / (together * lanes) as f64).ceil().max(1.0)
}

/// How many times as many threads there are as iterations to share; 1 where each has one.
fn threads_each(work: &Work, target: &Target, plan: &Plan, shared: &[usize]) -> f64 {
    let shares: f64 = shared.iter().map(|axis| iterations(work, plan, *axis)).product();
    (f64::from(target.cores) / shares).max(1.0)
}

/// Iterations that a thread takes at least at a time: enough for what handing them out costs.
fn grain(work: &Work, target: &Target, plan: &Plan, (shared, cost): (&[usize], f64)) -> i64 {
    let together = |axis: usize| plan.jam.filter(|(jammed, _)| *jammed == axis).map_or(1, |(_, n)| n) as f64;
    let iterations: f64 =
        shared.iter().map(|axis| (work.extents[*axis] / together(*axis)).ceil().max(1.0)).product();
    let each = work.points() * (cost + moved(work, target)) / iterations;
    (WORTH_A_THREAD / each.max(1.0)).ceil().max(1.0) as i64
}

/// What the bytes cost that a point reads and writes outside of folds: of code that does little but copy, they are what threads share.
fn moved(work: &Work, target: &Target) -> f64 {
    let outside = work.accesses.iter().filter(|access| access.folds.is_empty());
    outside.map(|access| access.count * access.place.bytes * target.rates.l2_byte).sum()
}
