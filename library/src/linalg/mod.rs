//! Linear algebra on matrices and batches of them: a loop over rows or columns, each a compute over the batch.
//!
//! The last two axes are those of the matrices; extents may be constants or terms. f16 and bf16 are computed in f32 and rounded.

mod cholesky;
mod determinant;
mod inverse;
mod matrix;
mod qr;
mod triangular;

pub use cholesky::cholesky;
pub use determinant::slogdet;
pub use inverse::{inverse, inverse_upper};
pub use qr::qr;
pub use triangular::{Triangular, triangular_solve};
