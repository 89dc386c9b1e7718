//! Linear algebra on batches of matrices: loops over rows or columns, with a compute over the batch in each
//! iteration.
//!
//! The last two axes are those of the matrices; extents may be constants or terms. f16 and bf16 are computed
//! in f32 and rounded.

mod complex;
mod factor;
mod general;
mod matrix;
pub(crate) mod routines;
mod solve;
mod symmetric;

pub use complex::complex_schur::{complex_eig, complex_schur};
pub use factor::cholesky::cholesky;
pub use factor::determinant::slogdet;
pub use factor::inverse::{inverse, inverse_upper};
pub use factor::lu::{Lu, lu};
pub use factor::qr::{qr, qr_complete};
pub use general::eig::{Eig, eig};
pub use general::schur::schur;
pub use solve::triangular::{Triangular, triangular_solve};
pub use solve::tridiagonal::tridiagonal_solve;
pub use symmetric::eigh::eigh;
pub use symmetric::svd::{svd, svd_complete};
