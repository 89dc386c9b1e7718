//! The tests of the core, by what they are about. One binary: each costs a link of all that is below it.

mod body;
mod common;
mod convert;
mod kinds;
mod pass;
mod rebuild;
mod rewrite;
mod text;
mod verification;
