//! The tests of the interpreter, by what they are about. One binary: each costs a link of all that is below
//! it.

mod account;
mod decompose;
mod decompose_indices;
mod decomposed;
mod programs;
