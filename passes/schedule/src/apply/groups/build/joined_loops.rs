//! The iterations of a loop with joined members: running values, substitutes for results, corrections, and
//! the final values after the loop.

use super::GroupLoops;
use super::tile::{ComputedTile, Tile, shifted};
use crate::apply::apply_tiles::loops::sum;
use crate::apply::groups::legal::joined::Joins;
use crate::apply::groups::legal::members::Member;
use crate::apply::joins::{
    Corrector, Growth, Moving, Substitute, as_float, const_bool, converted, mean, reference,
};
use rustc_hash::FxHashMap;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::tensor::{Access, Compute, ExtentOf, Policy, build};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;
use tf_passes_common::code::subscript::{Copier, materialize};

/// The running value of a state, before an iteration and after it.
#[derive(Clone)]
pub(crate) struct Running {
    before: Value,
    after: Value,
}

impl GroupLoops<'_> {
    /// Copies the code of a member for a tile, with substitutes for joined members; returns the operands of
    /// its terminator.
    pub(super) fn copied(
        &self,
        b: &mut Builder<'_>,
        copier: &mut Copier,
        member: &Member,
        block: Block,
    ) -> Vec<Value> {
        self.substitute_results(b, copier, member);
        self.copy_ops(b, copier, block);
        let ends: Vec<Value> =
            b.body.terminator(block).map(|end| b.body.operands(end).collect()).unwrap_or_default();
        copier.values(b, ends)
    }

    /// Copies the ops of a block, except loop-invariant ones that depend on joined members.
    pub(super) fn copy_ops(&self, b: &mut Builder<'_>, copier: &mut Copier, block: Block) {
        let end = b.body.terminator(block);
        let ops: Vec<Op> = b.body.ops(block).filter(|op| Some(*op) != end && !self.is_fixed(*op)).collect();
        for op in ops {
            copier.op(b, op).expect("a sum of indices is a small expression");
        }
    }

    /// True for a loop-invariant op that depends on joined members.
    pub(super) fn is_fixed(&self, op: Op) -> bool {
        self.members.joins.as_ref().is_some_and(|joins| joins.fixed.contains(&op))
    }

    /// Substitutes the results of joined members in the code of a member that is computed in their
    /// iterations.
    pub(super) fn substitute_results(&self, b: &mut Builder<'_>, copier: &mut Copier, member: &Member) {
        let Some(joins) = &self.members.joins else { return };
        let at = self.members.all.iter().position(|own| own.op == member.op);
        for (value, how) in at.and_then(|at| joins.substitutes.get(&at)).into_iter().flatten() {
            match how {
                Substitute::One => {
                    let ty = b.body.ty(*value);
                    let one = arith::const_float(b, ty, 1.0);
                    copier.set(*value, one);
                }
                Substitute::Kept(holds) => {
                    let constant = const_bool(b, *holds);
                    copier.set(*value, constant);
                }
                Substitute::Guarded(from) => {
                    let guard = joins.guard(*value).expect("it is the running value of an exponent");
                    let new = guard.replayed(b, copier.known(*from));
                    copier.set(*value, new);
                }
                // The tile that it reads holds the substitute already.
                Substitute::Reference(_) => {
                    let read = b.body.def_op(*value).expect("it is a read");
                    copier.op(b, read).expect("a sum of indices is a small expression");
                }
                Substitute::Mean(state) => {
                    let is_its = |(read, of): (&Value, &usize)| {
                        (of == state && b.body.def_op(*read).is_some_and(|op| b.body.encloses(member.op, op)))
                            .then_some(*read)
                    };
                    let read = joins.finals.iter().find_map(is_its).expect("the mean follows from the sum");
                    let op = b.body.def_op(read).expect("it is a read");
                    copier.op(b, op).expect("a sum of indices is a small expression");
                    let (mean, ty) = (copier.known(read), b.body.ty(*value));
                    let mean = converted(b, mean, ty);
                    copier.set(*value, mean);
                }
            }
        }
    }

    /// The corrections of a joined member's running values for the growth of others: one per result, `None`
    /// if it needs none.
    pub(super) fn corrections(&self, b: &mut Builder<'_>, at: usize) -> Vec<Option<Correction>> {
        let Some(joins) = &self.members.joins else { return Vec::new() };
        let own = joins.owner.iter().enumerate().filter(|(_, (member, _))| *member == at);
        own.map(|(state, _)| {
            joins.moving[state].as_ref().and_then(|moving| self.correction(b, joins, (state, moving)))
        })
        .collect()
    }

    /// The correction as a tensor of factors or summands, over the points of the leader.
    fn correction(
        &self,
        b: &mut Builder<'_>,
        joins: &Joins,
        (state, moving): (usize, &Moving),
    ) -> Option<Correction> {
        let leader = moving.leaders().next()?;
        let part = self.box_of(b.body, &self.members.all[joins.owner[leader].0]);
        let ty = b.body.ty(joins.states[state].term);
        let counts = moving.counts().then(|| self.counts(b, joins.dim, ty));
        let tensor = build::compute_one(b, &part.lengths, ty, |b, local| {
            let values: FxHashMap<usize, [Value; 2]> = moving
                .leaders()
                .map(|leader| {
                    let running = self.running[leader].clone().expect("it was computed before");
                    (
                        leader,
                        [running.before, running.after].map(|tensor| build::at_indices(b, tensor, local)),
                    )
                })
                .collect();
            let [before, after] =
                [0, 1].map(|side| move |values: &FxHashMap<usize, [Value; 2]>, of: usize| values[&of][side]);
            let start = arith::const_float(b, ty, if moving.counts() { 0.0 } else { 1.0 });
            let from = Growth { values: &|of| before(&values, of), count: counts.map(|counts| counts[0]) };
            let to = Growth { values: &|of| after(&values, of), count: counts.map(|counts| counts[1]) };
            Corrector { moving, states: &joins.states }.grown(b, start, &from, &to)
        });
        Some(Correction { tensor, adds: moving.counts(), leader: joins.owner[leader].0, axes: part.axes })
    }

    /// The number of terms before the iteration, and after it.
    fn counts(&self, b: &mut Builder<'_>, dim: usize, ty: Type) -> [Value; 2] {
        let so_far = materialize(b, &sum(&self.offsets[dim]));
        let length = arith::const_index(b, self.tiling.tile_size(dim));
        let end = arith::addi(b, so_far, length);
        let all = self.length(b, dim);
        let end = arith::minsi(b, end, all);
        [so_far, end].map(|count| as_float(b, count, ty))
    }

    fn length(&self, b: &mut Builder<'_>, dim: usize) -> Value {
        match self.extents[dim].as_const() {
            Some(n) => arith::const_index(b, n),
            None => ExtentOf::build(b, &self.extents[dim]),
        }
    }

    /// Records the running values of a joined member, and the substitutes that later reads of the iteration
    /// see.
    pub(super) fn run(&mut self, b: &mut Builder<'_>, at: usize, (before, after): (&[Value], &[Value])) {
        let Some(joins) = &self.members.joins else { return };
        let part = self.box_of(b.body, &self.members.all[at]);
        let mut values = Vec::new();
        for (state, (_, result)) in joins.owner.iter().enumerate().filter(|(_, (member, _))| *member == at) {
            self.running[state] = Some(Running { before: before[*result], after: after[*result] });
            let of = joins.states[state];
            let uses = |how: Substitute| joins.substitutes.values().flatten().any(|(_, own)| *own == how);
            let (tensor, elem) = (after[*result], b.body.ty(of.term));
            values.push(if uses(Substitute::Reference(state)) {
                build::compute_one(b, &part.lengths, elem, |b, local| {
                    let value = build::at_indices(b, tensor, local);
                    reference(b, of, value)
                })
            } else if uses(Substitute::Mean(state)) {
                let [_, count] = self.counts(b, joins.dim, elem);
                build::compute_one(b, &part.lengths, elem, |b, local| {
                    let value = build::at_indices(b, tensor, local);
                    mean(b, value, count, elem)
                })
            } else {
                tensor
            });
        }
        self.made[at] =
            Some(ComputedTile { values, begin: part.begin, axes: part.axes, window: None, stored: None });
    }

    /// The final values of a joined member after the loop, from its accumulators.
    pub(super) fn finished(&self, b: &mut Builder<'_>, at: usize, values: &[Value]) -> Vec<Value> {
        let Some(joins) = &self.members.joins else { return values.to_vec() };
        let own = joins.owner.iter().enumerate().filter(|(_, (member, _))| *member == at);
        own.map(|(state, (_, result))| match &joins.moving[state] {
            Some(moving) => self.finished_state(b, joins, (at, state, moving), values[*result]),
            None => values[*result],
        })
        .collect()
    }

    fn finished_state(
        &self,
        b: &mut Builder<'_>,
        joins: &Joins,
        (at, state, moving): (usize, usize, &Moving),
        tensor: Value,
    ) -> Value {
        let member = &self.members.all[at];
        let part = self.box_of(b.body, member);
        let elem = b.body.ty(joins.states[state].term);
        let length = self.length(b, joins.dim);
        let any = self.extents[joins.dim].as_const().is_none_or(|n| n <= 0).then(|| {
            let zero = arith::const_index(b, 0);
            arith::cmpi(b, CmpI::Sgt, length, zero)
        });
        let count = moving.counts().then(|| as_float(b, length, elem));
        b.loc = b.body.loc(member.op);
        let made = build::compute_one(b, &part.lengths, elem, |b, local| {
            let value = build::at_indices(b, tensor, local);
            let mut ends: FxHashMap<usize, Value> = FxHashMap::default();
            for leader in moving.ends() {
                let (of, result) = joins.owner[leader];
                let made = self.made[of].clone().expect("the loop ended before");
                let place = places(&self.members.all[of].bound_axes(&made.axes), member, &part, local);
                ends.insert(leader, build::at_indices(b, made.values[result], &place));
            }
            let end = Growth { values: &|of| ends[&of], count };
            let corrector = Corrector { moving, states: &joins.states };
            corrector
                .finished(b, value, &end, any, &mut |b, value| self.fixed(b, (member, &part), local, value))
        });
        let op = b.body.def_op(made).expect("the group was built here");
        self.settle(b.body, op);
        made
    }

    /// Evaluates a loop-invariant value of joined members, from the code of a member, at the point of another
    /// one.
    fn fixed(
        &self,
        b: &mut Builder<'_>,
        (member, part): (&Member, &Tile),
        local: &[Value],
        value: Value,
    ) -> Value {
        let owner = self.members.all.iter().find(|own| {
            let block = b.body.def_block(value).and_then(|block| b.body.block_owner(block));
            block.is_some_and(|at| at == own.op || b.body.encloses(own.op, at))
        });
        let Some(owner) = owner else { return value };
        let indices = b.body.view(owner.op, Compute).indices();
        let mut copier = Copier::default();
        for (index, dim) in indices.into_iter().zip(&owner.axes) {
            let own = dim.and_then(|dim| member.axes.iter().position(|own| *own == Some(dim)));
            let Some(axis) = own else { continue };
            let place = part.axes.iter().position(|own| *own == axis);
            let begin = &part.begin[axis];
            copier.extend_subscripts([(
                index,
                place.map_or_else(|| begin.clone(), |at| shifted(begin, local[at])),
            )]);
        }
        let mut ops = Vec::new();
        chain(b.body, owner.op, value, &mut ops);
        for op in ops {
            copier.op(b, op).expect("a sum of indices is a small expression");
        }
        copier.known(value)
    }

    /// A running value with its correction, at one point.
    pub(super) fn corrected(
        &self,
        b: &mut Builder<'_>,
        (member, part): (&Member, &Tile),
        (value, by): (Value, Option<&Correction>),
        local: &[Value],
    ) -> Value {
        let Some(by) = by else { return value };
        let place = places(&self.members.all[by.leader].bound_axes(&by.axes), member, part, local);
        let (ty, own) = (b.body.ty(value), build::at_indices(b, by.tensor, &place));
        let own = converted(b, own, ty);
        if by.adds { arith::addf(b, value, own) } else { arith::mulf(b, value, own) }
    }
}

/// The factors or summands that correct running values as others grow.
pub(super) struct Correction {
    tensor: Value,
    adds: bool,
    /// The member over whose points the tensor ranges; `axes` are those of its axes that the tensor has.
    leader: usize,
    axes: Vec<usize>,
}

impl Member {
    /// The loops of some of its axes.
    fn bound_axes(&self, axes: &[usize]) -> Vec<usize> {
        axes.iter().filter_map(|axis| self.axes[*axis]).collect()
    }
}

/// The results of a compute. If it only copies a tensor, as one that did no more than multiply by a factor of
/// 1, it is erased and the tensor returned.
pub(super) fn without_copies(body: &mut Body, op: Op) -> Vec<Value> {
    let view = body.view(op, Compute);
    let copied =
        view.yielded().first().and_then(|value| body.def_op(without_ones(body, *value))).and_then(|read| {
            let access = Access::of_read(body.op(read)).filter(|access| access.policy == Policy::Assumed)?;
            let point =
                access.map.results().iter().map(|expr| expr.as_dim().map(|d| access.indices[d as usize]));
            let is_whole = point.eq(view.indices().into_iter().map(Some));
            (is_whole && body.ty(access.source) == body.ty(body.result(op, 0))).then_some(access.source)
        });
    match copied.filter(|_| body.result_count(op) == 1) {
        Some(source) => {
            body.erase(op);
            vec![source]
        }
        None => body.results(op).collect(),
    }
}

/// A value without factors of 1.
fn without_ones(body: &Body, value: Value) -> Value {
    let Some(op) = body.def_op(value) else { return value };
    let is_one = |at: usize| {
        let constant = body.def_op(body.operand(op, at)).filter(|op| body.is(*op, arith::Constant));
        let number = constant.and_then(|op| body.ctx().attr_float(body.attr(op, "value")?));
        number == Some(1.0)
    };
    let (product, quotient) = (body.is(op, arith::Mulf), body.is(op, arith::Divf));
    match () {
        () if (product || quotient) && is_one(1) => without_ones(body, body.operand(op, 0)),
        () if product && is_one(0) => without_ones(body, body.operand(op, 1)),
        () => value,
    }
}

/// The indices of a point in a member's tile along these loops, which are all loops of the member.
fn places(dims: &[usize], member: &Member, part: &Tile, local: &[Value]) -> Vec<Value> {
    let of = |dim: &usize| {
        let axis = member.axes.iter().position(|own| own == &Some(*dim))?;
        part.axes.iter().position(|own| *own == axis).map(|at| local[at])
    };
    dims.iter().filter_map(of).collect()
}

/// The ops in a member that a value depends on, in topological order.
pub(crate) fn chain(body: &Body, within: Op, value: Value, found: &mut Vec<Op>) {
    let Some(op) = body.def_op(value).filter(|op| body.encloses(within, *op) && !found.contains(op)) else {
        return;
    };
    for operand in body.operands(op).collect::<Vec<_>>() {
        chain(body, within, operand, found);
    }
    if !found.contains(&op) {
        found.push(op);
    }
}
