//! Schedules of computes: [`cost`] prices loops, [`rules`] are what schedules may say, [`decide`] chooses
//! them, [`apply`] and [`unroll`] rewrite code as they say, [`drive`] runs passes that do both. Nothing here
//! knows memory.

pub mod apply;
pub mod cost;
pub mod decide;
pub mod drive;
pub(crate) mod rules;
pub mod unroll;
