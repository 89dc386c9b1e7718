//! Symmetric eigenproblems, and the singular value decomposition that is built on them.

pub(crate) mod eigh;
mod polar;
mod secular;
pub(crate) mod svd;
pub(crate) mod tridiagonal_form;
