//! The loop tree of a group, for the price ([`price`](super::price)): the loops of its schedule and each
//! member at its depth. It covers overlapped tiles, windows, chunked sums and joins, for groups of any
//! origin.

use crate::apply::apply_tiles::Tiling;
use crate::apply::groups::legal::members::{Member, Members};
use rustc_hash::FxHashMap;
use tf_dialects::target::Target;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::folds_in;
use tf_dialects::tensor::schedule::By;
use tf_dialects::tensor::tile_layout::Digit;
use tf_ir::body::{Body, Value};
use tf_ir::extent::Extent;
use tf_passes_common::cost::access_map::bytes_of_element;
use tf_passes_common::cost::likely;
use tf_passes_common::cost::nest::Nested;
use tf_passes_common::cost::tree::{Array, Axis, LoopTree, Threads, Use};
use tf_passes_common::cost::work::Work;

/// A group and its legal tiling, the source of the tree.
pub(super) struct Nest<'a> {
    pub body: &'a Body,
    /// The members as legality found them.
    pub members: &'a Members,
    pub tiling: &'a Tiling,
    /// The lengths of the loops.
    pub extents: &'a [Extent],
    /// The work of each member.
    pub works: &'a [Work],
    /// The results that are used after the loops.
    pub yielded: &'a [Value],
    pub target: &'a Target,
}

impl Nest<'_> {
    pub fn tree(&self) -> LoopTree {
        let mut tree = LoopTree::default();
        for _ in self.extents {
            tree.dim();
        }
        self.level(&mut tree, 0);
        tree
    }

    /// Adds the code inside the outer `depth` loops.
    fn level(&self, tree: &mut LoopTree, depth: usize) {
        self.here(tree, depth, false);
        if let Some((dim, part)) = self.tiling.order.get(depth).copied() {
            let around = tree.here();
            let step = self.tiling.splits[dim].sizes[part] as f64;
            let threads = if self.tiling.parallel.contains(&depth) { Threads::Several } else { Threads::One };
            // Accumulators live around the loop that adds to them, even if the group yields them.
            for member in &self.members.all {
                if member.folded().is_some() && member.sum_depth(self.tiling) == depth {
                    self.body.results(member.op).for_each(|value| tree.live(Array::Of(value), around));
                }
            }
            tree.enter(dim, (self.trip_count(depth), step), threads);
            self.level(tree, depth + 1);
            tree.leave();
            self.combine(tree, depth);
        }
        self.here(tree, depth, true);
    }

    /// The iteration count of the loop at a position.
    pub fn trip_count(&self, place: usize) -> f64 {
        let (dim, part) = self.tiling.order[place];
        (self.length(dim, part) / self.tiling.splits[dim].sizes[part] as f64).ceil().max(1.0)
    }

    /// The points of a dimension that the loop of this part covers.
    fn length(&self, dim: usize, part: usize) -> f64 {
        match part.checked_sub(1) {
            Some(outer) => self.tiling.splits[dim].sizes[outer] as f64,
            None => self.all(dim),
        }
    }

    /// The length of a loop.
    fn all(&self, dim: usize) -> f64 {
        likely(&self.extents[dim]).max(1) as f64
    }

    /// Adds the members at this depth, those before the next loop or those after it.
    fn here(&self, tree: &mut LoopTree, depth: usize, after_loop: bool) {
        for (owner, member) in self.members.all.iter().enumerate() {
            let at = member.box_depth(self.tiling);
            if at != depth || (member.after_loop && depth < self.tiling.order.len()) != after_loop {
                continue;
            }
            if member.folded().is_none() {
                self.lives(tree, member);
            }
            self.member(tree, owner, member);
        }
        if !after_loop && depth == self.tiling.order.len() {
            self.corrections(tree, depth);
        }
    }

    /// Temporaries of a member live in the current loop.
    fn lives(&self, tree: &mut LoopTree, member: &Member) {
        for value in self.body.results(member.op).filter(|value| !self.yielded.contains(value)) {
            tree.live(Array::Of(value), tree.here());
        }
    }

    /// The points of each axis of a member that a tile computes.
    fn lengths(&self, member: &Member, work: &Work) -> Vec<f64> {
        let axes = member.axes.iter().zip(&work.extents);
        axes.map(|(dim, extent)| {
            let points = dim.and_then(|dim| self.points(member, dim));
            points.unwrap_or_else(|| extent.max(1.0)).max(1.0)
        })
        .collect()
    }

    /// The points along one loop; `None` if no tile bounds them and the member computes all.
    fn points(&self, member: &Member, dim: usize) -> Option<f64> {
        let own = self.tiling.left_at(dim, member.box_depth(self.tiling))?;
        let is_slid = member.depth > 0 && member.slid(self.tiling) == dim;
        // The window holds the points of earlier tiles.
        let points =
            if member.windowed && is_slid { member.added(self.tiling) } else { member.needed(dim, own) };
        let first = member.first.filter(|_| is_slid).map_or(0.0, |first| self.share_of_first(member, first));
        Some(points as f64 + first)
    }

    /// The points before the first tile of a window, spread over its tiles.
    fn share_of_first(&self, member: &Member, (before, after): (i64, i64)) -> f64 {
        let (dim, part) = self.tiling.order[member.depth - 1];
        (before + after) as f64 * self.tiling.splits[dim].sizes[part] as f64 / self.length(dim, part)
    }

    fn member(&self, tree: &mut LoopTree, owner: usize, member: &Member) {
        let work = &self.works[owner];
        let axes = member.axes.iter().zip(self.lengths(member, work));
        let axes: Vec<(usize, f64)> =
            axes.map(|(dim, length)| (dim.unwrap_or_else(|| tree.dim()), length)).collect();
        let mut nested = Nested::new(work, axes, owner);
        let strides = member.axes.iter().map(|dim| dim.map_or(1.0, |dim| member.strides[dim] as f64));
        nested.strides = strides.collect();
        let all = folds_in(self.body, member.op);
        for fold in &member.folds {
            let number = all.iter().position(|op| *op == fold.op);
            nested
                .folds
                .extend(number.map(|number| (number, (fold.dim, self.tiling.tile_size(fold.dim) as f64))));
        }
        // A tile adds up a fraction of the terms.
        let terms = member.folded().map_or(1.0, |dim| self.tiling.tile_size(dim) as f64 / self.all(dim));
        nested.stored = self.stored();
        if let Some(stored) = &member.stored {
            let innermost = |axis: &usize| stored.digits().iter().rposition(|(own, _)| own == axis);
            nested.order.sort_by_key(innermost);
        }
        // The schedule specifies the threads, or the nest decides.
        nested.is_open = member.by != Some(By::Each);
        if member.by == Some(By::All) {
            nested.threads.extend(nested.order.first());
        }
        let mut nested = nested.in_vectors(self.target);
        nested.point *= terms.min(1.0);
        nested.add(tree);
    }

    /// The layouts of the members' results in memory.
    fn stored(&self) -> FxHashMap<Value, Vec<(usize, Digit)>> {
        let of = |member: &Member| {
            let digits = member.stored.as_ref().map(|stored| stored.digits().to_vec());
            let values: Vec<Value> = self.body.results(member.op).collect();
            values.into_iter().filter_map(move |value| Some((value, digits.clone()?)))
        };
        self.members.all.iter().flat_map(of).collect()
    }

    /// Adds the cost of combining the partial sums of chunks, after the loop over chunks at this depth.
    fn combine(&self, tree: &mut LoopTree, depth: usize) {
        let in_chunks = |member: &Member| member.chunk_depth(self.tiling).is_some() && member.depth == depth;
        for (owner, member) in self.members.all.iter().enumerate().filter(|(_, member)| in_chunks(member)) {
            let chunks = self.trip_count(depth);
            // All points of the member that these loops compute.
            let extents = self.body.view(member.op, Compute).extents();
            let points = member.axes.iter().zip(extents).map(|(axis, extent)| {
                let left = axis.and_then(|dim| Some(member.needed(dim, self.tiling.left_at(dim, depth)?)));
                left.unwrap_or_else(|| likely(extent)).max(1) as f64
            });
            let points: f64 = points.product();
            let bytes = self.body.results(member.op).map(|value| bytes_of_element(self.body, value));
            let sums = points * bytes.sum::<f64>();
            let (along, array) = (tree.dim(), Array::Made(owner));
            tree.live(array, tree.here());
            tree.enter(along, (chunks, 1.0), Threads::Open);
            let axes =
                vec![Axis { extent: chunks, terms: vec![(along, 1.0)], anywhere: false, known: false }];
            let work = sums / f64::from(self.target.vector_bits / 8);
            tree.code(owner, work, vec![Use { array, bytes: 2.0 * sums, axes, jumps: false }]);
            tree.leave();
        }
    }

    /// Adds the cost of the joins' corrections per tile.
    fn corrections(&self, tree: &mut LoopTree, depth: usize) {
        let Some(joins) = self.members.joins.as_ref().filter(|_| depth > 0) else { return };
        let points = |at: usize| self.lengths(&self.members.all[at], &self.works[at]).iter().product::<f64>();
        let lanes = self.target.lanes(32) as f64;
        let work = joins.correcting(super::choose_joins::exponential(), points) / lanes;
        tree.code(self.members.all.len(), work, Vec::new());
    }
}
