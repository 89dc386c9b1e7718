//! The loops over tiles of a nest, by its dimensions.

use super::nest::Nest;
use crate::schedule::cost::figures::MOST_IN_MEMORY;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::loop_names::loop_name;
use tf_dialects::tensor::schedule::{LoopNames, Part, Tail, Tiles};
use tf_ir::body::Body;
use tf_ir::extent::Extent;

/// How a dimension is split: the steps of its parts, and where in the loops over tiles these are.
#[derive(Clone, Debug, Default)]
pub(crate) struct Split {
    pub sizes: Vec<i64>,
    pub places: Vec<usize>,
}

/// The loops over tiles, by dimensions of a nest.
pub(crate) struct Tiling {
    /// Of each loop its dimension and which part it is, outermost first.
    pub order: Vec<(usize, usize)>,
    pub parallel: std::ops::Range<usize>,
    pub grain: Option<i64>,
    pub splits: Vec<Split>,
    pub names: Vec<String>,
    /// How ragged ends of dimensions are written; padded, where nothing is said.
    pub tails: Vec<(usize, Tail)>,
    /// Loops that are unrolled, by dimension and part, with factors.
    pub unroll: Vec<((usize, usize), i64)>,
}

impl Tiling {
    pub(super) fn of(
        body: &Body,
        nest: &Nest,
        (tiles, grain): (&Tiles, Option<i64>),
        names: &LoopNames,
    ) -> Option<Tiling> {
        let dim = |of| nest.dim_of_loop(body, of, names);
        let order = tiles.order.iter().map(|part: &Part| Some((dim(part.of)?, part.number)));
        let order: Vec<(usize, usize)> = order.collect::<Option<_>>()?;
        let mut splits = vec![Split::default(); nest.dims.len()];
        for (of, sizes) in &tiles.splits {
            splits[dim(*of)?].sizes = sizes.clone();
        }
        for (place, (dim, _)) in order.iter().enumerate() {
            splits[*dim].places.push(place);
        }
        let folds = nest.folds.iter().map(|fold| loop_name(body, *fold).unwrap_or("the fold").to_string());
        let names = names.axes.iter().cloned().chain(folds).collect();
        let tails = tiles.tails.iter().map(|(of, tail)| Some((dim(*of)?, *tail)));
        let unroll = tiles.unroll.iter().map(|(part, factor)| Some(((dim(part.of)?, part.number), *factor)));
        let (tails, unroll) = (tails.collect::<Option<_>>()?, unroll.collect::<Option<_>>()?);
        Some(Tiling { order, parallel: tiles.parallel.clone(), grain, splits, names, tails, unroll })
    }

    /// How many iterations of a dimension are left inside of so many loops over tiles, if that is constant.
    pub(super) fn chunk(&self, nest: &Nest, dim: usize, depth: usize) -> Option<i64> {
        let split = &self.splits[dim];
        let entered = split.places.iter().filter(|place| **place < depth).count();
        match entered.checked_sub(1) {
            Some(last) => Some(split.sizes[last]),
            None => nest.dims[dim].extent.as_const().filter(|n| *n > 0),
        }
    }

    /// How many points of a dimension are left inside of so many of the loops; `None` if none of its loops is among them.
    pub fn left_at(&self, dim: usize, depth: usize) -> Option<i64> {
        let split = &self.splits[dim];
        let entered = split.places.iter().filter(|place| **place < depth).count();
        entered.checked_sub(1).map(|last| split.sizes[last])
    }

    /// How the ragged end of a dimension is written.
    pub fn tail(&self, dim: usize) -> Tail {
        self.tails.iter().find(|(own, _)| *own == dim).map_or(Tail::Pad, |(_, tail)| *tail)
    }

    /// How many trips of a loop are written one after the other, if that is said.
    pub fn unroll_of(&self, part: (usize, usize)) -> Option<i64> {
        self.unroll.iter().find(|(own, _)| *own == part).map(|(_, factor)| *factor)
    }

    /// How many points of a dimension a trip of all its loops has.
    pub fn trip(&self, dim: usize) -> i64 {
        self.splits[dim].sizes.last().copied().unwrap_or(1)
    }

    /// True if terms are added up in memory so many times that their roundings count.
    pub(super) fn is_added_up_in_many_parts(&self, nest: &Nest) -> bool {
        let mut parts = (nest.rank..nest.dims.len()).map(|dim| match self.splits[dim].sizes.last() {
            Some(size) => nest.dims[dim].extent.as_const().map(|n| n / size),
            None => Some(1),
        });
        let parts = parts.try_fold(1_i64, |all, parts| all.checked_mul(parts?));
        nest.kind == CombiningKind::Add && parts.is_none_or(|parts| parts > MOST_IN_MEMORY)
    }

    /// True if chunks of a part of a dimension are all of the length of its step.
    pub fn is_even(&self, extent: &Extent, size: i64) -> bool {
        extent.as_const().is_some_and(|n| n % size == 0)
    }
}
