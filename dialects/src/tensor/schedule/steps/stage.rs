//! The step `stage`: packed tiles of operands.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{PlanError, TileError};
use crate::tensor::schedule::plan::{Loop, Plan, find};
use crate::tensor::schedule::spec::{Arg, ArgKind, Owner};
use crate::tensor::schedule::tiles::{self, text};
use crate::tensor::schedule::LoopNames;

step! {
    /// Packing: every operand whose subscripts use exactly these loops is copied into a tile.
    pub struct Stage {
        /// The loops that index the operand.
        loops: Vec<String> = Arg::loops(),
        /// The part of a loop whose every iteration fills the tile; `None` fills it once, outside all loops.
        at: Option<String> = Arg::option("at", ArgKind::Loop),
        /// The loop whose innermost part is contiguous in the packed tile.
        panels: Option<String> = Arg::option("panels", ArgKind::Loop),
    }
    word: "stage",
    summary: "Packs the elements that these loops alone read into a tile.",
    takes: "only names of loops, as in stage(k, j, at = k.0, panels = j)",
    owner: Owner::Compute,
    in_tile: false,
}

impl Transform for Stage {
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let tiles = plan.tiles.as_mut().ok_or(TileError::NoTiles)?;
        let loops = self.loops.iter().map(|name| find(name, names)).collect::<Result<Vec<_>, _>>()?;
        let set = |stage: &tiles::Stage| {
            stage.loops.len() == loops.len() && stage.loops.iter().all(|own| loops.contains(own))
        };
        if tiles.stages.iter().any(set) {
            return Err(TileError::TwoStages.into());
        }
        let panels = match self.panels.as_ref().map(|name| find(name, names)).transpose()? {
            Some(of) if !loops.contains(&of) || tiles.sizes(of).is_empty() => {
                return Err(TileError::Panels { of: names.text(of).to_string() }.into());
            }
            panels => panels,
        };
        let at = self.at.as_ref().map(|name| tiles.part(name, names)).transpose()?;
        tiles.stages.push(tiles::Stage { loops, at, panels });
        Ok(())
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Stage> {
        let name = |of: &Loop| names.text(*of).to_string();
        let step = |stage: &tiles::Stage| Stage {
            loops: stage.loops.iter().map(name).collect(),
            at: stage.at.map(|at| text(at, names)),
            panels: stage.panels.as_ref().map(name),
        };
        plan.tiles.iter().flat_map(|tiles| &tiles.stages).map(step).collect()
    }
}
