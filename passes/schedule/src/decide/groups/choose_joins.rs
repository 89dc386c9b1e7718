//! `choose-joins`: joins dependent reductions into one loop (online algorithms, as online softmax) if that
//! costs less.
//!
//! In a compute, reductions over long rows then read memory once instead of once each. In a group,
//! intermediate rows become tiles: the members' reduction loop becomes a shared loop
//! ([`join_loop`](crate::apply::groups::join_loop)).

use crate::apply::groups::join_loop::{Shared, rewritten};
use crate::apply::groups::legal::plan;
use crate::apply::groups::legal::refusal::GroupRefusal;
use crate::apply::groups::{expose, selections};
use crate::apply::joins::Joined;
use tf_dialects::func::Func;
use tf_dialects::math;
use tf_dialects::target::Target;
use tf_dialects::tensor::loop_names::{folds_in, give_loop_names, loop_name};
use tf_dialects::tensor::schedule::{Author, Loop, Schedule, Step, steps};
use tf_dialects::tensor::{Compute, Fold, Group};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;
use tf_passes_common::cost::close;
use tf_passes_common::cost::figures::{
    JOINED_TERMS, JOINED_TILE_SIZES, MOST_JOINED, ROWS_AROUND_JOINED, WORTH_JOINING,
};
use tf_passes_common::cost::price::price;
use tf_passes_common::cost::tree::{Array, LoopTree, Threads, Use};
use tf_passes_common::cost::work::{Access, Work};

struct ChooseJoins {
    /// Joins all that is legal, at any price and for loops of any length.
    always: bool,
}

/// The pass `choose-joins`.
pub static INFO: PassInfo = PassInfo {
    name: "choose-joins",
    title: "ChooseJoins",
    summary: "Make folds that depend on each other share a loop",
    docs: "Writes the step 'join' if folds over one index depend on each other, laws correct their partial \
        results in each iteration, and the cost decreases. For a compute, 'join(k: l, 4096)' reads long \
        rows from memory once; 'apply-joins' applies it. For a group from 'form-groups', the loop that its \
        members fold over becomes a shared loop, 'join(j: m, l, o)', so that an iteration stores a tile of \
        their intermediate results, not whole rows; 'apply-groups' applies it. Schedules of the user are \
        not changed.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "always",
        kind: OptionKind::Bool,
        default: "false",
        help: "joins everything that can be joined, at any cost: to test joins",
    }],
    statistics: &[
        StatSpec { name: "num-computes", help: "computes whose folds are joined" },
        StatSpec { name: "num-groups", help: "groups whose members are joined" },
    ],
    rules: &[
        RuleSpec { name: "folds", help: "joins folds of a compute" },
        RuleSpec { name: "members", help: "joins members of a group" },
    ],
    growth: Growth::NONE,
    make: |options: &Options| Ok(Box::new(ChooseJoins { always: options.bool("always") })),
};

impl Pass for ChooseJoins {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        // A join cuts sums into other parts, so it follows from the instruction set: with the rates of the
        // machine, bits would depend on it.
        let target = Target::of(body).with_usual_rates();
        let (mut computes, mut groups) = (0, 0);
        for op in preorder(body) {
            // A joined group replaces the old one.
            if !body.is_live(op) {
                continue;
            }
            if body.is(op, Group) {
                groups += u64::from(self.join_members(body, op, &target, cx));
            } else if body
                .cast(op, Compute)
                .is_some_and(|view| view.schedule().is_none() && view.member().is_none())
            {
                computes += u64::from(self.join_folds(body, op, &target, cx));
            }
        }
        cx.count("num-computes", computes);
        cx.count("num-groups", groups);
        Ok(Changed::from(computes + groups > 0))
    }
}

impl ChooseJoins {
    /// Joins the folds of a compute if that costs less.
    fn join_folds(&self, body: &mut Body, op: Op, target: &Target, cx: &mut PassContext<'_>) -> bool {
        let is_member = body.parent_op(op).is_some_and(|around| body.is(around, Group));
        if is_member || body.operand_count(op) > 0 {
            return false;
        }
        let Some((folds, joined)) = candidates(body, op).into_iter().find_map(|folds| {
            let joined = Joined::of(body, &folds).ok()?;
            Some((folds, joined))
        }) else {
            return false;
        };
        let work = Work::of(body, op);
        let numbers = folds_in(body, op);
        let numbers: Vec<usize> =
            folds.iter().filter_map(|fold| numbers.iter().position(|own| own == fold)).collect();
        let merging = joined.merging(exponential());
        let lanes = target.lanes(work.widest) as f64;
        let apart = price(&folds_alone(&work, &numbers, None, lanes), target).cost;
        let best = close::cheapest(JOINED_TERMS, target, |terms, on| {
            price(&folds_alone(&work, &numbers, Some((*terms as f64, merging)), lanes), on).cost
        });
        let Some((terms, cost)) = best else { return false };
        let pays = cost < (1.0 - WORTH_JOINING) * apart;
        cx.explain(body.loc(op), || {
            let verdict = if pays { "they are joined" } else { "they stay apart" };
            format!(
                "join: {} folds that depend on each other, in chunks of {terms} terms: cost {apart:.3e} \
                 apart, {cost:.3e} together, in additions; {verdict}",
                numbers.len()
            )
        });
        if !(pays || self.always) || !cx.allows("folds") {
            return false;
        }
        give_loop_names(body, op);
        let names: Vec<String> =
            folds.iter().filter_map(|fold| loop_name(body, *fold)).map(str::to_string).collect();
        let step = Step::Join(steps::Join {
            target: names[0].clone(),
            others: names[1..].to_vec(),
            terms: Some(terms),
        });
        let attr = Schedule::by(Author::Heuristic, vec![step]).to_attr(body.ctx());
        body.set_attr(op, "schedule", attr);
        true
    }

    /// Joins the members of a group if that costs less.
    fn join_members(&self, body: &mut Body, group: Op, target: &Target, cx: &mut PassContext<'_>) -> bool {
        let view = body.view(group, Group);
        let is_explicit = view.scheduled().is_none_or(|schedule| schedule.is_explicit());
        if is_explicit || !expose::may_join(body, group) {
            return false;
        }
        let Some(apart) = super::price::of(body, group, target) else { return false };
        let trial = body.clone_op(group, &mut IrMap::default());
        body.insert_after(trial, group);
        match self.joined(body, trial, (target, apart), cx) {
            true => {
                let results: Vec<Value> = body.results(trial).collect();
                body.replace(group, &results);
                true
            }
            false => {
                body.erase(trial);
                false
            }
        }
    }

    /// Joins the members of a trial copy of a group if that costs less than `apart`.
    fn joined(
        &self,
        body: &mut Body,
        group: Op,
        (target, apart): (&Target, f64),
        cx: &mut PassContext<'_>,
    ) -> bool {
        let loc = body.loc(group);
        let later_members = expose::split(body, group);
        let Some(mut shared) = Shared::of(body, group) else { return false };
        let prepared = expose::inline(body, group, &later_members, &shared);
        let prepared = prepared.map_err(GroupRefusal::from);
        let mut best = prepared.and_then(|()| self.best(body, group, &shared, target));
        if best.is_err() && selections::add(body, group, &mut shared) > 0 {
            best = self.best(body, group, &shared, target);
        }
        let (cost, rows, terms) = match best {
            Ok(Some(best)) => best,
            Ok(None) => return false,
            Err(why) => {
                cx.explain(loc, || {
                    format!("join: the members of a group that depend on each other are not joined: {why}")
                });
                return false;
            }
        };
        let pays = cost < apart;
        cx.explain(loc, || {
            let verdict = if pays { "they are joined" } else { "they stay apart" };
            format!(
                "join: {} members that depend on each other, in tiles of {rows} rows and {terms} terms: cost \
                 {apart:.3e} apart, {cost:.3e} together, in additions; {verdict}",
                shared.joined().len()
            )
        });
        if !(pays || self.always) || !cx.allows("members") {
            return false;
        }
        rewritten(body, group, &shared, (rows, terms));
        true
    }

    /// The cheapest tile as cost, rows and terms; `None` if the loop is shorter than every tile.
    ///
    /// # Errors
    /// The reason why the join is illegal.
    fn best(
        &self,
        body: &mut Body,
        group: Op,
        shared: &Shared,
        target: &Target,
    ) -> Result<Option<(f64, i64, i64)>, GroupRefusal> {
        let before = Saved::of(body, group);
        let mut best: Option<(f64, i64, i64)> = None;
        for rows in ROWS_AROUND_JOINED {
            for terms in JOINED_TILE_SIZES.into_iter().filter(|terms| self.always || shared.length() > *terms)
            {
                rewritten(body, group, shared, (rows, terms));
                let checked = plan::check(body, group);
                let cost = checked.is_ok().then(|| super::price::of(body, group, target)).flatten();
                before.restore(body);
                checked?;
                if let Some(cost) = cost.filter(|cost| best.is_none_or(|(least, ..)| *cost < least)) {
                    best = Some((cost, rows, terms));
                }
            }
        }
        Ok(best)
    }
}

/// The cost of an exponential.
pub(super) fn exponential() -> f64 {
    tf_dialects::scalar::table::row(math::Exp::KIND).map_or(1.0, |spec| f64::from(spec.cost))
}

/// Candidate sets of folds: all folds of a block with one iteration domain, then pairs.
fn candidates(body: &Body, compute: Op) -> Vec<Vec<Op>> {
    let mut blocks: Vec<(Block, Vec<Op>)> = Vec::new();
    for fold in folds_in(body, compute) {
        let Some(block) = body.block_of(fold) else { continue };
        if body.view(fold, Fold).combiner().is_some()
            || tf_passes_common::code::folds::fold_trip_count(body, fold)
                .is_some_and(|n| n < JOINED_TERMS[0] as u64)
        {
            continue;
        }
        match blocks.iter_mut().find(|(own, _)| *own == block) {
            Some((_, folds)) => folds.push(fold),
            None => blocks.push((block, vec![fold])),
        }
    }
    let mut found: Vec<Vec<Op>> = Vec::new();
    for (_, folds) in blocks.into_iter().filter(|(_, folds)| folds.len() > 1) {
        for (at, first) in folds.iter().enumerate().take(MOST_JOINED) {
            let pairs = folds[at + 1..].iter().take(MOST_JOINED).map(|second| vec![*first, *second]);
            found.extend(pairs);
        }
        if folds.len() <= MOST_JOINED {
            found.insert(0, folds);
        }
    }
    found
}

/// The loop tree of a compute's folds: one after the other, or joined in tiles of some terms with the cost of
/// merging.
fn folds_alone(work: &Work, folds: &[usize], joined: Option<(f64, f64)>, lanes: f64) -> LoopTree {
    let mut tree = LoopTree::default();
    let axes: Vec<usize> = work.extents.iter().map(|_| tree.dim()).collect();
    for (dim, extent) in axes.iter().zip(&work.extents) {
        tree.enter(*dim, (extent.max(1.0), 1.0), Threads::Open);
    }
    let dim = tree.dim();
    let all = folds.iter().map(|fold| work.folds[*fold].iterations).fold(1.0, f64::max);
    let length = joined.map_or(all, |(terms, _)| terms.min(all));
    if let Some((terms, merging)) = joined {
        tree.enter(dim, ((all / terms).ceil().max(1.0), terms), Threads::Open);
        tree.code(0, merging, Vec::new());
    }
    for fold in folds {
        tree.enter(dim, (length, 1.0), Threads::Open);
        let in_it = |access: &&Access| access.folds.first() == Some(fold);
        let uses = work.accesses.iter().filter(in_it).map(|access| {
            Use::of(access, Array::Of(access.map.array), |of| match of {
                Loop::Axis(axis) => Some(axes[axis]),
                Loop::Fold(own) => folds.contains(&own).then_some(dim),
            })
        });
        let own = work.arithmetic.iter().filter(|a| a.folds.first() == Some(fold));
        let term: f64 = own.map(|a| a.cost * a.count).sum::<f64>() / work.folds[*fold].iterations.max(1.0);
        tree.code(0, term / lanes, uses.collect());
        tree.leave();
    }
    if joined.is_some() {
        tree.leave();
    }
    axes.iter().for_each(|_| tree.leave());
    tree
}

/// The attributes of a group and its members before a trial, for undoing it.
struct Saved(Vec<(Op, &'static str, Option<Attribute>)>);

impl Saved {
    fn of(body: &Body, group: Op) -> Saved {
        let mut all = Vec::new();
        let mut add = |op: Op, names: &[&'static str]| {
            all.extend(names.iter().map(|name| (op, *name, body.attr(op, name))));
        };
        add(group, &["axes", "schedule"]);
        for member in body.view(group, Group).members() {
            add(member, &["axes", "folds", "member"]);
            folds_in(body, member).into_iter().for_each(|fold| add(fold, &["axis"]));
        }
        Saved(all)
    }

    fn restore(&self, body: &mut Body) {
        for (op, name, attr) in &self.0 {
            match attr {
                Some(attr) => body.set_attr(*op, name, *attr),
                None => drop(body.remove_attr(*op, name)),
            }
        }
    }
}
