//! The step `vectorize`: iterations become lanes.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{ConflictError, PlanError};
use crate::tensor::schedule::plan::{Loop, Plan};
use crate::tensor::schedule::spec::{Arg, ArgKind, Owner, Words};
use crate::tensor::schedule::{LoopNames, MAX_WIDTH, Tail};

/// The treatments of remainder iterations.
const TAILS: Words = Words {
    known: &["peel", "overlap", "mask"],
    refused: &[("pad", "but lanes past the end have no memory to access: use")],
};

step! {
    /// Strip-mining: a chunk of iterations becomes the lanes of a vector.
    pub struct Vectorize {
        /// The loop to vectorize.
        target: String = Arg::one("of"),
        /// The number of lanes.
        width: i64 = Arg::number("lanes", MAX_WIDTH),
        /// Treatment of the remainder iterations; the machine decides if absent.
        tail: Option<Tail> = Arg::option("tail", ArgKind::Word(TAILS)),
    }
    word: "vectorize",
    summary: "Vectorizes a loop with this many lanes.",
    takes: "a loop and an integer, as in vectorize(i, 8)",
    owner: Owner::Compute,
    in_tile: true,
}

impl Transform for Vectorize {
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let of = plan.innermost(&self.target, names)?;
        let is_axis = |of: &Loop| matches!(of, Loop::Axis(_));
        let clash = plan.vectors.iter().find(|(other, _)| *other == of || is_axis(other) || is_axis(&of));
        if let Some((other, _)) = clash {
            let first = names.text(*other).to_string();
            return Err(ConflictError::TwoVectors { first, second: self.target.clone() }.into());
        }
        plan.vectors.push((of, self.width));
        plan.tails.extend(self.tail.map(|tail| (of, tail)));
        Ok(())
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Vectorize> {
        let step = |(of, width): &(Loop, i64)| Vectorize {
            target: names.text(*of).to_string(),
            width: *width,
            tail: plan.tail_of(*of),
        };
        plan.vectors.iter().map(step).collect()
    }
}
