//! The price of a group as its schedule has it: its loops, with each member where it is computed.

use super::legality::Legality;
use super::members::{Member, Members};
use crate::apply_tiles::Tiling;
use crate::cost::likely;
use crate::cost::nest::Nested;
use crate::cost::price::price;
use crate::cost::tree::{Array, LoopTree, Threads};
use crate::cost::work::Work;
use tf_dialects::target::Target;
use tf_dialects::tensor::loop_names::folds_in;
use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Body, Op, Value};
use tf_ir::extent::Extent;

/// The price of a group; `None` if it cannot run as its schedule says.
pub(super) fn of(body: &Body, group: Op, target: &Target) -> Option<f64> {
    let plan = body.view(group, Group).plan().ok().flatten()?;
    let (members, tiling, extents) = super::members(body, group, &plan, Legality::default()).ok()?;
    let works = members.all.iter().map(|member| Work::of(body, member.op)).collect();
    let yielded = body.view(group, Group).yielded();
    let nest = Nest { body, members: &members, tiling: &tiling, extents: &extents, works, yielded, target };
    Some(price(&nest.tree(), target).cost)
}

/// A group whose loops become a tree.
struct Nest<'a> {
    body: &'a Body,
    members: &'a Members,
    tiling: &'a Tiling,
    extents: &'a [Extent],
    works: Vec<Work>,
    yielded: Vec<Value>,
    target: &'a Target,
}

impl Nest<'_> {
    fn tree(&self) -> LoopTree {
        let mut tree = LoopTree::default();
        for _ in self.extents {
            tree.dim();
        }
        self.level(&mut tree, 0);
        tree
    }

    /// What stands in so many of the loops.
    fn level(&self, tree: &mut LoopTree, depth: usize) {
        self.here(tree, depth, false);
        if let Some((dim, part)) = self.tiling.order.get(depth).copied() {
            let around = tree.here();
            let step = self.tiling.splits[dim].sizes[part] as f64;
            let length = match part.checked_sub(1) {
                Some(outer) => self.tiling.splits[dim].sizes[outer] as f64,
                None => likely(&self.extents[dim]).max(1) as f64,
            };
            let threads = if self.tiling.parallel.contains(&depth) { Threads::Several } else { Threads::One };
            tree.enter(dim, ((length / step).ceil().max(1.0), step), threads);
            // Sums wait around the trips that add to them.
            for member in
                self.members.all.iter().filter(|member| member.folded().is_some() && member.depth == depth)
            {
                self.lives(tree, member, around);
            }
            self.level(tree, depth + 1);
            tree.leave();
        }
        self.here(tree, depth, true);
    }

    /// The members that are computed in so many of the loops, in front of the next one or behind it.
    fn here(&self, tree: &mut LoopTree, depth: usize, behind: bool) {
        for (owner, member) in self.members.all.iter().enumerate() {
            let at = member.box_depth(self.tiling);
            if at != depth || (member.behind && depth < self.tiling.order.len()) != behind {
                continue;
            }
            if member.folded().is_none() {
                self.lives(tree, member, tree.here());
            }
            self.member(tree, owner, member);
        }
        if !behind && depth == self.tiling.order.len() {
            self.corrections(tree, depth);
        }
    }

    /// What nobody else needs of a member lives in a loop.
    fn lives(&self, tree: &mut LoopTree, member: &Member, around: Option<usize>) {
        for value in self.body.results(member.op).filter(|value| !self.yielded.contains(value)) {
            tree.live(Array::Of(value), around);
        }
    }

    /// How many points of each axis a member has.
    fn lengths(&self, member: &Member) -> Vec<f64> {
        let extents = self.body.view(member.op, Compute).extents();
        let length = |(axis, extent): (usize, &Extent)| {
            likely(&member.length(axis, extent, self.tiling)).max(1) as f64
        };
        extents.iter().enumerate().map(length).collect()
    }

    fn member(&self, tree: &mut LoopTree, owner: usize, member: &Member) {
        let work = &self.works[owner];
        let axes = member.axes.iter().zip(self.lengths(member));
        let axes: Vec<(usize, f64)> =
            axes.map(|(dim, length)| (dim.unwrap_or_else(|| tree.dim()), length)).collect();
        let mut nested = Nested::new(work, axes, owner);
        let all = folds_in(self.body, member.op);
        for fold in &member.folds {
            let number = all.iter().position(|op| *op == fold.op);
            nested.folds.extend(number.map(|number| (number, (fold.dim, self.tiling.trip(fold.dim) as f64))));
        }
        // A trip adds up some of the terms.
        let terms = member
            .folded()
            .map_or(1.0, |dim| self.tiling.trip(dim) as f64 / likely(&self.extents[dim]).max(1) as f64);
        let mut nested = nested.in_vectors(self.target);
        nested.point *= terms.min(1.0);
        nested.is_open = false;
        nested.add(tree);
    }

    /// What joined members cost besides, in each trip.
    fn corrections(&self, tree: &mut LoopTree, depth: usize) {
        let Some(joins) = self.members.joins.as_ref().filter(|_| depth > 0) else { return };
        let points = |at: usize| self.lengths(&self.members.all[at]).iter().product::<f64>();
        let lanes = self.target.lanes(32) as f64;
        let work = joins.correcting(super::choose_joins::exponential(), points) / lanes;
        tree.code(self.members.all.len(), work, Vec::new());
    }
}
