//! Linear algebra on matrices and batches of them: a loop over rows or columns, each a compute over the batch.
//!
//! The last two axes are those of the matrices; extents may be constants or terms. f16 and bf16 are computed in f32 and rounded.

mod balance;
mod cholesky;
mod complex;
mod complex_eigenvectors;
mod complex_hessenberg;
mod complex_schur;
mod determinant;
mod eig;
mod eigenvectors;
mod eigh;
mod francis;
mod hessenberg;
mod householder;
mod inverse;
mod lu;
mod matrix;
mod panels;
mod polar;
mod qr;
mod qr_iteration;
mod schur;
mod secular;
mod single_shift;
mod standard;
mod svd;
mod triangular;
mod tridiagonal;
mod tridiagonal_form;
mod work;

pub use cholesky::cholesky;
pub use complex_schur::{complex_eig, complex_schur};
pub use determinant::slogdet;
pub use eig::{Eig, eig};
pub use eigh::eigh;
pub use inverse::{inverse, inverse_upper};
pub use lu::{Lu, lu};
pub use qr::{qr, qr_complete};
pub use schur::schur;
pub use svd::{svd, svd_complete};
pub use triangular::{Triangular, triangular_solve};
pub use tridiagonal::tridiagonal_solve;
