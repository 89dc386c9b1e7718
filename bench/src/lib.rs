//! What the benches share: the generator of the modules that the core is measured on.

pub mod generate;
pub mod memory;
pub mod models;
pub mod mutate;
pub mod peer;
