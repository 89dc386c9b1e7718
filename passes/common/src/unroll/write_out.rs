//! Applies the steps `unroll(k)` of a schedule to one compute.

use super::{axes, folds, siblings, size};
use crate::code::folds::{fold_bounds, fold_trip_count};
use crate::cost::figures::LARGEST_UNROLLED_LOOP;
use crate::rules::keep;
use std::fmt;
use tf_dialects::tensor::loop_names::{folds_in, loop_name};
use tf_dialects::tensor::schedule::{Loop, LoopNames, Plan, Schedule, Step, steps};
use tf_dialects::tensor::{Compute, Fold};
use tf_ir::body::{Body, Op};

/// The result of unrolling a compute.
pub struct WrittenOut {
    /// The new compute.
    pub compute: Op,
    /// The count of unrolled axes.
    pub axes: u64,
    /// The count of unrolled folds, including copies.
    pub folds: u64,
    /// The count of folds merged into a sibling.
    pub siblings: u64,
    /// Loops that stay, because their code cannot be copied.
    pub left: Vec<String>,
}

/// Unrolls the loops of a compute that its schedule names, and removes these steps. `None` if there are none,
/// or if they are illegal.
pub fn apply(body: &mut Body, op: Op, merges: bool) -> Option<WrittenOut> {
    let view = body.cast(op, Compute)?;
    let (schedule, names) = (view.scheduled()?, view.loop_names());
    let plan = schedule.plan(&names).ok().filter(|plan| !plan.whole.is_empty())?;
    check(body, op, &plan, &names).ok()?;
    let (of_axes, of_folds) = parts(body, op, &plan, &names);
    let is_explicit = schedule.is_explicit();
    leave_out(body, op, schedule, &plan, &names);
    let mut done = WrittenOut { compute: op, axes: 0, folds: 0, siblings: 0, left: Vec::new() };
    if !of_axes.is_empty() {
        match axes::unroll(body, op, &of_axes) {
            Some(compute) => (done.compute, done.axes) = (compute, of_axes.len() as u64),
            None => done.left.extend_from_slice(&names.axes[names.axes.len() - of_axes.len()..]),
        }
    }
    // Inner folds first: the code around them is copied with their unrolled form.
    for fold in folds_in(body, done.compute).into_iter().rev() {
        let Some(name) = loop_name(body, fold).filter(|name| of_folds.iter().any(|own| own == name)) else {
            continue;
        };
        let name = name.to_string();
        match folds::unroll(body, fold) {
            Some(()) => done.folds += 1,
            None if done.left.contains(&name) => {}
            None => done.left.push(name),
        }
    }
    if merges {
        done.siblings = siblings::run(body, done.compute);
    }
    if !is_explicit {
        for fold in folds_in(body, done.compute) {
            // A loop that a group shares keeps its name.
            if !keep::names_fold(body, fold) {
                body.remove_attr(fold, "axis");
            }
        }
    }
    Some(done)
}

/// The lengths of the axes to unroll, and the names of the folds to unroll.
fn parts(body: &Body, op: Op, plan: &Plan, names: &LoopNames) -> (Vec<i64>, Vec<String>) {
    let extents = body.view(op, Compute).extents();
    let is_whole = |axis: &usize| plan.whole.contains(&Loop::Axis(*axis));
    let axes = (0..extents.len()).filter(is_whole).filter_map(|axis| extents[axis].as_const()).collect();
    let folds = plan.whole.iter().filter(|of| matches!(of, Loop::Fold(_)));
    (axes, folds.map(|of| names.text(*of).to_string()).collect())
}

/// Removes the steps from the schedule, and the loops from its order. A schedule of the heuristic alone is
/// deleted with its names, because it was for other code.
fn leave_out(body: &mut Body, op: Op, schedule: Schedule, plan: &Plan, names: &LoopNames) {
    if !schedule.is_explicit() {
        return keep::forget(body, op);
    }
    let is_whole = |name: &String| plan.whole.iter().any(|of| names.text(*of) == name);
    let mut left = schedule;
    left.0.retain(|decision| !matches!(decision.step, Step::Unroll(steps::Unroll { factor: None, .. })));
    for decision in &mut left.0 {
        if let Step::Order(steps::Order { loops }) = &mut decision.step {
            loops.retain(|name| !is_whole(name));
        }
    }
    left.0.retain(
        |decision| !matches!(&decision.step, Step::Order(steps::Order { loops }) if loops.is_empty()),
    );
    let attr = left.to_attr(body.ctx());
    body.set_attr(op, "schedule", attr);
}

/// The reason why a loop of a compute is not fully unrolled. Its text is a predicate of the schedule.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum UnrollRefusal {
    /// The first axis of a domain stays a loop.
    FirstAxis {
        /// The name of the axis.
        axis: String,
    },
    /// The points along an axis put elements into tensors.
    Puts {
        /// The name of the axis.
        axis: String,
    },
    /// An axis inside of the axis stays a loop.
    InnerLoop {
        /// The name of the axis.
        axis: String,
    },
    /// The length of a loop is not constant.
    Length {
        /// The name of the loop.
        of: String,
    },
    /// The unrolled code has too many operations.
    Size {
        /// The operations of the unrolled code.
        ops: u64,
    },
}

impl fmt::Display for UnrollRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            UnrollRefusal::FirstAxis { axis } => {
                write!(f, "unrolls {axis} in full, but the first axis cannot be unrolled")
            }
            UnrollRefusal::Puts { axis } => {
                write!(f, "unrolls {axis} in full, but the points of the compute put elements into tensors")
            }
            UnrollRefusal::InnerLoop { axis } => {
                write!(f, "unrolls {axis} in full, but an axis inside of it stays a loop")
            }
            UnrollRefusal::Length { of } => {
                write!(f, "unrolls {of} in full, but its length is not constant")
            }
            UnrollRefusal::Size { ops } => {
                write!(f, "unrolls loops to {ops} operations, more than {LARGEST_UNROLLED_LOOP}")
            }
        }
    }
}

/// Checks that loops may be unrolled: lengths are constant, axes are the last ones, and the code size has a
/// limit.
///
/// # Errors
/// The violated condition.
pub fn check(body: &Body, op: Op, plan: &Plan, names: &LoopNames) -> Result<(), UnrollRefusal> {
    let extents = body.view(op, Compute).extents();
    let is_whole = |axis: usize| plan.whole.contains(&Loop::Axis(axis));
    let mut points = 1u64;
    for of in &plan.whole {
        let name = || names.text(*of).to_string();
        match *of {
            Loop::Axis(0) => return Err(UnrollRefusal::FirstAxis { axis: name() }),
            Loop::Axis(_) if body.operand_count(op) > 0 => {
                return Err(UnrollRefusal::Puts { axis: name() });
            }
            Loop::Axis(axis) if (axis..extents.len()).any(|other| !is_whole(other)) => {
                return Err(UnrollRefusal::InnerLoop { axis: name() });
            }
            Loop::Axis(axis) => match extents[axis].as_const().filter(|n| *n > 0) {
                Some(n) => points = points.saturating_mul(n as u64),
                None => return Err(UnrollRefusal::Length { of: name() }),
            },
            Loop::Fold(_) => {
                let own = |fold: &Op| loop_name(body, *fold) == Some(names.text(*of));
                if folds_in(body, op).iter().any(|fold| own(fold) && fold_bounds(body, *fold).is_none()) {
                    return Err(UnrollRefusal::Length { of: name() });
                }
            }
        }
    }
    let is_code = |inner: Op| is_named(body, inner, plan, names);
    let ops = size::ops(body, op, &is_code).saturating_mul(points);
    // Folds without ops count by their iterations.
    let iterations = folds_in(body, op).into_iter().filter(|fold| is_code(*fold));
    let iterations = iterations.filter_map(|fold| fold_trip_count(body, fold)).max().unwrap_or(0);
    match ops.max(iterations) <= LARGEST_UNROLLED_LOOP as u64 {
        true => Ok(()),
        false => Err(UnrollRefusal::Size { ops }),
    }
}

/// True for a fold that a plan unrolls.
fn is_named(body: &Body, op: Op, plan: &Plan, names: &LoopNames) -> bool {
    let is_whole =
        |name: &str| plan.whole.iter().any(|of| matches!(of, Loop::Fold(_)) && names.text(*of) == name);
    body.is(op, Fold) && loop_name(body, op).is_some_and(is_whole)
}
