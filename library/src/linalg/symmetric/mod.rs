//! Eigenvalues of symmetric matrices, and the singular values that follow from them.

pub(crate) mod eigh;
mod polar;
mod secular;
pub(crate) mod svd;
pub(crate) mod tridiagonal_form;
