//! Random programs whose nested regions read and change generators and small arrays of outer regions.
//!
//! A program is written down once ([`program`]), traced with the eDSL ([`traced`]), and run by plain Rust on
//! integers ([`reference`]): the state of a handle is a variable that statements change. All values are u32,
//! so that answers are the same or wrong.

// Another crate's tests use other parts of it.
#![allow(dead_code)]

pub mod program;
pub mod reference;
pub mod traced;
