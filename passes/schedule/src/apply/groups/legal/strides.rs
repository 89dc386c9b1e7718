//! Producer strides: how far the required region of a member moves per iteration of a consumer, as by two
//! points for the input of a pooling by two.
//!
//! Strides follow from the consumers: one of stride `s` that reads at `k` times its index gives its producer
//! the stride `s k`, and all consumers of a member must agree. From a producer of stride `s`, a tile of `n`
//! points then requires `s (n - 1) + 1` points and its halo. The `s - 1` points between two tiles belong to
//! neither.

use super::code::check_small;
use super::legality::Condition;
use super::members::{MOST_IN_TILE, Member, Members};
use super::refusal::{GroupRefusal, ReadRefusal, ResultRefusal};
use crate::apply::apply_tiles::Tiling;
use tf_dialects::tensor::Compute;
use tf_ir::body::Body;
use tf_ir::control::{Bound, LoopLike};
use tf_ir::extent::{Extent, Facts};
use tf_passes_common::cost::figures::MOST_STRIDE;

impl Member {
    /// How many of its points a tile of `points` iterations of a loop requires, with the halo.
    pub(crate) fn needed(&self, dim: usize, points: i64) -> i64 {
        let (before, after) = self.need[dim];
        self.strides[dim] * (points - 1) + 1 + before + after
    }

    /// The overlap of consecutive tiles along a loop, in points; if negative, the gap between them.
    pub(crate) fn shared(&self, dim: usize) -> i64 {
        let (before, after) = self.need[dim];
        before + after - (self.strides[dim] - 1)
    }

    /// How many points an iteration adds to its window.
    pub(crate) fn added(&self, tiling: &Tiling) -> i64 {
        let dim = self.slid(tiling);
        self.strides[dim] * tiling.left_at(dim, self.depth).unwrap_or(1)
    }

    /// How many of its points a tile of all shared loops spans, without the halo.
    fn points_in_tile(&self, tiling: &Tiling) -> i64 {
        let dims = self.strides.iter().enumerate();
        let points = dims.map(|(dim, stride)| stride.saturating_mul(tiling.tile_size(dim)));
        points.fold(1, i64::saturating_mul)
    }

    /// Its largest stride.
    fn longest(&self) -> i64 {
        self.strides.iter().copied().max().unwrap_or(1)
    }
}

impl Members {
    /// True if a member has a stride above 1.
    pub(crate) fn are_strided(&self) -> bool {
        self.all.iter().any(|member| member.longest() > 1)
    }

    /// True if tiles of these lengths keep each member below the size limit of a tile.
    pub(crate) fn fit_in_tiles(&self, tiling: &Tiling) -> bool {
        self.all.iter().all(|member| member.points_in_tile(tiling) <= MOST_IN_TILE)
    }

    /// Infers the stride of each member, from the last consumer to the first producer.
    pub(super) fn settle_strides(&mut self, body: &Body, tiling: &Tiling) -> Result<(), GroupRefusal> {
        let mut known: Vec<Vec<Option<i64>>> =
            self.all.iter().map(|member| vec![None; member.strides.len()]).collect();
        for at in (0..self.all.len()).rev() {
            self.all[at].strides = known[at].iter().map(|stride| stride.unwrap_or(1)).collect();
            self.check_strides(body, at, tiling)?;
            let member = &self.all[at];
            for read in self.reads(body, at, tiling)? {
                for (dim, shift) in read.shifts {
                    // A fold over a loop advances with the loop, by 1.
                    let own = if member.has(dim) { member.strides[dim] } else { 1 };
                    let stride = own.saturating_mul(shift.by);
                    let other = *known[read.maker][dim].get_or_insert(stride);
                    self.legality.require(Condition::EqualStrides, other == stride, || {
                        let (member, of) = (self.all[read.maker].name(body), tiling.names[dim].clone());
                        let (few, many) = (other.min(stride), other.max(stride));
                        ReadRefusal::Strides { member, of, few, many }
                    })?;
                }
            }
        }
        Ok(())
    }

    /// Checks that the strides of a member, and the size of its tiles, are below their limits.
    fn check_strides(&self, body: &Body, at: usize, tiling: &Tiling) -> Result<(), GroupRefusal> {
        let (member, longest) = (&self.all[at], self.all[at].longest());
        if longest == 1 {
            return Ok(());
        }
        let name = || member.name(body);
        if longest > MOST_STRIDE {
            return Err(ReadRefusal::LongStride { member: name(), stride: longest }.into());
        }
        if member.points_in_tile(tiling) > MOST_IN_TILE {
            return Err(ReadRefusal::LargeTile { member: name() }.into());
        }
        check_small(body, member, longest, self.legality)
    }

    /// Checks that a result has no stride above 1: no tile would own the points between.
    pub(super) fn check_owned(&self, body: &Body, at: usize, tiling: &Tiling) -> Result<(), GroupRefusal> {
        let strides = &self.all[at].strides;
        let strided = (0..strides.len()).find(|dim| strides[*dim] > 1);
        self.legality.require(Condition::SingleWrite, strided.is_none(), || {
            let (member, dim) = (self.all[at].name(body), strided.unwrap_or_default());
            ResultRefusal::Strided { member, of: tiling.names[dim].clone(), by: strides[dim] }
        })
    }

    /// A lower bound of the distance from the last point that `reader` accesses, at `by` times its index, to
    /// the last point of `maker`. It is 0 for an access in bounds, else negative; `None` if there is no
    /// bound.
    pub(super) fn edge(
        &self,
        body: &Body,
        (reader, maker): (&Member, &Member),
        dim: usize,
        by: i64,
    ) -> Option<i64> {
        let all = along(body, maker, dim)?;
        let points = match reader.has(dim) {
            true => along(body, reader, dim)?,
            false => counted(body, reader)?,
        };
        let last = points.add_const(-1).and_then(|last| last.scale(by)).ok()?;
        let left = all.add_const(-1).and_then(|end| end.sub(&last)).ok()?;
        left.interval(&Facts::new()).lo.map(|lo| lo.min(0))
    }
}

/// The extent of the member's axis that is bound to a loop.
fn along(body: &Body, member: &Member, dim: usize) -> Option<Extent> {
    let axis = member.axes.iter().position(|own| *own == Some(dim))?;
    body.view(member.op, Compute).extents().get(axis).cloned()
}

/// The trip count of a member's folds.
fn counted(body: &Body, member: &Member) -> Option<Extent> {
    let fold = member.folds.first()?.op;
    let inductions = tf_dialects::tensor::Fold.inductions(body.op(fold));
    match &inductions.first()?.upper {
        Bound::Constant(n) => Some(Extent::constant(*n)),
        Bound::Term(end) => Some(end.clone()),
        _ => None,
    }
}
