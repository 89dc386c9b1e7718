//! Factorizations: LU, QR and Cholesky, and the determinants and inverses that follow from them.

pub(crate) mod cholesky;
pub(crate) mod determinant;
pub(crate) mod householder;
pub(crate) mod inverse;
pub(crate) mod lu;
pub(crate) mod panels;
pub(crate) mod qr;
