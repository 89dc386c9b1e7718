//! Run-time values: scalars as bits, dense tensors, buffers with shadow state, and constants.

pub(crate) mod constant;
pub(crate) mod memory;
pub(crate) mod nan_bits;
pub(crate) mod value;
