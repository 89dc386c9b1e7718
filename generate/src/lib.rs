//! tf-generate: random valid programs, to test the compiler.
//!
//! An op takes part through the interface [`Generate`]. [`program`] combines generated ops into a function
//! `@main`, [`inputs`] generates arguments for it. Both depend only on the seed.

mod answers;
mod call;
mod callee;
mod combine;
mod compute;
mod constants;
mod control;
mod elementwise;
mod gather;
mod generators;
mod groups;
mod inputs;
mod layout;
mod moves;
mod order;
mod ours;
mod program;
mod random;
mod reduce;
mod source;
mod spread;
mod state;
mod tiles;
mod updates;
pub mod work;

pub use answers::{Answer, Answers, Difference, LeftOut, Run};
pub use constants::{Probe, probe};
pub use generators::Generate;
pub use inputs::{inputs, inputs_of, special};
pub use ours::generator;
pub use program::{Config, functions, program, scalar_functions};
pub use random::Random;
pub use spread::Spread;
pub use state::{DTYPES, State};
pub use updates::{Updates, updates};
