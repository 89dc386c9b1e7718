//! The step `order`: the order of the loops.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{OrderError, PlanError};
use crate::tensor::schedule::plan::{Loop, Plan, find};
use crate::tensor::schedule::spec::{Arg, Owner};
use crate::tensor::schedule::tiles::text;
use crate::tensor::schedule::{LoopNames, Tiles};

step! {
    /// The order of the loops, outermost first: every axis of the box, then folds.
    pub struct Order {
        /// The loops.
        loops: Vec<String> = Arg::loops(),
    }
    word: "order",
    summary: "Orders the loops, outermost first.",
    takes: "only names of loops, as in order(j, i)",
    owner: Owner::Both,
    in_tile: false,
}

impl Transform for Order {
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        match &mut plan.tiles {
            Some(tiles) => self.order_tiles(tiles, names),
            None => self.order_loops(plan, names),
        }
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Order> {
        let tiles = plan.tiles.as_ref().filter(|tiles| !tiles.order.is_empty());
        let tiles = tiles.map(|tiles| tiles.order.iter().map(|part| text(*part, names)).collect());
        let is_changed = !plan.folds.is_empty() || plan.order.iter().enumerate().any(|(i, axis)| i != *axis);
        let own = is_changed.then(|| {
            let folds = plan.folds.iter().map(|fold| names.folds[*fold].clone());
            plan.order.iter().map(|axis| names.axes[*axis].clone()).chain(folds).collect()
        });
        tiles.into_iter().chain(own).map(|loops| Order { loops }).collect()
    }
}

impl Order {
    /// Sets the order of loops: all axes, then folds.
    fn order_loops(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let rank = names.axes.len();
        if plan.parallel > 0 {
            return Err(OrderError::AfterParallel.into());
        }
        let (mut order, mut folds) = (Vec::new(), Vec::new());
        for name in &self.loops {
            match find(name, names)? {
                Loop::Axis(_) if !folds.is_empty() => {
                    let fold = names.text(Loop::Fold(folds[0])).to_string();
                    return Err(OrderError::FoldOutside { fold, axis: name.clone() }.into());
                }
                Loop::Axis(axis) => order.push(axis),
                Loop::Fold(fold) => folds.push(fold),
            }
        }
        if order.len() != rank {
            return Err(OrderError::MissingAxes { count: order.len(), rank }.into());
        }
        (plan.order, plan.folds) = (order, folds);
        Ok(())
    }

    /// Sets the order of the loops over tiles.
    fn order_tiles(&self, tiles: &mut Tiles, names: &LoopNames) -> Result<(), PlanError> {
        if tiles.is_settled() {
            return Err(OrderError::AfterTiles.into());
        }
        let order = self.loops.iter().map(|name| tiles.part(name, names)).collect::<Result<Vec<_>, _>>()?;
        if let Some(left) = tiles.order.iter().find(|part| !order.contains(part)) {
            return Err(OrderError::MissingPart { part: text(*left, names) }.into());
        }
        for (at, part) in order.iter().enumerate() {
            if order[..at].iter().any(|outer| outer.of == part.of && outer.number > part.number) {
                return Err(OrderError::InnerPart { part: text(*part, names) }.into());
            }
        }
        tiles.order = order;
        Ok(())
    }
}
