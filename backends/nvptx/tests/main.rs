//! What is built on the driver's calls, with a driver that pretends.

mod absent;
mod boxes;
#[allow(dead_code, reason = "other tests use other parts")]
mod fake;
mod faults;
mod gpu;
mod sharing;
mod stopping;
