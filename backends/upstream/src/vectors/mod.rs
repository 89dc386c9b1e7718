//! Vector code for what LLVM does not do well: masks, interleaved accesses, dot products, estimates.

mod dot;
mod estimate;
mod joined;
mod masked;
mod records;
pub(crate) mod rows;
mod scattered;
