//! Checks that inlining keeps in-place updates legal: a point may read the elements that it updates, but none
//! that another point updates.
//!
//! A read of other elements is stored before the update instead of inlined: it is smaller than a copy of the
//! whole tensor.

use super::model::Model;
use super::read::Read;
use crate::apply::apply_fusion::merge::is_outside;
use tf_dialects::tensor::{Access, Compute, Policy, Put};
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::bufferize::{Bufferizable, Destination};
use tf_ir::control::{as_branch, as_loop};
use tf_ir::extent::Extent;
use tf_ir::walk::walk;
use tf_passes_common::code::linear::Linear;

/// True if a compute updates in place a tensor that a member reads, and could not do so with the member
/// inlined at one of these reads.
pub(super) fn would_copy(body: &Body, model: &Model, node: usize, reads: &[usize]) -> bool {
    reads.iter().any(|id| {
        let read = &model.reads[*id];
        let consumer = model.nodes[read.consumer].op;
        let changed: Vec<Value> =
            body.operands(consumer).filter(|start| changes_in_place(body, consumer, *start)).collect();
        !changed.is_empty()
            && model.own_reads(node).map(|id| &model.reads[id]).any(|inner| {
                changed.contains(&inner.source) && !is_harmless(body, model, node, (read, inner))
            })
    })
}

/// True if a compute can update a tensor in place: the tensor is dead after it, and is a temporary of its
/// block or of the block around conditionals.
fn changes_in_place(body: &Body, compute: Op, start: Value) -> bool {
    let home = match body.def(start) {
        Def::Argument(home, _) => {
            let owner = body.block_owner(home);
            owner.filter(|owner| as_loop(body, *owner).is_some()).and(Some(home))
        }
        Def::Result(op, at) => {
            let rule = body.info(op).interface::<dyn Bufferizable>();
            let destination = rule.map(|rule| rule.destination(body.op(op), at));
            let has_memory = match destination {
                Some(memory) => !matches!(memory, Destination::Alias(_)),
                None => as_branch(body, op).is_some(),
            };
            body.block_of(op).filter(|_| has_memory)
        }
    };
    let Some(home) = home else { return false };
    let mut around = vec![compute];
    while let Some(last) = around.last().copied().filter(|last| body.block_of(*last) != Some(home)) {
        match body.parent_op(last).filter(|branch| as_branch(body, *branch).is_some()) {
            Some(branch) => around.push(branch),
            None => return false,
        }
    }
    body.uses(start).all(|used| is_before_or_in(body, used.op, &around))
}

/// True if an op is in a compute or can only run before it; `around` are the compute and the conditionals
/// around it.
fn is_before_or_in(body: &Body, user: Op, around: &[Op]) -> bool {
    let found = around.iter().find_map(|own| {
        let block = body.block_of(*own);
        let mut users = std::iter::successors(Some(user), |op| body.parent_op(*op));
        users.find(|op| body.block_of(*op) == block).map(|user| (user, *own))
    });
    // In a conditional, but not found in the block of the compute: on its other side.
    found.is_some_and(|(user, own)| user == own || body.is_before(user, own))
}

/// True if the compute writes no element that a member, inlined at this read, reads later. The compute has a
/// single point, or each point writes the element that it reads, or all write to other positions of an axis.
fn is_harmless(body: &Body, model: &Model, node: usize, (read, inner): (&Read, &Read)) -> bool {
    let consumer = model.nodes[read.consumer].op;
    let view = body.view(consumer, Compute);
    let puts = puts_into(body, consumer, inner.source);
    let Some([put]) = puts.as_deref() else { return false };
    if body.parent_op(*put) != Some(consumer) {
        return false;
    }
    let indices = view.indices();
    let all = indices.iter().zip(view.extents());
    let one = |extent: &Extent| extent.as_const().is_some_and(|points| points <= 1);
    let (uniform, varying): (Vec<_>, Vec<_>) = all.partition(|(_, extent)| one(extent));
    if varying.is_empty() {
        return true;
    }
    let is_uniform =
        |value: Value| is_outside(body, consumer, value) || uniform.iter().any(|(index, _)| **index == value);
    let member = model.nodes[node].op;
    let indices = body.view(member, Compute).indices();
    let is_plain = read.policy == Policy::Assumed && inner.policy == Policy::Assumed;
    let composed = read.compose(body, inner, (member, &indices), None, 0);
    let (Some(composed), Some(access)) = (composed.filter(|_| is_plain), Access::of_write(body.op(*put)))
    else {
        return false;
    };
    let place = &composed.place;
    let rank = access.map.num_results();
    let of_read = |axis| Linear::of_map(body, &place.map, axis, &place.values);
    let of_put = |axis| Linear::of_map(body, &access.map, axis, &access.indices);
    let is_distinct = |index: Value| (0..rank).any(|axis| is_index(of_put(axis), index, &is_uniform));
    let are_disjoint = |axis: usize| {
        let (Some(read), Some(put)) = (of_read(axis), of_put(axis)) else { return false };
        let is_fixed = || put.terms.iter().all(|(value, _)| is_uniform(*value));
        read.terms == put.terms && read.constant != put.constant && is_fixed()
    };
    let are_equal = (0..rank).all(|axis| of_read(axis).is_some_and(|own| of_put(axis) == Some(own)));
    (0..rank).any(are_disjoint) || are_equal && varying.iter().all(|(index, _)| is_distinct(**index))
}

/// True if a subscript is an index plus uniform values.
fn is_index(subscript: Option<Linear>, index: Value, is_uniform: &dyn Fn(Value) -> bool) -> bool {
    subscript.is_some_and(|sum| {
        sum.terms.iter().any(|(value, by)| *value == index && by.abs() == 1)
            && sum.terms.iter().all(|(value, _)| *value == index || is_uniform(*value))
    })
}

/// The writes of a compute into the accumulator that starts as a tensor; `None` if several accumulators start
/// as it.
fn puts_into(body: &Body, compute: Op, start: Value) -> Option<Vec<Op>> {
    let mut found = (0..body.operand_count(compute)).filter(|at| body.operand(compute, *at) == start);
    let (at, None) = (found.next()?, found.next()) else { return None };
    let target = *body.view(compute, Compute).accumulators().get(at)?;
    let mut puts = Vec::new();
    walk(body, compute, &mut |body, op| {
        if body.is(op, Put) && body.operands(op).any(|operand| operand == target) {
            puts.push(op);
        }
    });
    Some(puts)
}
