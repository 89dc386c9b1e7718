//! tf-ir-macros
