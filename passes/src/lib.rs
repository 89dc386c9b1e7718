//! tf-passes: the passes of Tensorforge, a file or folder each. [`register_all`] lists them.

pub mod arith_guard;
pub mod call_graph;
pub mod canonicalize;
pub mod code;
pub mod cse;
pub mod dce;
pub mod inline;
pub mod reconcile_casts;
mod register;
pub mod strip_debuginfo;
pub mod symbol_dce;
pub mod symbol_uses;

pub use register::register_all;
