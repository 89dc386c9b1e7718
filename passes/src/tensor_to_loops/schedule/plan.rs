//! How a compute becomes loops: its schedule as a plan, and whether it may be followed.

use crate::schedule::{Loop, Plan, Schedule, holds_put, independent_axes, shares_bounds};
use rustc_hash::FxHashMap;
use tf_dialects::tensor::{Compute, Fold};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::walk::walk;

/// The plan of the compute that is being lowered.
#[derive(Clone)]
pub struct Nest {
    pub plan: Plan,
    /// The folds of its region by their numbers.
    pub folds: FxHashMap<Op, usize>,
}

/// The induction variables of each axis of a box, one per unroll-and-jam copy; none before the axis's loop.
pub type PointIndices = [Vec<Value>];

/// The loops of a compute from a level on.
#[derive(Clone, Copy)]
pub struct Inner<'a> {
    pub plan: &'a Plan,
    /// The place in the plan's order of the next loop.
    pub level: usize,
    pub extents: &'a [Value],
    pub block: Block,
    pub targets: &'a [Value],
}

impl Inner<'_> {
    /// The loops inside the next one.
    pub fn deeper(&self) -> Self {
        Inner { level: self.level + 1, ..*self }
    }
}

impl Nest {
    /// No loops.
    pub fn none() -> Nest {
        Nest { plan: Plan::sequential(0), folds: FxHashMap::default() }
    }

    /// What the schedule of a compute says, if it may be followed.
    ///
    /// # Errors
    /// Why it may not.
    pub fn of(body: &Body, op: Op) -> Result<Nest, Diagnostic> {
        let rank = body.cast(op, Compute).map_or(0, |view| view.extents().len());
        let folds = folds_of(body, op);
        let schedule = Schedule::of(body.op(op)).map_err(|e| error(body, op, e))?;
        let plan = match schedule {
            Some(schedule) => {
                schedule.plan(rank, folds.len()).map_err(|e| error(body, op, format_args!("schedule {e}")))?
            }
            None => Plan::sequential(rank),
        };
        check_order(body, op, &plan, &folds)?;
        Ok(Nest { plan, folds: folds.into_iter().enumerate().map(|(i, op)| (op, i)).collect() })
    }
}

fn error(body: &Body, op: Op, message: impl std::fmt::Display) -> Diagnostic {
    body.op(op).error(message).code(&codes::ILLEGAL)
}

/// The folds in the region of a compute, in the order they are written.
pub fn folds_of(body: &Body, compute: Op) -> Vec<Op> {
    let mut found = Vec::new();
    walk(body, compute, &mut |body, op| {
        if body.is(op, Fold) {
            found.push(op);
        }
    });
    found
}

/// Checks that points which put into one element stay in order.
fn check_order(body: &Body, op: Op, plan: &Plan, folds: &[Op]) -> Result<(), Diagnostic> {
    let free = independent_axes(body, op);
    let refused = |axis: usize, how: &str| {
        error(body, op, format_args!("schedule {how} i{axis}, but its points may put into one element"))
    };
    if let Some(axis) = plan.order[..plan.parallel].iter().find(|axis| !free[**axis]) {
        return Err(refused(*axis, "runs in parallel"));
    }
    for (target, _) in &plan.vectors {
        match *target {
            Loop::Axis(axis) if !free[axis] => return Err(refused(axis, "vectorizes")),
            Loop::Fold(fold) => check_lanes(body, op, plan, folds, fold)?,
            Loop::Axis(_) => {}
        }
    }
    if let Some((axis, _)) = plan.jam {
        if !free[axis] {
            return Err(refused(axis, "jams"));
        }
        if !shares_bounds(body, op, axis) {
            let found = format_args!("schedule jams i{axis}, but bounds of folds depend on it");
            return Err(error(body, op, found));
        }
    }
    let ordered: Vec<usize> = plan.order.iter().copied().filter(|axis| !free[*axis]).collect();
    match ordered.windows(2).find(|pair| pair[0] > pair[1]) {
        Some(pair) => Err(refused(pair[0], "moves outwards")),
        None => Ok(()),
    }
}

/// Checks that the iterations of a fold may become lanes.
fn check_lanes(body: &Body, op: Op, plan: &Plan, folds: &[Op], fold: usize) -> Result<(), Diagnostic> {
    if holds_put(body, folds[fold]) {
        let found = format_args!("schedule vectorizes k{fold}, which holds a tensor.put");
        return Err(error(body, op, found));
    }
    let held = (0..folds.len()).filter(|other| *other != fold).find(|other| {
        plan.lanes_of(Loop::Fold(*other)).is_some() && body.encloses(folds[fold], folds[*other])
    });
    match held {
        Some(held) => {
            Err(error(body, op, format_args!("schedule vectorizes k{fold} and k{held}, which is inside")))
        }
        None => Ok(()),
    }
}
