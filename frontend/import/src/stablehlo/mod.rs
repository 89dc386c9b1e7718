//! StableHLO and CHLO: parsing their text, and converting their ops to our dialects.
//!
//! [`register`] adds the dialects, so that the IR's parser reads text in generic form and in JAX's form;
//! [`import`] converts such a module to func, arith, math, tensor and loop. The semantics of the ops is that
//! of the StableHLO specification (openxla/stablehlo, docs/spec.md).

mod convert;
mod ops;
mod recognize;
mod syntax;
pub mod work;

pub use convert::import;
pub use ops::{register, supported};
pub use recognize::{is_stablehlo, is_stablehlo_text};
