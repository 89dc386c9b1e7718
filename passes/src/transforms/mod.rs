//! Program transforms: differentiation and batching. They give code over tensors and know no memory and no
//! machine.

pub mod autodiff;
pub mod vmap;
