//! Tracing: the function under construction, its regions and state, and errors with source locations.

mod callees;
mod carried;
pub(crate) mod error;
mod foreign;
pub(crate) mod functions;
pub(crate) mod handles;
mod prints;
pub(crate) mod program;
pub(crate) mod remedy;
pub(crate) mod scope;
pub(crate) mod state;
pub(crate) mod tracer;
pub(crate) mod values;
