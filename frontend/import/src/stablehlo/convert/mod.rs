//! Conversion from StableHLO to our dialects.

mod attrs;
pub(super) mod calls;
mod dispatch;
pub(super) mod elements;
mod emit;
mod function;
pub(super) mod lower;
pub(super) mod moves;
pub(super) mod reductions;
mod regions;
pub(super) mod rng;
mod shapes;
mod symbolic;
mod types;

pub(super) use dispatch::Import;
pub use function::import;
