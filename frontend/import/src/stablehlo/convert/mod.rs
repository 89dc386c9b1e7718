//! From StableHLO to our dialects.

pub(super) mod alone;
mod attrs;
pub(super) mod batch_norm;
pub(super) mod broadcasting;
pub(super) mod compare;
pub(super) mod contract;
pub(super) mod control;
pub(super) mod conv;
mod dispatch;
pub(super) mod dynamic;
pub(super) mod dynamic_slices;
mod dynamic_window;
pub(super) mod elementwise;
mod emit;
mod fourier;
mod function;
pub(super) mod gather;
pub(super) mod layout;
mod library;
pub(super) mod linalg;
pub(super) mod lower;
mod numbers;
pub(super) mod precision;
pub(super) mod reduce;
mod regions;
pub(super) mod rng;
pub(super) mod scatter;
pub(super) mod select_and_scatter;
mod shapes;
pub(super) mod sort;
mod types;
pub(super) mod window;
mod windows;

pub(super) use dispatch::Import;
pub use function::import;
