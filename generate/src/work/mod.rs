//! The work of programs, counted before and after passes: none may add work that it does not state.
//!
//! | file | |
//! |---|---|
//! | [`measure`] | counts the work of a function on seeded inputs, named extents being small and four times as large |
//! | [`compare`] | what has grown more than a pass may add |
//! | [`watch`] | looks on while passes run |

mod compare;
mod measure;
mod watch;

pub use compare::{Excess, excess};
pub use measure::{Measured, Unmeasured, WorkInputs, functions};
pub use watch::{WorkReport, WorkWatch};
