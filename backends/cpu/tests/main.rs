//! The tests of the CPU backend, by topic. One binary: each costs a link of all that is below it.

mod exec;
mod guard;
mod library;
mod masked;
mod rows;
mod unit;
