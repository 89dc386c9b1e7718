//! tf-library: mathematical functions that are not ops, built from ops.
//!
//! Each function takes a [`tf_ir::builder::Builder`] and values, and returns the result:
//! `special::lgamma(b, x)`, `linalg::cholesky(b, a, true)`. Values may be tensors of any shape or, for
//! elementwise functions only, scalars. Callers must check the operand types. All front ends call these
//! functions, so that results agree.

pub mod constant;
mod elements;
pub mod expr;
pub mod floats;
pub mod fourier;
pub mod integers;
pub mod linalg;
pub mod routines;
pub mod selection;
pub mod special;

pub use expr::Expr;
