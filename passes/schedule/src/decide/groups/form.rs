//! `form-groups`: chooses computes that share loops, so that intermediate results stay in a cache.
//!
//! Each compute with a large result is a seed, the largest first. The group takes in all computes that may
//! share some axes of the seed as loops ([`fusible`](super::fusible)). Of several sets of axes, the pass
//! takes the one that saves most, if any does ([`price`](super::price)).

use super::chains;
use super::fusible::{FusibleSet, Reach, fusible_set};
use super::group_schedule::{GroupSchedule, loops, steps};
use super::price::{Candidates, Figures};
use crate::apply::apply_tiles::nest::Nest;
use crate::apply::groups::legal::binding::Binding;
use crate::apply::groups::legal::refusal::GroupRefusal;
use crate::decide::choose_fusion::blocks;
use crate::decide::choose_tiles::gains_by_tiles;
use rustc_hash::FxHashSet;
use tf_dialects::func::Func;
use tf_dialects::target::Target;
use tf_dialects::tensor::loop_names::{set_loop_name, write_loop_names};
use tf_dialects::tensor::schedule::{Author, LoopNames, Schedule};
use tf_dialects::tensor::{self, Compute, Fusion, Group};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::extent::Extent;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::types::Type;
use tf_passes_common::cost::bytes_of;
use tf_passes_common::cost::figures::WORTH_LONGER;

struct FormGroups {
    /// The smallest gain of a group.
    least: f64,
    /// The size of results, in bytes, from which a compute is a seed.
    large: Option<f64>,
    /// The tile size, if it is not chosen by price.
    tile: Option<i64>,
}

/// The pass `form-groups`.
pub static INFO: PassInfo = PassInfo {
    name: "form-groups",
    title: "FormGroups",
    summary: "Put computes that read each other into groups that share loops",
    docs: "If a compute is read by others by identity access along some axes, as a row of scores is by its \
        maximum, its exponentials and the products with them, these axes become shared loops: a tile of \
        all of them is computed in a cache, and the whole tensor is never stored. Computes that are read \
        in a neighbourhood, as the passes of a blur are, are recomputed around each tile, or buffered in \
        sliding windows, as are those that the program requires at any cost. Members that are read at \
        multiples of the index, as by poolings, have that many times the points in each tile. The cost \
        model compares the traffic of caches and memory with and without the group. Products that \
        'choose-tiles' takes, and computes with a schedule, are not changed.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[
        OptionSpec {
            name: "always",
            kind: OptionKind::Bool,
            default: "false",
            help: "forms the first group around each compute, at any cost: to test groups",
        },
        OptionSpec {
            name: "tile",
            kind: OptionKind::Int,
            default: "0",
            help: "points of the innermost shared loop in a tile; 0: chosen by cost",
        },
    ],
    statistics: &[
        StatSpec { name: "num-groups", help: "groups that were formed" },
        StatSpec { name: "num-members", help: "computes in them" },
    ],
    rules: &[RuleSpec { name: "share", help: "puts computes into loops that they share" }],
    growth: Growth::NONE,
    make: |options: &Options| {
        let always = options.bool("always");
        let least = if always { f64::NEG_INFINITY } else { 0.0 };
        let tile = Some(options.int("tile")).filter(|tile| *tile > 0);
        Ok(Box::new(FormGroups { least, large: always.then_some(0.0), tile }))
    },
};

impl Pass for FormGroups {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let target = Target::of(body);
        let (mut groups, mut members) = (0, 0);
        let mut figures = Figures::default();
        for block in blocks(body) {
            let computes = free_computes(body, block);
            let mut free: FxHashSet<Op> = computes.iter().copied().collect();
            let large = self.large.unwrap_or(target.l2_bytes as f64 / 2.0);
            for seed in seeds(body, &computes, large) {
                let Some((fusible, choice)) = self.best(body, seed, &free, (&target, &mut figures, cx))
                else {
                    continue;
                };
                if !cx.allows("share") {
                    continue;
                }
                free.retain(|op| fusible.members.iter().all(|member| member.op != *op));
                cx.explain(body.loc(seed), || {
                    format!("fusion: a group of {} computes is formed", fusible.members.len())
                });
                groups += 1;
                members += fusible.members.len() as u64;
                build(body, &fusible, &choice);
                figures.forget();
            }
            chains::remark_refused(body, block, cx);
        }
        cx.count("num-groups", groups);
        cx.count("num-members", members);
        Ok(Changed::from(groups > 0))
    }
}

/// The computes of a block that may be members, in program order.
fn free_computes(body: &Body, block: Block) -> Vec<Op> {
    let is_free = |op: &Op| {
        let Some(view) = body.cast(*op, Compute) else { return false };
        let is_tiled = || Nest::of(body, *op).is_ok_and(|nest| gains_by_tiles(body, &nest));
        let is_kept = Fusion::of(body, *op) == Some(Fusion::Keep);
        view.schedule().is_none()
            && !is_kept
            && body.operand_count(*op) == 0
            && is_pure(body, *op)
            && !is_tiled()
    };
    body.ops(block).filter(is_free).collect()
}

/// The computes whose results are larger than `least` bytes, or that the program wants grouped; the largest
/// first.
fn seeds(body: &Body, computes: &[Op], least: f64) -> Vec<Op> {
    let bytes = |op: &Op| body.results(*op).map(|value| bytes_of(body, value)).sum::<f64>();
    let mut large: Vec<(f64, Op)> = computes.iter().map(|op| (bytes(op), *op)).collect();
    let is_seed = |bytes: f64, op: Op| bytes > least || chains::must_share_loops(body, op);
    large.retain(|(bytes, op)| is_seed(*bytes, *op) && !body.view(*op, Compute).extents().is_empty());
    large.sort_by(|a, b| b.0.total_cmp(&a.0));
    large.into_iter().map(|(_, op)| op).collect()
}

impl FormGroups {
    /// The group around a seed that saves most; `None` if none is legal and saves anything.
    fn best(
        &self,
        body: &Body,
        seed: Op,
        free: &FxHashSet<Op>,
        (target, figures, cx): (&Target, &mut Figures, &mut PassContext<'_>),
    ) -> Option<(FusibleSet, GroupSchedule)> {
        if !free.contains(&seed) {
            return None;
        }
        let extents = body.view(seed, Compute).extents().to_vec();
        let mut best: Option<(FusibleSet, GroupSchedule)> = None;
        for shared in choices_of_axes(extents.len()) {
            let lengths: Vec<Extent> = shared.iter().map(|axis| extents[*axis].clone()).collect();
            let chain = chains::choose(body, seed, (&shared, &lengths), free, (target, &mut *figures));
            let own = fusible_set(body, seed, &shared, (free, Reach::Own)).map(|fusible| {
                let choice = by_identity(body, &fusible, &lengths, (target, &mut *figures));
                (fusible, choice)
            });
            let own = own.filter(|(fusible, _)| !chains::requests_windows(body, &fusible.members));
            for (fusible, choice) in own.into_iter().chain(chain) {
                let choice = choice.map(|choice| self.with_tile(choice));
                cx.explain(body.loc(seed), || explanation(&fusible, &choice, &shared));
                let Ok(choice) = choice else { continue };
                let is_required =
                    fusible.members.iter().any(|member| chains::must_share_loops(body, member.op));
                let least = if is_required { f64::NEG_INFINITY } else { self.least };
                // Shared outer loops keep the order of memory, so another set of axes has to be clearly
                // better.
                let worth = WORTH_LONGER * choice.alone;
                let is_better = best.as_ref().is_none_or(|(_, best)| choice.gain > best.gain + worth);
                if choice.gain > least && is_better {
                    best = Some((fusible, choice));
                }
            }
        }
        best
    }

    /// The choice with the tile size of the pass's option, if it is set.
    fn with_tile(&self, choice: GroupSchedule) -> GroupSchedule {
        let Some(tile) = self.tile else { return choice };
        let chunk = choice.chunk.map(|chunk| (chunk / tile).max(2) * tile);
        GroupSchedule { tile, chunk, ..choice }
    }
}

/// The sets of axes to try as shared loops, for a compute of this rank.
fn choices_of_axes(rank: usize) -> Vec<Vec<usize>> {
    let last = rank - 1;
    let mut choices: Vec<Vec<usize>> = vec![(0..last).collect()];
    if last > 0 {
        choices.push((0..last - 1).chain([last]).collect());
        choices.push((0..last - 1).collect());
    }
    choices.push((0..=last).collect());
    choices.retain(|shared| !shared.is_empty());
    choices
}

/// The best choice for members that use identity accesses only and recompute nothing.
///
/// # Errors
/// The reason why there is none.
fn by_identity(
    body: &Body,
    fusible: &FusibleSet,
    lengths: &[Extent],
    (target, figures): (&Target, &mut Figures),
) -> Result<GroupSchedule, GroupRefusal> {
    let mut candidates = Candidates::of(body, (fusible, &[]), lengths, figures)?;
    if candidates.members().recomputes() {
        return Err(GroupRefusal::Recomputes);
    }
    Ok(candidates.best(target))
}

/// The explanation of a candidate, for `explain`.
fn explanation(
    fusible: &FusibleSet,
    choice: &Result<GroupSchedule, GroupRefusal>,
    shared: &[usize],
) -> String {
    let axes: Vec<String> = shared.iter().map(usize::to_string).collect();
    let what = format!(
        "fusion: a group of {} computes over axes {} of this one",
        fusible.members.len(),
        axes.join(", ")
    );
    let choice = match choice {
        Ok(choice) => choice,
        Err(why) => return format!("{what}: {why}"),
    };
    let chunk = choice.chunk.map_or(String::new(), |chunk| format!(" and chunks of {chunk} for threads"));
    let windows = fusible.members.iter().filter(|member| member.compute_at.is_some()).count();
    let windows = if windows > 0 { format!(", {windows} of them in sliding windows") } else { String::new() };
    let verdict = if choice.gain > 0.0 { "it would be faster" } else { "it would not be faster" };
    format!(
        "{what}, in tiles of {}{chunk}{windows}: cost {:.3e} apart, {:.3e} together, in additions; {verdict}",
        choice.tile,
        choice.alone,
        choice.alone - choice.gain,
    )
}

/// Moves the members into a group at the position of the last of them.
fn build(body: &mut Body, fusible: &FusibleSet, choice: &GroupSchedule) {
    let members = &fusible.members;
    let last = members[members.len() - 1].op;
    let names = loops(choice);
    for member in members {
        name_axes(body, member, &names);
    }
    let results = &fusible.yielded;
    let types: Vec<Type> = results.iter().map(|value| body.ty(*value)).collect();
    let ctx = body.ctx().clone();
    let mut steps = steps(choice, &names);
    steps.extend(chains::placement_steps(body, members, &steps));
    let schedule = Schedule::by(Author::Heuristic, steps).to_attr(&ctx);
    let attrs = [("axes", LoopNames::attr(&ctx, &names.axes)), ("schedule", schedule)];
    let mut b = Builder::after(body, last);
    b.loc = b.body.loc(last);
    let group = b.op(Group, &[], &types, &attrs);
    let fresh: Vec<Value> = b.body.results(group).collect();
    for (old, new) in results.iter().zip(&fresh) {
        let inside = |op: Op, body: &Body| members.iter().any(|member| body.encloses(member.op, op));
        let uses: Vec<_> = b.body.uses(*old).filter(|u| !inside(u.op, b.body)).collect();
        for u in uses {
            b.body.set_operand(u.op, u.operand, *new);
        }
    }
    b.enter(group, 0, &[]);
    let end = tensor::Yield::build(&mut b, results);
    for member in members {
        body.move_before(member.op, end);
    }
    for op in fusible.after.iter().rev() {
        let next = body.next(group).expect("a block ends with a terminator");
        body.move_before(*op, next);
    }
}

/// Names the axes of a member and its folds over the last loop: bound axes by the shared loops, others
/// uniquely.
fn name_axes(body: &mut Body, member: &Binding, shared: &LoopNames) {
    let mut names = LoopNames { axes: shared.axes.clone(), folds: Vec::new() };
    let mut own = Vec::new();
    for axis in &member.axes {
        let name = axis.map_or_else(|| names.fresh(b'i'), |at| shared.axes[at].clone());
        names.axes.push(name.clone());
        own.push(name);
    }
    write_loop_names(body, member.op, &LoopNames { axes: own, folds: Vec::new() });
    for fold in &member.folds {
        set_loop_name(body, fold.op, shared.axes.last().expect("a group shares a loop"));
    }
}
