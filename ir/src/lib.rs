//! tf-ir
