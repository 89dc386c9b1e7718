//! Groups of computes become the loops that they share, with the part of each member that an iteration needs
//! in them.
//!
//! [`legal`] says whether they may, by conditions with names, and [`build`] makes the loops. [`bind`] finds
//! the shared loops of members that name none; [`expose`], [`join_loop`] and [`selections`] prepare groups
//! whose folds need each other.

mod bind;
pub(crate) mod build;
pub(crate) mod expose;
pub(crate) mod join_loop;
pub(crate) mod legal;
pub(crate) mod selections;

pub use bind::INFO as BIND_MEMBERS;

pub(crate) use build::places::move_out;
pub(crate) use legal::needs::MOST_AROUND;
pub(crate) use legal::plan::check;

use crate::schedule::apply::groups::build::places;
use crate::schedule::apply::groups::legal::plan;
use legal::legality::Legality;
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
