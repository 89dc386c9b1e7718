//! The loops over tiles of a compute, as the steps `split`, `order`, `parallel` and `stage` build them.

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
    pub(super) fn unroll(&mut self, name: &str, factor: i64, names: &LoopNames) -> Result<(), String> {
        let part = self.part(name, names)?;
        if self.unroll.iter().any(|(own, _)| *own == part) {
            return Err(format!("unrolls {name} twice"));
        }
        let place = self.order.iter().position(|own| *own == part);
        if place.is_some_and(|place| self.parallel.contains(&place)) {
            return Err(format!("unrolls {name} and runs it in parallel"));
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
    ) -> Result<(), String> {
        if !self.sizes(of).is_empty() {
            return Err(format!("splits {name} twice"));
        }
        if self.is_settled() {
            return Err(format!("splits {name} after another step on tiles: write split first"));
        }
        self.splits.push((of, sizes.to_vec()));
        self.tails.extend(tail.map(|tail| (of, tail)));
        self.order.extend((0..sizes.len()).map(|number| Part { of, number }));
        self.order.sort_by_key(|part| part.number);
        Ok(())
    }

    /// Sets the order of the loops over tiles.
    pub(super) fn reorder(&mut self, loops: &[String], names: &LoopNames) -> Result<(), String> {
        if self.is_settled() {
            return Err(
                "orders loops after another step on tiles: write order directly after split".to_string()
            );
        }
        let order = loops.iter().map(|name| self.part(name, names)).collect::<Result<Vec<_>, _>>()?;
        if let Some(left) = self.order.iter().find(|part| !order.contains(part)) {
            let left = text(*left, names);
            return Err(format!(
                "omits {left} from the order: an order names all parts of each loop except the last"
            ));
        }
        for (at, part) in order.iter().enumerate() {
            if order[..at].iter().any(|outer| outer.of == part.of && outer.number > part.number) {
                return Err(format!("puts {} inside one of its inner parts", text(*part, names)));
            }
        }
        self.order = order;
        Ok(())
    }

    /// Sets the parallel loops over tiles.
    pub(super) fn run_in_parallel(&mut self, loops: &[String], names: &LoopNames) -> Result<(), String> {
        if !self.parallel.is_empty() {
            return Err("sets the parallel loops twice".to_string());
        }
        let parts = loops.iter().map(|name| self.part(name, names)).collect::<Result<Vec<_>, _>>()?;
        if let Some(part) = parts.iter().find(|part| self.unroll.iter().any(|(own, _)| own == *part)) {
            return Err(format!("unrolls {} and runs it in parallel", text(*part, names)));
        }
        if let Some(part) = parts.iter().find(|part| matches!(part.of, Loop::Fold(_)) || part.number > 0) {
            let part = text(*part, names);
            return Err(format!(
                "runs {part} in parallel: only the first part of an axis can run in parallel"
            ));
        }
        let first = parts.first().and_then(|part| self.order.iter().position(|own| own == part));
        let range = first.map(|first| first..first + parts.len()).unwrap_or_default();
        if self.order.get(range.clone()) != Some(&parts) {
            return Err("runs loops in parallel that are not adjacent in the order".to_string());
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
    ) -> Result<(), String> {
        let loops = loops.iter().map(|name| find(name, names)).collect::<Result<Vec<_>, _>>()?;
        let set = |stage: &Stage| {
            stage.loops.len() == loops.len() && stage.loops.iter().all(|own| loops.contains(own))
        };
        if self.stages.iter().any(set) {
            return Err("has two stage steps for the same loops".to_string());
        }
        let panels = match panels.map(|name| find(name, names)).transpose()? {
            Some(of) if !loops.contains(&of) || self.sizes(of).is_empty() => {
                let name = names.text(of);
                return Err(format!(
                    "has panels = {name}, which is not one of the staged loops, or is not split"
                ));
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
    pub(super) fn part(&self, name: &str, names: &LoopNames) -> Result<Part, String> {
        let of = find(base(name), names)?;
        let number = name.split_once('.').and_then(|(_, number)| number.parse::<usize>().ok());
        let part = number.map(|number| Part { of, number }).filter(|part| self.order.contains(part));
        part.ok_or_else(|| {
            let known: Vec<String> = self.order.iter().map(|part| text(*part, names)).collect();
            format!(
                "names '{name}' as a loop over tiles, which are {}: the last part of a loop, and a loop \
                 without a split, are inside the tile",
                known.join(", ")
            )
        })
    }
}

/// `i.0`
pub(super) fn text(part: Part, names: &LoopNames) -> String {
    format!("{}.{}", names.text(part.of), part.number)
}

/// Builds the step `split` from its arguments.
pub(super) fn step(loops: &[String], sizes: Vec<i64>, tail: Option<&str>) -> Result<Step, String> {
    let tail = Tail::of_step("split", tail, (Tail::Mask, "a tile has no lanes to mask"))?;
    let [target] = loops else {
        return Err("split takes a loop and tile sizes, as in split(i, [252, 6])".to_string());
    };
    if sizes.is_empty() {
        return Err(format!("split needs tile sizes for {target}, as in split({target}, [252, 6])"));
    }
    if sizes.len() > MOST_PARTS {
        return Err(format!("split takes at most {MOST_PARTS} tile sizes, but {target} has {}", sizes.len()));
    }
    for size in &sizes {
        in_range("split", *size, MAX_PART)?;
    }
    if let Some(pair) = sizes.windows(2).find(|pair| pair[0] % pair[1] != 0) {
        return Err(format!(
            "split of {target} has tiles of {}, which is not a multiple of {}",
            pair[0], pair[1]
        ));
    }
    Ok(Step::Split { target: target.clone(), sizes, tail })
}
