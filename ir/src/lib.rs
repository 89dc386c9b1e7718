//! tf-ir: the IR core of Tensorforge.
//!
//! Knows no dialect but builtin, no LLVM, no system dependency. Start with [`context::Context`] (interned
//! types, attributes, strings), [`body::Body`] (operations, blocks, regions, values as ids),
//! [`builder::Builder`] and [`text`] (MLIR text).

// Lets `#[op]` name this crate as `::tf_ir` inside the crate, too.
extern crate self as tf_ir;

pub use analysis::{dominance, equivalence, walk};
pub use context::{attr, location, types};
pub use interfaces::{arithmetic, batch, bufferize, control, effects};
pub use kind::{OpDef, OpKind};
pub use ops::{builder, builtin, kind, opref, registry, symbol};
pub use tf_ir_macros::op;
pub use verify::check;

pub mod affine;
mod analysis;
mod arena;
pub mod body;
pub mod codes;
pub mod context;
pub mod diag;
pub mod extent;
pub mod float;
pub mod interfaces;
mod intern;
mod ops;
pub mod pass;
pub mod rewrite;
pub mod text;
pub mod verify;
