//! The step `time`: time tiling of the loop around a compute.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{ConflictError, PlanError, StepError};
use crate::tensor::schedule::plan::{self, Plan, axis};
use crate::tensor::schedule::spec::{Arg, Owner};
use crate::tensor::schedule::{LoopNames, MAX_PART, MAX_TIME};

step! {
    /// Time tiling: iterations of the loop around the compute run together over bands of an axis. Each band
    /// recomputes the halo that later iterations read.
    pub struct Time {
        /// The axis of the box that is cut into bands.
        axis: String = Arg::one("axis"),
        /// The number of iterations that run together.
        iterations: i64 = Arg::item("trips", MAX_TIME),
        /// The length of a band, in points of the axis.
        points: i64 = Arg::item("points", MAX_PART),
        /// Rows computed per step; if present, intermediate iterations use a ring buffer of rows.
        rows: Option<i64> = Arg::item("rows", MAX_PART).optional(),
    }
    word: "time",
    summary: "Time tiling: runs several iterations of a loop of the program together, over bands of an axis.",
    takes: "an axis, the iterations that run together, and the points of a band, as in time(i, [4, 64]); \
            optionally the points per block of the band, as in time(i, [4, 64, 4])",
    owner: Owner::Compute,
    in_tile: false,
}

impl Transform for Time {
    fn check(&self) -> Result<(), StepError> {
        match self.rows {
            Some(rows) if self.points % rows != 0 => Err(StepError::Band { points: self.points, rows }),
            _ => Ok(()),
        }
    }

    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let axis = axis("time", &self.axis, names)?;
        let time = plan::Time { axis, iterations: self.iterations, points: self.points, rows: self.rows };
        match plan.time.replace(time) {
            Some(_) => Err(ConflictError::TwoTimes.into()),
            None => Ok(()),
        }
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Time> {
        let step = |time: plan::Time| Time {
            axis: names.axes[time.axis].clone(),
            iterations: time.iterations,
            points: time.points,
            rows: time.rows,
        };
        plan.time.map(step).into_iter().collect()
    }
}
