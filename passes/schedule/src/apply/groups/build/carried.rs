//! Carries the schedule of a member over to its tiles: the names of its loops, and the steps about those that
//! a tile has. Reports the steps that no tile follows.

use crate::apply::groups::legal::binding::called;
use std::fmt;
use tf_dialects::tensor::loop_names::write_loop_names;
use tf_dialects::tensor::schedule::{Author, By, Decision, LoopNames, Schedule, Step, steps};
use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Body, Op};
use tf_ir::location::Location;
use tf_passes_common::rules::legal;

/// Schedules a tile, whose loops have these names, as its member: vectorization, jam, unrolling and order.
/// The group specifies the threads, and steps about axes of one point apply to nothing.
pub(super) fn carry(body: &mut Body, member: Op, part: Op, (axes, by): (Option<Vec<String>>, Option<By>)) {
    if let Some(by) = by {
        let attr = body.ctx().string_attr(by.word());
        body.set_attr(part, "by", attr);
    }
    let view = body.view(member, Compute);
    let Some(schedule) = view.scheduled() else { return };
    let own = view.loop_names();
    let Some(axes) = axes else { return };
    let streams = body.parent_op(member).is_some_and(|group| !is_read(body, group, member));
    let names = LoopNames { axes, folds: own.folds };
    let mut remaining = Schedule(
        schedule
            .0
            .into_iter()
            .filter_map(|mut decision| {
                decision.step = carried(decision.step, &names)
                    .filter(|step| streams || !matches!(step, Step::Stream(_)))?;
                Some(decision)
            })
            .collect(),
    );
    let outermost = remaining.0.iter().find_map(|decision| match &decision.step {
        Step::Order(order) => order.loops.first().cloned(),
        _ => None,
    });
    if let Some(outermost) = outermost.or_else(|| names.axes.first().cloned()).filter(|_| by == Some(By::All))
    {
        let step = Step::Parallel(steps::Parallel { axes: vec![outermost], grain: None });
        remaining.0.push(Decision { step, author: Author::User });
    }
    let plan = remaining.plan(&names).ok();
    if plan.is_none_or(|plan| legal::check(body, part, &plan, &names).is_err()) {
        return;
    }
    write_loop_names(body, part, &names);
    let attr = remaining.to_attr(body.ctx());
    body.set_attr(part, "schedule", attr);
}

/// A step for a tile whose loops have these names, if it applies there.
fn carried(step: Step, names: &LoopNames) -> Option<Step> {
    let Step::Order(mut order) = step else { return step.fits_tile(names).then_some(step) };
    order.loops.retain(|own| names.has(own));
    // A layout that splits axes adds loops that the order does not name.
    let is_whole = names.axes.iter().all(|own| order.loops.contains(own));
    (order.loops.len() > 1 && is_whole).then_some(order.into())
}

/// A step of a member that no tile follows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct LeftOutStep {
    /// The group, as [`GroupOp::called`](tf_dialects::tensor::GroupOp::called) names it.
    group: String,
    member: String,
    why: StepRefusal,
}

impl fmt::Display for LeftOutStep {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let LeftOutStep { group, member, why } = self;
        write!(f, "the step ")?;
        match why {
            StepRefusal::Stream => f.write_str("stream()")?,
            StepRefusal::Split { of } => write!(f, "split({of}, …)")?,
            StepRefusal::Stage => f.write_str("stage(…)")?,
            StepRefusal::Join { of } => write!(f, "join({of}: …)")?,
        }
        write!(f, " of {member}, a member of {group}, is left out: {why}")
    }
}

/// The reason why no tile follows a step of a member.
#[derive(Clone, PartialEq, Eq, Debug)]
enum StepRefusal {
    /// Other members read its result.
    Stream,
    /// The schedule of the group tiles the loops.
    Split { of: String },
    /// Members have no tile loops.
    Stage,
    /// The schedule of the group joins members.
    Join { of: String },
}

impl fmt::Display for StepRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            StepRefusal::Stream => "other members read its result",
            StepRefusal::Split { .. } => "the schedule of the group tiles the loops",
            StepRefusal::Stage => "members have no tile loops at which operands can be staged",
            StepRefusal::Join { .. } => "the schedule of the group joins members",
        })
    }
}

/// The steps of members that no tile follows, with the locations of the members.
pub(crate) fn left_out(body: &Body, group: Op) -> Vec<(Location, LeftOutStep)> {
    let view = body.view(group, Group);
    let mut found = Vec::new();
    for member in view.members() {
        let Some(Schedule(steps)) = body.view(member, Compute).scheduled() else { continue };
        for decision in &steps {
            let why = match &decision.step {
                Step::Stream(_) if is_read(body, group, member) => StepRefusal::Stream,
                Step::Split(steps::Split { target, .. }) => StepRefusal::Split { of: target.clone() },
                Step::Stage(_) => StepRefusal::Stage,
                Step::Join(steps::Join { target, .. }) => StepRefusal::Join { of: target.clone() },
                _ => continue,
            };
            let left = LeftOutStep { group: view.called(), member: called(body, member), why };
            found.push((body.loc(member), left));
        }
    }
    found
}

/// True if other members read a result of the member.
fn is_read(body: &Body, group: Op, member: Op) -> bool {
    let end = body.view(group, Group).block().and_then(|block| body.terminator(block));
    body.results(member).any(|value| body.users(value).into_iter().any(|user| Some(user) != end))
}
