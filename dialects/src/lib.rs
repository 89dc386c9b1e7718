//! tf-dialects

pub mod array;
pub mod scalar;
