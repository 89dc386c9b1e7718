//! The step `parallel`: loops whose iterations run on several threads.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{ParallelError, PlanError};
use crate::tensor::schedule::plan::{Loop, Plan, axis};
use crate::tensor::schedule::spec::{Arg, ArgKind, Owner};
use crate::tensor::schedule::tiles::text;
use crate::tensor::schedule::{LoopNames, Tiles};

step! {
    /// These outermost axes run on several threads.
    pub struct Parallel {
        /// Axes of the box, or loops over tiles.
        axes: Vec<String> = Arg::loops(),
        /// The grain size: iterations worth handing to a thread.
        grain: Option<i64> = Arg::option("grain", ArgKind::Number(i64::MAX)),
    }
    word: "parallel",
    summary: "Runs the iterations of the outermost loops on several threads, at least `grain` at a time.",
    takes: "names of loops, as in parallel(i, grain = 4)",
    owner: Owner::Both,
    in_tile: false,
}

impl Transform for Parallel {
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        if let Some(tiles) = &mut plan.tiles {
            plan.grain = self.grain;
            return self.share_tiles(tiles, names);
        }
        let axes = self.axes.iter().map(|name| axis("parallel", name, names));
        let axes = axes.collect::<Result<Vec<_>, _>>()?;
        if plan.parallel > 0 {
            return Err(ParallelError::Twice.into());
        }
        if plan.order.get(..axes.len()) != Some(&axes) {
            return Err(ParallelError::NotOutermost.into());
        }
        (plan.parallel, plan.grain) = (axes.len(), self.grain);
        Ok(())
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Parallel> {
        let tiles = plan.tiles.as_ref().filter(|tiles| !tiles.parallel.is_empty()).map(|tiles| Parallel {
            axes: tiles.order[tiles.parallel.clone()].iter().map(|part| text(*part, names)).collect(),
            grain: None,
        });
        let own = (plan.parallel > 0 && plan.grid.is_none()).then(|| Parallel {
            axes: plan.order[..plan.parallel].iter().map(|axis| names.axes[*axis].clone()).collect(),
            grain: plan.grain,
        });
        tiles.into_iter().chain(own).collect()
    }
}

impl Parallel {
    /// Sets the parallel loops over tiles.
    fn share_tiles(&self, tiles: &mut Tiles, names: &LoopNames) -> Result<(), PlanError> {
        if !tiles.parallel.is_empty() {
            return Err(ParallelError::Twice.into());
        }
        let parts = self.axes.iter().map(|name| tiles.part(name, names)).collect::<Result<Vec<_>, _>>()?;
        if let Some(part) = parts.iter().find(|part| tiles.unroll.iter().any(|(own, _)| own == *part)) {
            return Err(ParallelError::Unrolled { of: text(*part, names) }.into());
        }
        if let Some(part) = parts.iter().find(|part| matches!(part.of, Loop::Fold(_)) || part.number > 0) {
            return Err(ParallelError::Part { part: text(*part, names) }.into());
        }
        let first = parts.first().and_then(|part| tiles.order.iter().position(|own| own == part));
        let range = first.map(|first| first..first + parts.len()).unwrap_or_default();
        if tiles.order.get(range.clone()) != Some(&parts) {
            return Err(ParallelError::NotAdjacent.into());
        }
        tiles.parallel = range;
        Ok(())
    }
}
