//! The recomputation of members by a group: how much its schedule adds by overlap and padding.

use super::legality::Legality;
use super::members::{Member, Members};
use super::plan;
use crate::apply::apply_tiles::Tiling;
use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Body, Op};
use tf_ir::extent::Extent;
use tf_ir::pass::Growth;
use tf_passes_common::code::added_work::{largest, padding, size_of};

/// The growth of a body: the largest factor of a member of its groups.
pub(crate) fn growth(body: &Body, size: i64) -> Growth {
    let factor = largest(body, &|body, op| {
        let (members, tiling, extents) = members(body, op)?;
        let loops = Loops { tiling: &tiling, extents: &extents, size };
        members.all.iter().map(|member| loops.of_member(body, member)).max_by(f64::total_cmp)
    });
    // Each term of a fold is selected, and combined with the accumulator.
    let folds = largest(body, &|body, op| {
        let (members, ..) = members(body, op)?;
        members.all.iter().any(|member| member.folded().is_some()).then_some(PER_TERM)
    });
    Growth { factor, per_iteration: if folds > 1.0 { folds as u64 } else { 0 }, ..Growth::NONE }
}

/// Operations for each term of a fold over a shared loop.
const PER_TERM: f64 = 2.0;

/// The members of a group that runs in shared loops.
fn members(body: &Body, op: Op) -> Option<(Members, Tiling, Vec<Extent>)> {
    let plan = body.cast(op, Group)?.plan().ok()??;
    plan::members(body, op, &plan, Legality::default()).ok()
}

/// The shared loops, with `size` for named extents.
struct Loops<'a> {
    tiling: &'a Tiling,
    extents: &'a [Extent],
    size: i64,
}

impl Loops<'_> {
    /// How many points of a member all iterations compute, relative to the points of its box.
    fn of_member(&self, body: &Body, member: &Member) -> f64 {
        let depth = member.inner_depth(self.tiling).max(member.depth);
        let ratios = (0..self.extents.len()).map(|dim| self.along(body, member, (dim, depth)));
        ratios.product()
    }

    /// The same ratio along one loop: an iteration computes its tile and the halo.
    fn along(&self, body: &Body, member: &Member, (dim, depth): (usize, usize)) -> f64 {
        let Some(left) = self.tiling.left_at(dim, depth) else { return 1.0 };
        let Some(points) = size_of(&self.extents[dim], self.size) else { return 1.0 };
        let iterations = padding(points, left) * points.max(1) as f64 / left as f64;
        if !member.has(dim) {
            // A fold adds a partial result; a member without this axis is recomputed in each iteration.
            let folds = member.folded() == Some(dim);
            return if folds { padding(points, left) } else { iterations };
        }
        let is_slid = member.windowed && member.slid(self.tiling) == dim;
        let (computed, first) = match is_slid {
            // The prologue of a window runs before its loop, in each iteration of an outer loop of the same
            // axis.
            true => (member.added(self.tiling), member.first.map_or(0, |(before, after)| before + after)),
            false => (member.needed(dim, left), 0),
        };
        let own = self.point_count(body, member, dim).unwrap_or(points).max(1) as f64;
        let entries =
            self.tiling.left_at(dim, depth - 1).map_or(1.0, |outer| iterations * left as f64 / outer as f64);
        (iterations * computed as f64 + entries * first as f64) / own
    }

    /// How many points a member has along a loop.
    fn point_count(&self, body: &Body, member: &Member, dim: usize) -> Option<i64> {
        let extents = body.view(member.op, Compute).extents();
        let axis = member.axes.iter().position(|of| *of == Some(dim))?;
        size_of(&extents[axis], self.size)
    }
}
