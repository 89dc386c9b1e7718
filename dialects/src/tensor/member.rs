//! Names and schedules that a program gives to an op before it becomes a compute.
//!
//! A compute has attributes for its name as a member of a group, for the names of its loops and for its
//! schedule. A named op carries them as `tf.member`, `tf.axes`, `tf.folds` and `tf.schedule` until
//! decomposition moves them to the compute.

use super::compute::Compute;
use super::loop_names::{folds_in, set_loop_name, write_loop_names};
use super::schedule::{LOOP_NAMES_ATTR, LoopNames, MEMBER_NAME_ATTR, SCHEDULE_ATTR, Schedule};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;

/// The attributes of ops that become computes.
const WORDS: [&str; 4] = ["tf.member", "tf.axes", "tf.folds", "tf.schedule"];

/// The names and the schedule of an op.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Named {
    /// Its name in a group.
    pub member: Option<String>,
    /// The names of its axes and of its folds, in declaration order.
    pub loops: LoopNames,
    /// The schedule of its loops.
    pub schedule: Option<Schedule>,
}

impl Named {
    /// Reads the discardable attributes of an op that is not a compute yet.
    pub fn of(body: &Body, op: Op) -> Named {
        let ctx = body.ctx();
        let [member, axes, folds, schedule] = WORDS.map(|word| body.attr(op, word));
        let fits = |attr: Option<Attribute>, check: fn(&Context, Attribute) -> bool| {
            attr.filter(|attr| check(ctx, *attr))
        };
        let names = |attr| fits(attr, LOOP_NAMES_ATTR.check);
        Named {
            member: fits(member, MEMBER_NAME_ATTR.check)
                .and_then(|attr| ctx.attr_str(attr))
                .map(str::to_string),
            loops: LoopNames::of_attrs(ctx, names(axes), names(folds)),
            schedule: fits(schedule, SCHEDULE_ATTR.check).and_then(|attr| Schedule::from_attr(ctx, attr)),
        }
    }

    /// Writes the names and the schedule: to a compute as its own attributes, to another op as attributes
    /// that its compute inherits.
    pub fn write(&self, body: &mut Body, op: Op) {
        if body.is(op, Compute) {
            return self.write_on_compute(body, op);
        }
        let ctx = body.ctx().clone();
        let names = |names: &[String]| (!names.is_empty()).then(|| LoopNames::attr(&ctx, names));
        let attrs = [
            self.member.as_ref().map(|name| ctx.string_attr(name)),
            names(&self.loops.axes),
            names(&self.loops.folds),
            self.schedule.as_ref().map(|schedule| schedule.to_attr(&ctx)),
        ];
        for (word, attr) in WORDS.into_iter().zip(attrs) {
            match attr {
                Some(attr) => body.set_attr(op, word, attr),
                None => drop(body.remove_attr(op, word)),
            }
        }
    }

    fn write_on_compute(&self, body: &mut Body, op: Op) {
        let ctx = body.ctx().clone();
        if let Some(name) = &self.member {
            body.set_attr(op, "member", ctx.string_attr(name));
        }
        if self.loops.axes.len() == body.view(op, Compute).extents().len() && !self.loops.axes.is_empty() {
            write_loop_names(body, op, &self.loops);
            for (fold, name) in folds_in(body, op).into_iter().zip(&self.loops.folds) {
                set_loop_name(body, fold, name);
            }
        }
        let names = body.view(op, Compute).loop_names();
        if let Some(schedule) = self.schedule.as_ref().filter(|schedule| schedule.plan(&names).is_ok()) {
            body.set_attr(op, "schedule", schedule.to_attr(&ctx));
        }
    }
}

/// Moves the names and the schedule of an op to the compute that replaces it.
pub fn move_schedule(body: &mut Body, op: Op, compute: Op) {
    let named = Named::of(body, op);
    if named != Named::default() {
        named.write_on_compute(body, compute);
    }
}

/// True if a compute has neither a name nor a schedule: no program refers to it.
pub fn is_anonymous(body: &Body, compute: Op) -> bool {
    let view = body.view(compute, Compute);
    view.member().is_none() && view.schedule().is_none() && view.loop_names().axes.is_empty()
}
