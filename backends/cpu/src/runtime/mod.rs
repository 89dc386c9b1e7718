//! The runtime of compiled code: a thread pool, scratch memory, traps.

mod abi;
mod pool;
pub(crate) mod print;
mod ranges;
pub mod scratch;
pub(crate) mod stopwatch;

pub use abi::symbols;
pub use pool::{Builder, Runtime, Shortfall};
