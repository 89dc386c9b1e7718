//! Groups of computes become the loops that they share, with the part of each member that an iteration needs in them.
//!
//! `legal` says whether they may, by conditions with names, and `build` makes the loops. [`bind`] finds the shared
//! loops of members that name none; [`expose`], [`join_loop`] and [`selections`] prepare groups whose folds need each other.

mod ahead;
mod around;
mod bind;
pub(crate) mod binding;
mod build;
pub(crate) mod carried;
mod chunks;
mod code;
mod edges;
pub(crate) mod expose;
pub(crate) mod growth;
pub(crate) mod join_loop;
mod join_trips;
mod joined;
mod laid_out;
pub(crate) mod legality;
pub(crate) mod members;
mod needs;
mod parts;
mod placed;
mod places;
pub(crate) mod plan;
pub(crate) mod reads;
pub(crate) mod selections;
mod spaces;
mod stored;
mod strides;
mod sums;
mod windows;

pub use bind::INFO as BIND_MEMBERS;

pub(crate) use needs::MOST_AROUND;
pub(crate) use places::move_out;
pub(crate) use plan::check;

use legality::Legality;
use tf_dialects::tensor::schedule::Plan;
use tf_ir::body::{Body, Op};

/// Replaces a group by its loops.
///
/// # Errors
/// Why it stays, in words that follow "the group".
pub(crate) fn apply(body: &mut Body, group: Op, plan: &Plan, legality: Legality) -> Result<(), String> {
    places::apply_outside(body, group, plan)?;
    let (members, tiling, extents) = plan::members(body, group, plan, legality)?;
    build::GroupLoops::new(&members, &tiling, &extents).replace(body, group);
    Ok(())
}
