//! The step `map`: the distribution of iterations over threads of a GPU.

use super::error::{Form, MapError, ParallelError, PlanError, StepError};
use super::hierarchy::Place;
use super::plan::Loop;
use super::plan::find;
use super::{LoopNames, Plan, Step, in_range};

/// Threads of a warp.
const WARP: i64 = 32;
/// The maximum size of a block.
const MOST_THREADS: i64 = 1024;
/// The default size of a block.
const THREADS: i64 = 256;

/// The threads of a block or warp that share the terms of a fold, or the points of an axis.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Team {
    /// The loop of the fold, or of the innermost axis.
    pub of: Loop,
    /// `Block` or `Warp`.
    pub place: Place,
    /// The number of these threads.
    pub threads: i64,
}

/// Builds the step from its names, with the level last, and its integers.
pub(super) fn step(mut loops: Vec<String>, numbers: &[i64]) -> Result<Step, StepError> {
    let place = loops.pop().as_deref().and_then(Place::of_word).ok_or(Form::Map)?;
    if loops.is_empty() || numbers.len() > 1 {
        return Err(Form::Map.into());
    }
    let threads = numbers.first().map(|n| in_range("map", *n, MOST_THREADS)).transpose()?;
    match threads {
        Some(_) if place == Place::Warp => Err(StepError::WarpThreads),
        Some(threads) if threads % WARP != 0 => Err(StepError::PartialWarp { threads }),
        _ if place != Place::Grid && loops.len() > 1 => Err(StepError::SeveralLoops { place }),
        _ => Ok(Step::Map { loops, place, threads }),
    }
}

/// Adds a step to a plan.
pub(super) fn apply(
    plan: &mut Plan,
    (loops, place, threads): (&[String], Place, Option<i64>),
    names: &LoopNames,
) -> Result<(), PlanError> {
    if plan.tiles.is_some() {
        return Err(MapError::SplitLoops.into());
    }
    let threads = threads.unwrap_or(if place == Place::Warp { WARP } else { THREADS });
    if place == Place::Grid {
        let mut axes = Vec::new();
        for name in loops {
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
        (plan.parallel, plan.grid) = (axes.len(), Some(threads));
        return Ok(());
    }
    let (of, name) = (find(&loops[0], names)?, || loops[0].clone());
    if let Loop::Axis(axis) = of
        && (plan.grid.is_none() || plan.parallel + 1 != plan.order.len() || plan.order.last() != Some(&axis))
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

/// The steps of a plan.
pub(super) fn steps(plan: &Plan, names: &LoopNames) -> Vec<Step> {
    let team = |team: &Team| Step::Map {
        loops: vec![names.text(team.of).to_string()],
        place: team.place,
        threads: (team.place == Place::Block).then_some(team.threads),
    };
    let grid = plan.grid.map(|threads| Step::Map {
        loops: plan.order[..plan.parallel].iter().map(|axis| names.axes[*axis].clone()).collect(),
        place: Place::Grid,
        threads: Some(threads),
    });
    grid.into_iter().chain(plan.teams.iter().map(team)).collect()
}
