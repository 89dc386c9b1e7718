//! tf-import: programs that others wrote, as modules of our dialects.
//!
//! [`stablehlo`] reads what JAX and other frontends write.

mod error;
pub mod stablehlo;

pub use error::{ImportError, Refusal};
