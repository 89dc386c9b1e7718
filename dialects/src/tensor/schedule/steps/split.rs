//! The step `split`: loops over tiles.

use super::declare::{Transform, step};
use crate::tensor::schedule::error::{ConflictError, OrderError, PlanError, StepError};
use crate::tensor::schedule::plan::{Plan, find};
use crate::tensor::schedule::spec::{Arg, ArgKind, Owner, Words};
use crate::tensor::schedule::{LoopNames, MAX_PART, MOST_PARTS, Part, Tail};

/// The treatments of a partial tile.
const TAILS: Words = Words {
    known: &["peel", "overlap", "pad"],
    refused: &[("mask", "but a tile has no lanes to mask: use")],
};

step! {
    /// Tiling: a loop becomes a nest. `split(i, [252, 6])` gives a loop over tiles of 252 (`i.0`), one over
    /// tiles of 6 within them (`i.1`), and one over the points of these (`i.2`).
    pub struct Split {
        /// The loop to split.
        target: String = Arg::one("of"),
        /// The tile sizes, each a multiple of the next.
        sizes: Vec<i64> = Arg::items("lengths", MAX_PART).optional(),
        /// Treatment of a partial tile; padded if absent.
        tail: Option<Tail> = Arg::option("tail", ArgKind::Word(TAILS)),
    }
    word: "split",
    summary: "Splits a loop into nested ones, `i.0`, `i.1` …, whose lengths are multiples of the next.",
    takes: "a loop and tile sizes, as in split(i, [252, 6])",
    owner: Owner::Both,
    in_tile: false,
}

impl Transform for Split {
    fn check(&self) -> Result<(), StepError> {
        let of = || self.target.clone();
        if self.sizes.is_empty() {
            return Err(StepError::NoSizes { of: of() });
        }
        if self.sizes.len() > MOST_PARTS {
            return Err(StepError::Sizes { of: of(), count: self.sizes.len(), most: MOST_PARTS });
        }
        match self.sizes.windows(2).find(|pair| pair[0] % pair[1] != 0) {
            Some(pair) => Err(StepError::UnevenSizes { of: of(), outer: pair[0], inner: pair[1] }),
            None => Ok(()),
        }
    }

    /// Splits a loop; steps about order and threads must follow it. By default, all first parts are outside
    /// all second ones, each in the order of the steps.
    fn apply(&self, plan: &mut Plan, names: &LoopNames) -> Result<(), PlanError> {
        let (of, name) = (find(&self.target, names)?, || self.target.clone());
        let is_ordered = plan.order.iter().enumerate().any(|(at, axis)| at != *axis);
        if plan.parallel > 0 || !plan.folds.is_empty() || is_ordered {
            return Err(OrderError::SplitAfterOrder { of: name() }.into());
        }
        if plan.stream {
            return Err(ConflictError::SplitOfStream { of: name() }.into());
        }
        let tiles = plan.tiles.get_or_insert_default();
        if !tiles.sizes(of).is_empty() {
            return Err(ConflictError::TwoSplits { of: name() }.into());
        }
        if tiles.is_settled() {
            return Err(OrderError::SplitAfterTiles { of: name() }.into());
        }
        tiles.splits.push((of, self.sizes.clone()));
        tiles.tails.extend(self.tail.map(|tail| (of, tail)));
        tiles.order.extend((0..self.sizes.len()).map(|number| Part { of, number }));
        tiles.order.sort_by_key(|part| part.number);
        Ok(())
    }

    fn of_plan(plan: &Plan, names: &LoopNames) -> Vec<Split> {
        let tiles = plan.tiles.iter();
        let split = |tiles: &crate::tensor::schedule::Tiles| {
            let one = |(of, sizes): &(_, Vec<i64>)| Split {
                target: names.text(*of).to_string(),
                sizes: sizes.clone(),
                tail: tiles.tails.iter().find(|(own, _)| own == of).map(|(_, tail)| *tail),
            };
            tiles.splits.iter().map(one).collect::<Vec<_>>()
        };
        tiles.flat_map(split).collect()
    }
}
