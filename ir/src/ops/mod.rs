//! Ops: their kinds, what is registered of them, views of them, and building them.

pub mod builder;
pub mod builtin;
pub mod kind;
pub mod opref;
pub mod registry;
pub mod symbol;
