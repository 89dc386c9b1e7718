//! Schedules of computes: [`cost`] prices loops, [`decide`] chooses schedules, [`apply`] rewrites code as schedules
//! say. Nothing here knows memory or kernels.

pub mod apply;
pub mod cost;
pub mod decide;
pub mod drive;
