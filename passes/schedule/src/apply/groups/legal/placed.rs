//! The placements of members that a schedule specifies.

use super::binding::ComputeAt;
use super::members::PlacedMember;
use tf_dialects::tensor::schedule::Tiles;
use tf_dialects::tensor::schedule::error::PlanError;
use tf_dialects::tensor::{Compute, GroupOp};
use tf_ir::body::{Body, Op};
use tf_passes_common::rules::refusal::OfSchedule;

/// The placements in the loops, by the names of members.
///
/// # Errors
/// A placement that no member can have.
pub fn of(view: GroupOp<'_>, tiles: &Tiles) -> Result<Vec<PlacedMember>, OfSchedule<PlanError>> {
    let (mut found, names, body) = (Vec::new(), view.loop_names(), view.op().body());
    for placement in &tiles.placements {
        placement.check_threads(tiles, &names).map_err(OfSchedule::plan)?;
        let Some((depth, windowed)) = placement.depth(tiles, &names).map_err(OfSchedule::plan)? else {
            continue;
        };
        for op in members(body, view, &placement.member) {
            placement
                .check_own(&body.view(op, Compute).loop_names().axes, &names)
                .map_err(OfSchedule::plan)?;
        }
        let (member, manner) = (placement.member.clone(), placement.manner.clone());
        found.push(PlacedMember { member, compute_at: ComputeAt { depth, windowed }, manner });
    }
    Ok(found)
}

/// The members of a name.
pub(crate) fn members(body: &Body, view: GroupOp<'_>, name: &str) -> Vec<Op> {
    let is_named = |op: &Op| {
        let own = body.view(*op, Compute).member();
        own.and_then(|own| body.ctx().attr_str(own)) == Some(name)
    };
    view.members().into_iter().filter(is_named).collect()
}
