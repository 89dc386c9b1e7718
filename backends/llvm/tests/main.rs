//! The tests of the LLVM library, by topic. One binary: each costs a link of all that is below it.

mod compile;
mod selection;
