//! Shared code of the command-line tools.

pub mod cli;
pub mod tfopt;
