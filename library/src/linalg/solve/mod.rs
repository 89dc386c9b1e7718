//! Triangular and tridiagonal systems.

pub(crate) mod triangular;
pub(crate) mod tridiagonal;
