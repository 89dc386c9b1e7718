//! Loop plans of computes: their schedules, checked for legality.

use rustc_hash::FxHashMap;
use std::fmt;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::{folds_in, loop_name};
use tf_dialects::tensor::schedule::{Loop, Plan};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_passes_common::code::conflicts;
use tf_passes_common::rules::legal;
use tf_passes_common::unroll;

/// The plan of the compute that is being lowered.
#[derive(Clone)]
pub struct Nest {
    pub plan: Plan,
    /// True if concurrent points put into the same elements.
    pub atomic: bool,
    /// The loops of the named folds in its region.
    pub folds: FxHashMap<Op, Loop>,
}

/// The induction variables of each axis of the iteration domain, one per unroll-and-jam copy; empty outside
/// the axis's loop.
pub type PointIndices = [Vec<Value>];

/// The loops of a compute from a level inwards.
#[derive(Clone, Copy)]
pub struct Inner<'a> {
    pub plan: &'a Plan,
    /// The position of the next loop in the plan's order.
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
    /// A plan without loops.
    pub fn none() -> Nest {
        Nest { plan: Plan::sequential(0), atomic: false, folds: FxHashMap::default() }
    }

    /// The plan of a compute's schedule.
    ///
    /// # Errors
    /// The reason why the schedule is illegal.
    pub fn of(body: &Body, op: Op) -> Result<Nest, Diagnostic> {
        let view = body.view(op, Compute);
        let (names, rank) = (view.loop_names(), view.extents().len());
        let refused =
            |why: &dyn fmt::Display| body.op(op).error(format_args!("schedule {why}")).code(&codes::ILLEGAL);
        let plan = match view.scheduled() {
            Some(schedule) => schedule.plan(&names).map_err(|why| refused(&why))?,
            None => Plan::sequential(rank),
        };
        legal::check(body, op, &plan, &names).map_err(|why| refused(&why))?;
        unroll::check(body, op, &plan, &names).map_err(|why| refused(&why))?;
        let named = |fold: Op| {
            let at = names.folds.iter().position(|name| Some(name.as_str()) == loop_name(body, fold))?;
            Some((fold, Loop::Fold(at)))
        };
        let free = conflicts::independent_axes(body, op);
        let atomic = plan.order[..plan.parallel].iter().any(|axis| !free[*axis]);
        Ok(Nest { plan, atomic, folds: folds_in(body, op).into_iter().filter_map(named).collect() })
    }
}
