//! tf-passes: the passes of Tensorforge in rooms by stage, a file or folder each. [`register_all`] lists
//! them, [`pipelines`] orders them; `docs/glossary.md` explains the terms.
//!
//! The rooms are in crates that build side by side: `tf-schedule`, `tf-transforms` and `tf-lower`, all above
//! `tf-passes-common`.

pub mod pipelines;
mod register;

pub use register::{pass_at, register_all};
pub use tf_lower::{gpu, loops, lower, machine};
pub use tf_passes_common::{code, generic};
pub use tf_transforms::{tensors, transforms};

pub mod schedule {
    //! Schedules of computes: [`cost`] prices loops, [`rules`] defines legal schedules, [`decide`] chooses
    //! them, [`apply`] and [`unroll`] rewrite code to follow them, and [`drive`] runs passes that do both.

    pub use tf_passes_common::{cost, rules, unroll};
    pub use tf_schedule::{apply, decide, drive};
}
