//! Ops: their kinds, registry, views and builder.

pub mod builder;
pub mod builtin;
pub mod kind;
pub mod opref;
pub mod registry;
mod spec;
pub mod symbol;
