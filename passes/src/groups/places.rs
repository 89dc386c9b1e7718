//! Where the schedule of a group has its members computed: in loops of the nest, in front of it, or wherever they are read.

use super::binding::Place;
use crate::apply_fusion::evaluate::copy_into_readers;
use tf_dialects::tensor::bounds::guard;
use tf_dialects::tensor::schedule::{Placed, Placement, Plan, Tiles};
use tf_dialects::tensor::{Compute, Group, GroupOp};
use tf_ir::body::{Body, Op};
use tf_ir::walk::walk;

/// The places in the loops, by the names of members.
///
/// # Errors
/// A place that no member can have, in words that follow "the group".
pub fn of(view: GroupOp<'_>, tiles: &Tiles) -> Result<Vec<(String, Place)>, String> {
    let (mut found, names, body) = (Vec::new(), view.loop_names(), view.op().body());
    for placement in &tiles.placements {
        let Some((depth, kept)) = placement.depth(tiles, &names)? else { continue };
        for op in members(body, view, &placement.member) {
            placement.check_own(&body.view(op, Compute).loop_names().axes, &names)?;
        }
        found.push((placement.member.clone(), Place { depth, kept }));
    }
    Ok(found)
}

/// The members of a name.
fn members(body: &Body, view: GroupOp<'_>, name: &str) -> Vec<Op> {
    let is_named = |op: &Op| {
        let own = body.view(*op, Compute).member();
        own.and_then(|own| body.ctx().attr_str(own)) == Some(name)
    };
    view.members().into_iter().filter(is_named).collect()
}

/// Moves the members that are computed once in front of the group, and copies those that are computed wherever they are read.
///
/// # Errors
/// A member that cannot be there, in words that follow "the group".
pub fn apply_outside(body: &mut Body, group: Op, plan: &Plan) -> Result<(), String> {
    let placements = plan.tiles.as_ref().map(|tiles| tiles.placements.clone()).unwrap_or_default();
    let is_outside = |placement: &Placement| matches!(placement.placed, Placed::Inline | Placed::Root);
    if !placements.iter().any(is_outside) {
        return Ok(());
    }
    let mut readers = vec![group];
    for Placement { member, placed } in placements {
        let ops = members(body, body.view(group, Group), &member);
        for op in ops {
            match placed {
                Placed::Root => {
                    move_out(body, group, op, &member)?;
                    readers.push(op);
                }
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

/// Computes a member in front of the group.
///
/// # Errors
/// What it reads is made in the group.
pub(crate) fn move_out(body: &mut Body, group: Op, op: Op, name: &str) -> Result<(), String> {
    let block = body.view(group, Group).block();
    let mut reads = Vec::new();
    walk(body, op, &mut |body, inner| reads.extend(body.operands(inner)));
    let is_own = |def: &Op| *def != op && body.block_of(*def) == block;
    if reads.iter().filter_map(|value| body.def_op(*value)).any(|def| is_own(&def)) {
        return Err(format!("computes {name} in front of its loops, but what it reads is made in them"));
    }
    body.move_before(op, group);
    Ok(())
}
