//! The tests of the public crate, by what they are about. One binary: each costs a link of all that is below it.

mod ahead;
mod autodiff;
mod binds;
#[path = "../../passes/tests/common/mod.rs"]
mod common;
mod defects;
mod derivatives;
mod devices;
mod exports;
mod files;
mod flattened;
mod functions;
mod gradient_defects;
mod gradients;
mod groups;
mod indexing;
mod levels;
mod library;
mod limits;
mod loops;
mod messages;
mod nbody;
mod nesting;
mod ops;
mod orders;
mod readme;
mod refusals;
mod running;
mod session;
mod signs;
mod sums;
mod tables;
mod threads;
mod tiles;
mod vmap;
