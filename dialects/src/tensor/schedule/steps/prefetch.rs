//! The step `prefetch`: software prefetch.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{ConflictError, PlanError};
use crate::tensor::schedule::plan::{Loop, Plan};
use crate::tensor::schedule::spec::{Arg, Owner};
use crate::tensor::schedule::{LoopNames, MAX_AHEAD};

step! {
    /// Software prefetch of the operands of a later iteration.
    pub struct Prefetch {
        /// The loop to prefetch along.
        target: String = Arg::one("of"),
        /// The prefetch distance, in iterations.
        distance: i64 = Arg::number("trips", MAX_AHEAD),
    }
    word: "prefetch",
    summary: "Prefetches the reads of this many iterations ahead.",
    takes: "a loop and an integer, as in prefetch(i, 8)",
    owner: Owner::Compute,
    in_tile: true,
}

impl Transform for Prefetch {
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let of = plan.innermost(&self.target, names)?;
        if plan.ahead_of(of).is_some() {
            return Err(ConflictError::TwoPrefetches { of: self.target.clone() }.into());
        }
        plan.prefetch.push((of, self.distance));
        Ok(())
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Prefetch> {
        let step = |(of, distance): &(Loop, i64)| Prefetch {
            target: names.text(*of).to_string(),
            distance: *distance,
        };
        plan.prefetch.iter().map(step).collect()
    }
}
