//! What compiled code needs while it runs: a thread pool, scratch memory, a place for traps.

mod abi;
mod pool;
pub(crate) mod print;
mod ranges;
pub mod scratch;
pub(crate) mod stopwatch;

pub use abi::symbols;
pub use pool::{Builder, Runtime, Shortfall};
