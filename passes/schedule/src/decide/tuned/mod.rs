//! Measured schedules: the attribute `tf.schedules` of a function maps keys of computes and groups to
//! schedules. The passes `choose-tiles`, `schedule` and, for [`groups`], `apply-groups` prefer them to their
//! own choices.
//!
//! The [`key`] of a compute depends on its code only, not on names or its position, so a measurement applies
//! to every occurrence of the code. An illegal schedule is ignored with a warning.

mod groups;
mod key;
mod neighbours;
mod others;
mod refusal;
mod site;

pub use groups::{group_sites, take_of_group};
pub use key::key;
pub use neighbours::neighbours;
pub use others::Others;
pub use site::{Candidate, Site, keys, sites};

use crate::apply::apply_tiles;
use refusal::MeasuredRefusal;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::{folds_in, give_loop_names};
use tf_dialects::tensor::schedule::{Author, LoopNames, Plan, Schedule};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::pass::PassContext;
use tf_passes_common::rules::refusal::OfSchedule;

/// The attribute of a function: a dictionary from keys of computes to schedules with default loop names.
pub const ATTR: &str = "tf.schedules";

/// The pass that chooses a schedule.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Point {
    /// In `apply-groups`: the loops that computes share.
    Groups,
    /// In `choose-tiles`: tiled loops.
    Tiles,
    /// In `schedule`: the loops of a compute.
    Loops,
}

impl Point {
    /// All points, in order.
    pub const ALL: [Point; 3] = [Point::Groups, Point::Tiles, Point::Loops];

    /// The prefix of keys.
    pub fn word(self) -> &'static str {
        match self {
            Point::Groups => "groups",
            Point::Tiles => "tiles",
            Point::Loops => "loops",
        }
    }
}

/// A table of schedules as an attribute.
pub fn table_attr(ctx: &Context, entries: &[(String, Attribute)]) -> Attribute {
    let items: Vec<_> = entries.iter().map(|(key, schedule)| (ctx.str(key), *schedule)).collect();
    ctx.dict_attr(&items)
}

/// Writes the measured schedule of a compute on it; false if there is none, or if it is illegal.
pub fn take(body: &mut Body, op: Op, point: Point, cx: &mut PassContext<'_>) -> bool {
    let Some(found) = find(body, op, point) else { return false };
    match found.and_then(|plan| fitting(body, op, &plan, point)) {
        Ok(schedule) => {
            let attr = schedule.to_attr(body.ctx());
            body.set_attr(op, "schedule", attr);
            true
        }
        Err(why) => {
            cx.warning(body.loc(op), format!("the measured schedule of this compute is left out: {why}"));
            false
        }
    }
}

/// The entry of the function's table for a compute.
fn find(body: &Body, op: Op, point: Point) -> Option<Result<Plan, MeasuredRefusal>> {
    let ctx = body.ctx();
    let AttrData::Dict(entries) = ctx.attr_data(body.attr(body.root(), ATTR)?) else { return None };
    let key = key(body, op, point);
    let (_, attr) = entries.iter().find(|(name, _)| ctx.text(*name) == key)?;
    let schedule = Schedule::from_attr(ctx, *attr).ok_or(MeasuredRefusal::NotASchedule);
    let plan = |schedule: Schedule| schedule.plan(&default_names(body, op)).map_err(OfSchedule);
    Some(schedule.and_then(|schedule| Ok(plan(schedule)?)))
}

/// The default names of the loops of a compute.
fn default_names(body: &Body, op: Op) -> LoopNames {
    LoopNames::default_of(body.view(op, Compute).extents().len(), folds_in(body, op).len())
}

/// The schedule of a compute for a plan; its loops get names.
///
/// # Errors
/// The plan is illegal for the compute.
fn fitting(body: &mut Body, op: Op, plan: &Plan, point: Point) -> Result<Schedule, MeasuredRefusal> {
    if plan.tiles.is_some() && point == Point::Loops {
        return Err(MeasuredRefusal::SplitsLoops);
    }
    let defaults = default_names(body, op);
    let names = give_loop_names(body, op);
    if (names.axes.len(), names.folds.len()) != (defaults.axes.len(), defaults.folds.len()) {
        return Err(MeasuredRefusal::OtherLoops);
    }
    let schedule = Schedule::by(Author::Tuner, plan.steps(&names));
    legal(body, op, &schedule.plan(&names).map_err(OfSchedule)?, &names)?;
    Ok(schedule)
}

/// Checks that a plan is legal for a compute.
///
/// # Errors
/// The reason why it is illegal.
fn legal(body: &Body, op: Op, plan: &Plan, names: &LoopNames) -> Result<(), MeasuredRefusal> {
    match plan.tiles {
        Some(_) => apply_tiles::check_plan(body, op, plan, names)?,
        None => tf_passes_common::rules::legal::check(body, op, plan, names).map_err(OfSchedule)?,
    }
    Ok(())
}
