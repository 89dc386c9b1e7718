//! Which computes may share loops with one: those that its results are read by, and that it reads, at the points of these loops.

use super::binding::{Binding, folds_over};
use super::legality::Legality;
use crate::cost::figures::MOST_MEMBERS;
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::hash_map::Entry;
use tf_dialects::tensor::{Access, Compute, Fold, Policy};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::walk::walk;

/// A set of computes that may share loops, in their order.
pub(super) struct Closure {
    pub members: Vec<Binding>,
    /// Ops between them that need what they make: they go behind the group.
    pub behind: Vec<Op>,
    /// Results that others than members use.
    pub yielded: Vec<Value>,
}

/// Everything that may share these axes of a compute as loops; `None` if that is nothing but itself.
pub(super) fn close(body: &Body, seed: Op, shared: &[usize], free: &FxHashSet<Op>) -> Option<Closure> {
    let rank = body.view(seed, Compute).extents().len();
    let axes = (0..rank).map(|axis| shared.iter().position(|own| *own == axis)).collect();
    let mut found = vec![Binding::new(seed, axes)];
    let mut places: FxHashMap<Op, usize> = FxHashMap::from_iter([(seed, 0)]);
    let mut next = 0;
    while next < found.len() && found.len() <= MOST_MEMBERS {
        for candidate in neighbours(body, &found[next], shared.len(), free) {
            if let Entry::Vacant(place) = places.entry(candidate.op) {
                place.insert(found.len());
                found.push(candidate);
            }
        }
        next += 1;
    }
    let block = body.block_of(seed)?;
    let mut members: Vec<Binding> = Vec::new();
    for op in body.ops(block) {
        members.extend(places.get(&op).map(|at| found[*at].clone()));
    }
    (members.len() > 1 && members.len() <= MOST_MEMBERS).then_some(())?;
    let behind = ops_behind(body, block, &members)?;
    let yielded = yielded(body, &members);
    Some(Closure { members, behind, yielded })
}

/// The computes that read a member, or that it reads, at the points of all shared loops.
fn neighbours(body: &Body, member: &Binding, loops: usize, free: &FxHashSet<Op>) -> Vec<Binding> {
    let mut found = Vec::new();
    if member.folds.is_empty() {
        for result in body.results(member.op) {
            for at in body.uses(result).map(|u| u.op) {
                let reader = enclosing(body, at, free).filter(|reader| *reader != member.op);
                found.extend(reader.and_then(|reader| as_reader(body, member, (result, at), reader, loops)));
            }
        }
    }
    walk(body, member.op, &mut |body, at| {
        let Some(read) = plain(body, at) else { return };
        let maker = body.def_op(read.source).filter(|op| free.contains(op));
        found.extend(maker.map(|maker| as_maker(body, member, &read, maker)));
    });
    found.retain(|candidate| has_all(candidate, loops));
    found
}

/// A read without a policy.
fn plain<'a>(body: &'a Body, at: Op) -> Option<Access<'a>> {
    Access::of_read(body.op(at)).filter(|read| read.policy == Policy::Assumed)
}

/// The free compute that an op is in.
fn enclosing(body: &Body, op: Op, free: &FxHashSet<Op>) -> Option<Op> {
    std::iter::successors(body.parent_op(op), |op| body.parent_op(*op)).find(|op| free.contains(op))
}

/// The index that a subscript is.
fn index_at(read: &Access<'_>, axis: usize) -> Option<Value> {
    read.map.results().get(axis)?.as_dim().map(|d| read.indices[d as usize])
}

/// True if a compute is computed point by point of all loops, or folds over the last.
fn has_all(candidate: &Binding, loops: usize) -> bool {
    (0..loops).all(|at| candidate.has(at) || (at + 1 == loops && candidate.folded() == Some(at)))
}

/// A compute that reads what a member makes.
fn as_reader(
    body: &Body,
    member: &Binding,
    (value, at): (Value, Op),
    reader: Op,
    loops: usize,
) -> Option<Binding> {
    let read = plain(body, at).filter(|read| read.source == value)?;
    let indices = body.view(reader, Compute).indices();
    let mut candidate = Binding::new(reader, vec![None; indices.len()]);
    for (axis, shared) in member.axes.iter().enumerate() {
        let Some(shared) = *shared else { continue };
        let index = index_at(&read, axis)?;
        match indices.iter().position(|own| *own == index) {
            Some(own) => candidate.axes[own] = Some(shared),
            None if shared + 1 == loops => {
                let folds = folds_over(body, reader, shared, Legality::default()).ok()?;
                let is_its = |fold: Op| body.view(fold, Fold).index() == Some(index);
                candidate.folds = folds.iter().any(|fold| is_its(fold.op)).then_some(folds)?;
            }
            None => return None,
        }
    }
    Some(candidate)
}

/// A compute that makes what a member reads.
fn as_maker(body: &Body, member: &Binding, read: &Access<'_>, maker: Op) -> Binding {
    let rank = body.view(maker, Compute).extents().len();
    let of = |axis: usize| member.loop_of(body, index_at(read, axis)?);
    Binding::new(maker, (0..rank).map(of).collect())
}

/// The ops between the members that need what they make; `None` if a member needs one of them.
fn ops_behind(body: &Body, block: Block, members: &[Binding]) -> Option<Vec<Op>> {
    let (first, last) = (members.first()?.op, members.last()?.op);
    let mut late: FxHashSet<Op> = FxHashSet::default();
    let mut behind = Vec::new();
    let mut ops = body.ops(block).skip_while(|op| *op != first);
    for op in ops.by_ref() {
        let is_member = members.iter().any(|member| member.op == op);
        let mut needs = false;
        walk(body, op, &mut |body, inner| {
            let mut of = body.operands(inner).filter_map(|value| body.def_op(value));
            needs |= of.any(|def| {
                late.contains(&def) || (!is_member && members.iter().any(|member| member.op == def))
            });
        });
        if is_member && needs {
            return None;
        }
        if needs {
            late.insert(op);
            behind.push(op);
        }
        if op == last {
            break;
        }
    }
    behind.iter().all(|op| tf_ir::effects::is_pure(body, *op)).then_some(behind)
}

/// Results that ops outside of the members use.
fn yielded(body: &Body, members: &[Binding]) -> Vec<Value> {
    let outside = |value: &Value| {
        body.uses(*value).any(|u| !members.iter().any(|member| body.encloses(member.op, u.op)))
    };
    members.iter().flat_map(|member| body.results(member.op)).filter(outside).collect()
}
