//! The pass `apply-joins`: applies the `join` steps in the schedules of computes.

use super::chunked::Joined;
use super::refusal::FoldJoinRefusal;
use tf_dialects::func::Func;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::bounds::guard;
use tf_dialects::tensor::loop_names::{folds_in, loop_name};
use tf_dialects::tensor::schedule::{Schedule, Step, steps};
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::walk::{preorder, walk};

struct ApplyJoins;

/// The pass `apply-joins`.
pub static INFO: PassInfo = PassInfo {
    name: "apply-joins",
    title: "ApplyJoins",
    summary: "Join folds that depend on each other",
    docs: "Applies the steps 'join(k: l, 4096)' of computes, and removes them from the schedule: folds over \
        one range, some of which depend on the results of others, become one fold over chunks of this \
        length. In a chunk they run one after the other; a combiner merges the results of chunks. Laws \
        correct the partial results that depend on other folds: exponentials of differences from the \
        maximum, deviations from means, and multiples of these. Folds that no law covers, and folds of \
        fixed order, are not joined, and a remark gives the reason. 'apply-groups' applies the steps of \
        groups.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-joined", help: "folds that were joined with others" }],
    rules: &[],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(ApplyJoins)),
};

impl Pass for ApplyJoins {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut joined, mut changed) = (0, false);
        let computes: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Compute)).collect();
        for compute in computes {
            let steps = take_steps(body, compute);
            changed |= !steps.is_empty();
            for (target, others, terms) in steps {
                match join(body, compute, (&target, &others), terms) {
                    Ok(count) => joined += count,
                    Err(why) => cx.remark(body.loc(compute), format!("the folds are not joined: {why}")),
                }
            }
        }
        cx.count("num-joined", joined);
        Ok(Changed::from(changed))
    }
}

/// Removes the `join` steps from the schedule of a compute.
fn take_steps(body: &mut Body, compute: Op) -> Vec<(String, Vec<String>, i64)> {
    let Some(Schedule(all)) = body.view(compute, Compute).scheduled() else { return Vec::new() };
    let (mut steps, mut rest) = (Vec::new(), Vec::new());
    for decision in all {
        match decision.step {
            Step::Join(steps::Join { target, others, terms: Some(terms) }) => {
                steps.push((target, others, terms))
            }
            _ => rest.push(decision),
        }
    }
    if !steps.is_empty() {
        match rest.is_empty() {
            true => drop(body.remove_attr(compute, "schedule")),
            false => {
                let attr = Schedule(rest).to_attr(body.ctx());
                body.set_attr(compute, "schedule", attr);
            }
        }
    }
    steps
}

/// Joins the folds with these names and returns their count: 0 if fewer than two of them still exist.
fn join(
    body: &mut Body,
    compute: Op,
    (target, others): (&str, &[String]),
    terms: i64,
) -> Result<u64, FoldJoinRefusal> {
    let is_named = |fold: &Op| {
        loop_name(body, *fold).is_some_and(|name| name == target || others.iter().any(|other| other == name))
    };
    let folds: Vec<Op> = folds_in(body, compute).into_iter().filter(is_named).collect();
    if folds.len() < 2 {
        return Ok(0);
    }
    let joined = Joined::of(body, &folds)?;
    joined.apply(body, terms);
    let mut inner = Vec::new();
    walk(body, compute, &mut |_, op| inner.push(op));
    for op in inner {
        guard(body, op);
    }
    Ok(folds.len() as u64)
}
