//! Row fusion on GPUs: the team that reduces a row also computes its elements, as in a softmax or a
//! normalization.
//!
//! Computes that read each other's results by whole rows form a *family* if some of them fold rows and others
//! have a point for each element. A compute that folds its operands more than once (as argmax) is a family by
//! itself. All members get one grid, with a point for each row, and the same team of threads per row.
//! Launches over the same rows can then be fused, and rows need not go through memory in between.

use rustc_hash::FxHashMap;
use tf_dialects::gpu::Gpu;
use tf_dialects::kernel::WARP;
use tf_dialects::tensor::loop_names::folds_in;
use tf_dialects::tensor::schedule::{Loop, Place, Plan, Team};
use tf_dialects::tensor::{self, Compute};
use tf_ir::body::{Body, Op};
use tf_ir::control::{Bound, LoopLike};
use tf_ir::extent::Extent;
use tf_passes_common::cost::figures::{GPU_BLOCK, GPU_FEW_TERMS, GPU_LONG_FOLD};
use tf_passes_common::cost::work::{Reach, Work};

/// A compute and its plan.
pub(super) struct Chosen {
    pub(super) op: Op,
    pub(super) work: Work,
    pub(super) plan: Plan,
}

/// The rows of a compute.
struct Rows<'a> {
    /// The extents of the axes over rows, and the length of a row.
    outer: &'a [Extent],
    length: Extent,
    /// The folds along rows, by index; a compute without one has a point for each element.
    folds: Vec<usize>,
}

impl Rows<'_> {
    /// True if two computes have the same rows.
    fn are_those_of(&self, other: &Rows<'_>) -> bool {
        self.outer == other.outer && self.length == other.length
    }
}

/// Gives the members of families the same points and teams.
pub(super) fn arrange(body: &Body, gpu: &Gpu, chosen: &mut [Chosen]) {
    let rows: Vec<Option<Rows<'_>>> = chosen.iter().map(|one| rows(body, one)).collect();
    let plans: Vec<(usize, Plan)> = families(body, chosen, &rows)
        .into_iter()
        .flat_map(|members| of_family(gpu, chosen, &rows, &members).unwrap_or_default())
        .collect();
    plans.into_iter().for_each(|(member, plan)| chosen[member].plan = plan);
}

/// The plans of a family's members, if some fold rows and others compute their elements, or if one folds a
/// row twice.
fn of_family(
    gpu: &Gpu,
    chosen: &[Chosen],
    rows: &[Option<Rows<'_>>],
    members: &[usize],
) -> Option<Vec<(usize, Plan)>> {
    let own = |member: usize| rows[member].as_ref();
    let folding = members.iter().find(|member| own(**member).is_some_and(|rows| !rows.folds.is_empty()))?;
    let comes_back = |member: &&usize| own(**member).is_some_and(|rows| rows.folds.len() != 1);
    members.iter().find(comes_back)?;
    let team = team(gpu, &chosen[*folding].work, &own(*folding)?.length)?;
    let plan = |member: &usize| {
        let rank = chosen[*member].work.extents.len();
        let (parallel, shared) = match &own(*member)?.folds[..] {
            [] => (rank - 1, vec![Loop::Axis(rank - 1)]),
            folds => (rank, folds.iter().copied().map(Loop::Fold).collect()),
        };
        let teams = shared.into_iter().map(|of| Team { of, ..team }).collect();
        let grid = Some(GPU_BLOCK);
        Some((*member, Plan { parallel, grid, teams, ..Plan::sequential(rank) }))
    };
    members.iter().map(plan).collect()
}

/// The rows of a compute, if it treats all of them alike.
fn rows<'a>(body: &'a Body, one: &Chosen) -> Option<Rows<'a>> {
    let view = body.cast(one.op, Compute)?;
    let (extents, work) = (view.extents(), &one.work);
    if view.plain_count() != body.result_count(one.op) || extents.is_empty() {
        return None;
    }
    let folds: Vec<usize> = (0..work.folds.len()).filter(|fold| is_along_rows(work, *fold)).collect();
    let lengths: Vec<Extent> =
        folds_in(body, one.op).into_iter().map(|fold| term_count(body, fold)).collect::<Option<_>>()?;
    if let Some(first) = folds.first() {
        let length = lengths[*first].clone();
        let same = folds.into_iter().filter(|fold| lengths[*fold] == length).collect();
        return Some(Rows { outer: extents, length, folds: same });
    }
    let (length, outer) = extents.split_last()?;
    let is_simple = work.folds.is_empty() && !outer.is_empty();
    is_simple.then(|| Rows { outer, length: length.clone(), folds: Vec::new() })
}

/// True if the terms of a fold are contiguous, so that threads which share them read rows.
fn is_along_rows(work: &Work, fold: usize) -> bool {
    let own = &work.folds[fold];
    let reads = work.accesses.iter().filter(|access| access.folds.contains(&fold));
    own.reorders
        && own.outer.is_empty()
        && !work.folds.iter().any(|other| other.outer.contains(&fold))
        && own.iterations >= GPU_FEW_TERMS
        && reads.into_iter().any(|access| access.reach(Loop::Fold(fold)) == Reach::Next)
}

/// The count of a fold's terms, if it begins with the first element.
fn term_count(body: &Body, fold: Op) -> Option<Extent> {
    let inductions = tensor::Fold.inductions(body.op(fold));
    let [induction] = &inductions[..] else { return None };
    match (&induction.lower, &induction.upper) {
        (Bound::Constant(0), Bound::Constant(end)) => Some(Extent::from(*end)),
        (Bound::Constant(0), Bound::Term(end)) => Some(end.clone()),
        _ => None,
    }
}

/// The computes with the same rows that read each other's results, as indices of the list.
fn families(body: &Body, chosen: &[Chosen], rows: &[Option<Rows<'_>>]) -> Vec<Vec<usize>> {
    let numbers: FxHashMap<Op, usize> = chosen.iter().enumerate().map(|(at, one)| (one.op, at)).collect();
    let mut family: Vec<usize> = (0..chosen.len()).collect();
    for (at, one) in chosen.iter().enumerate() {
        let Some(own) = &rows[at] else { continue };
        let users = body.results(one.op).flat_map(|result| body.users(result));
        for user in users {
            let around = std::iter::successors(Some(user), |op| body.parent_op(*op));
            let reader = around.filter_map(|op| numbers.get(&op).copied()).next();
            let Some(reader) = reader.filter(|reader| *reader != at) else { continue };
            let same_block = body.block_of(chosen[reader].op) == body.block_of(one.op);
            if same_block && rows[reader].as_ref().is_some_and(|rows| rows.are_those_of(own)) {
                let (old, new) = (family[reader], family[at]);
                family.iter_mut().filter(|number| **number == old).for_each(|number| *number = new);
            }
        }
    }
    let mut found: Vec<Vec<usize>> = Vec::new();
    for leader in 0..chosen.len() {
        let members: Vec<usize> = (0..chosen.len()).filter(|at| family[*at] == leader).collect();
        found.push(members);
    }
    found
}

/// The team for a row: a warp for a short one, else a block; `None` if there are too few rows to keep the GPU
/// busy.
fn team(gpu: &Gpu, folding: &Work, length: &Extent) -> Option<Team> {
    let known = folding.constant.iter().all(|constant| *constant);
    if known && folding.points() < f64::from(gpu.multiprocessors) {
        return None;
    }
    let is_short = length.as_const().is_some_and(|length| (length as f64) < GPU_LONG_FOLD);
    let (place, threads) = if is_short { (Place::Warp, WARP as i64) } else { (Place::Block, GPU_BLOCK) };
    Some(Team { of: Loop::Axis(0), place, threads })
}
