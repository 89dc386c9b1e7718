//! tf-library: mathematics that is no op of its own, as functions that build it from ops.
//!
//! Each takes a [`tf_ir::builder::Builder`] and values, and gives the value of the result: `special::lgamma(b, x)`,
//! `linalg::cholesky(b, a, true)`. The values may be tensors of any shape or, elementwise functions only, scalars. What a function
//! asks of the types of its operands, its caller has checked. Front ends call it, so that a function is the same in all of them.

pub mod constant;
mod elements;
pub mod expr;
pub mod floats;
pub mod fourier;
pub mod integers;
pub mod linalg;
pub mod selection;
pub mod special;

pub use expr::Expr;
