//! Chooses the reductions and scatters that are split into chunks for threads, and the chunk lengths.

pub(crate) mod chunks;
pub(crate) mod owners;
pub(crate) mod puts;
mod updates;
