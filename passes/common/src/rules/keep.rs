//! Maintains schedules when computes change: user-specified steps stay, are renamed, or are dropped with a
//! remark.
//!
//! The heuristic's steps were chosen for the old code. They are deleted when it changes, and chosen once more
//! later.

use super::legal;
use super::refusal::{OfSchedule, ScheduleRefusal};
use tf_dialects::tensor::loop_names::{folds_in, loop_name, set_loop_name, write_loop_names};
use tf_dialects::tensor::schedule::{Decision, LoopNames, MemberLayout, Place, Plan, Schedule, Step, steps};
use tf_dialects::tensor::{Access, Compute, ComputeOp, Group, GroupOp};
use tf_ir::body::{Body, Op};
use tf_ir::location::Location;
use tf_ir::pass::PassContext;
use tf_ir::walk::walk;

/// The user-specified schedule.
fn explicit_schedule(view: ComputeOp<'_>) -> Option<Schedule> {
    view.scheduled().filter(Schedule::is_explicit)
}

/// True if a compute has a user-specified schedule.
pub fn has_explicit_schedule(body: &Body, compute: Op) -> bool {
    body.cast(compute, Compute).and_then(explicit_schedule).is_some()
}

/// True if a user-specified schedule or a group refers to the loop of this fold.
pub fn names_fold(body: &Body, fold: Op) -> bool {
    let mut around = std::iter::successors(body.parent_op(fold), |op| body.parent_op(*op));
    let Some(compute) = around.find(|op| body.is(*op, Compute)) else { return false };
    let schedule = body.cast(compute, Compute).and_then(explicit_schedule);
    let is_named = |name: &str| {
        schedule.as_ref().is_some_and(|schedule| schedule.names(name)) || is_shared(body, compute, name)
    };
    loop_name(body, fold).is_some_and(is_named)
}

/// True if a user-specified schedule or a group refers to the loops of axes from this one on, or if the group
/// reduces over the compute's points.
pub fn names_axes_from(body: &Body, compute: Op, axis: usize) -> bool {
    let Some(view) = body.cast(compute, Compute) else { return false };
    let (names, schedule) = (view.loop_names(), explicit_schedule(view));
    let is_named = |name: &String| {
        schedule.as_ref().is_some_and(|schedule| schedule.names(name)) || is_shared(body, compute, name)
    };
    names.axes.iter().skip(axis).any(is_named) || adds_up(body, compute)
}

/// True for a member of a group that reduces over a shared loop: tiles accumulate its results, so it has to
/// keep its fold.
fn adds_up(body: &Body, compute: Op) -> bool {
    let is_member = body.parent_op(compute).is_some_and(|around| body.is(around, Group));
    let shared = |fold: &Op| loop_name(body, *fold).is_some_and(|name| is_shared(body, compute, name));
    is_member && folds_in(body, compute).iter().any(shared)
}

/// True if the group around a compute shares the loop of this name.
fn is_shared(body: &Body, compute: Op, name: &str) -> bool {
    let group = body.parent_op(compute).and_then(|around| body.cast(around, Group));
    group.is_some_and(|group| {
        let is_its = |axis: &String| axis == name;
        group.loop_names().axes.iter().any(is_its)
            || layouts(group, compute).iter().any(|layout| layout.axes().iter().any(is_its))
    })
}

/// The layouts that the schedule of a group specifies for a member.
fn layouts(group: GroupOp<'_>, compute: Op) -> Vec<MemberLayout> {
    let body = group.op().body();
    let member = body.view(compute, Compute).member().and_then(|member| body.ctx().attr_str(member));
    let Some((member, Schedule(steps))) = member.zip(group.scheduled()) else { return Vec::new() };
    let of_step = |decision: Decision| match decision.step {
        Step::Place(steps::Place { members, manner, .. }) if members.iter().any(|own| own == member) => {
            manner.layout
        }
        _ => None,
    };
    steps.into_iter().filter_map(of_step).collect()
}

/// True if a compute reads a member of a group with a specified layout: no copy is needed.
pub fn reads_laid_out(body: &Body, compute: Op) -> bool {
    let is_laid_out = |def: Op| {
        let group = body.parent_op(def).and_then(|around| body.cast(around, Group));
        group.is_some_and(|group| body.is(def, Compute) && !layouts(group, def).is_empty())
    };
    let mut found = false;
    walk(body, compute, &mut |body, op| {
        let read = Access::of_read(body.op(op)).and_then(|read| body.def_op(read.source));
        found |= read.is_some_and(is_laid_out);
    });
    found
}

/// The loop names and the schedule of two computes that are merged.
pub struct Joined {
    names: LoopNames,
    schedule: Schedule,
}

impl Joined {
    /// Merges the schedules of two computes over one domain before their code is copied. Folds of the second
    /// are renamed apart from the loops of the first. `None` if neither has a user-specified schedule.
    pub fn of(body: &mut Body, first: Op, second: Op) -> Option<Joined> {
        let of =
            |body: &Body, op| body.cast(op, Compute).map(|view| (view.loop_names(), explicit_schedule(view)));
        let (first, second) = ((of(body, first)?, first), (of(body, second)?, second));
        let (names, schedule) = match (&first.0.1, &second.0.1) {
            (None, None) => return None,
            (Some(schedule), _) => (first.0.0.clone(), schedule.clone()),
            (None, Some(_)) => {
                let names = LoopNames { axes: second.0.0.axes.clone(), folds: Vec::new() };
                (names, Schedule::default())
            }
        };
        let mut joined = Joined { names, schedule };
        let renamed = joined.rename_folds(body, second.1);
        let own = second.0.0.axes;
        for decision in second.0.1.into_iter().flat_map(|schedule| schedule.0) {
            let mut decision = decision;
            decision.step = decision.step.renamed(|name| {
                let axis = own.iter().position(|axis| axis == name).map(|at| joined.names.axes[at].clone());
                let fold = || renamed.iter().find(|(old, _)| old == name).map(|(_, new)| new.clone());
                axis.or_else(fold).unwrap_or_else(|| name.to_string())
            });
            if !joined.schedule.0.contains(&decision) {
                joined.schedule.0.push(decision);
            }
        }
        Some(joined)
    }

    /// Renames the folds of a compute apart from the loops here, and adds them; returns pairs of old and new
    /// names.
    fn rename_folds(&mut self, body: &mut Body, compute: Op) -> Vec<(String, String)> {
        let mut renamed: Vec<(String, String)> = Vec::new();
        for fold in folds_in(body, compute) {
            let Some(old) = loop_name(body, fold).map(str::to_string) else { continue };
            let known = renamed.iter().find(|(name, _)| *name == old).map(|(_, new)| new.clone());
            let new = known.unwrap_or_else(|| {
                let new = self.names.like(&old);
                self.names.folds.push(new.clone());
                renamed.push((old, new.clone()));
                new
            });
            set_loop_name(body, fold, &new);
        }
        renamed
    }

    /// Writes it on the merged compute. Steps that are illegal there are dropped with a remark.
    pub fn write(self, body: &mut Body, compute: Op, cx: &mut PassContext<'_>) {
        write_loop_names(body, compute, &self.names);
        let attr = self.schedule.to_attr(body.ctx());
        body.set_attr(compute, "schedule", attr);
        settle(body, compute, cx);
    }
}

/// Renames the axes of a compute, also in a user-specified schedule; the heuristic's schedule is deleted.
/// Folds with one of the new names are renamed apart.
pub fn rename_axes(body: &mut Body, compute: Op, axes: &[String]) {
    let Some(view) = body.cast(compute, Compute) else { return };
    let (mut names, asked) = (view.loop_names(), explicit_schedule(view));
    if view.schedule().is_some() && asked.is_none() {
        forget(body, compute);
        names = LoopNames::default();
    }
    let mut renamed: Vec<(String, String)> = names.axes.iter().cloned().zip(axes.iter().cloned()).collect();
    names.axes = axes.to_vec();
    let clashing: Vec<String> = names.folds.iter().filter(|fold| axes.contains(fold)).cloned().collect();
    for old in clashing {
        let new = names.like(&old);
        names.folds.iter_mut().filter(|fold| **fold == old).for_each(|fold| *fold = new.clone());
        for fold in folds_in(body, compute) {
            if loop_name(body, fold) == Some(old.as_str()) {
                set_loop_name(body, fold, &new);
            }
        }
        renamed.push((old, new));
    }
    write_loop_names(body, compute, &names);
    let Some(mut schedule) = asked else { return };
    for decision in &mut schedule.0 {
        decision.step = decision.step.clone().renamed(|name| {
            let new = renamed.iter().find(|(old, _)| old == name).map(|(_, new)| new.clone());
            new.unwrap_or_else(|| name.to_string())
        });
    }
    let attr = schedule.to_attr(body.ctx());
    body.set_attr(compute, "schedule", attr);
}

/// Prepares a compute for inlining a producer: deletes the heuristic's schedule, and renames the producer's
/// folds apart from the compute's loops.
pub fn take_in(body: &mut Body, compute: Op, producer: Op) {
    let Some(view) = body.cast(compute, Compute) else { return };
    let (names, asked) = (view.loop_names(), explicit_schedule(view).is_some());
    if view.schedule().is_some() && !asked {
        forget(body, compute);
    }
    if !asked {
        return;
    }
    for fold in folds_in(body, producer) {
        if let Some(name) = loop_name(body, fold).filter(|name| names.has(name)) {
            let name = names.like(name);
            set_loop_name(body, fold, &name);
        }
    }
}

/// Deletes the schedule and loop names of a compute. A member of a group keeps its names, because they bind
/// its loops to the shared ones.
pub fn forget(body: &mut Body, compute: Op) {
    let names = if is_member(body, compute) { &[][..] } else { &["axes", "folds"] };
    for attr in ["schedule"].iter().chain(names) {
        body.remove_attr(compute, attr);
    }
}

/// True for a compute in a group.
pub fn is_member(body: &Body, compute: Op) -> bool {
    body.parent_op(compute).is_some_and(|around| body.is(around, Group))
}

/// Renames folds of a member that were named like a shared loop after the group bound its loops.
pub fn rename_clashing_folds(body: &mut Body, member: Op, folds: &[Op]) {
    let Some(group) = body.parent_op(member).and_then(|around| body.cast(around, Group)) else { return };
    let shared = group.loop_names().axes;
    let mut names = body.view(member, Compute).loop_names();
    for fold in folds {
        let Some(old) = loop_name(body, *fold).filter(|name| shared.iter().any(|own| own == name)) else {
            continue;
        };
        let (old, all) = (old.to_string(), [&names.axes[..], &shared].concat());
        let new = LoopNames { axes: all, folds: names.folds.clone() }.fresh(b'k');
        set_loop_name(body, *fold, &new);
        names.folds.iter_mut().filter(|name| **name == old).for_each(|name| name.clone_from(&new));
    }
    write_loop_names(body, member, &names);
}

/// Drops the steps that have become illegal for a compute, each with a remark.
pub fn settle(body: &mut Body, compute: Op, cx: &mut PassContext<'_>) {
    let Some(view) = body.cast(compute, Compute) else { return };
    let (Some(mut schedule), names) = (view.scheduled(), view.loop_names()) else { return };
    let legal = |plan: &Plan| Ok(legal::check(body, compute, plan, &names)?);
    let refused: Vec<(Decision, ScheduleRefusal)> = schedule.settle(&names, legal);
    if refused.is_empty() {
        return;
    }
    let attr = schedule.to_attr(body.ctx());
    let loc = body.loc(compute);
    body.set_attr(compute, "schedule", attr);
    for (decision, why) in refused {
        dropped(cx, loc, &decision.step, &OfSchedule(why));
    }
}

fn dropped(cx: &mut PassContext<'_>, loc: Location, step: &Step, why: &OfSchedule<ScheduleRefusal>) {
    cx.remark(
        loc,
        format!(
            "the step {step} of the schedule is not legal for the merged compute, and is \
        left out: {why}"
        ),
    );
}

/// Prepends an axis to the domain of a compute, with this name or a default one. Its loop is outermost, and
/// parallel if others are.
pub fn prepend_axis(body: &mut Body, compute: Op, name: Option<&str>) {
    let Some(view) = body.cast(compute, Compute) else { return };
    let mut names = view.loop_names();
    if names.axes.is_empty() && view.scheduled().is_none() {
        return;
    }
    let mut schedule = view.scheduled();
    let name = name.map_or_else(|| names.like(SLICE), str::to_string);
    names.axes.insert(0, name.clone());
    if let Some(schedule) = &mut schedule {
        prepend_loop(schedule, &name);
    }
    write_loop_names(body, compute, &names);
    if let Some(schedule) = schedule {
        let attr = schedule.to_attr(body.ctx());
        body.set_attr(compute, "schedule", attr);
    }
}

/// The default name of the axis of slices.
pub const SLICE: &str = "slice";

/// Makes the loop of a new axis the outermost; tiled loops split it by one.
pub fn prepend_loop(schedule: &mut Schedule, name: &str) {
    let first_split = schedule.0.iter().find(|decision| matches!(decision.step, Step::Split(_)));
    let author = first_split.map(|decision| decision.author);
    for decision in &mut schedule.0 {
        match (&mut decision.step, author) {
            (Step::Order(steps::Order { loops }), Some(_)) => loops.insert(0, format!("{name}.0")),
            (
                Step::Order(steps::Order { loops })
                | Step::Parallel(steps::Parallel { axes: loops, .. })
                | Step::Map(steps::Map { loops, place: Place::Grid, .. }),
                None,
            ) => {
                loops.insert(0, name.to_string());
            }
            (Step::Stage(steps::Stage { loops, .. }), _) => loops.insert(0, name.to_string()),
            _ => {}
        }
    }
    if let Some(author) = author {
        let step = Step::Split(steps::Split { target: name.to_string(), sizes: vec![1], tail: None });
        schedule.0.insert(0, Decision { step, author });
    }
}
