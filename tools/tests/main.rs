//! The tests of the tools and of the repository, by topic. One binary: each costs a link of all that is below
//! it.

mod archives;
mod compiled_programs;
mod conformance;
mod constants;
mod custom_dialect;
mod described_machines;
mod documents;
mod errors;
mod import_rules;
mod imported_work;
mod interfaces;
mod levels;
mod limits;
mod log;
mod mapped_ptx;
mod matrix_ptx;
mod modules;
mod planted_work;
mod reference;
mod right_kernels;
mod sizes;
mod targets;
mod verifier_rules;
mod words;
