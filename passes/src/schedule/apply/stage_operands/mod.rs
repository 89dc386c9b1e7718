//! Copies of operands in the order in which lanes read them. Which operands are copied is not chosen here.

pub(crate) mod copies;
pub(crate) mod footprint;
pub(crate) mod parts;
mod rows;
