//! tf-passes: the passes of Tensorforge in folders by stage, a file or folder each. [`register_all`] lists
//! them, [`pipelines`] orders them; `docs/glossary.md` explains the terms.

pub mod code;
pub mod generic;
pub mod gpu;
pub mod loops;
pub mod lower;
pub mod machine;
pub mod pipelines;
mod register;
pub mod schedule;
pub mod tensors;
pub mod transforms;

pub use register::{pass_at, register_all};
