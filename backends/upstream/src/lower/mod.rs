//! Lowering of our dialects to upstream's, a file per dialect or topic.

mod arith;
pub(crate) mod entry;
mod extent;
mod global;
mod hints;
pub(crate) mod local;
mod loops;
mod memory;
pub(crate) mod parallel;
mod poll;
mod printing;
pub(crate) mod routines;
pub(crate) mod vector;
