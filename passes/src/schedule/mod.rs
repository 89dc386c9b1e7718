//! Schedules: how a compute becomes loops, as data.

mod steps;

pub use steps::{ATTR, Loop, MAX_UNROLL, MAX_WIDTH, Plan, Schedule, Step};
