//! Host functions against a device that records its requests.

mod calls;
mod failures;
mod recorder;
mod runs;
mod support;
