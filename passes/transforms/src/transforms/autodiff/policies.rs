//! Policies of copied accesses: an access that cannot be proved in bounds in the copy is clamped.

use super::code::find;
use tf_dialects::tensor::{Access, Policy, bounds, set_policy};
use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;

/// Sets a policy on the reads and puts that are in bounds but not proved to be.
pub(super) fn set_policies(b: &mut Builder<'_>, compute: Op) {
    give_policies(b, compute, |body, op| bounds::is_proved_inside(body.op(op)));
}

/// As [`set_policies`], for copies of a loop's iterations. It attempts proofs only for reads at plain
/// indices: if an index is computed from segments, proofs are long and seldom succeed.
pub(super) fn set_policies_of_iterations(b: &mut Builder<'_>, op: Op) {
    give_policies(b, op, |body, op| {
        let indices = Access::of(body.op(op)).map(|access| access.indices).unwrap_or_default();
        indices.iter().all(|v| body.def_op(*v).is_none()) && bounds::is_proved_inside(body.op(op))
    });
}

fn give_policies(b: &mut Builder<'_>, op: Op, is_inside: impl Fn(&Body, Op) -> bool) {
    let found = find(b.body, &[op], |body, op| {
        let is_assumed = Access::of(body.op(op)).is_some_and(|access| access.policy == Policy::Assumed);
        is_assumed && !is_inside(body, op)
    });
    found.into_iter().for_each(|op| set_policy(b.body, op, Policy::Clamp));
}
