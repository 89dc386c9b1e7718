//! tf-dialects

pub mod scalar;
