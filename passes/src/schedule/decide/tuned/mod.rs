//! Schedules that were measured: the attribute `tf.schedules` of a function says which of its computes have one, and which groups of these; `choose-tiles`,
//! `schedule` and, of [`groups`], `apply-groups` take it in the place of what was chosen.
//!
//! A compute is known by its code ([`key`]), whatever it is called and wherever it stands, so that what was measured once holds wherever the same code comes up. A
//! schedule that its compute may not follow is left out, with a warning.

mod groups;
mod key;
mod neighbours;
mod others;
mod site;

pub use groups::{group_sites, take_of_group};
pub use key::key;
pub use neighbours::neighbours;
pub use others::Others;
pub use site::{Candidate, Site, keys, sites};

use crate::schedule::apply::apply_tiles;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::{folds_in, give_loop_names};
use tf_dialects::tensor::schedule::{Author, LoopNames, Plan, Schedule};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::pass::PassContext;

/// The attribute of a function: a dictionary of schedules by the keys of computes, whose loops have the names that they get where a program names none.
pub const ATTR: &str = "tf.schedules";

/// Where on the way down a schedule is chosen.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Point {
    /// In `apply-groups`: the loops that computes share.
    Groups,
    /// In `choose-tiles`: loops over tiles.
    Tiles,
    /// In `schedule`: the loops of a compute.
    Loops,
}

impl Point {
    /// All points, in order.
    pub const ALL: [Point; 3] = [Point::Groups, Point::Tiles, Point::Loops];

    /// How keys begin.
    pub fn word(self) -> &'static str {
        match self {
            Point::Groups => "groups",
            Point::Tiles => "tiles",
            Point::Loops => "loops",
        }
    }
}

/// The attribute of a table.
pub fn table_attr(ctx: &Context, entries: &[(String, Attribute)]) -> Attribute {
    let items: Vec<_> = entries.iter().map(|(key, schedule)| (ctx.str(key), *schedule)).collect();
    ctx.dict_attr(&items)
}

/// Writes the measured schedule of a compute on it; false where it has none, or may not follow it.
pub fn take(body: &mut Body, op: Op, point: Point, cx: &mut PassContext<'_>) -> bool {
    let Some(found) = find(body, op, point) else { return false };
    match found.and_then(|plan| fitting(body, op, &plan, point)) {
        Ok(schedule) => {
            let attr = schedule.to_attr(body.ctx());
            body.set_attr(op, "schedule", attr);
            true
        }
        Err(why) => {
            cx.warning(body.loc(op), format!("the measured schedule of this compute is left out: it {why}"));
            false
        }
    }
}

/// What the function's table has for a compute.
fn find(body: &Body, op: Op, point: Point) -> Option<Result<Plan, String>> {
    let ctx = body.ctx();
    let AttrData::Dict(entries) = ctx.attr_data(body.attr(body.root(), ATTR)?) else { return None };
    let key = key(body, op, point);
    let (_, attr) = entries.iter().find(|(name, _)| ctx.text(*name) == key)?;
    let schedule = Schedule::from_attr(ctx, *attr).ok_or_else(|| "is no schedule".to_string());
    Some(schedule.and_then(|schedule| schedule.plan(&default_names(body, op))))
}

/// The names that the loops of a compute get where a program names none.
fn default_names(body: &Body, op: Op) -> LoopNames {
    LoopNames::default_of(body.view(op, Compute).extents().len(), folds_in(body, op).len())
}

/// A plan as the schedule of a compute, whose loops get names.
///
/// # Errors
/// The compute may not follow it.
fn fitting(body: &mut Body, op: Op, plan: &Plan, point: Point) -> Result<Schedule, String> {
    if plan.tiles.is_some() && point == Point::Loops {
        return Err("splits loops, which is chosen earlier".to_string());
    }
    let defaults = default_names(body, op);
    let names = give_loop_names(body, op);
    if (names.axes.len(), names.folds.len()) != (defaults.axes.len(), defaults.folds.len()) {
        return Err("names other loops than there are".to_string());
    }
    let schedule = Schedule::by(Author::Tuner, plan.steps(&names));
    legal(body, op, &schedule.plan(&names)?, &names)?;
    Ok(schedule)
}

/// Checks that a compute may run as a plan says.
///
/// # Errors
/// Why it may not.
fn legal(body: &Body, op: Op, plan: &Plan, names: &LoopNames) -> Result<(), String> {
    match plan.tiles {
        Some(_) => apply_tiles::check_plan(body, op, plan, names),
        None => crate::schedule::rules::legal::check(body, op, plan, names),
    }
}
