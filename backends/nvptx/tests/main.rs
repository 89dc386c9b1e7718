//! What is built on the driver's calls, with a driver that pretends.

mod absent;
mod boxes;
mod fake;
mod gpu;
mod stopping;
