//! Shared code of the benches: the generator of modules for measurements of the core.

pub mod generate;
pub mod memory;
pub mod models;
pub mod mutate;
pub mod peer;
