//! Copies of operands in the order in which lanes read them. Other code chooses the operands.

pub(crate) mod copies;
pub(crate) mod footprint;
pub(crate) mod parts;
mod rows;
