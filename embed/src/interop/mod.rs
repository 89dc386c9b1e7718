//! Arrays of other crates as arguments and results.

#[cfg(feature = "image")]
pub(crate) mod images;
#[cfg(feature = "nalgebra")]
pub(crate) mod matrices;
#[cfg(feature = "ndarray")]
pub(crate) mod nd;
