//! Groups of computes become the loops that they share, with the part of each that an iteration needs in them.
//!
//! [`plan`] is what a schedule says, [`binding`] which loops a compute shares, [`members`] decides whether it can be done, for both passes, by the conditions
//! of [`legality`], [`code`] what the code of one may do, [`reads`] what they read of each other; [`places`] is where each is computed, [`needs`] which of its points, [`parts`] what it makes of them, [`stored`] how that lies in memory, [`laid_out`] whether it may, [`spaces`] what that has to fit in, [`build`] makes the loops, with [`sums`] over them, [`windows`] of what is kept, [`ahead`] of what is made for the next trip, and [`carried`] of what a program says of own loops,
//! [`bind`] names the loops of computes that a program did not name, [`form`](mod@crate::schedule::decide::groups::form) chooses what shares loops, one [`choice`](mod@crate::schedule::decide::groups::choice) of several, [`chains`](mod@crate::schedule::decide::groups::chains) of stencils where they are computed; [`beside`](mod@crate::schedule::decide::groups::beside) is what else they might do, for those who measure. [`joined`] is which members share trips
//! though they need each other, [`join_trips`] what these carry, [`choose_joins`](mod@crate::schedule::decide::groups::choose_joins) where that pays: of loops that [`join_loop`] finds, by the price of the nest ([`price`](mod@crate::schedule::decide::groups::price) of its [`tree`](mod@crate::schedule::decide::groups::tree)), once [`expose`] has made
//! members of the folds that need each other and [`selections`] says which rows have terms.

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
