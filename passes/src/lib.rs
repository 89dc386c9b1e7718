//! tf-passes
