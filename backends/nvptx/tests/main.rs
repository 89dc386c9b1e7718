//! The code above the driver's calls, with a mock driver.

mod absent;
mod boxes;
mod fake;
mod gpu;
mod stopping;
