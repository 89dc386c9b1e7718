//! tf-transforms: passes over whole tensors ([`tensors`]), differentiation and batching ([`transforms`]).

pub mod tensors;
pub mod transforms;
