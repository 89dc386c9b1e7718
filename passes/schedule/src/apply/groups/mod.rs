//! Turns groups of computes into shared loop nests (as `compute_at` in Halide): an iteration computes the
//! tile of each member that it requires.
//!
//! [`legal`] decides whether they may share loops, by named conditions, and [`build`] emits the loops.
//! [`bind_members`] infers the shared loops of unnamed members; [`expose`], [`join_loop`] and [`selections`]
//! prepare groups whose folds depend on each other.

mod bind_members;
pub(crate) mod build;
pub(crate) mod expose;
pub(crate) mod join_loop;
pub(crate) mod legal;
pub(crate) mod selections;

pub use bind_members::INFO as BIND_MEMBERS;

pub(crate) use build::placements::move_out;
pub(crate) use legal::needs::MOST_AROUND;
pub(crate) use legal::plan::check;

use crate::apply::groups::build::placements;
use crate::apply::groups::legal::plan;
use legal::legality::Legality;
use legal::refusal::GroupRefusal;
use tf_dialects::tensor::schedule::Plan;
use tf_ir::body::{Body, Op};

/// Replaces a group by its loops.
///
/// # Errors
/// The reason why it stays.
pub(crate) fn apply(body: &mut Body, group: Op, plan: &Plan, legality: Legality) -> Result<(), GroupRefusal> {
    placements::apply_outside(body, group, plan)?;
    let (members, tiling, extents) = plan::members(body, group, plan, legality)?;
    build::GroupLoops::new(&members, &tiling, &extents).replace(body, group);
    Ok(())
}
