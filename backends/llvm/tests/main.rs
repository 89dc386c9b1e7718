//! The tests of the LLVM library, by what they are about. One binary: each costs a link of all that is below it.

mod compile;
mod selection;
