//! The step `map`: the distribution of iterations over threads of a GPU.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{MapError, ParallelError, PlanError, StepError};
use crate::tensor::schedule::plan::{Loop, Plan, Team, find};
use crate::tensor::schedule::spec::{Arg, Owner};
use crate::tensor::schedule::{LoopNames, Place};

/// Threads of a warp.
const WARP: i64 = 32;
/// The maximum size of a block.
const MOST_THREADS: i64 = 1024;
/// The default size of a block.
const THREADS: i64 = 256;

step! {
    /// On a GPU, distributes the iterations of these loops over threads.
    pub struct Map {
        /// For a grid, the outermost axes of the box; for a block or a warp, a fold.
        loops: Vec<String> = Arg::loops(),
        /// The level of the hardware that shares the iterations.
        place: Place = Arg::word("among", &Place::WORDS),
        /// Threads of a block.
        threads: Option<i64> = Arg::number("threads", MOST_THREADS).optional(),
    }
    word: "map",
    summary: "On a GPU, distributes iterations among the threads of a grid, a block or a warp.",
    takes: "loops, then grid, block or warp, and optionally the threads of a block, as in map(i, j, grid, 256)",
    owner: Owner::Compute,
    in_tile: false,
}

impl Transform for Map {
    fn check(&self) -> Result<(), StepError> {
        match self.threads {
            Some(_) if self.place == Place::Warp => Err(StepError::WarpThreads),
            Some(threads) if threads % WARP != 0 => Err(StepError::PartialWarp { threads }),
            _ if self.place != Place::Grid && self.loops.len() > 1 => {
                Err(StepError::SeveralLoops { place: self.place })
            }
            _ => Ok(()),
        }
    }

    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        if plan.tiles.is_some() {
            return Err(MapError::SplitLoops.into());
        }
        match self.place {
            Place::Grid => self.map_to_grid(plan, names),
            Place::Block | Place::Warp => self.map_to_team(plan, names),
        }
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Map> {
        let team = |team: &Team| Map {
            loops: vec![names.text(team.of).to_string()],
            place: team.place,
            threads: (team.place == Place::Block).then_some(team.threads),
        };
        let grid = plan.grid.map(|threads| Map {
            loops: plan.order[..plan.parallel].iter().map(|axis| names.axes[*axis].clone()).collect(),
            place: Place::Grid,
            threads: Some(threads),
        });
        grid.into_iter().chain(plan.teams.iter().map(team)).collect()
    }
}

impl Map {
    /// Maps the outermost axes to the threads, blocks or warps of a grid.
    fn map_to_grid(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let mut axes = Vec::new();
        for name in &self.loops {
            match find(name, names)? {
                Loop::Axis(axis) => axes.push(axis),
                Loop::Fold(_) => return Err(MapError::FoldToGrid { fold: name.clone() }.into()),
            }
        }
        if plan.parallel > 0 {
            return Err(ParallelError::Twice.into());
        }
        if plan.order.get(..axes.len()) != Some(&axes) {
            return Err(MapError::NotOutermost.into());
        }
        (plan.parallel, plan.grid) = (axes.len(), Some(self.threads.unwrap_or(THREADS)));
        Ok(())
    }

    /// Maps a fold, or the innermost axis, to the threads of a block or warp.
    fn map_to_team(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let Some(name) = self.loops.first() else { return Ok(()) };
        let (of, place, name) = (find(name, names)?, self.place, || name.clone());
        let threads = self.threads.unwrap_or(if place == Place::Warp { WARP } else { THREADS });
        let is_innermost =
            |axis| plan.grid.is_some() && plan.parallel + 1 == plan.order.len() && plan.order.last() == Some(axis);
        if let Loop::Axis(axis) = &of
            && !is_innermost(axis)
        {
            return Err(MapError::NotInnermost { axis: name(), place }.into());
        }
        if plan.teams.iter().any(|team| team.of == of) {
            return Err(MapError::Twice { of: name() }.into());
        }
        let is_axis = |of: &Loop| matches!(of, Loop::Axis(_));
        if plan.teams.iter().any(|team| is_axis(&of) || is_axis(&team.of)) {
            return Err(MapError::Enclosed { of: name() }.into());
        }
        if plan.teams.iter().any(|team| (team.place, team.threads) != (place, threads)) {
            return Err(MapError::Sizes.into());
        }
        plan.teams.push(Team { of, place, threads });
        Ok(())
    }
}
