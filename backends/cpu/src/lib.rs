//! tf-cpu
