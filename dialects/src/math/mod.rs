//! The `math` dialect: upstream's elementary functions on scalars, vectors and tensors.

mod docs;
mod ops;
mod register;
mod rules;

pub use ops::*;
pub use register::register;
