//! Chooses which computes share loops, and their tile sizes. This room builds no loop.
//!
//! [`form`] builds groups: [`fusible`] finds the computes that may share loops with a seed, [`chains`] those
//! of stencil chains, and a [`group_schedule`] is one candidate. [`choose_joins`] joins dependent reductions.
//! [`price`] prices a group by its loop [`tree`], and [`neighbours`] gives the tuner its neighbours.

mod chains;
pub mod choose_joins;
pub mod form;
mod fusible;
mod group_schedule;
pub(crate) mod neighbours;
mod price;
mod tree;
