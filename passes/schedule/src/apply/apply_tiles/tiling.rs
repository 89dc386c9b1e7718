//! The loops over tiles of a nest, by its dimensions.

use super::nest::Nest;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::tensor::loop_names::loop_name;
use tf_dialects::tensor::schedule::{LoopNames, Part, Tail, Tiles};
use tf_ir::body::Body;
use tf_ir::extent::Extent;
use tf_passes_common::cost::figures::MOST_IN_MEMORY;

/// How a dimension is split: the steps of its parts, and the depths of their loops.
#[derive(Clone, Debug, Default)]
pub(crate) struct Split {
    pub sizes: Vec<i64>,
    pub places: Vec<usize>,
}

/// The loops over tiles of a nest.
pub(crate) struct Tiling {
    /// The dimension and the part of each loop, outermost first.
    pub order: Vec<(usize, usize)>,
    pub parallel: std::ops::Range<usize>,
    pub grain: Option<i64>,
    pub splits: Vec<Split>,
    pub names: Vec<String>,
    /// The strategies for ragged ends, by dimension; the default is padding.
    pub tails: Vec<(usize, Tail)>,
    /// Unrolled loops, by dimension and part, with their factors.
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

    /// The length of a dimension inside of the first `depth` loops over tiles, if it is constant.
    pub(super) fn chunk(&self, nest: &Nest, dim: usize, depth: usize) -> Option<i64> {
        let split = &self.splits[dim];
        let entered = split.places.iter().filter(|place| **place < depth).count();
        match entered.checked_sub(1) {
            Some(last) => Some(split.sizes[last]),
            None => nest.dims[dim].extent.as_const().filter(|n| *n > 0),
        }
    }

    /// The points of a dimension inside of the first `depth` loops; `None` if none of its loops is among
    /// them.
    pub fn left_at(&self, dim: usize, depth: usize) -> Option<i64> {
        let split = &self.splits[dim];
        let entered = split.places.iter().filter(|place| **place < depth).count();
        entered.checked_sub(1).map(|last| split.sizes[last])
    }

    /// The strategy for the ragged end of a dimension.
    pub fn tail(&self, dim: usize) -> Tail {
        self.tails.iter().find(|(own, _)| *own == dim).map_or(Tail::Pad, |(_, tail)| *tail)
    }

    /// The unroll factor of a loop, if it has one.
    pub fn unroll_of(&self, part: (usize, usize)) -> Option<i64> {
        self.unroll.iter().find(|(own, _)| *own == part).map(|(_, factor)| *factor)
    }

    /// The points of a dimension in one iteration of its innermost loop.
    pub fn tile_size(&self, dim: usize) -> i64 {
        self.splits[dim].sizes.last().copied().unwrap_or(1)
    }

    /// True if memory takes enough partial sums for their roundings to matter.
    pub(super) fn is_added_up_in_many_parts(&self, nest: &Nest) -> bool {
        let mut parts = (nest.rank..nest.dims.len()).map(|dim| match self.splits[dim].sizes.last() {
            Some(size) => nest.dims[dim].extent.as_const().map(|n| n / size),
            None => Some(1),
        });
        let parts = parts.try_fold(1_i64, |all, parts| all.checked_mul(parts?));
        nest.kind == CombiningKind::Add && parts.is_none_or(|parts| parts > MOST_IN_MEMORY)
    }

    /// True if all chunks of a part of a dimension have the length of its step.
    pub fn is_even(&self, extent: &Extent, size: i64) -> bool {
        extent.as_const().is_some_and(|n| n % size == 0)
    }
}
