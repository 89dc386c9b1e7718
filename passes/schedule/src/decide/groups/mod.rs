//! Chooses which computes share loops, and their tile sizes. This room builds no loop.
//!
//! [`form`] builds groups: [`closure`] finds the computes that may share loops with a seed, [`chains`] those
//! of stencil chains, and a [`choice`] is one candidate. [`choose_joins`] joins dependent reductions.
//! [`price`] prices a group by its loop [`tree`], and [`beside`] gives the tuner its neighbours.

pub(crate) mod beside;
mod chains;
mod choice;
pub mod choose_joins;
mod closure;
pub mod form;
mod price;
mod tree;
