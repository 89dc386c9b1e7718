//! Code shared by the dialects on tensors, loops, memory and vectors: constraints, syntax, accesses,
//! interfaces.

pub mod access;
pub mod constraints;
pub mod interfaces;
pub mod kinds;
pub mod policy;
pub mod ranges;
pub(crate) mod regions;
pub mod shape;
pub mod subscripts;
pub(crate) mod syntax;
pub mod tileable;
pub mod work;
