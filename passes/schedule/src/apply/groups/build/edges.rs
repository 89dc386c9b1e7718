//! Out-of-bounds policies of reads between members, if a tile replaces the whole tensor.

use super::GroupLoops;
use super::tile::ComputedTile;
use crate::apply::apply_fusion::evaluate::{clamped, is_inside};
use crate::apply::groups::legal::members::Members;
use tf_dialects::arith;
use tf_dialects::differentiate::constant_like;
use tf_dialects::tensor::bounds::{Indices, Proved};
use tf_dialects::tensor::{Access, Compute, Policy, Subscripts, build};
use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::walk::walk;
use tf_passes_common::code::subscript::{Form, Subscript, joined};

/// Records, on reads with a policy between members, the axes along which they are in bounds. Copies of them
/// for tiles also run at points out of bounds: the proof cannot be repeated for these, but their values are
/// unused.
pub(super) fn state_inside(body: &mut Body, members: &Members) {
    let (mut indices, mut found) = (Indices::new(body), Vec::new());
    for member in &members.all {
        walk(body, member.op, &mut |body, op| {
            let Some(access) = Access::of_read(body.op(op)) else { return };
            let has_edge = matches!(access.policy, Policy::Clamp | Policy::Fill);
            if has_edge && members.maker(body, access.source).is_some() {
                found.push((op, Proved::of(&mut indices, body.op(op), &access)));
            }
        });
    }
    found.into_iter().for_each(|(op, proved)| proved.state(body, op));
}

/// An axis along which a read compares its index with the bounds of the whole tensor.
pub(super) struct Edge {
    pub axis: usize,
    /// The extent of the whole tensor.
    pub extent: Extent,
    /// True if the axis is known to have points.
    pub has_points: bool,
}

/// Redirects a read to a tile. Along `edges`, index code applies the policy of the read. Along other axes the
/// read of the tile keeps the policy, unless a layout splits the axes.
pub(super) fn read_tile(body: &mut Body, read: Op, (made, result): (&ComputedTile, usize), edges: &[Edge]) {
    let access = Access::of_read(body.op(read)).expect("the caller checked that it is a read");
    let (policy, fill) = (access.policy, access.fill);
    let mut all = Subscript::of(&Subscripts::of(&access));
    let mut b = Builder::before(body, read);
    b.loc = b.body.loc(read);
    let (mut inside, mut exists) = (Vec::new(), Vec::new());
    for Edge { axis, extent, has_points } in edges {
        match policy {
            Policy::Clamp => {
                if !has_points {
                    exists.push(is_inside(&mut b, &Subscript::constant(0), extent));
                }
                all[*axis] = Subscript::value(clamped(&mut b, &all[*axis], extent));
            }
            Policy::Fill => inside.push(is_inside(&mut b, &all[*axis], extent)),
            _ => {}
        }
    }
    // If a point yields a tensor, its indices follow those of the box.
    let inner = all[made.begin.len()..].iter().cloned();
    let parts: Vec<Subscript> = made.place(b.body, &all).into_iter().chain(inner).collect();
    let place = joined(&parts, &Form::Value).expect("a difference of indices is a small expression");
    // A tile with split axes has no edges except those that the index code handled.
    let (own, other) = if made.is_cut() { (Policy::Assumed, None) } else { (policy, fill) };
    let mut value = build::at(&mut b, made.values[result], &place, own, other);
    for condition in inside {
        value = arith::select(&mut b, condition, value, fill.expect("the policy is fill"));
    }
    for condition in exists {
        let ty = b.body.ty(value);
        let zero = constant_like(&mut b, ty, 0.0);
        value = arith::select(&mut b, condition, value, zero);
    }
    body.replace(read, &[value]);
}

impl GroupLoops<'_> {
    /// Redirects a read of a member's result to its tile. Index code applies the policy along shared loops.
    /// The tile covers the other axes completely, so the policy of the read stays right for them.
    pub(super) fn redirect(
        &self,
        body: &mut Body,
        read: Op,
        (made, at, result): (&ComputedTile, usize, usize),
    ) {
        let access = Access::of_read(body.op(read)).expect("the caller checked that it is a read");
        let has_edge = matches!(access.policy, Policy::Clamp | Policy::Fill);
        let stated = Proved::stated(body.op(read));
        // A member that is computed outside of a loop covers its axis completely.
        let member = &self.members.all[at];
        let depth = member.box_depth(self.tiling);
        let stays = |axis: usize| stated.as_ref().is_some_and(|all| all.0[axis].inside.both());
        let is_part = |axis: &usize| {
            let is_entered = |dim: usize| self.tiling.left_at(dim, depth).is_some();
            // An axis of one point that the tile omits has an edge, too.
            let has_no_edge = member.axes[*axis].is_some_and(is_entered) || !made.axes.contains(axis);
            (has_no_edge || made.is_cut()) && !stays(*axis)
        };
        let edge = |axis: usize| {
            let extent = self.extent_of(body, at, axis);
            let has_points = self.has_points(body, read, &extent);
            Edge { axis, extent, has_points }
        };
        let edges: Vec<Edge> = (0..made.begin.len()).filter(|_| has_edge).filter(is_part).map(edge).collect();
        read_tile(body, read, (made, result), &edges);
    }

    /// True if an axis of this length is not empty whenever the read runs: a clamped read of an empty axis
    /// gives zero, not an element of a tile. Loops that run and the box around the read are not empty.
    fn has_points(&self, body: &Body, read: Op, extent: &Extent) -> bool {
        let is_entered = |dim: usize| !self.offsets[dim].is_empty() && self.extents[dim] == *extent;
        let mut around = std::iter::successors(body.parent_op(read), |op| body.parent_op(*op));
        let reader = around.find_map(|op| body.cast(op, Compute));
        extent.as_const().is_some_and(|n| n > 0)
            || (0..self.extents.len()).any(is_entered)
            || reader.is_some_and(|view| view.extents().contains(extent))
    }

    /// The extent of an axis of a member.
    fn extent_of(&self, body: &Body, at: usize, axis: usize) -> Extent {
        body.view(self.members.all[at].op, Compute).extents()[axis].clone()
    }
}
