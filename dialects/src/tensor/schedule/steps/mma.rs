//! The step `mma`: dot-product instructions.

use super::declare::{Declared, Transform, step};
use crate::tensor::schedule::LoopNames;
use crate::tensor::schedule::error::{MmaError, NameError, PlanError, StepError};
use crate::tensor::schedule::plan::{Loop, Plan};
use crate::tensor::schedule::spec::{Arg, Owner};

step! {
    /// One instruction multiplies and accumulates a group of adjacent terms of a fold.
    pub struct Mma {
        /// The fold.
        target: String = Arg::one("of"),
        /// Terms per instruction: 2 or 4.
        terms: i64 = Arg::number("terms", i64::MAX),
    }
    word: "mma",
    summary: "Multiplies and accumulates 2 or 4 consecutive terms of a fold by one instruction.",
    takes: "a fold and its terms per instruction, 2 or 4, as in mma(k, 2)",
    owner: Owner::Compute,
    in_tile: false,
}

impl Transform for Mma {
    fn check(&self) -> Result<(), StepError> {
        if matches!(self.terms, 2 | 4) { Ok(()) } else { Err(Mma::SPEC.form()) }
    }

    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let of = plan.innermost(&self.target, names)?;
        let name = || names.text(of).to_string();
        if matches!(of, Loop::Axis(_)) {
            return Err(NameError::Axis { step: "mma", axis: name() }.into());
        }
        if plan.tiles.is_none() {
            return Err(MmaError::NoSplit { fold: name() }.into());
        }
        if let Some((other, _)) = plan.mma {
            let first = names.text(other).to_string();
            return Err(MmaError::TwoFolds { first, second: name() }.into());
        }
        plan.mma = Some((of, self.terms));
        Ok(())
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Mma> {
        let step = |(of, terms): &(Loop, i64)| Mma { target: names.text(*of).to_string(), terms: *terms };
        plan.mma.iter().map(step).collect()
    }
}
