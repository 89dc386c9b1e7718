//! The step `rfactor`: reduces folds in chunks, as schedules specify.
//!
//! The other steps of the schedule apply to the computes of the chunks, whose first axis counts them and is
//! parallel. The heuristic's steps come without others, and leave no names behind.

use super::refusal::RfactorRefusal;
use super::split::{Cut, split};
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::{folds_in, loop_name, write_loop_names};
use tf_dialects::tensor::schedule::steps::{Parallel, Rfactor};
use tf_dialects::tensor::schedule::{Author, Decision, LoopNames, Schedule, Step};
use tf_ir::body::{Body, Op};
use tf_ir::pass::PassContext;
use tf_passes_common::code::{fold_chain, folds};
use tf_passes_common::rules::keep;

/// The default name of the axis of chunks.
const CHUNK: &str = "chunk";

/// Applies the steps `rfactor` of a compute's schedule, and removes them. Returns the number of folds that it
/// splits; sets `changed` if the code changes.
pub(crate) fn apply(body: &mut Body, compute: Op, changed: &mut bool, cx: &mut PassContext<'_>) -> u64 {
    let view = body.view(compute, Compute);
    let (Some(Schedule(all)), names) = (view.scheduled(), view.loop_names()) else { return 0 };
    let (mut found, mut rest) = (Vec::new(), Vec::new());
    for decision in all {
        match decision.step {
            Step::Rfactor(step) => found.push((cuts(body, compute, &step, decision.author), step)),
            _ => rest.push(decision),
        }
    }
    if found.is_empty() {
        return 0;
    }
    *changed = true;
    let rest = Schedule(rest);
    match rest.0.is_empty() {
        true => forget(body, compute, &names),
        false => body.set_attr(compute, "schedule", rest.to_attr(body.ctx())),
    }
    let (mut parts, loc) = (Vec::new(), body.loc(compute));
    for (cuts, step) in found {
        let mut refused = |why: RfactorRefusal| {
            cx.remark(
                loc,
                format!("the step {} of the schedule is left out: {why}", Step::from(step.clone())),
            );
        };
        match cuts {
            Err(why) => refused(why),
            Ok(cuts) => {
                for (fold, cut) in cuts {
                    match split(body, compute, fold, &cut, changed) {
                        Some(part) => parts.push(part),
                        None => refused(RfactorRefusal::Code),
                    }
                }
            }
        }
    }
    if !rest.0.is_empty() && !parts.is_empty() {
        keep::forget(body, compute);
        parts.iter().for_each(|part| schedule(body, *part, (&rest, &names), cx));
    }
    parts.len() as u64
}

/// The folds that a step splits, which are those of its name.
fn cuts(body: &Body, compute: Op, step: &Rfactor, author: Author) -> Result<Vec<(Op, Cut)>, RfactorRefusal> {
    if body.operand_count(compute) > 0 {
        return Err(RfactorRefusal::Accumulates);
    }
    if keep::is_member(body, compute) && author != Author::Heuristic {
        return Err(RfactorRefusal::Member);
    }
    let is_its = |fold: &Op| loop_name(body, *fold) == Some(&step.target);
    let own = folds_in(body, compute).into_iter().filter(is_its);
    let name = (author != Author::Heuristic).then(|| step.target.clone());
    own.map(|at| {
        let cut = Cut { name: name.clone(), ..Cut::of(body, at, step.length)? };
        Ok((outermost(body, compute, at)?, cut))
    })
    .collect()
}

/// The fold directly in the region of a compute that is one fold with this one.
fn outermost(body: &Body, compute: Op, at: Op) -> Result<Op, RfactorRefusal> {
    let around = std::iter::successors(Some(at), |op| body.parent_op(*op)).take_while(|op| *op != compute);
    let outer = around.last().unwrap_or(at);
    let mut chain = std::iter::successors(Some(outer), |fold| fold_chain::inner(body, *fold));
    if !chain.any(|fold| fold == at) {
        return Err(RfactorRefusal::Nested);
    }
    match folds::has_no_order(body, at) {
        true => Ok(outer),
        false => Err(RfactorRefusal::FixedOrder),
    }
}

/// Deletes the schedule, with names that only it uses: those that the heuristic gave.
fn forget(body: &mut Body, compute: Op, names: &LoopNames) {
    let is_default = *names == LoopNames::default_of(names.axes.len(), names.folds.len());
    if !is_default || keep::is_member(body, compute) {
        body.remove_attr(compute, "schedule");
        return;
    }
    keep::forget(body, compute);
    for fold in folds_in(body, compute) {
        body.remove_attr(fold, "axis");
    }
}

/// Schedules the compute of the chunks by the other steps; its first axis, the chunks, is parallel.
fn schedule(body: &mut Body, part: Op, (rest, names): (&Schedule, &LoopNames), cx: &mut PassContext<'_>) {
    let (mut steps, mut names) = (rest.clone(), names.clone());
    let chunk = names.like(CHUNK);
    names.axes.insert(0, chunk.clone());
    keep::prepend_loop(&mut steps, &chunk);
    let is_split = steps.0.iter().any(|own| matches!(own.step, Step::Split(_)));
    if !steps.0.iter().any(|own| matches!(own.step, Step::Parallel(_) | Step::Map(_))) {
        let first = if is_split { format!("{chunk}.0") } else { chunk };
        let at = steps.0.iter().rposition(|own| matches!(own.step, Step::Split(_) | Step::Order(_)));
        let step = Parallel { axes: vec![first], grain: None }.into();
        let author = steps.0.first().map_or(Author::User, |own| own.author);
        steps.0.insert(at.map_or(0, |at| at + 1), Decision { step, author });
    }
    write_loop_names(body, part, &names);
    let attr = steps.to_attr(body.ctx());
    body.set_attr(part, "schedule", attr);
    keep::settle(body, part, cx);
}
