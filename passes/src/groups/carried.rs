//! What a program says of a member's own loops, for the part of it that a trip computes: the names of its loops, and the steps about those that the part has.

use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::write_loop_names;
use tf_dialects::tensor::schedule::{LoopNames, Schedule, Step};
use tf_ir::body::{Body, Op};

/// Has a part, which has these axes of a member, run as the member is to: in vectors, with points together, unrolled, in an order. Which threads run it the group says, and
/// steps about axes of which a trip has one point apply to nothing.
pub(super) fn carry(body: &mut Body, member: Op, part: Op, axes: &[usize]) {
    let view = body.view(member, Compute);
    let Some(schedule) = view.scheduled() else { return };
    let own = view.loop_names();
    let axes: Option<Vec<String>> = axes.iter().map(|axis| own.axes.get(*axis).cloned()).collect();
    let Some(axes) = axes else { return };
    let names = LoopNames { axes, folds: own.folds };
    let kept = Schedule(
        schedule
            .0
            .into_iter()
            .filter_map(|mut decision| {
                decision.step = carried(decision.step, &names)?;
                Some(decision)
            })
            .collect(),
    );
    let legal = kept.plan(&names).and_then(|plan| crate::schedule::check(body, part, &plan, &names));
    if legal.is_err() {
        return;
    }
    write_loop_names(body, part, &names);
    let attr = kept.to_attr(body.ctx());
    body.set_attr(part, "schedule", attr);
}

/// A step as that of a part whose loops have these names.
fn carried(step: Step, names: &LoopNames) -> Option<Step> {
    match step {
        Step::Order(mut loops) => {
            loops.retain(|own| names.has(own));
            (loops.len() > 1).then_some(Step::Order(loops))
        }
        Step::Vectorize { .. } | Step::Unroll { .. } | Step::Jam { .. } => {
            step.loops().iter().all(|own| names.has(own)).then_some(step)
        }
        _ => None,
    }
}
