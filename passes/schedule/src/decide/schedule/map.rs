//! The heuristic that maps the loops of a compute to the threads of a GPU.
//!
//! Points become threads. Adjacent points of the last axis are lanes of a warp, so that their accesses
//! coalesce. If there are too few points for all multiprocessors, warps or blocks share the terms of a long
//! fold; their threads then read contiguously along the fold.

use tf_dialects::gpu::Gpu;
use tf_dialects::kernel::WARP;
use tf_dialects::tensor::schedule::{Loop, Place, Plan, Team};
use tf_passes_common::cost::figures::{
    GPU_ACCESS_BITS, GPU_BLOCK, GPU_COLUMNS, GPU_ENOUGH, GPU_FEW_TERMS, GPU_LONG_FOLD, GPU_MOST_LANES,
};
use tf_passes_common::cost::work::{Access, Reach, Work};

/// The schedule of a compute on a GPU, with folds numbered in program order.
pub(super) fn choose(work: &Work, gpu: &Gpu) -> Plan {
    let rank = work.extents.len();
    let free = |axis: &usize| work.independent[*axis] || work.commutes;
    let mut order: Vec<usize> = (0..rank).filter(free).collect();
    let parallel = order.len();
    order.extend((0..rank).filter(|axis| !free(axis)));
    let points = if work.constant.iter().all(|constant| *constant) {
        work.extents.iter().product::<f64>().max(1.0)
    } else {
        // Unknown extents are estimates; one large axis is enough.
        order[..parallel].iter().map(|axis| work.extents[*axis]).product::<f64>().max(1.0)
    };
    let mut plan = Plan { order, parallel, ..Plan::sequential(rank) };
    let mut threads = GPU_BLOCK;
    plan.teams = teams(work, gpu, points);
    if let Some(team) = plan.teams.first() {
        threads = if team.place == Place::Block { team.threads } else { GPU_BLOCK };
    } else if work.constant.iter().all(|constant| *constant) && points < GPU_BLOCK as f64 {
        // No warps without work.
        threads = (points as u64).div_ceil(WARP as u64) as i64 * WARP as i64;
    }
    plan.grid = (parallel > 0).then_some(threads.max(WARP as i64));
    plan.vectors.extend(vector(work, &plan, gpu, points));
    plan
}

/// The lanes of a thread: one access of 16 bytes, if points are contiguous and many enough for all threads.
fn vector(work: &Work, plan: &Plan, gpu: &Gpu, points: f64) -> Option<(Loop, i64)> {
    let axis = *plan.order.last().filter(|_| plan.parallel == plan.order.len() && plan.teams.is_empty())?;
    let target = Loop::Axis(axis);
    let lanes = GPU_ACCESS_BITS / i64::from(work.widest.max(8));
    let lanes = lanes.min(GPU_MOST_LANES);
    let whole = match work.constant[axis] {
        true => work.extents[axis] % lanes as f64 == 0.0,
        // Rows of unknown length are unaligned; a vector has to be aligned.
        false => plan.order.len() == 1,
    };
    let known = work.constant.iter().all(|constant| *constant);
    let many = !known || points >= gpu.resident() as f64 * lanes as f64;
    let near = |access: &Access| matches!(access.reach(target), Reach::Same | Reach::Next);
    let simple = work.folds.is_empty() && !work.diverges && work.independent.iter().all(|axis| *axis);
    (lanes > 1 && simple && whole && many && work.accesses.iter().all(near)).then_some((target, lanes))
}

/// True for a fold with enough terms for threads to share, and with no fold inside.
fn is_shared(work: &Work, fold: usize) -> bool {
    let own = &work.folds[fold];
    let inside = (0..work.folds.len()).any(|other| work.folds[other].outer.contains(&fold));
    own.reorders && !inside && own.iterations >= GPU_FEW_TERMS
}

/// The folds that teams share, if that pays for the longest one: all threads of a team run the code of a
/// point, so they share all its folds.
fn teams(work: &Work, gpu: &Gpu, points: f64) -> Vec<Team> {
    let all: Vec<usize> = (0..work.folds.len()).filter(|fold| is_shared(work, *fold)).collect();
    let longest = |a: &usize, b: &usize| work.folds[*a].iterations.total_cmp(&work.folds[*b].iterations);
    let Some((place, threads)) =
        all.iter().copied().max_by(longest).and_then(|fold| team(work, fold, gpu, points))
    else {
        return Vec::new();
    };
    all.into_iter().map(|fold| Team { of: Loop::Fold(fold), place, threads }).collect()
}

/// The team of threads for this fold, if one pays.
fn team(work: &Work, fold: usize, gpu: &Gpu, points: f64) -> Option<(Place, i64)> {
    let iterations = work.folds[fold].iterations;
    // One thread per point: adjacent threads read contiguously if points do.
    let along_points = reads_along_points(work, fold);
    let mut reads = work.accesses.iter().filter(|access| access.folds.contains(&fold));
    let along_fold = reads.any(|access| access.reach(Loop::Fold(fold)) == Reach::Next) && !along_points;
    let enough = points >= GPU_ENOUGH * gpu.resident() as f64 || along_points && points >= GPU_COLUMNS;
    if enough && !along_fold {
        return None;
    }
    let block = iterations >= GPU_LONG_FOLD && points < gpu.resident() as f64 / GPU_BLOCK as f64;
    Some(if block { (Place::Block, GPU_BLOCK) } else { (Place::Warp, WARP as i64) })
}

/// True if adjacent points read contiguous or equal elements in a fold.
pub(crate) fn reads_along_points(work: &Work, fold: usize) -> bool {
    let last = (0..work.extents.len()).rev().find(|axis| work.independent[*axis]);
    last.is_some_and(|last| {
        let mut reads = work.accesses.iter().filter(|access| access.folds.contains(&fold));
        reads.all(|access| matches!(access.reach(Loop::Axis(last)), Reach::Same | Reach::Next))
    })
}
