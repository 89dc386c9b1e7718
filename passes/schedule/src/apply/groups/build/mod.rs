//! Emits the loop nest that the members of a group share.

pub(crate) mod carried;
mod edges;
pub(crate) mod joined_loops;
mod parallel_reductions;
mod pipelining;
pub(crate) mod placements;
mod sums;
mod tile;
mod windows;

use super::legal::members::{Member, Members};
use super::legal::stored::simplify_cuts;
use crate::apply::apply_tiles::Tiling;
use crate::apply::apply_tiles::loops::{TileLoops, sum};
use carried::carry;
use edges::state_inside;
use sums::identities;
use tf_dialects::tensor::bounds::guard;
use tf_dialects::tensor::shape::extents as extents_of;
use tf_dialects::tensor::tile::constant_extents;
use tf_dialects::tensor::{Access, Compute, Empty, Group, Policy, build, set_policy};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::location::Location;
use tf_ir::types::Type;
use tf_ir::walk::walk;
use tf_passes_common::code::subscript::{Form, Subscript, combined, joined};
use tile::{ComputedTile, Tile, shifted, types};

/// The loop nest of a group, under construction. It carries the group's results, then the accumulators and
/// windows of members.
pub struct GroupLoops<'a> {
    pub(super) members: &'a Members,
    pub(super) tiling: &'a Tiling,
    pub(super) extents: &'a [Extent],
    /// The results of the group: a member and its result, or a value from outside of the group.
    yields: Vec<Result<(usize, usize), Value>>,
    pub(super) offsets: Vec<Vec<Value>>,
    /// How many points of each loop remain in the current iterations, if that is constant and all are in
    /// bounds.
    points: Vec<Option<i64>>,
    /// The tiles of members that are available here.
    pub(super) made: Vec<Option<ComputedTile>>,
    /// The values that the loops carry for members, in the order of their tensors.
    pub(super) adding: Vec<Adding>,
    /// The running values of joined members, before an iteration and after it.
    pub(super) running: Vec<Option<joined_loops::Running>>,
    /// The location of the loops, if the group has a name.
    loc: Option<Location>,
}

/// A value that a loop carries for a member.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Adding {
    /// The accumulators.
    Sums(usize),
    /// The partial sums of all chunks, in a tensor that threads share.
    Chunks(usize),
    /// The sliding window over earlier iterations.
    Window(usize),
    /// The tile that the previous iteration computed for this one.
    Ahead(usize),
}

impl Adding {
    pub(super) fn member(self) -> usize {
        match self {
            Adding::Sums(at) | Adding::Chunks(at) | Adding::Window(at) | Adding::Ahead(at) => at,
        }
    }
}

impl<'a> GroupLoops<'a> {
    pub fn new(members: &'a Members, tiling: &'a Tiling, extents: &'a [Extent]) -> GroupLoops<'a> {
        GroupLoops {
            members,
            tiling,
            extents,
            yields: Vec::new(),
            offsets: vec![Vec::new(); extents.len()],
            points: extents.iter().map(Extent::as_const).collect(),
            made: vec![None; members.all.len()],
            adding: Vec::new(),
            running: members.joins.as_ref().map_or_else(Vec::new, |joins| vec![None; joins.count()]),
            loc: None,
        }
    }

    /// Replaces the group by the loops.
    pub fn replace(mut self, body: &mut Body, group: Op) {
        for op in &self.members.others {
            body.move_before(*op, group);
        }
        state_inside(body, self.members);
        self.loc = body.view(group, Group).loops_loc();
        let yielded = body.view(group, Group).yielded();
        self.yields = yielded.iter().map(|value| self.members.maker(body, *value).ok_or(*value)).collect();
        let mut b = Builder::before(body, group);
        let written: Vec<Value> = yielded
            .iter()
            .zip(&self.yields)
            .filter(|(_, made)| made.is_ok())
            .map(|(value, _)| *value)
            .collect();
        // The iterations write all elements.
        let types: Vec<Type> = written.iter().map(|value| b.body.ty(*value)).collect();
        let starts: Vec<Value> = types.into_iter().map(|ty| Empty::build(&mut b, ty)).collect();
        let mut results = self.level(&mut b, 0, &starts).into_iter();
        let values: Vec<Value> = self
            .yields
            .iter()
            .map(|made| {
                made.map_or_else(|value| value, |_| results.next().expect("each result has a tensor"))
            })
            .collect();
        body.replace(group, &values);
    }

    /// Computes the members at a depth, before its loop or after it.
    fn compute(&mut self, b: &mut Builder<'_>, (depth, after_loop): (usize, bool), tensors: &mut [Value]) {
        for at in 0..self.members.all.len() {
            let member = &self.members.all[at];
            if !after_loop
                && self.adding.contains(&Adding::Sums(at))
                && member.inner_depth(self.tiling) == depth
            {
                self.add_up(b, at, tensors);
            }
            if member.folded().is_none()
                && member.after_loop == after_loop
                && member.depth == depth
                && self.made[at].is_none()
            {
                let made = match (member.windowed, member.ahead) {
                    (true, _) => self.next_in_window(b, at, tensors),
                    (_, true) => self.next_ahead(b, at, tensors),
                    _ => {
                        let part = self.box_of(b.body, member);
                        self.compute_tile(b, member, part)
                    }
                };
                self.write(b, at, &made, tensors);
                self.made[at] = Some(made);
            }
        }
    }

    /// Computes a tile of a member.
    pub(super) fn compute_tile(&self, b: &mut Builder<'_>, member: &Member, part: Tile) -> ComputedTile {
        let block = b.body.view(member.op, Compute).block().expect("a compute has a region");
        let lengths = part.stored_lengths();
        let types = types(b, member.op, &lengths);
        b.loc = b.body.loc(member.op);
        let op = build::compute(b, &lengths, &types, |b, local| {
            let mut copier = part.copier(b.body, member.op, local);
            self.copied(b, &mut copier, member, block)
        });
        self.settle(b.body, op);
        let names = part.loop_names(b.body, member.op);
        carry(b.body, member.op, op, (names, member.by));
        let values = match self.members.joins.is_some() {
            true => joined_loops::without_copies(b.body, op),
            false => b.body.results(op).collect(),
        };
        ComputedTile { values, begin: part.begin, axes: part.axes, window: None, stored: part.stored }
    }

    /// Redirects the reads of a new compute to the tiles of members, and guards those that the old proofs do
    /// not cover.
    pub(super) fn settle(&self, body: &mut Body, op: Op) {
        for read in inside(body, op) {
            let source = Access::of_read(body.op(read)).map(|access| access.source);
            let maker = source.and_then(|source| self.members.maker(body, source));
            if let Some((made, at, result)) =
                maker.and_then(|(at, result)| Some((self.made[at].clone()?, at, result)))
            {
                self.redirect(body, read, (&made, at, result));
            }
        }
        // A periodic loop continues at its other end; elsewhere, values out of bounds are unused.
        let around = self.members.rings.contains(&true);
        for inner in inside(body, op) {
            simplify_cuts(body, inner);
            let was_proved =
                Access::of_read(body.op(inner)).is_some_and(|read| read.policy == Policy::Assumed);
            if guard(body, inner) && was_proved && around {
                set_policy(body, inner, Policy::Wrap);
            }
        }
    }

    /// Writes the tile of a member into the results of the group.
    fn write(&mut self, b: &mut Builder<'_>, at: usize, made: &ComputedTile, tensors: &mut [Value]) {
        let written: Vec<(usize, usize)> = self.yields.iter().flatten().copied().collect();
        for (place, (member, result)) in written.into_iter().enumerate() {
            if member == at {
                let (tile, begin) = self.own_part(b, at, made, result);
                let begin = joined(&begin, &Form::Value).expect("a sum of indices is a small expression");
                let depth = self.members.all[at].box_depth(self.tiling);
                let even = (0..self.extents.len()).all(|dim| {
                    let left = self.tiling.left_at(dim, depth);
                    let is_even = |left| self.tiling.is_even(&self.extents[dim], left);
                    left.is_none_or(|left| self.points[dim].is_some() || is_even(left))
                });
                let is_known = constant_extents(&b.ctx(), b.body.ty(tile)).is_some();
                let inside = even && is_known && begin.values.is_empty();
                let policy = if inside { Policy::Assumed } else { Policy::Drop };
                tensors[place] = build::tile_write(b, (tile, tensors[place]), None, &begin, policy);
            }
        }
    }

    /// The tile of a member with all axes and without the halo, followed by the axes of the yielded elements;
    /// and its start.
    fn own_part(
        &mut self,
        b: &mut Builder<'_>,
        at: usize,
        made: &ComputedTile,
        result: usize,
    ) -> (Value, Vec<Subscript>) {
        let member = &self.members.all[at];
        let yielded = b.body.view(member.op, Compute).yielded()[result];
        let inner = extents_of(&b.ctx(), b.body.ty(yielded)).unwrap_or_default();
        let at_start = vec![Subscript::constant(0); inner.len()];
        let is_whole = made.axes.len() == made.begin.len();
        let is_plain = made.window.is_none() && made.stored.is_none();
        if is_whole && is_plain && member.need.iter().all(|need| *need == (0, 0)) {
            return (made.values[result], [&made.begin[..], &at_start].concat());
        }
        let own = member.without_surroundings();
        let extents = b.body.view(member.op, Compute).extents().to_vec();
        let mut lengths: Vec<Extent> =
            extents.iter().enumerate().map(|(axis, extent)| self.tile_length(&own, axis, extent)).collect();
        lengths.extend(inner);
        let begin: Vec<Subscript> = (0..own.axes.len()).map(|axis| self.begin(&own, axis)).collect();
        let source = made.values[result];
        let elem = b.ctx().elem_type(b.body.ty(source));
        let tile = build::compute_one(b, &lengths, elem, |b, local| {
            let index = |(begin, local): (&Subscript, &Value)| shifted(begin, *local);
            let all: Vec<Subscript> = begin.iter().zip(local).map(index).collect();
            let inner = local[extents.len()..].iter().map(|index| Subscript::value(*index));
            let parts: Vec<Subscript> = made.place(b.body, &all).into_iter().chain(inner).collect();
            let place = joined(&parts, &Form::Value).expect("a sum of indices is a small expression");
            build::at(b, source, &place, Policy::Assumed, None)
        });
        for op in b.body.def_op(tile).into_iter().flat_map(|op| inside(b.body, op)).collect::<Vec<_>>() {
            guard(b.body, op);
        }
        (tile, begin.into_iter().chain(at_start).collect())
    }

    /// The start of a member's tile along an axis.
    fn begin(&self, member: &Member, axis: usize) -> Subscript {
        match member.axes[axis] {
            Some(dim) => self.begin_before(member, dim, member.need[dim].0),
            None => Subscript::constant(0),
        }
    }

    /// The index of a member that is `before` points before the current position of a loop.
    pub(super) fn begin_before(&self, member: &Member, dim: usize, before: i64) -> Subscript {
        combined(&[(sum(&self.offsets[dim]), member.strides[dim]), (Subscript::constant(before), -1)])
    }

    /// The length of a member's tile along an axis; in a peeled tail, only the points in bounds.
    fn tile_length(&self, member: &Member, axis: usize, extent: &Extent) -> Extent {
        let is_in = |dim: &usize| self.tiling.left_at(*dim, member.box_depth(self.tiling)).is_some();
        let known = member.axes[axis].filter(is_in).and_then(|dim| Some((dim, self.points[dim]?)));
        match known {
            Some((dim, points)) => Extent::constant(member.needed(dim, points)),
            None => member.length(axis, extent, self.tiling),
        }
    }

    /// The tile of a member that the current iterations require.
    pub(super) fn box_of(&self, body: &Body, member: &Member) -> Tile {
        self.box_with(body, member, None)
    }

    /// The tile of a member that the current iterations require, but with another start and length along one
    /// axis, which it keeps even if it has one point.
    pub(super) fn box_with(
        &self,
        body: &Body,
        member: &Member,
        other: Option<(usize, Subscript, i64)>,
    ) -> Tile {
        let extents = body.view(member.op, Compute).extents();
        let mut lengths: Vec<Extent> =
            extents.iter().enumerate().map(|(axis, extent)| self.tile_length(member, axis, extent)).collect();
        let mut begin: Vec<Subscript> = (0..extents.len()).map(|axis| self.begin(member, axis)).collect();
        let stays = other.as_ref().map(|(axis, ..)| *axis);
        if let Some((axis, from, length)) = other {
            (begin[axis], lengths[axis]) = (from, Extent::constant(length));
        }
        let is_one = |axis: usize| {
            member.axes[axis].is_some() && lengths[axis].as_const() == Some(1) && stays != Some(axis)
        };
        let axes: Vec<usize> = (0..lengths.len()).filter(|axis| !is_one(*axis)).collect();
        let lengths = axes.iter().map(|axis| lengths[*axis].clone()).collect();
        let stored = member.stored.as_ref().and_then(|stored| stored.of_part(&axes));
        Tile { begin, axes, lengths, stored }
    }
}

impl TileLoops for GroupLoops<'_> {
    type State = (Vec<Option<ComputedTile>>, Vec<Adding>);

    fn tiling(&self) -> &Tiling {
        self.tiling
    }

    fn extent(&self, dim: usize) -> &Extent {
        &self.extents[dim]
    }

    fn offsets(&mut self) -> &mut Vec<Vec<Value>> {
        &mut self.offsets
    }

    fn points(&self, dim: usize) -> Option<i64> {
        self.points[dim]
    }

    fn set_points(&mut self, dim: usize, points: Option<i64>) -> Option<i64> {
        std::mem::replace(&mut self.points[dim], points)
    }

    fn state(&self) -> Self::State {
        (self.made.clone(), self.adding.clone())
    }

    fn restore(&mut self, (made, adding): Self::State) {
        (self.made, self.adding) = (made, adding);
    }

    /// The members placed before the loop at a depth, and the initial values that the loop carries.
    fn before(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &[Value]) -> Vec<Value> {
        let mut tensors = tensors.to_vec();
        self.compute(b, (depth, false), &mut tensors);
        for (at, member) in self.members.all.iter().enumerate().filter(|(_, m)| m.folded().is_some()) {
            let chunks = member.depth == depth && member.chunk_depth(self.tiling).is_some();
            if chunks && !self.adding.contains(&Adding::Chunks(at)) {
                tensors.extend(self.chunk_tensors(b, member));
                self.adding.push(Adding::Chunks(at));
            }
            if member.sum_depth(self.tiling) == depth && !self.adding.contains(&Adding::Sums(at)) {
                let lengths = self.box_of(b.body, member).lengths;
                tensors.extend(member.folds.iter().map(|fold| identities(b, fold, &lengths)));
                self.adding.push(Adding::Sums(at));
            }
        }
        self.begin_windows(b, depth, &mut tensors);
        self.begin_ahead(b, depth, &mut tensors);
        b.loc = self.loc.unwrap_or(b.loc);
        tensors
    }

    fn innermost(&mut self, _b: &mut Builder<'_>, tensors: &[Value]) -> Vec<Value> {
        tensors.to_vec()
    }

    /// The final values that the loop carried, and the members that consume them.
    fn after(&mut self, b: &mut Builder<'_>, depth: usize, mut tensors: Vec<Value>) -> Vec<Value> {
        let mut ended = Vec::new();
        while let Some(adding) = self.adding.last().copied().filter(|adding| self.depth_of(*adding) == depth)
        {
            ended.push((adding, tensors.split_off(tensors.len() - self.tensors_of(adding))));
            self.adding.pop();
        }
        // The first ones first: others may read their results.
        for (adding, values) in ended.into_iter().rev() {
            self.end(b, adding, values, &mut tensors);
        }
        self.compute(b, (depth, true), &mut tensors);
        tensors
    }
}

impl GroupLoops<'_> {
    /// Records the result of a member, once the loop that carries it has ended.
    fn end(&mut self, b: &mut Builder<'_>, adding: Adding, values: Vec<Value>, tensors: &mut [Value]) {
        let (at, member) = (adding.member(), &self.members.all[adding.member()]);
        if matches!(adding, Adding::Window(_) | Adding::Ahead(_)) {
            return;
        }
        if adding == Adding::Sums(at) && member.chunk_depth(self.tiling).is_some() {
            return self.write_chunks(b, at, &values, tensors);
        }
        let part = self.box_of(b.body, member);
        let values = match adding {
            Adding::Sums(_) if member.is_joined => self.finished(b, at, &values),
            Adding::Sums(_) | Adding::Window(_) | Adding::Ahead(_) => values,
            Adding::Chunks(_) => self.combined_chunks(b, member, &values, &part.lengths),
        };
        let made = ComputedTile { values, begin: part.begin, axes: part.axes, window: None, stored: None };
        self.write(b, at, &made, tensors);
        self.made[at] = Some(made);
    }

    /// How many loops enclose a carried value.
    fn depth_of(&self, adding: Adding) -> usize {
        let member = &self.members.all[adding.member()];
        match adding {
            Adding::Sums(_) => member.sum_depth(self.tiling),
            Adding::Chunks(_) => member.depth,
            Adding::Window(_) | Adding::Ahead(_) => member.depth - 1,
        }
    }

    /// How many tensors a loop carries for it.
    fn tensors_of(&self, adding: Adding) -> usize {
        let member = &self.members.all[adding.member()];
        match adding {
            Adding::Sums(_) | Adding::Chunks(_) => member.folds.len(),
            Adding::Window(_) | Adding::Ahead(_) => member.results,
        }
    }

    /// The position of its first tensor among those that a loop carries.
    pub(super) fn carried_position(&self, adding: Adding) -> usize {
        let results = self.yields.iter().filter(|made| made.is_ok()).count();
        let before = self.adding.iter().take_while(|other| **other != adding);
        results + before.map(|other| self.tensors_of(*other)).sum::<usize>()
    }
}

/// All ops inside of a compute.
fn inside(body: &Body, compute: Op) -> Vec<Op> {
    let mut found = Vec::new();
    walk(body, compute, &mut |_, op| found.push(op));
    found
}
