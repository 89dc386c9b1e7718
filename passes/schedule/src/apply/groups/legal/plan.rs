//! Reads the plan of a group: its loops, and its members in them, if they are legal.

use super::legality::Legality;
use super::members::Members;
use super::placed;
use super::refusal::GroupRefusal;
use crate::apply::apply_tiles::{Split, Tiling};
use tf_dialects::tensor::schedule::{Loop, Plan, Tiles};
use tf_dialects::tensor::{Group, GroupOp};
use tf_ir::body::{Body, Op};
use tf_ir::extent::Extent;
use tf_passes_common::rules::refusal::OfSchedule;

/// Checks that a group can become the loops that its schedule specifies.
///
/// # Errors
/// The reason why not.
pub(crate) fn check(body: &Body, group: Op) -> Result<(), GroupRefusal> {
    let plan = body.view(group, Group).plan().map_err(OfSchedule)?.ok_or(GroupRefusal::NoSchedule)?;
    check_plan(body, group, &plan)
}

/// Checks that a group can become the loops that a plan specifies.
///
/// # Errors
/// The reason why not.
pub(crate) fn check_plan(body: &Body, group: Op, plan: &Plan) -> Result<(), GroupRefusal> {
    members(body, group, plan, Legality::default()).map(drop)
}

/// The members of a group in its loops, with the loops and their extents.
///
/// # Errors
/// The reason why it cannot run in these loops.
pub(crate) fn members(
    body: &Body,
    group: Op,
    plan: &Plan,
    legality: Legality,
) -> Result<(Members, Tiling, Vec<Extent>), GroupRefusal> {
    let view = body.view(group, Group);
    let names = view.loop_names().axes;
    let extents = view.extents().into_iter().zip(&names);
    let extents =
        extents.map(|(extent, name)| extent.ok_or_else(|| GroupRefusal::NoAxis { name: name.clone() }));
    let extents: Vec<Extent> = extents.collect::<Result<_, _>>()?;
    let tiles = plan.tiles.as_ref().ok_or(GroupRefusal::NoSplit)?;
    let tiling = tiling(view, tiles, plan.grain);
    let places = placed::of(view, tiles)?;
    let members = Members::of(body, group, (&tiling, &extents, &places), legality)?;
    members.check_tails(body, &tiling, &extents)?;
    members.check_spaces(body, &tiling)?;
    Ok((members, tiling, extents))
}

/// The shared loops as loops over tiles.
fn tiling(view: GroupOp<'_>, tiles: &Tiles, grain: Option<i64>) -> Tiling {
    tiling_of(view.loop_names().axes, tiles, grain)
}

/// The tiling steps of a schedule, for loops of these names.
pub(crate) fn tiling_of(names: Vec<String>, tiles: &Tiles, grain: Option<i64>) -> Tiling {
    let dim = |of: Loop| match of {
        Loop::Axis(axis) | Loop::Fold(axis) => axis,
    };
    let order: Vec<(usize, usize)> = tiles.order.iter().map(|part| (dim(part.of), part.number)).collect();
    let mut splits = vec![Split::default(); names.len()];
    for (of, sizes) in &tiles.splits {
        splits[dim(*of)].sizes = sizes.clone();
    }
    for (place, (dim, _)) in order.iter().enumerate() {
        splits[*dim].places.push(place);
    }
    let tails = tiles.tails.iter().map(|(of, tail)| (dim(*of), *tail)).collect();
    let unroll = tiles.unroll.iter().map(|(part, factor)| ((dim(part.of), part.number), *factor)).collect();
    Tiling { order, parallel: tiles.parallel.clone(), grain, splits, names, tails, unroll }
}
