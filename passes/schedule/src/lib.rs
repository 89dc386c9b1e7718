//! tf-schedule: schedules of computes. [`decide`] chooses them, [`apply`] rewrites code to follow them, and
//! [`drive`] runs passes that do both.
//!
//! [`tf_passes_common`] prices loops, defines legal schedules and unrolls. This crate has tensors only, no
//! buffers.

pub mod apply;
pub mod decide;
pub mod drive;
