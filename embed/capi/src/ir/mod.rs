//! The C interface of the IR: reading, walking, building and changing programs.

mod build;
mod handles;
mod module;
mod parts;
mod rewrite;
mod walk;

pub use build::*;
pub use handles::{Attribute, Block, Op, Region, Type, Value};
pub use module::*;
pub use parts::*;
pub use rewrite::*;
pub use walk::*;
