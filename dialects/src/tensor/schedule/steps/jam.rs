//! The step `jam`: unroll-and-jam.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{ConflictError, PlanError};
use crate::tensor::schedule::plan::{Plan, axis};
use crate::tensor::schedule::spec::{Arg, Owner};
use crate::tensor::schedule::{LoopNames, MAX_JAM};

step! {
    /// Unroll-and-jam: adjacent points of an axis run together, and their folds share one loop.
    pub struct Jam {
        /// The axis of the box.
        axis: String = Arg::one("axis"),
        /// The number of points that run together.
        points: i64 = Arg::number("points", MAX_JAM),
    }
    word: "jam",
    summary: "Unroll-and-jams an axis by this many points.",
    takes: "a loop and an integer, as in jam(i, 8)",
    owner: Owner::Compute,
    in_tile: true,
}

impl Transform for Jam {
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let of = plan.innermost(&self.axis, names)?;
        match plan.jam.replace((axis("jam", names.text(of), names)?, self.points)) {
            Some(_) => Err(ConflictError::TwoJams.into()),
            None => Ok(()),
        }
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Jam> {
        plan.jam.iter().map(|(axis, points)| Jam { axis: names.axes[*axis].clone(), points: *points }).collect()
    }
}
