//! The `loop` dialect: structured control flow over scalars, tensors and memrefs.
//!
//! The module is called `loops` because `loop` is a keyword of Rust.

pub mod build;
mod canonical;
mod control;
mod flow;
mod live;
pub mod ops;
mod register;
pub mod shared;
pub mod switch;

pub use ops::*;
pub use register::register;
pub use switch::{Switch, SwitchOp};

/// The dialect's namespace.
pub const DIALECT: &str = "loop";
/// The attribute of a `loop.for` with its unroll factor, for the pass `loop-unroll`.
pub const UNROLL: &str = "unroll";
