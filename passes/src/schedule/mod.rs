//! `schedule`: chooses how each compute becomes loops, and writes it on the compute as data.
//!
//! [`Schedule`] is the data, [`choose`] the heuristic, `work` what it knows of a compute.

mod choose;
mod conflicts;
mod jam;
mod steps;
mod work;

pub use choose::choose;
pub use conflicts::{holds_put, independent_axes, shares_bounds};
pub use steps::{ATTR, Loop, MAX_UNROLL, MAX_WIDTH, Plan, Schedule, Step};
pub use work::{Access, FoldWork, Reach, Work};

use tf_dialects::func::Func;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_ir::body::Body;
use tf_ir::pass::{Anchor, Changed, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec};
use tf_ir::walk::preorder;

/// The pass.
pub struct WriteSchedules;

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "schedule",
    title: "Schedule",
    summary: "Choose how computes become loops and write it on them",
    docs: "Writes the attribute 'tf.schedule' (see docs/schedule.md) on every tensor.compute that has none: which axes \
           run in parallel, which index becomes vector lanes and how many, from the accesses, the estimated work and \
           the function's attribute 'tf.target'.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-scheduled", help: "computes that got a schedule" }],
    rules: &[
        RuleSpec { name: "order", help: "puts axes in another order" },
        RuleSpec { name: "parallel", help: "hands iterations of the outer axes to threads" },
        RuleSpec { name: "unroll-and-jam", help: "runs several points of an axis together" },
        RuleSpec { name: "vectorize", help: "turns iterations into vector lanes" },
    ],
    make: |_| Ok(Box::new(WriteSchedules)),
};

impl Pass for WriteSchedules {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let target = Target::of(body);
        let mut written = 0;
        for op in preorder(body) {
            if !body.is(op, Compute) || body.attr(op, ATTR).is_some() {
                continue;
            }
            let mut schedule = choose(&Work::of(body, op), &target);
            schedule.0.retain(|step| cx.allows(step.rule()));
            if schedule.0.is_empty() {
                continue;
            }
            let attr = body.ctx().string_attr(&schedule.to_string());
            body.set_attr(op, ATTR, attr);
            written += 1;
        }
        cx.count("num-scheduled", written);
        Ok(Changed::from(written > 0))
    }
}
