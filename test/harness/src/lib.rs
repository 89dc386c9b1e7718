//! tf-harness
