//! Splits long folds and scatters into chunks of a given length, which other code chooses.

pub(crate) mod owners;
pub(crate) mod puts;
mod slice;
pub(crate) mod split;
