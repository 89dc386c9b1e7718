//! The step `rfactor`: partial reductions of chunks (TVM's and Halide's `rfactor`).

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{ConflictError, NameError, PlanError};
use crate::tensor::schedule::plan::{Loop, Plan, find};
use crate::tensor::schedule::spec::{Arg, Owner};
use crate::tensor::schedule::{LoopNames, MAX_CHUNK};

step! {
    /// Partial reductions: each chunk of a fold has its own result, and a second fold combines them.
    pub struct Rfactor {
        /// The fold.
        target: String = Arg::one("of"),
        /// The iterations of a chunk.
        length: i64 = Arg::number("trips", MAX_CHUNK),
    }
    word: "rfactor",
    summary: "Reduces chunks of this many iterations of a fold on several threads, then the partial results.",
    takes: "a fold and the iterations of a chunk, as in rfactor(k, 4096)",
    owner: Owner::Compute,
    in_tile: false,
}

impl Transform for Rfactor {
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let Loop::Fold(fold) = find(&self.target, names)? else {
            return Err(NameError::Axis { step: "rfactor", axis: self.target.clone() }.into());
        };
        if plan.rfactors.iter().any(|(own, _)| *own == fold) {
            return Err(ConflictError::TwoFactors { of: self.target.clone() }.into());
        }
        plan.rfactors.push((fold, self.length));
        Ok(())
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Rfactor> {
        let step = |(fold, length): &(usize, i64)| Rfactor { target: names.folds[*fold].clone(), length: *length };
        plan.rfactors.iter().map(step).collect()
    }
}
