//! tf-passes-common: shared code of the passes and the passes for any program.
//!
//! [`cost`] prices loops, [`rules`] defines legal schedules, [`unroll`] unrolls the loops of computes.

pub mod code;
pub mod cost;
pub mod generic;
pub mod rules;
pub mod unroll;
