//! Schedules of computes: [`cost`] prices loops, [`rules`] defines legal schedules, [`decide`] chooses them,
//! [`apply`] and [`unroll`] rewrite code to follow them, and [`drive`] runs passes that do both. This room
//! has tensors only, no buffers.

pub mod apply;
pub mod cost;
pub mod decide;
pub mod drive;
pub(crate) mod rules;
pub mod unroll;
