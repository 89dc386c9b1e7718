//! Finds the carried tensors of a loop that may be slots of a tape, with all proofs before any change.

use super::rewrite::place;
use crate::apply::apply_fusion::merge::ancestor_in;
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

/// A carried tensor that a compute of the loop produces, and the tensors handed on from it, one from the
/// other. Those of one iteration are adjacent slots of one tape, the last of them first.
pub(super) struct Chain {
    /// The first is the one that the compute produces.
    pub members: Vec<Member>,
    /// The compute, and the index of its result.
    pub step: Op,
    pub result: usize,
    /// The axis of the slots.
    pub axis: usize,
    /// The type of the tape: one slot per iteration, plus those of the initial members.
    pub tape: Type,
    /// The reads that become reads of the tape.
    pub reads: Vec<Read>,
}

/// A carried tensor.
pub(super) struct Member {
    /// Its index among the carried values.
    pub at: usize,
    /// The tape that stores it.
    pub tape: Option<Tape>,
}

/// The tape of a carried tensor.
pub(super) struct Tape {
    /// Its index among the carried values.
    pub at: usize,
    /// The op that copies the tensor into it.
    pub store: Op,
    axis: usize,
    slots: Extent,
}

/// The tape value that a rewritten read reads.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Version {
    /// The tape before the step of the iteration.
    Before,
    /// The tape after the step.
    After,
    /// The result of the loop.
    Whole,
}

/// A read of a carried tensor, or of a tape after the loop, and its new subscripts.
pub(super) struct Read {
    pub op: Op,
    pub of: Version,
    pub subscripts: Subscripts,
}

/// A loop that counts from 0 in steps of 1 and has no early exit.
struct CanonicalLoop<'b> {
    body: &'b Body,
    op: Op,
    index: Value,
    block: Block,
    end: Op,
    args: Vec<Value>,
    next: Vec<Value>,
}

impl Chain {
    /// The first carried tensor of a loop that may be a slot of a tape, with those that it is handed on to.
    pub fn find(body: &Body, op: Op) -> Option<Chain> {
        let canonical = CanonicalLoop::of(body, op)?;
        (0..canonical.args.len()).find_map(|lead| canonical.chain(lead))
    }

    /// The distance between the slots of the first and the last member; the last one is in the slot of its
    /// iteration.
    pub fn depth(&self) -> usize {
        self.members.len() - 1
    }
}

impl<'b> CanonicalLoop<'b> {
    fn of(body: &'b Body, op: Op) -> Option<CanonicalLoop<'b>> {
        let view = body.cast(op, For)?;
        let (index, block, end) = (view.index()?, view.block()?, view.end()?);
        let bounds = [body.operand(op, 0), body.operand(op, 2)].map(|bound| constant_int(body, bound));
        let counts = bounds == [Some(0), Some(1)] && body.ty(index) == body.ctx().index();
        let all = counts && body.is(end, Yield);
        let (args, next) = (view.carried(), view.yielded());
        all.then_some(CanonicalLoop { body, op, index, block, end, args, next })
    }

    fn chain(&self, lead: usize) -> Option<Chain> {
        let body = self.body;
        let (step, result) = self.step(lead)?;
        let places = self.carried_chain(lead)?;
        let members: Vec<Member> =
            places.into_iter().map(|at| Member { at, tape: self.tape(self.args[at]) }).collect();
        let first = members.iter().find_map(|member| member.tape.as_ref())?;
        let (axis, slots) = (first.axis, first.slots.clone());
        let depth = i64::try_from(members.len()).ok()? - 1;
        let is_alike = |tape: &Tape| tape.axis == axis && tape.slots == slots;
        if !members.iter().filter_map(|member| member.tape.as_ref()).all(is_alike) {
            return None;
        }
        let mut dims = body.ctx().dims(body.ty(self.args[lead]))?.to_vec();
        dims.insert(axis, Dim::from_extent(slots.add_const(depth.checked_add(1)?).ok()?));
        let tape = body.ctx().tensor(dims, body.ctx().elem_type(body.ty(self.args[lead])));
        let reads =
            Reads { canonical: self, axis, slots, step, indices: Indices::new(body), found: Vec::new() };
        let reads = reads.of(&members, body.result(step, result))?;
        Some(Chain { members, step, result, axis, tape, reads })
    }

    /// The compute in the loop body that produces the next tensor at index `lead` from scalars, and the index
    /// of its result.
    fn step(&self, lead: usize) -> Option<(Op, usize)> {
        let (body, value) = (self.body, self.next[lead]);
        let step = body.def_op(value).filter(|op| body.block_of(*op) == Some(self.block))?;
        let view = body.cast(step, Compute)?;
        let result = body.results(step).position(|of| of == value)?;
        let yielded = *view.yielded().get(result).filter(|_| result < view.plain_count())?;
        let is_number = !body.ctx().is_tensor(body.ty(yielded));
        (is_number || body.def_cast(yielded, FromElements).is_some()).then_some((step, result))
    }

    /// The index of a carried tensor and of those that it is handed on to; each value is carried once only.
    fn carried_chain(&self, lead: usize) -> Option<Vec<usize>> {
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

    /// The op of the loop body that is or encloses an op.
    fn home(&self, op: Op) -> Option<Op> {
        ancestor_in(self.body, op, Some(self.block))
    }

    /// The first tape that a carried tensor is copied into, and that has no other use in the loop.
    fn tape(&self, state: Value) -> Option<Tape> {
        let mut homes: Vec<Op> = self.body.uses(state).filter_map(|of| self.home(of.op)).collect();
        homes.dedup();
        homes.into_iter().find_map(|op| self.store(op, state))
    }

    /// The tape that an op copies a carried tensor into, if it has no other effect.
    fn store(&self, op: Op, state: Value) -> Option<Tape> {
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
        let at = self.stored_tape(op).filter(|_| subscripts == indices)?;
        let slots = body.ctx().dims(body.ty(self.args[at]))?[axis].to_extent()?;
        Some(Tape { at, store: op, axis, slots })
    }

    /// The index of the tape that a store changes. The tape begins empty, and only reads of elements after
    /// the loop use it.
    fn stored_tape(&self, store: Op) -> Option<usize> {
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

/// True for a use that reads an element of a tensor.
fn is_read(body: &Body, op: Op, operand: usize) -> bool {
    body.is(op, At) && operand == 0 && [PROVED, OWN_POINT].iter().all(|name| body.attr(op, name).is_none())
}

/// Collects the reads of a chain.
struct Reads<'a, 'b> {
    canonical: &'a CanonicalLoop<'b>,
    axis: usize,
    /// The slots of the old tapes.
    slots: Extent,
    step: Op,
    indices: Indices<'b>,
    found: Vec<Read>,
}

impl Reads<'_, '_> {
    /// All reads; `None` if a member has another use, or a slot is not proved to be in bounds.
    fn of(mut self, members: &[Member], new: Value) -> Option<Vec<Read>> {
        let (canonical, body) = (self.canonical, self.canonical.body);
        let view = body.cast(self.step, Compute)?;
        self.is_inside(body.terminator(view.block()?)?)?;
        for (back, member) in members.iter().rev().enumerate() {
            let ahead = i64::try_from(back).ok()?;
            self.of_state(member, ahead)?;
            if let Some(tape) = &member.tape {
                self.of_tape(body.result(canonical.op, tape.at), ahead)?;
            }
        }
        let ahead = i64::try_from(members.len()).ok()?;
        for of in body.uses(new).filter(|of| of.op != canonical.end) {
            self.in_slot(of.op, of.operand, Version::After, ahead)?;
        }
        Some(self.found)
    }

    /// Collects the reads of a carried tensor, which is in slot `index + ahead`.
    fn of_state(&mut self, member: &Member, ahead: i64) -> Option<()> {
        let (canonical, body) = (self.canonical, self.canonical.body);
        for of in body.uses(canonical.args[member.at]) {
            let home = canonical.home(of.op)?;
            let is_store = member.tape.as_ref().is_some_and(|tape| tape.store == home);
            if is_store || of.op == canonical.end {
                continue;
            }
            // The step puts into another slot, so this one does not change.
            let is_after = home != self.step && !body.is_before(home, self.step);
            let version = if is_after { Version::After } else { Version::Before };
            self.in_slot(of.op, of.operand, version, ahead)?;
        }
        Some(())
    }

    /// Adds a read in the loop, of slot `index + ahead`.
    fn in_slot(&mut self, op: Op, operand: usize, of: Version, ahead: i64) -> Option<()> {
        let body = self.canonical.body;
        if !is_read(body, op, operand) {
            return None;
        }
        self.is_inside(op)?;
        let access = Access::of(body.op(op))?;
        let slot = AffineExpr::dim(access.map.num_dims()).add_const(ahead).ok()?;
        let values = [&access.indices[..], &[self.canonical.index]].concat();
        let inner = access.map.results().to_vec();
        let subscripts = place(inner, (self.axis, slot), &values, access.extents)?;
        self.found.push(Read { op, of, subscripts });
        Some(())
    }

    /// Collects the reads of a tape after the loop: slot `s` of it is slot `s + ahead` of the new tape.
    fn of_tape(&mut self, tape: Value, ahead: i64) -> Option<()> {
        let body = self.canonical.body;
        for of in body.uses(tape) {
            let access = Access::of(body.op(of.op))?;
            // Out of bounds, the policy would pick another slot of the longer tape, such as its last one.
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

    /// Proves that the old tapes have a slot for the iteration, from the facts at an op.
    fn is_inside(&mut self, at: Op) -> Option<()> {
        let iteration = self.indices.affine(at, &AffineExpr::dim(0), &[self.canonical.index], &[])?;
        self.indices.inside(at, &iteration, &self.slots).both().then_some(())
    }
}
