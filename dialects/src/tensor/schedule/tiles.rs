//! The loops over tiles of a compute, as the steps `split`, `order`, `parallel` and `stage` build them.

use super::error::{
    ConflictError, Form, NameError, OrderError, ParallelError, PlanError, StepError, TileError,
};
use super::join::MemberJoin;
use super::placement::Placement;
use super::plan::{Loop, find};
use super::{LoopNames, MAX_PART, MOST_PARTS, Step, Tail, base, in_range};
use std::ops::Range;

/// A part of a split loop.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Part {
    /// The loop.
    pub of: Loop,
    /// The index of the part, from the outermost on.
    pub number: usize,
}

/// A packed tile of an operand.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The loops that index the operand.
    pub loops: Vec<Loop>,
    /// The loop whose every iteration fills the tile; `None` fills it once, outside all loops.
    pub at: Option<Part>,
    /// The loop whose innermost part is contiguous.
    pub panels: Option<Loop>,
}

/// Loops over tiles. The innermost parts of split loops, and unsplit loops, belong to the compute of a tile.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Tiles {
    /// The tile sizes of the split loops, each a multiple of the next.
    pub splits: Vec<(Loop, Vec<i64>)>,
    /// All parts but the innermost ones, outermost first.
    pub order: Vec<Part>,
    /// The parallel loops, as a range of the order.
    pub parallel: Range<usize>,
    /// The packed operands.
    pub stages: Vec<Stage>,
    /// The placements of members of a group.
    pub placements: Vec<Placement>,
    /// The treatment of remainders, if specified.
    pub tails: Vec<(Loop, Tail)>,
    /// Unrolled loops over tiles, with factors.
    pub unroll: Vec<(Part, i64)>,
    /// Members of a group that share one reduction loop.
    pub joins: Vec<MemberJoin>,
}

impl Tiles {
    /// The tile sizes of a loop; empty if it is not split.
    pub fn sizes(&self, of: Loop) -> &[i64] {
        self.splits.iter().find(|(l, _)| *l == of).map_or(&[], |(_, sizes)| sizes)
    }

    /// The treatment of the remainder of a loop.
    pub fn tail(&self, of: Loop) -> Tail {
        self.tails.iter().find(|(own, _)| *own == of).map_or(Tail::Pad, |(_, tail)| *tail)
    }

    /// Unrolls a loop over tiles.
    pub(super) fn unroll(&mut self, name: &str, factor: i64, names: &LoopNames) -> Result<(), PlanError> {
        let part = self.part(name, names)?;
        if self.unroll.iter().any(|(own, _)| *own == part) {
            return Err(ConflictError::TwoUnrolls { of: name.to_string() }.into());
        }
        let place = self.order.iter().position(|own| *own == part);
        if place.is_some_and(|place| self.parallel.contains(&place)) {
            return Err(ParallelError::Unrolled { of: name.to_string() }.into());
        }
        self.unroll.push((part, factor));
        Ok(())
    }

    /// True if steps already refer to the order of the loops.
    fn is_settled(&self) -> bool {
        !self.parallel.is_empty()
            || !self.stages.is_empty()
            || !self.placements.is_empty()
            || !self.unroll.is_empty()
            || !self.joins.is_empty()
    }

    /// Splits a loop. By default, all first parts are outside all second ones, each in the order of the
    /// steps.
    pub(super) fn split(
        &mut self,
        of: Loop,
        (sizes, tail): (&[i64], Option<Tail>),
        name: &str,
    ) -> Result<(), PlanError> {
        if !self.sizes(of).is_empty() {
            return Err(ConflictError::TwoSplits { of: name.to_string() }.into());
        }
        if self.is_settled() {
            return Err(OrderError::SplitAfterTiles { of: name.to_string() }.into());
        }
        self.splits.push((of, sizes.to_vec()));
        self.tails.extend(tail.map(|tail| (of, tail)));
        self.order.extend((0..sizes.len()).map(|number| Part { of, number }));
        self.order.sort_by_key(|part| part.number);
        Ok(())
    }

    /// Sets the order of the loops over tiles.
    pub(super) fn reorder(&mut self, loops: &[String], names: &LoopNames) -> Result<(), PlanError> {
        if self.is_settled() {
            return Err(OrderError::AfterTiles.into());
        }
        let order = loops.iter().map(|name| self.part(name, names)).collect::<Result<Vec<_>, _>>()?;
        if let Some(left) = self.order.iter().find(|part| !order.contains(part)) {
            return Err(OrderError::MissingPart { part: text(*left, names) }.into());
        }
        for (at, part) in order.iter().enumerate() {
            if order[..at].iter().any(|outer| outer.of == part.of && outer.number > part.number) {
                return Err(OrderError::InnerPart { part: text(*part, names) }.into());
            }
        }
        self.order = order;
        Ok(())
    }

    /// Sets the parallel loops over tiles.
    pub(super) fn run_in_parallel(&mut self, loops: &[String], names: &LoopNames) -> Result<(), PlanError> {
        if !self.parallel.is_empty() {
            return Err(ParallelError::Twice.into());
        }
        let parts = loops.iter().map(|name| self.part(name, names)).collect::<Result<Vec<_>, _>>()?;
        if let Some(part) = parts.iter().find(|part| self.unroll.iter().any(|(own, _)| own == *part)) {
            return Err(ParallelError::Unrolled { of: text(*part, names) }.into());
        }
        if let Some(part) = parts.iter().find(|part| matches!(part.of, Loop::Fold(_)) || part.number > 0) {
            return Err(ParallelError::Part { part: text(*part, names) }.into());
        }
        let first = parts.first().and_then(|part| self.order.iter().position(|own| own == part));
        let range = first.map(|first| first..first + parts.len()).unwrap_or_default();
        if self.order.get(range.clone()) != Some(&parts) {
            return Err(ParallelError::NotAdjacent.into());
        }
        self.parallel = range;
        Ok(())
    }

    /// Adds a packed tile of an operand.
    pub(super) fn stage(
        &mut self,
        loops: &[String],
        (at, panels): (Option<&str>, Option<&str>),
        names: &LoopNames,
    ) -> Result<(), PlanError> {
        let loops = loops.iter().map(|name| find(name, names)).collect::<Result<Vec<_>, _>>()?;
        let set = |stage: &Stage| {
            stage.loops.len() == loops.len() && stage.loops.iter().all(|own| loops.contains(own))
        };
        if self.stages.iter().any(set) {
            return Err(TileError::TwoStages.into());
        }
        let panels = match panels.map(|name| find(name, names)).transpose()? {
            Some(of) if !loops.contains(&of) || self.sizes(of).is_empty() => {
                return Err(TileError::Panels { of: names.text(of).to_string() }.into());
            }
            panels => panels,
        };
        let at = at.map(|name| self.part(name, names)).transpose()?;
        self.stages.push(Stage { loops, at, panels });
        Ok(())
    }

    /// The steps that build these loops.
    pub(super) fn steps(&self, names: &LoopNames) -> Vec<Step> {
        let name = |of: &Loop| names.text(*of).to_string();
        let parts = |parts: &[Part]| parts.iter().map(|part| text(*part, names)).collect::<Vec<_>>();
        let split = |(of, sizes): &(Loop, Vec<i64>)| Step::Split {
            target: name(of),
            sizes: sizes.clone(),
            tail: self.tails.iter().find(|(own, _)| own == of).map(|(_, tail)| *tail),
        };
        let mut steps: Vec<Step> = self.splits.iter().map(split).collect();
        steps.push(Step::Order(parts(&self.order)));
        if !self.parallel.is_empty() {
            steps.push(Step::Parallel { axes: parts(&self.order[self.parallel.clone()]), grain: None });
        }
        steps.extend(self.stages.iter().map(|stage| Step::Stage {
            loops: stage.loops.iter().map(name).collect(),
            at: stage.at.map(|at| text(at, names)),
            panels: stage.panels.as_ref().map(name),
        }));
        let unroll =
            |(part, factor): &(Part, i64)| Step::Unroll { target: text(*part, names), factor: Some(*factor) };
        steps.extend(self.unroll.iter().map(unroll));
        steps.extend(self.place_steps(names));
        steps.extend(self.joins.iter().map(|join| join.step(names)));
        steps
    }

    /// The part of a name; it must not be an innermost one.
    pub(super) fn part(&self, name: &str, names: &LoopNames) -> Result<Part, NameError> {
        let of = find(base(name), names)?;
        let number = name.split_once('.').and_then(|(_, number)| number.parse::<usize>().ok());
        let part = number.map(|number| Part { of, number }).filter(|part| self.order.contains(part));
        part.ok_or_else(|| NameError::OverTiles {
            name: name.to_string(),
            known: self.order.iter().map(|part| text(*part, names)).collect(),
        })
    }
}

/// `i.0`
pub(super) fn text(part: Part, names: &LoopNames) -> String {
    format!("{}.{}", names.text(part.of), part.number)
}

/// Builds the step `split` from its arguments.
pub(super) fn step(loops: &[String], sizes: Vec<i64>, tail: Option<&str>) -> Result<Step, StepError> {
    let tail = Tail::of_step("split", tail, Tail::Mask)?;
    let [target] = loops else {
        return Err(Form::Split.into());
    };
    let of = || target.clone();
    if sizes.is_empty() {
        return Err(Form::SplitSizes { of: of() }.into());
    }
    if sizes.len() > MOST_PARTS {
        return Err(StepError::Sizes { of: of(), count: sizes.len(), most: MOST_PARTS });
    }
    for size in &sizes {
        in_range("split", *size, MAX_PART)?;
    }
    if let Some(pair) = sizes.windows(2).find(|pair| pair[0] % pair[1] != 0) {
        return Err(StepError::UnevenSizes { of: of(), outer: pair[0], inner: pair[1] });
    }
    Ok(Step::Split { target: target.clone(), sizes, tail })
}
