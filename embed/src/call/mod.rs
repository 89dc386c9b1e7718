//! Calls: arguments, results, arrays that stay on devices, and the modes of running an executable.

pub(crate) mod args;
pub(crate) mod device_array;
pub(crate) mod executable;
pub(crate) mod in_place;
mod interpreter;
mod lending;
pub(crate) mod named;
pub(crate) mod prepared;
pub(crate) mod results;
