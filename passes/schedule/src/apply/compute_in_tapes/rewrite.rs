//! Rewrites a loop so that its carried tensors are slots of a tape.

use super::chain::{Chain, Version};
use tf_dialects::arith::{self, const_index};
use tf_dialects::tensor::accumulate::{Accumulation, accumulations_attr};
use tf_dialects::tensor::bounds::is_proved_inside;
use tf_dialects::tensor::compute::accumulator_type;
use tf_dialects::tensor::shape::extents;
use tf_dialects::tensor::{Compute, Empty, FromElements, Policy, Subscripts, build, set_policy};
use tf_ir::affine::AffineExpr;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::positions::unflatten;
use tf_passes_common::code::subscript::Copier;

/// The subscripts of a tensor's element, with a slot inserted on this axis.
pub(super) fn place(
    mut inner: Vec<AffineExpr>,
    (axis, slot): (usize, AffineExpr),
    values: &[Value],
    extents: &[Extent],
) -> Option<Subscripts> {
    inner.insert(axis, slot);
    Subscripts::new(&inner, values, extents).ok()
}

/// The subscripts of the element at these indices, in a slot.
fn element(indices: &[Value], (axis, slot): (usize, AffineExpr), of_slot: Option<Value>) -> Subscripts {
    let inner = (0..indices.len() as u32).map(AffineExpr::dim).collect();
    let values = [indices, of_slot.as_slice()].concat();
    place(inner, (axis, slot), &values, &[]).expect("a plain subscript is a small expression")
}

/// `value + ahead`, for a value that follows `rank` indices.
fn ahead_of(rank: usize, ahead: usize) -> AffineExpr {
    AffineExpr::dim(rank as u32).add_const(ahead as i64).expect("a chain is short")
}

/// Builds the op before itself with other operands and results, and moves its region there.
fn rebuilt(body: &mut Body, op: Op, operands: &[Value], results: &[Type]) -> Op {
    let new = Copier::default().same(&mut Builder::before(body, op), op, operands, results);
    let (from, to) = (body.region(op, 0), body.region(new, 0));
    body.splice_blocks(from, to);
    new
}

impl Chain {
    /// Rewrites the loop that the chain was found in; returns the new loop.
    pub fn rewrite(self, body: &mut Body, op: Op) -> Op {
        let start = self.start(body, op);
        let block = body.entry(body.region(op, 0)).expect("a verified loop has a block");
        let (index, tape) = (body.arg(block, 0), body.add_arg(block, self.tape));
        let new_tape = self.step_in_tape(body, tape, index);
        for read in &self.reads {
            match read.of {
                Version::Before => redirect(body, read.op, tape, &read.subscripts),
                Version::After => redirect(body, read.op, new_tape, &read.subscripts),
                Version::Whole => {}
            }
        }
        let gone = self.gone();
        let end = body.terminator(block).expect("a verified block has a terminator");
        let next: Vec<Value> = body.operands(end).collect();
        body.set_operands(end, &with_last(&next, &gone, new_tape));
        body.erase(self.step);
        let tapes = self.members.iter().filter_map(|member| member.tape.as_ref());
        tapes.for_each(|tape| body.erase(tape.store));
        gone.iter().rev().for_each(|at| body.erase_arg(block, 1 + at));
        self.replace_loop(body, op, start)
    }

    /// The indices of the values that are no longer carried, sorted.
    fn gone(&self) -> Vec<usize> {
        let tapes = self.members.iter().filter_map(|member| Some(member.tape.as_ref()?.at));
        let mut gone: Vec<usize> = self.members.iter().map(|member| member.at).chain(tapes).collect();
        gone.sort_unstable();
        gone
    }

    /// The initial tape, with the initial states in its first slots, that of the last member first.
    fn start(&self, body: &mut Body, op: Op) -> Value {
        let inits: Vec<Value> = self.members.iter().map(|member| body.operand(op, 3 + member.at)).collect();
        let extents = extents(body.ctx(), body.ty(inits[0])).expect("the box of the store has these axes");
        let mut b = Builder::before(body, op);
        let empty = Empty::build(&mut b, self.tape);
        let how = Accumulation::SET.unique(true);
        let start = build::accumulate(&mut b, &extents, &[], &[empty], &[how], |b, indices, targets| {
            for (slot, init) in inits.iter().rev().enumerate() {
                let value = build::at_indices(b, *init, indices);
                let slot = AffineExpr::constant(slot as i64);
                build::put(b, value, targets[0], &element(indices, (self.axis, slot), None), Policy::Assumed);
            }
            Vec::new()
        });
        body.result(start, 0)
    }

    /// Makes the step put its result into the next slot instead of yielding it; returns the new tape.
    fn step_in_tape(&self, body: &mut Body, tape: Value, index: Value) -> Value {
        let step = self.step;
        let view = body.view(step, Compute);
        let (indices, yielded, mut how) = (view.indices(), view.yielded(), view.accumulations());
        how.push(Accumulation::SET.unique(true));
        let mut operands: Vec<Value> = body.operands(step).collect();
        operands.push(tape);
        let results: Vec<Value> = body.results(step).collect();
        let types: Vec<Type> = results.iter().map(|result| body.ty(*result)).collect();
        let new = rebuilt(body, step, &operands, &with_last(&types, &[self.result], self.tape));
        let ctx = body.ctx().clone();
        body.set_attr(new, "accumulate", accumulations_attr(&ctx, &how));
        let block = body.entry(body.region(new, 0)).expect("the region was moved before");
        let target = body.add_arg(block, accumulator_type(&ctx, self.tape));
        let end = body.terminator(block).expect("a verified block has a terminator");
        let value = yielded[self.result];
        self.put(body, end, (value, target), &indices, index);
        let left: Vec<Value> = without(&yielded, &[self.result]);
        body.set_operands(end, &left);
        if let Some(small) =
            body.def_op(value).filter(|op| body.is(*op, FromElements) && body.results_unused(*op))
        {
            body.erase(small);
        }
        let others = without(&results, &[self.result]);
        for (at, old) in others.into_iter().enumerate() {
            let value = body.result(new, at);
            body.replace_uses(old, value);
        }
        body.result(new, types.len() - 1)
    }

    /// Puts the value of a point, or its elements, into the slot after those of the iteration.
    fn put(
        &self,
        body: &mut Body,
        end: Op,
        (value, target): (Value, Value),
        indices: &[Value],
        index: Value,
    ) {
        let small = body.def_cast(value, FromElements).map(|view| view.op().operands().collect());
        let elements: Vec<Value> = small.unwrap_or_else(|| vec![value]);
        let dims = body.ctx().dims(body.ty(value)).unwrap_or_default();
        let dims: Vec<i64> = dims.iter().filter_map(Dim::as_static).collect();
        let slot = ahead_of(indices.len(), self.members.len());
        let values = [indices, &[index]].concat();
        let mut b = Builder::before(body, end);
        for (at, element) in (0..).zip(elements) {
            let mut inner: Vec<AffineExpr> = (0..indices.len() as u32).map(AffineExpr::dim).collect();
            inner.extend(unflatten(at, &dims).into_iter().map(AffineExpr::constant));
            let place = place(inner, (self.axis, slot.clone()), &values, &[])
                .expect("a plain subscript is a small expression");
            build::put(&mut b, element, target, &place, Policy::Assumed);
        }
    }

    /// Builds the loop that carries the tape, and replaces the results of the old one.
    fn replace_loop(self, body: &mut Body, op: Op, start: Value) -> Op {
        let (gone, depth) = (self.gone(), self.depth());
        let (operands, results): (Vec<Value>, Vec<Value>) =
            (body.operands(op).collect(), body.results(op).collect());
        let types: Vec<Type> = results.iter().map(|result| body.ty(*result)).collect();
        let carried = with_last(&operands[3..], &gone, start);
        let new =
            rebuilt(body, op, &[&operands[..3], &carried].concat(), &with_last(&types, &gone, self.tape));
        for (at, old) in without(&results, &gone).into_iter().enumerate() {
            let value = body.result(new, at);
            body.replace_uses(old, value);
        }
        let tape = body.result(new, carried.len() - 1);
        for read in self.reads.iter().filter(|read| read.of == Version::Whole) {
            redirect(body, read.op, tape, &read.subscripts);
        }
        for (back, member) in self.members.iter().enumerate() {
            let result = results[member.at];
            if !body.is_unused(result) {
                let last = self.last(body, new, (tape, operands[1]), (result, depth - back));
                body.replace_uses(result, last);
            }
        }
        body.erase(op);
        let mut inits: Vec<Op> = gone.iter().filter_map(|at| body.def_op(operands[3 + at])).collect();
        inits.sort_unstable();
        inits.dedup();
        for init in inits {
            if body.is(init, Empty) && body.results_unused(init) {
                body.erase(init);
            }
        }
        new
    }

    /// A carried tensor after the last iteration: slot `trip count + ahead`.
    fn last(
        &self,
        body: &mut Body,
        op: Op,
        (tape, upper): (Value, Value),
        (result, ahead): (Value, usize),
    ) -> Value {
        let ty = body.ty(result);
        let extents = extents(body.ctx(), ty).expect("the box of the store has these axes");
        let elem = body.ctx().elem_type(ty);
        let iterations = constant_int(body, upper).map(|iterations| iterations.max(0));
        let mut b = Builder::after(body, op);
        let number = iterations.is_none().then(|| {
            let zero = const_index(&mut b, 0);
            arith::maxsi(&mut b, upper, zero)
        });
        let mut read = None;
        let last = build::compute_one(&mut b, &extents, elem, |b, indices| {
            let slot = match iterations.and_then(|iterations| iterations.checked_add(ahead as i64)) {
                Some(slot) => AffineExpr::constant(slot),
                None => ahead_of(indices.len(), ahead),
            };
            // The slot exists, as each iteration has one.
            let value = build::at(b, tape, &element(indices, (self.axis, slot), number), Policy::Clamp, None);
            read = b.body.def_op(value);
            value
        });
        if let Some(read) = read.filter(|read| is_proved_inside(body.op(*read))) {
            set_policy(body, read, Policy::Assumed);
        }
        last
    }
}

/// A list without the entries at some indices.
fn without<T: Clone>(all: &[T], places: &[usize]) -> Vec<T> {
    let left = all.iter().enumerate().filter(|(at, _)| !places.contains(at));
    left.map(|(_, value)| value.clone()).collect()
}

/// The same, with one more entry at the end.
fn with_last<T: Clone>(all: &[T], places: &[usize], last: T) -> Vec<T> {
    let mut list = without(all, places);
    list.push(last);
    list
}

/// Redirects a read to the tape, at these subscripts.
fn redirect(body: &mut Body, read: Op, tape: Value, subscripts: &Subscripts) {
    body.set_operand(read, 0, tape);
    subscripts.set(body, read);
}
