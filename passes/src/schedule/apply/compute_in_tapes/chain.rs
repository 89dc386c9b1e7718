//! Which carried tensors of a loop may be slots of a tape: what is proved of them before anything changes.

use super::rewrite::place;
use crate::schedule::apply::apply_fusion::merge::ancestor_in;
use smallvec::SmallVec;
use tf_dialects::loops::{For, Yield};
use tf_dialects::tensor::access::OWN_POINT;
use tf_dialects::tensor::accumulate::Accumulation;
use tf_dialects::tensor::bounds::{Indices, PROVED};
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Access, At, Compute, Empty, FromElements, Policy, Put, Subscripts};
use tf_ir::affine::AffineExpr;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// A carried tensor that the compute of a trip makes, and those that are handed on from it, one from the other: each trip's are slots of one tape that
/// follow each other, the last of them first.
pub(super) struct Chain {
    /// The one that is computed first.
    pub members: Vec<Member>,
    /// The compute, and which of its results it is.
    pub step: Op,
    pub result: usize,
    /// The axis of the slots.
    pub axis: usize,
    /// The type of the tape: a slot for each trip, and those of the first trip's members.
    pub tape: Type,
    /// The reads that become reads of the tape.
    pub reads: Vec<Read>,
}

/// A carried tensor.
pub(super) struct Member {
    /// Its place among what is carried.
    pub at: usize,
    /// The tape that kept it.
    pub kept: Option<Kept>,
}

/// The tape of a carried tensor.
pub(super) struct Kept {
    /// Its place among what is carried.
    pub at: usize,
    /// What copies the tensor into it.
    pub store: Op,
    axis: usize,
    slots: Extent,
}

/// What a read reads from then on.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// The tape as the trip finds it.
    Before,
    /// As the trip leaves it.
    After,
    /// As the loop leaves it.
    Whole,
}

/// A read of a carried tensor, or of a tape behind the loop, and its subscripts from then on.
pub(super) struct Read {
    pub op: Op,
    pub of: Version,
    pub subscripts: Subscripts,
}

/// A loop that counts its trips from 0 on and always runs all of them.
struct Trips<'b> {
    body: &'b Body,
    op: Op,
    index: Value,
    block: Block,
    end: Op,
    args: Vec<Value>,
    next: Vec<Value>,
}

impl Chain {
    /// The first carried tensor of a loop that may be computed in a tape, with those that are handed on from it.
    pub fn find(body: &Body, op: Op) -> Option<Chain> {
        let trips = Trips::of(body, op)?;
        (0..trips.args.len()).find_map(|lead| trips.chain(lead))
    }

    /// How many slots of the tape are the members of one trip, but one: the slots that the first member is ahead of its trip.
    pub fn depth(&self) -> usize {
        self.members.len() - 1
    }
}

impl<'b> Trips<'b> {
    fn of(body: &'b Body, op: Op) -> Option<Trips<'b>> {
        let view = body.cast(op, For)?;
        let (index, block, end) = (view.index()?, view.block()?, view.end()?);
        let bounds = [body.operand(op, 0), body.operand(op, 2)].map(|bound| constant_int(body, bound));
        let counts = bounds == [Some(0), Some(1)] && body.ty(index) == body.ctx().index();
        let all = counts && body.is(end, Yield);
        let (args, next) = (view.carried(), view.yielded());
        all.then_some(Trips { body, op, index, block, end, args, next })
    }

    fn chain(&self, lead: usize) -> Option<Chain> {
        let body = self.body;
        let (step, result) = self.step(lead)?;
        let places = self.handed_on(lead)?;
        let members: Vec<Member> =
            places.into_iter().map(|at| Member { at, kept: self.kept(self.args[at]) }).collect();
        let first = members.iter().find_map(|member| member.kept.as_ref())?;
        let (axis, slots) = (first.axis, first.slots.clone());
        let depth = i64::try_from(members.len()).ok()? - 1;
        let is_alike = |kept: &Kept| kept.axis == axis && kept.slots == slots;
        if !members.iter().filter_map(|member| member.kept.as_ref()).all(is_alike) {
            return None;
        }
        let mut dims = body.ctx().dims(body.ty(self.args[lead]))?.to_vec();
        dims.insert(axis, Dim::from_extent(slots.add_const(depth.checked_add(1)?).ok()?));
        let tape = body.ctx().tensor(dims, body.ctx().elem_type(body.ty(self.args[lead])));
        let reads = Reads { trips: self, axis, slots, step, indices: Indices::new(body), found: Vec::new() };
        let reads = reads.of(&members, body.result(step, result))?;
        Some(Chain { members, step, result, axis, tape, reads })
    }

    /// The compute of a trip that makes the next tensor at a place, out of numbers, and which of its results it is.
    fn step(&self, lead: usize) -> Option<(Op, usize)> {
        let (body, value) = (self.body, self.next[lead]);
        let step = body.def_op(value).filter(|op| body.block_of(*op) == Some(self.block))?;
        let view = body.cast(step, Compute)?;
        let result = body.results(step).position(|of| of == value)?;
        let yielded = *view.yielded().get(result).filter(|_| result < view.plain_count())?;
        let is_number = !body.ctx().is_tensor(body.ty(yielded));
        (is_number || body.def_cast(yielded, FromElements).is_some()).then_some((step, result))
    }

    /// The place of a carried tensor, and those of the ones that it is handed on to, trip by trip: each at one place only.
    fn handed_on(&self, lead: usize) -> Option<Vec<usize>> {
        let mut places = vec![lead];
        let next = self.next[lead];
        if self.next.iter().filter(|value| **value == next).count() > 1 {
            return None;
        }
        loop {
            let last = self.args[places[places.len() - 1]];
            let mut to = (0..self.next.len()).filter(|at| self.next[*at] == last);
            match (to.next(), to.next()) {
                (None, _) => return Some(places),
                (Some(at), None) if !places.contains(&at) => places.push(at),
                _ => return None,
            }
        }
    }

    /// The op of a trip that an op is, or is in.
    fn home(&self, op: Op) -> Option<Op> {
        ancestor_in(self.body, op, Some(self.block))
    }

    /// The first tape that a carried tensor is copied into, and that nothing else uses in the loop.
    fn kept(&self, state: Value) -> Option<Kept> {
        let mut homes: Vec<Op> = self.body.uses(state).filter_map(|of| self.home(of.op)).collect();
        homes.dedup();
        homes.into_iter().find_map(|op| self.store(op, state))
    }

    /// The tape that an op copies a carried tensor into, if it does nothing else.
    fn store(&self, op: Op, state: Value) -> Option<Kept> {
        let body = self.body;
        let view = body.cast(op, Compute)?;
        let own: SmallVec<[Op; 3]> = body.ops(view.block()?).collect();
        let [read, put, _] = own[..] else { return None };
        let (read_view, put_view) = (body.cast(read, At)?, body.cast(put, Put)?);
        let one = body.result_count(op) == 1 && body.operand_count(op) == 1;
        let is_set = view.accumulations()[..] == [Accumulation::SET.unique(true)];
        let is_whole = extents(body.ctx(), body.ty(state)).as_deref() == Some(view.extents());
        let (from, to) = (Access::of(read_view.op())?, Access::of(put_view.op())?);
        let indices = view.indices();
        let is_own_element = from.source == state
            && from.policy == Policy::Assumed
            && from.map.is_identity()
            && from.indices[..] == indices[..];
        let puts_it = put_view.put_values()[..] == [body.result(read, 0)] && to.policy == Policy::Assumed;
        if !(one && is_set && is_whole && is_own_element && puts_it) {
            return None;
        }
        let subscripts: Option<Vec<Value>> =
            to.map.results().iter().map(|expr| Some(to.indices[expr.as_dim()? as usize])).collect();
        let mut subscripts = subscripts?;
        let axis = subscripts.iter().position(|value| *value == self.index)?;
        subscripts.remove(axis);
        let at = self.tape(op).filter(|_| subscripts == indices)?;
        let slots = body.ctx().dims(body.ty(self.args[at]))?[axis].to_extent()?;
        Some(Kept { at, store: op, axis, slots })
    }

    /// The place of the tape that a store changes, which begins empty and is read element by element behind the loop only.
    fn tape(&self, store: Op) -> Option<usize> {
        let body = self.body;
        let tape = body.operand(store, 0);
        let at = self.args.iter().position(|arg| *arg == tape)?;
        let (init, new) = (body.operand(self.op, 3 + at), body.result(store, 0));
        let passes = self.next[at] == new && body.has_one_use(tape) && body.has_one_use(new);
        let begins_empty = body.def_cast(init, Empty).is_some();
        (passes
            && begins_empty
            && body.uses(body.result(self.op, at)).all(|of| is_read(body, of.op, of.operand)))
        .then_some(at)
    }
}

/// True for a use of a tensor that reads an element of it.
fn is_read(body: &Body, op: Op, operand: usize) -> bool {
    body.is(op, At) && operand == 0 && [PROVED, OWN_POINT].iter().all(|name| body.attr(op, name).is_none())
}

/// The reads of a chain, as they are found.
struct Reads<'a, 'b> {
    trips: &'a Trips<'b>,
    axis: usize,
    /// Of the tapes as they are.
    slots: Extent,
    step: Op,
    indices: Indices<'b>,
    found: Vec<Read>,
}

impl Reads<'_, '_> {
    /// All reads; `None` if something else uses a member, or a slot is not proved to be inside.
    fn of(mut self, members: &[Member], new: Value) -> Option<Vec<Read>> {
        let (trips, body) = (self.trips, self.trips.body);
        let view = body.cast(self.step, Compute)?;
        self.is_inside(body.terminator(view.block()?)?)?;
        for (back, member) in members.iter().rev().enumerate() {
            let ahead = i64::try_from(back).ok()?;
            self.of_state(member, ahead)?;
            if let Some(kept) = &member.kept {
                self.of_tape(body.result(trips.op, kept.at), ahead)?;
            }
        }
        let ahead = i64::try_from(members.len()).ok()?;
        for of in body.uses(new).filter(|of| of.op != trips.end) {
            self.in_slot(of.op, of.operand, Version::After, ahead)?;
        }
        Some(self.found)
    }

    /// The reads of a carried tensor, which is so many slots ahead of the trip.
    fn of_state(&mut self, member: &Member, ahead: i64) -> Option<()> {
        let (trips, body) = (self.trips, self.trips.body);
        for of in body.uses(trips.args[member.at]) {
            let home = trips.home(of.op)?;
            let is_store = member.kept.as_ref().is_some_and(|kept| kept.store == home);
            if is_store || of.op == trips.end {
                continue;
            }
            // What the step puts is in another slot: behind it, the slot is as it was.
            let is_behind = home != self.step && !body.is_before(home, self.step);
            let version = if is_behind { Version::After } else { Version::Before };
            self.in_slot(of.op, of.operand, version, ahead)?;
        }
        Some(())
    }

    /// A read in a trip, which goes to the slot so many ahead of it.
    fn in_slot(&mut self, op: Op, operand: usize, of: Version, ahead: i64) -> Option<()> {
        let body = self.trips.body;
        if !is_read(body, op, operand) {
            return None;
        }
        self.is_inside(op)?;
        let access = Access::of(body.op(op))?;
        let slot = AffineExpr::dim(access.map.num_dims()).add_const(ahead).ok()?;
        let values = [&access.indices[..], &[self.trips.index]].concat();
        let inner = access.map.results().to_vec();
        let subscripts = place(inner, (self.axis, slot), &values, access.extents)?;
        self.found.push(Read { op, of, subscripts });
        Some(())
    }

    /// The reads of a tape behind the loop: what was kept in a slot is so many ahead of it.
    fn of_tape(&mut self, tape: Value, ahead: i64) -> Option<()> {
        let body = self.trips.body;
        for of in body.uses(tape) {
            let access = Access::of(body.op(of.op))?;
            // A slot outside would be another one then, as the last slot is.
            if access.policy != Policy::Assumed && !self.indices.access(of.op, &access)[self.axis].both() {
                return None;
            }
            let mut results = access.map.results().to_vec();
            let slot = results.remove(self.axis).add_const(ahead).ok()?;
            let subscripts = place(results, (self.axis, slot), &access.indices, access.extents)?;
            self.found.push(Read { op: of.op, of: Version::Whole, subscripts });
        }
        Some(())
    }

    /// Whether the trip has a slot, as far as an op in it can tell.
    fn is_inside(&mut self, at: Op) -> Option<()> {
        let trip = self.indices.affine(at, &AffineExpr::dim(0), &[self.trips.index], &[])?;
        self.indices.inside(at, &trip, &self.slots).both().then_some(())
    }
}
