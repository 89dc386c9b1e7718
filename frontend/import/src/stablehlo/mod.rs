//! StableHLO and CHLO: reading their text, and what their ops are in our dialects.
//!
//! [`register`] adds the dialects, so that text in generic form and in the form that JAX prints is read by the IR's own
//! parser; [`import`] turns such a module into one of func, arith, math, tensor and loop. The meaning of the ops is that
//! of the StableHLO specification (openxla/stablehlo, docs/spec.md).

mod convert;
mod ops;
mod recognize;
mod syntax;
pub mod work;

pub use convert::import;
pub use ops::{register, supported};
pub use recognize::{is_stablehlo, is_stablehlo_text};
