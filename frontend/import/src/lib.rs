//! tf-import: programs of other frameworks, converted to modules of our dialects.
//!
//! [`stablehlo`] reads the output of JAX and other frontends.

mod error;
pub mod stablehlo;

pub use error::{ImportError, Refusal};
