//! `autodiff` against central differences, and forwards against backwards.

#[path = "../common/mod.rs"]
mod common;
mod elementwise;
mod harness;
mod reads;
mod structured;
