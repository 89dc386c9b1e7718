//! The loops over tiles of a compute, as the steps `split`, `order`, `parallel` and `stage` build them.

use super::error::NameError;
use super::placement::Placement;
use super::plan::{Loop, find};
use super::{LoopNames, Tail, base};
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

/// Members of a group that share one reduction loop.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MemberJoin {
    /// The shared loop.
    pub target: Loop,
    /// The names of the members.
    pub members: Vec<String>,
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

    /// True if steps already refer to the order of the loops.
    pub(super) fn is_settled(&self) -> bool {
        !self.parallel.is_empty()
            || !self.stages.is_empty()
            || !self.placements.is_empty()
            || !self.unroll.is_empty()
            || !self.joins.is_empty()
    }

    /// The part of a name.
    ///
    /// # Errors
    /// It is not a loop over tiles, as the innermost part of a loop.
    pub fn part(&self, name: &str, names: &LoopNames) -> Result<Part, NameError> {
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
