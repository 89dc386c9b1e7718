//! Kernels: the interpreter over every thread of a grid.
//!
//! Each thread has its own calls and frames and runs until it waits for others: at a barrier for its block,
//! at a shuffle for its warp. The order of threads is fixed, so runs are reproducible. Races are found from
//! the accesses, not from the order: two accesses of one element by threads that no barrier orders, at least
//! one of them a write, are an error that names both.

mod atomic;
mod barriers;
mod collectives;
mod copies;
mod handover;
mod ids;
mod launch;
mod matrix;
mod meeting;
mod order;
mod phases;
mod races;
mod releases;
mod schedule;
mod shadow;
mod shared;
mod state;
mod traffic;
mod warp;
mod warpgroup;

pub use meeting::Meeting;
pub(crate) use shadow::Touch;
pub(crate) use state::Grid;

use crate::machine::meanings::Meanings;

pub(crate) fn register(meanings: &mut Meanings) {
    ids::register(meanings);
    shared::register(meanings);
    atomic::register(meanings);
    handover::register(meanings);
    collectives::register(meanings);
    copies::register(meanings);
    matrix::register(meanings);
    barriers::register(meanings);
    warpgroup::register(meanings);
    launch::register(meanings);
}
