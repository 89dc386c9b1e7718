//! Sliding windows: circular buffers that a loop carries. Their length along the loop is that of the region
//! which an iteration requires, and points are addressed modulo that length.

use super::carried::carry;
use super::tile::{ComputedTile, Tile, shifted, types};
use super::{Adding, GroupLoops};
use crate::apply::apply_tiles::loops::sum;
use crate::apply::groups::legal::members::Member;
use tf_dialects::tensor::{Accumulation, Combine, Compute, Empty, Policy, build};
use tf_ir::body::{Body, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::{Form, Subscript, combined, joined};

impl GroupLoops<'_> {
    /// Creates the windows that slide along the loop at a depth, before the loop, with the points that the
    /// first iteration reuses.
    pub(super) fn begin_windows(&mut self, b: &mut Builder<'_>, depth: usize, tensors: &mut Vec<Value>) {
        let here = |member: &Member| member.folded().is_none() && member.depth == depth + 1;
        let slides = |at: &usize| {
            let member = &self.members.all[*at];
            member.windowed && here(member) && !self.adding.contains(&Adding::Window(*at))
        };
        let slid: Vec<usize> = (0..self.members.all.len()).filter(slides).collect();
        if slid.is_empty() {
            return;
        }
        let outside = self.made.clone();
        for at in 0..self.members.all.len() {
            let member = &self.members.all[at];
            if let Some(first) = member.first.filter(|_| here(member)) {
                self.made[at] = Some(self.first_tile(b, member, first));
            }
        }
        let firsts = std::mem::replace(&mut self.made, outside);
        for at in slid {
            tensors.extend(self.window(b, at, firsts[at].as_ref()));
            self.adding.push(Adding::Window(at));
        }
    }

    /// The axis along which a member's window slides.
    fn slid_axis(&self, member: &Member) -> usize {
        let dim = member.slid(self.tiling);
        member.axes.iter().position(|own| *own == Some(dim)).expect("a windowed member has a loop")
    }

    /// The prologue of a member: the points of this halo around the start of the loop.
    fn first_tile(&self, b: &mut Builder<'_>, member: &Member, (before, after): (i64, i64)) -> ComputedTile {
        let begin = self.begin_before(member, member.slid(self.tiling), before);
        let part = self.box_with(b.body, member, Some((self.slid_axis(member), begin, before + after)));
        self.compute_tile(b, member, part)
    }

    /// The tile that an iteration adds to the window of a member; before the loop, that of the first
    /// iteration.
    fn next_tile(&self, body: &Body, member: &Member) -> Tile {
        let dim = member.slid(self.tiling);
        let (before, _) = member.computed(dim, self.tiling);
        let begin = self.begin_before(member, dim, before);
        self.box_with(body, member, Some((self.slid_axis(member), begin, member.added(self.tiling))))
    }

    /// The tensors of a window, which start with the last points of the prologue.
    fn window(&self, b: &mut Builder<'_>, at: usize, first: Option<&ComputedTile>) -> Vec<Value> {
        let member = &self.members.all[at];
        let axis = self.slid_axis(member);
        let part = self.next_tile(b.body, member);
        let (lengths, along) = self.window_box(member, &part);
        let empty: Vec<Value> =
            self.window_types(b, member, &lengths).into_iter().map(|ty| Empty::build(b, ty)).collect();
        let (Some(first), found) = (first, member.found(self.tiling)) else { return empty };
        if found <= 0 {
            return empty;
        }
        let mut copied = lengths;
        copied[along] = Extent::constant(found);
        // These are the last `found` points before the tile of the first iteration.
        let begin = combined(&[(part.begin[axis].clone(), 1), (Subscript::constant(found), -1)]);
        let values = first.values.clone();
        let all = |local: &[Value]| {
            let mut own = part.begin.clone();
            own[axis] = begin.clone();
            part.axes.iter().zip(local).for_each(|(axis, local)| own[*axis] = shifted(&own[*axis], *local));
            own
        };
        let from = |body: &Body, local: &[Value]| {
            joined(&first.place(body, &all(local)), &Form::Value)
                .expect("a sum of indices is a small expression")
        };
        let made = self.window_tile(empty.clone(), &part, member);
        let hows = vec![PUT; empty.len()];
        let op = build::accumulate(b, &copied, &[], &empty, &hows, |b, local, windows| {
            let from = from(b.body, local);
            let to = joined(&made.place(b.body, &all(local)), &Form::Value)
                .expect("a sum of indices is a small expression");
            for (window, value) in windows.iter().zip(&values) {
                let value = build::at(b, *value, &from, Policy::Assumed, None);
                build::put(b, value, *window, &to, Policy::Assumed);
            }
            Vec::new()
        });
        self.settle(b.body, op);
        b.body.results(op).collect()
    }

    /// Computes the tile that an iteration adds to the window of a member. The window then holds the region
    /// that the iteration requires.
    pub(super) fn next_in_window(
        &self,
        b: &mut Builder<'_>,
        at: usize,
        tensors: &mut [Value],
    ) -> ComputedTile {
        let member = &self.members.all[at];
        let part = self.next_tile(b.body, member);
        let place = self.carried_position(Adding::Window(at));
        let range = place..place + member.results;
        let windows = tensors[range.clone()].to_vec();
        let made = self.window_tile(windows.clone(), &part, member);
        let block = b.body.view(member.op, Compute).block().expect("a compute has a region");
        b.loc = b.body.loc(member.op);
        let hows = vec![PUT; windows.len()];
        let op = build::accumulate(b, &part.lengths, &[], &windows, &hows, |b, local, windows| {
            let mut all = part.begin.clone();
            part.axes.iter().zip(local).for_each(|(axis, local)| all[*axis] = shifted(&all[*axis], *local));
            let to = joined(&made.place(b.body, &all), &Form::Value)
                .expect("a sum of indices is a small expression");
            let values = part
                .copier(b.body, member.op, local)
                .block(b, block)
                .expect("a sum of indices is a small expression");
            for (window, value) in windows.iter().zip(values) {
                build::put(b, value, *window, &to, Policy::Assumed);
            }
            Vec::new()
        });
        self.settle(b.body, op);
        let names = part.loop_names(b.body, member.op);
        carry(b.body, member.op, op, (names, member.by));
        let values: Vec<Value> = b.body.results(op).collect();
        tensors[range].copy_from_slice(&values);
        ComputedTile { values, ..made }
    }

    /// A window as a tile: slot 0 holds the first point that the first iteration of the loop adds.
    fn window_tile(&self, values: Vec<Value>, part: &Tile, member: &Member) -> ComputedTile {
        let (dim, axis) = (member.slid(self.tiling), self.slid_axis(member));
        let mut begin = part.begin.clone();
        for (axis, dim) in member.axes.iter().enumerate() {
            if let Some(dim) = dim.filter(|own| *own != member.slid(self.tiling)) {
                begin[axis] = self.begin_before(member, dim, member.need[dim].0);
            }
        }
        let outer = self.tiling.order[..member.depth - 1].iter().filter(|(own, _)| *own == dim).count();
        let (around, (before, _)) = (sum(&self.offsets[dim][..outer]), member.computed(dim, self.tiling));
        begin[axis] = combined(&[(around, member.strides[dim]), (Subscript::constant(before), -1)]);
        let window = Some((axis, member.window(self.tiling)));
        ComputedTile { values, begin, axes: part.axes.clone(), window, stored: None }
    }

    /// The lengths of a window, and the axis along which it slides.
    fn window_box(&self, member: &Member, part: &Tile) -> (Vec<Extent>, usize) {
        let axis = self.slid_axis(member);
        let along = part.axes.iter().position(|own| *own == axis).expect("the axis of the window stays");
        let mut lengths = part.lengths.clone();
        lengths[along] = Extent::constant(member.window(self.tiling));
        (lengths, along)
    }

    fn window_types(&self, b: &Builder<'_>, member: &Member, lengths: &[Extent]) -> Vec<Type> {
        types(b, member.op, lengths)
    }
}

/// Each slot is written once.
const PUT: Accumulation = Accumulation { combine: Combine::Set, unique: true, unordered: false };
