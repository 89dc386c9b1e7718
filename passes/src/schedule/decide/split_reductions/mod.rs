//! Which reductions and series of puts are cut into chunks that threads share, and how long the chunks are.

pub(crate) mod chunks;
pub(crate) mod owners;
pub(crate) mod puts;
mod updates;
