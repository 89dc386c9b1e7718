//! Program transforms: differentiation and batching. They produce tensor code and do not depend on memory or
//! the target machine.

pub mod autodiff;
pub mod vmap;
