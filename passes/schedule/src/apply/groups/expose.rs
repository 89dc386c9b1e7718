//! Splits folds out of members with further code, so that their consumers can share an iteration with them.
//!
//! A compute that divides a sum by another one, or replaces an infinite maximum, is a fold followed by scalar
//! code. Only folds can share iterations, so this code becomes a separate member after the loop. Consumers
//! inside of the loop inline it, so that the laws of joins find it.

use super::join_loop::Shared;
use super::legal::binding::called;
use crate::apply::apply_fusion::evaluate::copy_into_readers;
use crate::apply::apply_fusion::refusal::NotInlined;
use rustc_hash::FxHashSet;
use tf_dialects::tensor::bounds::guard;
use tf_dialects::tensor::loop_names::write_loop_names;
use tf_dialects::tensor::schedule::LoopNames;
use tf_dialects::tensor::{Access, Compute, Fold, Group, build, result_type};
use tf_ir::body::{Body, IrMap, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::types::Type;
use tf_ir::walk::walk;
use tf_passes_common::code::subscript::Copier;

/// True if several members of a group fold over the results of others, so that some might share iterations.
pub(crate) fn may_join(body: &Body, group: Op) -> bool {
    let members = body.view(group, Group).members();
    members.iter().filter(|member| !folds_along(body, &members, **member).is_empty()).nth(1).is_some()
}

/// Makes separate members of folds that members hold among other code; returns the members that now read
/// them.
pub(crate) fn split(body: &mut Body, group: Op) -> Vec<Op> {
    let members = body.view(group, Group).members();
    let mut found = Vec::new();
    for member in members.iter().copied() {
        let folds = folds_along(body, &members, member);
        if folds.is_empty() || is_fold_alone(body, member) || body.operand_count(member) > 0 {
            continue;
        }
        folds.into_iter().for_each(|fold| pull_out(body, member, fold));
        drop_unused(body, member);
        found.push(member);
    }
    found
}

/// Inlines members that run after the loop into the members of the loop that read them.
///
/// # Errors
/// A member that is needed as a tensor.
pub(crate) fn inline(
    body: &mut Body,
    group: Op,
    later_members: &[Op],
    shared: &Shared,
) -> Result<(), NotInlined> {
    for member in later_members.iter().copied() {
        let is_inside = |body: &Body, user: Op| shared.members().any(|own| body.encloses(own, user));
        let results: Vec<Value> = body.results(member).collect();
        let users: Vec<Op> = results.iter().flat_map(|value| body.users(*value)).collect();
        let inside = users.iter().filter(|user| is_inside(body, **user)).count();
        if inside == 0 {
            continue;
        }
        let mut copied = member;
        if inside < users.len() {
            copied = body.clone_op(member, &mut IrMap::default());
            body.insert_before(copied, member);
            let copies: Vec<Value> = body.results(copied).collect();
            for (old, new) in results.iter().zip(copies) {
                body.replace_uses_if(*old, new, |body, of| is_inside(body, of.op));
            }
        }
        let name = called(body, copied);
        copy_into_readers(body, copied, &name)?;
    }
    let mut all = Vec::new();
    walk(body, group, &mut |_, op| all.push(op));
    for op in all {
        guard(body, op);
    }
    Ok(())
}

/// The top-level folds of a member whose terms read the results of other members along the fold's index.
fn folds_along(body: &Body, members: &[Op], member: Op) -> Vec<Op> {
    let Some(block) = body.view(member, Compute).block() else { return Vec::new() };
    let is_along = |fold: &Op| {
        let Some(view) = body.cast(*fold, Fold).filter(|view| view.combiner().is_none()) else {
            return false;
        };
        let (index, mut reads) = (view.index(), false);
        walk(body, *fold, &mut |body, op| {
            let Some(access) = Access::of_read(body.op(op)) else { return };
            let is_made = body.def_op(access.source).is_some_and(|maker| members.contains(&maker));
            let mut along = access.map.results().iter().filter_map(|expr| expr.as_dim());
            reads |= is_made && along.any(|d| Some(access.indices[d as usize]) == index);
        });
        reads && is_pure(body, *fold)
    };
    body.ops(block).filter(is_along).collect()
}

/// True if a member yields the results of one fold and nothing else.
fn is_fold_alone(body: &Body, member: Op) -> bool {
    let yielded = body.view(member, Compute).yielded();
    let makers: FxHashSet<Option<Op>> = yielded.iter().map(|value| body.def_op(*value)).collect();
    makers.len() == 1 && makers.iter().flatten().any(|op| body.is(*op, Fold))
}

/// Makes a fold a separate member before the one that holds it, which then reads it by identity access.
fn pull_out(body: &mut Body, member: Op, fold: Op) {
    let view = body.view(member, Compute);
    let (extents, indices, names) = (view.extents().to_vec(), view.indices(), view.loop_names());
    let needed = needed(body, member, fold);
    let ctx = body.ctx().clone();
    let values: Vec<Value> = body.results(fold).collect();
    let types: Option<Vec<Type>> =
        values.iter().map(|value| result_type(&ctx, &extents, body.ty(*value))).collect();
    let Some(types) = types else { return };
    let mut b = Builder::before(body, member);
    b.loc = b.body.loc(fold);
    let new = build::compute(&mut b, &extents, &types, |b, local| {
        let mut copier = Copier::of(indices.iter().copied().zip(local.iter().copied()));
        for op in needed {
            copier.op(b, op).expect("an index is replaced by an index");
        }
        values.iter().map(|value| copier.known(*value)).collect()
    });
    write_loop_names(body, new, &LoopNames { axes: names.axes, folds: Vec::new() });
    let results: Vec<Value> = body.results(new).collect();
    let mut b = Builder::before(body, fold);
    let reads: Vec<Value> =
        results.into_iter().map(|result| build::at_indices(&mut b, result, &indices)).collect();
    body.replace(fold, &reads);
}

/// The top-level ops of a member that one of its folds depends on, and the fold, in order.
fn needed(body: &Body, member: Op, fold: Op) -> Vec<Op> {
    let Some(block) = body.view(member, Compute).block() else { return Vec::new() };
    let (mut found, mut pending) = (FxHashSet::default(), vec![fold]);
    while let Some(op) = pending.pop() {
        if !found.insert(op) {
            continue;
        }
        walk(body, op, &mut |body, inner| {
            let defs = body.operands(inner).filter_map(|value| body.def_op(value));
            pending.extend(defs.filter(|def| body.block_of(*def) == Some(block)));
        });
    }
    body.ops(block).filter(|op| found.contains(op)).collect()
}

/// Erases unused top-level ops of a member.
fn drop_unused(body: &mut Body, member: Op) {
    let Some(block) = body.view(member, Compute).block() else { return };
    let ops: Vec<Op> = body.ops(block).collect();
    for op in ops.into_iter().rev() {
        if body.next(op).is_some() && body.results_unused(op) && is_pure(body, op) {
            body.erase(op);
        }
    }
}
