//! tf-passes: the transformations of Tensorforge's dialects, a file or folder each.

pub mod arith_guard;
pub mod code;
