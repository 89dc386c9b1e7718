//! Measured schedules of groups: `apply-groups` prefers them to the choices of `form-groups`. A schedule that
//! the program specifies stays.

use super::refusal::MeasuredRefusal;
use super::site::{Candidate, Site};
use super::{Others, Point, key};
use crate::apply::groups::legal::plan;
use crate::decide::groups::neighbours::{bindings, default_names, member_names, neighbours, price, renamed};
use tf_dialects::tensor::schedule::{Author, LoopNames, Plan, Schedule};
use tf_dialects::tensor::{Compute, Group};
use tf_ir::attr::AttrData;
use tf_ir::body::{Body, Op};
use tf_ir::pass::PassContext;
use tf_ir::walk::preorder;
use tf_passes_common::rules::refusal::OfSchedule;

/// Writes the measured schedule of a group on it, if it has a legal one.
pub fn take_of_group(body: &mut Body, group: Op, cx: &mut PassContext<'_>) {
    let Some(found) = measured(body, group) else { return };
    match found {
        Ok(plan) => {
            let names = member_names(body, group);
            for (op, name) in body.view(group, Group).members().into_iter().zip(&names) {
                let attr = body.ctx().string_attr(name);
                body.set_attr(op, "member", attr);
            }
            let loops = body.view(group, Group).loop_names();
            let attr = Schedule::by(Author::Tuner, plan.steps(&loops)).to_attr(body.ctx());
            body.set_attr(group, "schedule", attr);
        }
        Err(why) => {
            cx.warning(body.loc(group), format!("the measured schedule of this group is left out: {why}"));
        }
    }
}

/// The groups that a pass has scheduled, with alternatives, before `apply-groups` runs.
pub fn group_sites(body: &Body, others: Others) -> Vec<Site> {
    let is_group = |op: &Op| body.is(*op, Group);
    preorder(body).into_iter().filter(is_group).filter_map(|group| site(body, group, others)).collect()
}

/// True for a group whose schedule the program specifies.
fn has_explicit_schedule(body: &Body, group: Op) -> bool {
    let schedule = body.view(group, Group).scheduled();
    schedule.is_none_or(|schedule| schedule.0.iter().any(|step| step.author == Author::User))
}

/// The entry of the function's table for a group.
fn measured(body: &Body, group: Op) -> Option<Result<Plan, MeasuredRefusal>> {
    let ctx = body.ctx();
    let AttrData::Dict(entries) = ctx.attr_data(body.attr(body.root(), super::ATTR)?) else { return None };
    if has_explicit_schedule(body, group) {
        return None;
    }
    let key = key_of(body, group);
    let (_, attr) = entries.iter().find(|(name, _)| ctx.text(*name) == key)?;
    Some(fitting(body, group, Schedule::from_attr(ctx, *attr)))
}

/// The plan of a group from a schedule with default names of loops and members.
///
/// # Errors
/// The schedule is illegal for the group.
fn fitting(body: &Body, group: Op, schedule: Option<Schedule>) -> Result<Plan, MeasuredRefusal> {
    let loops = default_loops(body, group);
    let plan = schedule.ok_or(MeasuredRefusal::NotASchedule)?.plan(&loops).map_err(OfSchedule)?;
    body.view(group, Group).check(&plan, &loops).map_err(OfSchedule)?;
    let plan = renamed(&plan, &default_names(body, group), &member_names(body, group));
    plan::check_plan(body, group, &plan)?;
    Ok(plan)
}

/// The default names of the shared loops.
fn default_loops(body: &Body, group: Op) -> LoopNames {
    LoopNames::default_of(body.view(group, Group).loop_names().axes.len(), 0)
}

/// The key of a group: of its code and of its shared loops.
fn key_of(body: &Body, group: Op) -> String {
    key::key_with(body, group, Point::Groups, &bindings(body, group))
}

fn site(body: &Body, group: Op, beside: Others) -> Option<Site> {
    let own =
        body.view(group, Group).plan().ok().flatten().filter(|_| !has_explicit_schedule(body, group))?;
    let plan = measured(body, group).and_then(Result::ok).unwrap_or(own);
    let loops = default_loops(body, group);
    let names = (member_names(body, group), default_names(body, group));
    let candidate = |plan: &Plan| {
        let price = price(body, group, plan)?;
        let steps = renamed(plan, &names.0, &names.1).steps(&loops);
        Some(Candidate { schedule: Schedule::by(Author::Tuner, steps), price })
    };
    let others = beside.of(&plan, |plan| neighbours(body, group, plan), |_| true);
    let members = body.view(group, Group).members();
    let last = members.last().map(|op| body.view(*op, Compute).extents());
    let extents: Vec<String> = last.unwrap_or_default().iter().map(ToString::to_string).collect();
    Some(Site {
        key: key_of(body, group),
        loc: body.loc(group),
        shape: format!("[{}], {} computes", extents.join(", "), members.len()),
        chosen: candidate(&plan)?,
        others: others.iter().filter_map(candidate).collect(),
    })
}
