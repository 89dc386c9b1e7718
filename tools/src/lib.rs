//! Shared code of the command-line tools.

pub mod cli;
pub mod compiled;
pub mod conformance;
pub mod freedom;
pub mod front;
pub mod fuzz;
pub mod tfc;
pub mod tfopt;
pub mod tfrun;
