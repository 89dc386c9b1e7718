//! The step `unroll`: copies of the body of a loop.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{ConflictError, ParallelError, PlanError};
use crate::tensor::schedule::plan::{Loop, Plan};
use crate::tensor::schedule::spec::{Arg, Owner};
use crate::tensor::schedule::tiles::text;
use crate::tensor::schedule::{LoopNames, MAX_UNROLL, Tiles};

step! {
    /// Unrolling: copies of the body follow each other.
    pub struct Unroll {
        /// The loop to unroll.
        target: String = Arg::one("of"),
        /// The unroll factor; `None` unrolls the loop fully, so that no loop is left.
        factor: Option<i64> = Arg::number("trips", MAX_UNROLL).optional(),
    }
    word: "unroll",
    summary: "Unrolls a loop by this many iterations, or completely.",
    takes: "a loop and an integer, as in unroll(i, 8)",
    owner: Owner::Both,
    in_tile: true,
}

impl Transform for Unroll {
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let is_tile_loop = plan.tiles.as_ref().is_some_and(|tiles| tiles.part(&self.target, names).is_ok());
        if let (Some(tiles), Some(factor), true) = (&mut plan.tiles, self.factor, is_tile_loop) {
            return self.unroll_tiles(tiles, factor, names);
        }
        let of = plan.innermost(&self.target, names)?;
        if plan.whole.contains(&of) || plan.unroll.iter().any(|(known, _)| *known == of) {
            return Err(ConflictError::TwoUnrolls { of: self.target.clone() }.into());
        }
        match self.factor {
            Some(factor) => plan.unroll.push((of, factor)),
            None => plan.whole.push(of),
        }
        Ok(())
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Unroll> {
        let step = |of: &Loop, factor| Unroll { target: names.text(*of).to_string(), factor };
        let tiles = plan.tiles.iter().flat_map(|tiles| &tiles.unroll);
        let tiles = tiles.map(|(part, factor)| Unroll { target: text(*part, names), factor: Some(*factor) });
        let own = plan.unroll.iter().map(|(of, factor)| step(of, Some(*factor)));
        tiles.chain(own).chain(plan.whole.iter().map(|of| step(of, None))).collect()
    }
}

impl Unroll {
    /// Unrolls a loop over tiles.
    fn unroll_tiles(&self, tiles: &mut Tiles, factor: i64, names: &LoopNames) -> Result<(), PlanError> {
        let part = tiles.part(&self.target, names)?;
        if tiles.unroll.iter().any(|(own, _)| *own == part) {
            return Err(ConflictError::TwoUnrolls { of: self.target.clone() }.into());
        }
        let place = tiles.order.iter().position(|own| *own == part);
        if place.is_some_and(|place| tiles.parallel.contains(&place)) {
            return Err(ParallelError::Unrolled { of: self.target.clone() }.into());
        }
        tiles.unroll.push((part, factor));
        Ok(())
    }
}
