//! The host function of a program as a list of commands.
//!
//! A host function is the rest of a program after its tensors became memory and its computations became
//! kernels: `mem.alloc`, `mem.copy`, `kernel.launch`, reads of single elements, scalars, and structured
//! control flow around them. [`Host::of`] turns it into a flat list of commands over numbered slots once;
//! [`Loaded`] runs the list against a device, without any lookup.

mod call;
mod code;
mod compile;
mod control;
mod donation;
mod elements;
mod failure;
mod launch;
mod lifetimes;
mod loaded;
mod memory;
mod repeat;
mod run;

pub use call::Passed;
pub use code::{Host, HostArgument};
pub use failure::RunFailure;
pub use loaded::{Given, Loaded};
