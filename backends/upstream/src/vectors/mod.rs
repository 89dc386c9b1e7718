//! Vector code that LLVM does not generate well: masks, interleaved accesses, dot products, estimates.

mod dot;
mod estimate;
mod joined;
mod masked;
mod records;
pub(crate) mod rows;
mod scattered;
