//! The work of programs, counted before and after passes: none may add work that it does not state.
//!
//! | file | |
//! |---|---|
//! | [`measure`] | counts the work of a function on seeded inputs, with small and four times larger extents |
//! | [`expand`] | counts the code that a pass writes in place of each op |
//! | [`compare`] | finds work that grew beyond the allowance of a pass |
//! | [`watch`] | observes passes while they run |

mod compare;
mod expand;
mod measure;
mod watch;

pub use compare::{Constant, Excess, excess};
pub use measure::{Measured, Unmeasured, WorkInputs, functions};
pub use watch::{WorkReport, WorkWatch};
