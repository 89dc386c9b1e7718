//! `schedule`: chooses the loops of each compute and writes them on it as data.
//!
//! The data is [`tf_dialects::tensor::schedule`], [`choose`] the heuristic, and
//! [`Work`](tf_passes_common::cost::work::Work) its input. `legal` defines the legal schedules of a compute,
//! and `keep` maintains schedules when computes change.

mod choose;
mod ends;
mod jam;
mod map;
mod rows;
mod stencil;
mod streams;
mod threads;

pub use choose::choose;

pub(crate) use map::reads_along_points;

use crate::decide::tuned::{self, Point};
use rows::Chosen;
use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::Parallel;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::{folds_in, give_loop_names};
use tf_dialects::tensor::schedule::{Author, By, LoopNames, Plan, Schedule, Step};
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;
use tf_passes_common::cost::work::Work;

/// The pass `schedule`.
pub struct WriteSchedules;

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "schedule",
    title: "Schedule",
    summary: "Choose a loop schedule for each compute, and write it on the compute",
    docs: "Writes the attribute 'schedule' (see docs/reference/schedule.md) on every tensor.compute that has none, \
        and names its loops: which axes run in parallel, which index is vectorized and by how many lanes, \
        from the accesses, the estimated work and the function's attribute 'tf.target'; a measured \
        schedule in 'tf.schedules' has precedence. For a GPU ('tf.gpu'), it chooses the points of the \
        grid, and the folds that blocks or warps share.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-scheduled", help: "computes that got a schedule" }],
    rules: &[
        RuleSpec { name: "map", help: "distributes points and terms of folds over the threads of a GPU" },
        RuleSpec { name: "order", help: "reorders axes" },
        RuleSpec { name: "rows", help: "computes the points of a row on the GPU team that folds the row" },
        RuleSpec { name: "parallel", help: "runs the iterations of outer axes on several threads" },
        RuleSpec { name: "stream", help: "stores large results past the caches (non-temporal)" },
        RuleSpec { name: "unroll", help: "unrolls a loop" },
        RuleSpec { name: "unroll-and-jam", help: "jams several points of an axis" },
        RuleSpec { name: "vectorize", help: "vectorizes a loop" },
    ],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(WriteSchedules)),
};

impl Pass for WriteSchedules {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (whole, gpu) = (Target::of(body), Gpu::of(body));
        let (mut written, mut chosen) = (0, Vec::new());
        for op in preorder(body) {
            if body.cast(op, Compute).is_none_or(|view| view.schedule().is_some()) {
                continue;
            }
            if tuned::take(body, op, Point::Loops, cx) {
                written += 1;
                continue;
            }
            // Nested parallelism gains nothing: all threads are busy.
            let by = body.view(op, Compute).computed_by();
            let alone = runs_in_parallel(body, op) || by == Some(By::Each);
            let cores = if alone { 1 } else { whole.cores };
            let work = Work::of(body, op);
            let plan = match &gpu {
                Some(gpu) => map::choose(&work, gpu),
                None => {
                    let target = Target { cores, ..whole };
                    let mut plan = choose(&work, &target);
                    if by == Some(By::All) && !alone {
                        share(body, op, (&work, &mut plan), cx);
                    }
                    let (tails, stream) = (
                        ends::choose(body, op, &plan, &target),
                        streams::pays(body, op, (&work, &plan), &target),
                    );
                    Plan { tails, stream, ..plan }
                }
            };
            chosen.push(Chosen { op, work, plan });
        }
        if let Some(gpu) = gpu.as_ref().filter(|_| cx.allows("rows")) {
            rows::arrange(body, gpu, &mut chosen);
        }
        for Chosen { op, work, plan } in &mut chosen {
            plan.jam = plan.jam.or_else(|| stencil::choose(body, *op, work, plan, gpu.as_ref()?));
        }
        for Chosen { op, plan, .. } in chosen {
            written += u64::from(write(body, op, &plan, cx));
        }
        cx.count("num-scheduled", written);
        Ok(Changed::from(written > 0))
    }
}

/// Writes a plan on its compute, without steps that are not allowed; false if none is left.
fn write(body: &mut Body, op: Op, plan: &Plan, cx: &mut PassContext<'_>) -> bool {
    let rank = plan.order.len();
    let mut steps = plan.steps(&LoopNames::default_of(rank, folds_in(body, op).len()));
    let allowed: Vec<bool> = steps.iter().map(|step| cx.allows(rule(step))).collect();
    if !allowed.contains(&true) {
        return false;
    }
    // Names loops only if there is a step.
    steps = plan.steps(&give_loop_names(body, op));
    let mut allowed = allowed.into_iter();
    steps.retain(|_| allowed.next().unwrap_or(true));
    let attr = Schedule::by(Author::Heuristic, steps).to_attr(body.ctx());
    body.set_attr(op, "schedule", attr);
    true
}

/// Parallelizes the outermost loop, at any amount of work, for a group that specifies all threads.
fn share(body: &Body, op: Op, (work, plan): (&Work, &mut Plan), cx: &mut PassContext<'_>) {
    match plan.order.first() {
        Some(first) if plan.parallel == 0 && work.independent[*first] => plan.parallel = 1,
        Some(_) if plan.parallel == 0 => {
            let why =
                "this compute was requested to run on all threads, but its points put into the same elements";
            cx.remark(body.loc(op), why.to_string());
        }
        _ => {}
    }
}

/// True if a loop around runs on several threads.
fn runs_in_parallel(body: &Body, op: Op) -> bool {
    std::iter::successors(body.parent_op(op), |op| body.parent_op(*op))
        .any(|around| body.is(around, Parallel))
}

/// The name of the rule that chooses a step.
fn rule(step: &Step) -> &'static str {
    match step {
        Step::Jam(_) => "unroll-and-jam",
        step => step.word(),
    }
}
