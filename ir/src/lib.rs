//! tf-ir: the IR core of Tensorforge.
//!
//! Knows no dialect but builtin, no LLVM, no system dependency. Start with [`context::Context`] (interned types,
//! attributes, strings), [`body::Body`] (operations, blocks, regions, values as ids), [`builder::Builder`] and
//! [`text`] (MLIR text).

// Lets `#[op]` name this crate as `::tf_ir` from inside, too.
extern crate self as tf_ir;

pub use kind::{OpDef, OpKind};
pub use tf_ir_macros::op;

pub mod affine;
mod arena;
pub mod arithmetic;
pub mod attr;
pub mod batch;
pub mod body;
pub mod bufferize;
pub mod builder;
pub mod builtin;
pub mod check;
pub mod codes;
pub mod context;
pub mod control;
pub mod diag;
pub mod dominance;
pub mod effects;
pub mod equivalence;
pub mod extent;
pub mod float;
pub mod interfaces;
mod intern;
pub mod kind;
pub mod location;
pub mod opref;
pub mod pass;
pub mod registry;
pub mod rewrite;
pub mod symbol;
pub mod text;
pub mod types;
pub mod verify;
pub mod walk;
