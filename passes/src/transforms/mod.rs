//! Program transforms: differentiation and batching. They give tensor code and know no loop order, no memory and no
//! machine.

pub mod autodiff;
pub mod vmap;
