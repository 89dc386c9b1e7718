//! `choose-unroll`: chooses the short loops of a compute that are fully unrolled.

mod trial;

use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::{folds_in, give_loop_names, loop_name};
use tf_dialects::tensor::schedule::{Author, Decision, LoopNames, Schedule, Step, steps};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::rewrite::{Patterns, canonicalization_patterns};
use tf_ir::walk::preorder;
use tf_passes_common::cost::figures::{LARGEST_UNROLLED, MOST_SUMS, WORTH_LOOPS};
use tf_passes_common::rules::keep;
use tf_passes_common::unroll::axes;
use tf_passes_common::unroll::size::{self, ShortFolds};

/// The pass `choose-unroll`.
pub static CHOOSE_UNROLL: PassInfo = PassInfo {
    name: "choose-unroll",
    title: "ChooseUnroll",
    summary: "Choose short loops of computes to unroll in full",
    docs: "Writes steps 'unroll(k)' for 'apply-unroll': for folds of constant length up to the limit, and \
        for the last axes of a box of few points. Axes are unrolled if the code stays short. Folds, inner \
        ones first, are tried both as loops and unrolled, in a copy: they stay loops if that costs clearly \
        less with the best choice of lanes and jammed points for each. On a GPU, everything is unrolled \
        that stays short. Loops in an existing schedule are not changed.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "limit",
        kind: OptionKind::Int,
        default: "8",
        help: "longest fold, and largest number of points of the last axes, that is unrolled",
    }],
    statistics: &[StatSpec { name: "num-chosen", help: "computes with loops to unroll" }],
    rules: &[
        RuleSpec { name: "axes", help: "turns short last axes into separate values" },
        RuleSpec { name: "folds", help: "unrolls short folds" },
    ],
    growth: Growth::NONE,
    make: |options: &Options| {
        Ok(Box::new(ChooseUnroll { limit: options.int("limit").max(1) as u64, patterns: None }))
    },
};

struct ChooseUnroll {
    limit: u64,
    patterns: Option<Patterns>,
}

/// Loops that may be unrolled together.
#[derive(Clone, Copy)]
struct Candidate {
    /// The count of innermost axes.
    axes: usize,
    /// Folds up to this height.
    level: u32,
}

impl Pass for ChooseUnroll {
    fn prepare(&mut self, ctx: &Context) -> Result<(), String> {
        self.patterns = Some(canonicalization_patterns(ctx).freeze(ctx));
        Ok(())
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut chosen = 0;
        let computes: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Compute)).collect();
        for op in computes {
            let view = body.view(op, Compute);
            // The heuristic chose the lanes of a scheduled compute for its present loops.
            let may_add = view.schedule().is_none() || keep::has_explicit_schedule(body, op);
            if may_add && !names_what_is_gone(body, op) {
                chosen += u64::from(self.choose(body, op, cx));
            }
        }
        cx.count("num-chosen", chosen);
        Ok(Changed::from(chosen > 0))
    }
}

/// True if a schedule names a fold that is gone. Loops would be renamed, and the schedule would name none of
/// them.
fn names_what_is_gone(body: &Body, op: Op) -> bool {
    let view = body.view(op, Compute);
    let Some(schedule) = view.scheduled() else { return false };
    let there: Vec<&str> = folds_in(body, op).into_iter().filter_map(|fold| loop_name(body, fold)).collect();
    view.loop_names().folds.iter().any(|name| schedule.names(name) && !there.contains(&name.as_str()))
}

impl ChooseUnroll {
    /// Writes the steps for the loops of a compute that cost less unrolled; false if there are none.
    fn choose(&self, body: &mut Body, op: Op, cx: &mut PassContext<'_>) -> bool {
        let folds = ShortFolds::of(body, op, self.limit);
        let axes = axes::trailing(body, op, self.limit);
        let rank = body.view(op, Compute).extents().len() - axes.len();
        let axes = if keep::names_axes_from(body, op, rank) { Vec::new() } else { axes };
        let points = axes.iter().product::<i64>() as u64;
        let candidates = candidates(body, op, &folds, (axes.len(), points));
        if candidates.is_empty() {
            return false;
        }
        let before = LoopAttrs::of(body, op);
        let unnamed: Vec<Op> =
            before.folds.iter().filter(|(_, name)| name.is_none()).map(|(op, _)| *op).collect();
        let mut names = give_loop_names(body, op);
        if keep::is_member(body, op) {
            keep::rename_clashing_folds(body, op, &unnamed);
            names = body.view(op, Compute).loop_names();
        }
        let steps = |body: &Body, candidate: Candidate| steps(body, &folds, &names, candidate);
        let best = self.cheapest(body, op, &candidates, &steps, cx);
        let steps = best.map(|best| steps(body, best)).unwrap_or_default();
        let is_axis = |step: &Step| names.axes.iter().any(|axis| step.names(axis));
        let rule = |step: &Step| if is_axis(step) { "axes" } else { "folds" };
        let allowed: Vec<Step> = steps.into_iter().filter(|step| cx.allows(rule(step))).collect();
        if allowed.is_empty() {
            before.restore(body, op);
            return false;
        }
        let mut schedule = body.view(op, Compute).scheduled().unwrap_or_default();
        schedule.0.extend(allowed.into_iter().map(|step| Decision { step, author: Author::Heuristic }));
        let attr = schedule.to_attr(body.ctx());
        body.set_attr(op, "schedule", attr);
        true
    }

    /// The first candidate, unless its loops cost clearly less as loops; `None` if all do.
    fn cheapest(
        &self,
        body: &Body,
        op: Op,
        candidates: &[Candidate],
        steps: &dyn Fn(&Body, Candidate) -> Vec<Step>,
        cx: &mut PassContext<'_>,
    ) -> Option<Candidate> {
        let first = *candidates.first()?;
        if first.level == 0 || Gpu::of(body).is_some() {
            return Some(first);
        }
        let (target, patterns) =
            (Target::of(body), self.patterns.as_ref().expect("the pipeline prepared the pass"));
        let as_loops = Candidate { axes: 0, level: 0 };
        let mut best: Option<(Candidate, f64)> = None;
        for candidate in candidates.iter().chain((first.axes == 0).then_some(&as_loops)) {
            let steps = steps(body, *candidate);
            let Some(cost) = trial::cost(body, op, &steps, (&target, patterns)) else { continue };
            cx.explain(body.loc(op), || {
                let how = match steps.is_empty() {
                    true => "as they are".to_string(),
                    false => format!("with {}", Schedule::by(Author::User, steps)),
                };
                format!("short loops: {how}, the compute costs {cost:.0}")
            });
            if best.is_none_or(|(_, least)| cost < WORTH_LOOPS * least) {
                best = Some((*candidate, cost));
            }
        }
        best.map(|(candidate, _)| candidate).filter(|best| best.axes + best.level as usize > 0)
    }
}

/// The candidates, the largest first. All axes are unrolled if they fit, because the elements of a point are
/// contiguous, so lanes along one axis do as well.
fn candidates(body: &Body, op: Op, folds: &ShortFolds, (axes, points): (usize, u64)) -> Vec<Candidate> {
    let fits = |points: u64, level: u32| {
        let is_whole = |inner: Op| folds.folds.iter().any(|(own, height)| *own == inner && *height <= level);
        size::ops(body, op, &is_whole).saturating_mul(points) <= LARGEST_UNROLLED
            && size::copies(body, op, &is_whole) <= MOST_SUMS
    };
    let (axes, points) = if fits(points, 0) { (axes, points) } else { (0, 1) };
    let levels = (0..=folds.height).rev().filter(|level| axes + *level as usize > 0 && fits(points, *level));
    levels.map(|level| Candidate { axes, level }).collect()
}

/// The steps of a candidate.
fn steps(body: &Body, folds: &ShortFolds, names: &LoopNames, candidate: Candidate) -> Vec<Step> {
    // The last axis first: each step unrolls the last of the remaining axes.
    let axes = names.axes[names.axes.len() - candidate.axes..].iter().rev().cloned();
    let short = folds.folds.iter().filter(|(_, height)| *height <= candidate.level);
    let folds = short.filter_map(|(fold, _)| loop_name(body, *fold).map(str::to_string));
    axes.chain(folds).map(|target| Step::Unroll(steps::Unroll { target, factor: None })).collect()
}

/// The attributes for the loops of a compute.
struct LoopAttrs {
    attrs: [(&'static str, Option<Attribute>); 2],
    folds: Vec<(Op, Option<Attribute>)>,
}

impl LoopAttrs {
    fn of(body: &Body, op: Op) -> LoopAttrs {
        LoopAttrs {
            attrs: ["axes", "folds"].map(|name| (name, body.attr(op, name))),
            folds: folds_in(body, op).into_iter().map(|fold| (fold, body.attr(fold, "axis"))).collect(),
        }
    }

    /// Removes the loop names that were added since.
    fn restore(self, body: &mut Body, op: Op) {
        let own = self.attrs.into_iter().map(|(name, attr)| (op, name, attr));
        let folds = self.folds.into_iter().map(|(fold, attr)| (fold, "axis", attr));
        for (op, name, attr) in own.chain(folds) {
            match attr {
                Some(attr) => body.set_attr(op, name, attr),
                None => drop(body.remove_attr(op, name)),
            }
        }
    }
}
