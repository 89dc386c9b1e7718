//! Splits long folds and scatters into chunks of a given length, which other code chooses.

pub(crate) mod owners;
pub(crate) mod puts;
pub(crate) mod refusal;
pub(crate) mod rfactor;
mod slice;
pub(crate) mod split;
