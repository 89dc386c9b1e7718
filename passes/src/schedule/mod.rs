//! Schedules of computes: [`cost`] prices loops, [`decide`] chooses schedules, [`apply`] rewrites code as schedules
//! say, [`drive`] runs passes that do both. Nothing here knows memory.

pub mod apply;
pub mod cost;
pub mod decide;
pub mod drive;
