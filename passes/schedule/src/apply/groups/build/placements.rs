//! Applies the placements of members outside of the nest: computed once before it, or inlined into their
//! readers.

use super::edges::{Edge, read_tile};
use super::tile::{ComputedTile, Tile, types};
use crate::apply::apply_fusion::evaluate::copy_into_readers;
use crate::apply::groups::legal::binding::Binding;
use crate::apply::groups::legal::code::{self, check_code};
use crate::apply::groups::legal::laid_out::refuse_wraps;
use crate::apply::groups::legal::legality::Legality;
use crate::apply::groups::legal::placed::members;
use crate::apply::groups::legal::refusal::{GroupRefusal, LayoutRefusal};
use crate::apply::groups::legal::spaces;
use crate::apply::groups::legal::stored::Stored;
use tf_dialects::tensor::bounds::guard;
use tf_dialects::tensor::loop_names::write_loop_names;
use tf_dialects::tensor::schedule::{By, LoopNames, Manner, Placed, Placement, Plan};
use tf_dialects::tensor::{Access, Compute, Group, Policy, build};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::walk::walk;
use tf_passes_common::code::subscript::{Form, Subscript, joined};

/// Moves members that are computed only once out of the group, to before it, and inlines those that are
/// computed at each read.
///
/// # Errors
/// A member that cannot be there.
pub fn apply_outside(body: &mut Body, group: Op, plan: &Plan) -> Result<(), GroupRefusal> {
    let placements = plan.tiles.as_ref().map(|tiles| tiles.placements.clone()).unwrap_or_default();
    let is_outside = |placement: &Placement| matches!(placement.placed, Placed::Inline | Placed::Root);
    if !placements.iter().any(is_outside) {
        return Ok(());
    }
    let mut readers = vec![group];
    for Placement { member, placed, manner } in placements {
        let ops = members(body, body.view(group, Group), &member);
        for op in ops {
            match placed {
                Placed::Root => readers.push(move_out(body, group, op, (&member, &manner))?),
                Placed::Inline => drop(copy_into_readers(body, op, &member)?),
                Placed::At { .. } => {}
            }
        }
    }
    let mut inside = Vec::new();
    readers.into_iter().for_each(|reader| walk(body, reader, &mut |_, op| inside.push(op)));
    for op in inside {
        guard(body, op);
    }
    Ok(())
}

/// Computes a member before the group, as `manner` specifies; returns the op that then computes it.
///
/// # Errors
/// A member that reads results of the group, or that cannot be stored as specified.
pub(crate) fn move_out(
    body: &mut Body,
    group: Op,
    op: Op,
    (name, manner): (&str, &Manner),
) -> Result<Op, GroupRefusal> {
    let block = body.view(group, Group).block();
    let mut reads = Vec::new();
    walk(body, op, &mut |body, inner| reads.extend(body.operands(inner)));
    let is_own = |def: &Op| *def != op && body.block_of(*def) == block;
    if reads.iter().filter_map(|value| body.def_op(*value)).any(|def| is_own(&def)) {
        return Err(GroupRefusal::ReadsInside { member: name.to_string() });
    }
    let stored = manner.layout.as_ref().map(|layout| Stored::of(body, op, (name, layout))).transpose()?;
    let extents = body.view(op, Compute).extents().to_vec();
    spaces::check_fits(body, (op, name), (manner.space, stored.as_ref(), 1), &extents)?;
    if let Some(stored) = &stored {
        check_laid_out(body, op, (name, stored))?;
    }
    body.move_before(op, group);
    if let Some(by) = manner.by {
        let attr = body.ctx().string_attr(by.word());
        body.set_attr(op, "by", attr);
    }
    Ok(stored.map_or(op, |stored| lay_out(body, op, stored, manner.by)))
}

/// Checks that all of a member may have this layout before the group.
///
/// # Errors
/// The reason why not.
fn check_laid_out(body: &Body, op: Op, (name, stored): (&str, &Stored)) -> Result<(), GroupRefusal> {
    let view = body.view(op, Compute);
    let (bound, legality) = (Binding::new(op, vec![None; view.extents().len()]), Legality::default());
    check_code(body, &bound, legality)?;
    code::check_small(body, &bound, stored.cut(), legality)?;
    if stored.extents(view.extents()).is_none() {
        return Err(LayoutRefusal::RoundedUp { member: name.to_string() }.into());
    }
    for value in body.results(op).filter(|_| stored.is_cut()) {
        for user in body.users(value) {
            let wraps = |access: &Access<'_>| {
                access.source == value && matches!(access.policy, Policy::Wrap | Policy::Trap)
            };
            refuse_wraps(body, user, name, legality, wraps)?;
        }
    }
    Ok(())
}

/// Replaces a compute by one whose result has a layout: reads address the stored elements, and users of the
/// whole tensor get a copy in the order of the axes.
fn lay_out(body: &mut Body, op: Op, stored: Stored, by: Option<By>) -> Op {
    let (extents, results) = {
        let view = body.view(op, Compute);
        (view.extents().to_vec(), body.results(op).collect::<Vec<Value>>())
    };
    let axes: Vec<usize> = (0..extents.len()).collect();
    let begin = vec![Subscript::constant(0); extents.len()];
    let part = Tile {
        begin: begin.clone(),
        axes: axes.clone(),
        lengths: extents.clone(),
        stored: Some(stored.clone()),
    };
    let names = part.loop_names(body, op);
    let block = body.view(op, Compute).block().expect("a compute has a region");
    let mut b = Builder::before(body, op);
    b.loc = b.body.loc(op);
    let lengths = part.stored_lengths();
    let types = types(&b, op, &lengths);
    let new = build::compute(&mut b, &lengths, &types, |b, local| {
        part.copier(b.body, op, local).block(b, block).expect("a sum of indices is a small expression")
    });
    super::carried::carry(b.body, op, new, (names.clone(), by));
    if let Some(names) = names.filter(|_| b.body.view(new, Compute).schedule().is_none()) {
        write_loop_names(b.body, new, &LoopNames { axes: names, folds: Vec::new() });
    }
    let values: Vec<Value> = b.body.results(new).collect();
    let made = ComputedTile { values, begin, axes, window: None, stored: Some(stored) };
    for (result, value) in results.iter().enumerate() {
        let is_read = |user: &Op| Access::of_read(body.op(*user)).is_some_and(|read| read.source == *value);
        let (reads, others): (Vec<Op>, Vec<Op>) = body.users(*value).into_iter().partition(is_read);
        for read in reads {
            read_all(body, read, (&made, result), &extents);
        }
        if !others.is_empty() {
            let copy = in_order(body, op, (&made, result));
            body.replace_uses(*value, copy);
        }
    }
    body.erase(op);
    let mut inside = Vec::new();
    walk(body, new, &mut |_, op| inside.push(op));
    for op in inside {
        guard(body, op);
    }
    new
}

/// Redirects a read of the tensor in the order of its axes to the tensor with a layout.
fn read_all(body: &mut Body, read: Op, (made, result): (&ComputedTile, usize), extents: &[Extent]) {
    let edge = |(axis, extent): (usize, &Extent)| {
        let has_points = extent.as_const().is_some_and(|n| n > 0);
        Edge { axis, extent: extent.clone(), has_points }
    };
    let edges: Vec<Edge> = extents.iter().enumerate().filter(|_| made.is_cut()).map(edge).collect();
    read_tile(body, read, (made, result), &edges);
}

/// Copies a tensor with a layout into the order of its axes, before the original op.
fn in_order(body: &mut Body, op: Op, (made, result): (&ComputedTile, usize)) -> Value {
    let lengths = {
        let ctx = body.ctx();
        tf_dialects::tensor::shape::extents(ctx, body.ty(body.result(op, result))).unwrap_or_default()
    };
    let mut b = Builder::before(body, op);
    b.loc = b.body.loc(op);
    let elem = b.ctx().elem_type(b.body.ty(made.values[result]));
    let copy = build::compute_one(&mut b, &lengths, elem, |b, local| {
        let all: Vec<Subscript> = local.iter().map(|index| Subscript::value(*index)).collect();
        let inner = all[made.begin.len()..].iter().cloned();
        let parts: Vec<Subscript> = made.place(b.body, &all).into_iter().chain(inner).collect();
        let place = joined(&parts, &Form::Value).expect("a part of an index is a small expression");
        build::at(b, made.values[result], &place, Policy::Assumed, None)
    });
    let mut inside = Vec::new();
    b.body.def_op(copy).into_iter().for_each(|op| walk(b.body, op, &mut |_, op| inside.push(op)));
    for op in inside {
        guard(b.body, op);
    }
    copy
}
