//! Long folds and series of puts in chunks of a given length. How long a chunk is, is not chosen here.

pub(crate) mod owners;
pub(crate) mod puts;
mod slice;
pub(crate) mod split;
