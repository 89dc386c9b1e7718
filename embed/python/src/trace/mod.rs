//! Traces Python functions to programs, over the same front end as programs in Rust.

pub(crate) mod control;
pub(crate) mod dim;
pub(crate) mod fourier;
mod functions;
pub(crate) mod group;
mod handle;
mod index;
pub(crate) mod kernel;
pub(crate) mod local;
pub(crate) mod location;
mod math;
pub(crate) mod moves;
pub(crate) mod nn;
mod options;
mod program;
pub(crate) mod random;
pub(crate) mod schedule;
pub(crate) mod tensor;
pub(crate) mod tracer;
mod values;
pub(crate) mod windows;

pub(crate) use program::{Program, trace};
