//! Whether the members of a group may share loops, and what an iteration needs of each. No op is made here.
//!
//! [`plan`] reads what a schedule says, [`placed`] where it puts members, [`binding`] which loops a compute
//! shares; [`members`] decides, by the conditions of [`legality`]: what the [`code`] of a member may do, what
//! members read of each other ([`reads`], [`around`] the edges of rings, with [`strides`]), which points an
//! iteration [`needs`], which members are [`joined`], how they are [`stored`] and [`laid_out`], in which
//! [`spaces`].

mod ahead;
mod around;
pub(crate) mod binding;
pub(crate) mod code;
pub(crate) mod growth;
pub(crate) mod joined;
pub(crate) mod laid_out;
pub(crate) mod legality;
pub(crate) mod members;
pub(crate) mod needs;
pub(crate) mod placed;
pub(crate) mod plan;
pub(crate) mod reads;
pub(crate) mod spaces;
pub(crate) mod stored;
mod strides;
