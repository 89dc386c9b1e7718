//! Members that are computed one iteration ahead (software pipelining: Lam, 1988): the loop carries the tile
//! of an iteration, and each iteration computes the tile of the next one. A prologue computes the first tile;
//! the tile of the last iteration is unused.

use super::tile::{ComputedTile, Tile};
use super::{Adding, GroupLoops};
use crate::apply::groups::legal::members::Member;
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_passes_common::code::subscript::{Subscript, combined};

impl GroupLoops<'_> {
    /// Emits the prologue of the loop at a depth: the first tiles of members that are computed ahead.
    pub(super) fn begin_ahead(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &mut Vec<Value>) {
        for at in 0..self.members.all.len() {
            let member = &self.members.all[at];
            if !member.ahead || member.depth != depth + 1 || self.adding.contains(&Adding::Ahead(at)) {
                continue;
            }
            let part = self.tile_of_iteration(b.body, member, 0);
            tensors.extend(self.compute_tile(b, member, part).values);
            self.adding.push(Adding::Ahead(at));
        }
    }

    /// Returns the tile that the previous iteration computed, and computes the tile of the next one.
    pub(super) fn next_ahead(&self, b: &mut Builder<'_>, at: usize, tensors: &mut [Value]) -> ComputedTile {
        let member = &self.members.all[at];
        let place = self.carried_position(Adding::Ahead(at));
        let carried = &mut tensors[place..place + member.results];
        let Tile { begin, axes, stored, .. } = self.tile_of_iteration(b.body, member, 0);
        let made = ComputedTile { values: carried.to_vec(), begin, axes, window: None, stored };
        let next = self.tile_of_iteration(b.body, member, 1);
        carried.copy_from_slice(&self.compute_tile(b, member, next).values);
        made
    }

    /// The tile of a member for the iteration of its loop that is this far after the current one; before the
    /// loop, after the first one.
    fn tile_of_iteration(&self, body: &Body, member: &Member, iterations: i64) -> Tile {
        let (dim, part) = self.tiling.order[member.depth - 1];
        let step = self.tiling.splits[dim].sizes[part];
        let axis = member.axes.iter().position(|own| *own == Some(dim));
        let axis = axis.expect("a windowed member has a loop");
        let begin = self.begin_before(member, dim, member.need[dim].0);
        let points = Subscript::constant(iterations * step * member.strides[dim]);
        let begin = combined(&[(begin, 1), (points, 1)]);
        self.box_with(body, member, Some((axis, begin, member.needed(dim, step))))
    }
}
