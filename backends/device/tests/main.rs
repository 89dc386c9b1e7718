//! Host functions against a device that writes down what it is asked for.

mod calls;
mod failures;
mod recorder;
mod runs;
mod support;
