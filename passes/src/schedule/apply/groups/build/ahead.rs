//! Members that are made one trip ahead: the loop carries what a trip needs, and each trip makes what the next one needs (software pipelining: Lam, 1988). What the
//! first trip needs is made in front of the loop; behind the last one nobody looks.

use super::parts::{Made, Part};
use super::{Adding, GroupLoops};
use crate::code::subscript::{Subscript, combined};
use crate::schedule::apply::groups::legal::members::Member;
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;

impl GroupLoops<'_> {
    /// Makes what the first trip of the loop at a depth needs of members that are made ahead, in front of it.
    pub(super) fn begin_ahead(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &mut Vec<Value>) {
        for at in 0..self.members.all.len() {
            let member = &self.members.all[at];
            if !member.ahead || member.depth != depth + 1 || self.adding.contains(&Adding::Ahead(at)) {
                continue;
            }
            let part = self.part_of_trip(b.body, member, 0);
            tensors.extend(self.part(b, member, part).values);
            self.adding.push(Adding::Ahead(at));
        }
    }

    /// What the trip before has made of a member for this one; makes what the next one needs.
    pub(super) fn next_ahead(&self, b: &mut Builder<'_>, at: usize, tensors: &mut [Value]) -> Made {
        let member = &self.members.all[at];
        let place = self.place_of(Adding::Ahead(at));
        let carried = &mut tensors[place..place + member.results];
        let Part { begin, axes, stored, .. } = self.part_of_trip(b.body, member, 0);
        let made = Made { values: carried.to_vec(), begin, axes, window: None, stored };
        let next = self.part_of_trip(b.body, member, 1);
        carried.copy_from_slice(&self.part(b, member, next).values);
        made
    }

    /// The part of a member that a trip of its loop needs, so many behind the one that is entered; in front of the loop, behind the first one.
    fn part_of_trip(&self, body: &Body, member: &Member, trips: i64) -> Part {
        let (dim, part) = self.tiling.order[member.depth - 1];
        let step = self.tiling.splits[dim].sizes[part];
        let axis = member.axes.iter().position(|own| *own == Some(dim));
        let axis = axis.expect("a member is computed in a loop of its own");
        let begin = self.begin_before(member, dim, member.need[dim].0);
        let points = Subscript::constant(trips * step * member.strides[dim]);
        let begin = combined(&[(begin, 1), (points, 1)]);
        self.box_with(body, member, Some((axis, begin, member.needed(dim, step))))
    }
}
