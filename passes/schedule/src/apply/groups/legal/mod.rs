//! Whether the members of a group may share loops, and the region of each that an iteration requires. No op
//! is built here.
//!
//! [`plan`] reads the schedule, [`placed`] its placements, [`binding`] the loops that a compute shares.
//! [`members`] decides, by the conditions of [`legality`]: on the [`code`] of a member, on the [`reads`]
//! between members (with [`strides`], and [`periodic`] the ends of periodic loops), on the points that an
//! iteration [`needs`], on [`joined`] members, and on how they are [`stored`] and [`laid_out`], in which
//! [`spaces`].

pub(crate) mod binding;
pub(crate) mod code;
pub(crate) mod growth;
pub(crate) mod joined;
pub(crate) mod laid_out;
pub(crate) mod legality;
pub(crate) mod members;
pub(crate) mod needs;
mod periodic;
mod pipelining;
pub(crate) mod placed;
pub(crate) mod plan;
pub(crate) mod reads;
pub(crate) mod refusal;
pub(crate) mod spaces;
pub(crate) mod stored;
mod strides;

#[cfg(test)]
mod tests;
