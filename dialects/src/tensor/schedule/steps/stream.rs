//! The step `stream`: non-temporal stores.

use super::declare::{Transform, step};
use crate::tensor::schedule::LoopNames;
use crate::tensor::schedule::error::{ConflictError, PlanError};
use crate::tensor::schedule::plan::Plan;
use crate::tensor::schedule::spec::Owner;

step! {
    /// Non-temporal stores: results bypass the caches.
    pub struct Stream {}
    word: "stream",
    summary: "Stores results with non-temporal stores, past the caches.",
    takes: "no arguments: all results are stored past the caches",
    owner: Owner::Compute,
    in_tile: true,
}

impl Transform for Stream {
    fn apply(&self, plan: &mut Plan, _: &LoopNames) -> Result<(), PlanError> {
        if plan.tiles.is_some() {
            return Err(ConflictError::StreamOfTiles.into());
        }
        plan.stream = true;
        Ok(())
    }

    fn of_plan(plan: &Plan, _: &LoopNames) -> Vec<Stream> {
        plan.stream.then_some(Stream {}).into_iter().collect()
    }
}
