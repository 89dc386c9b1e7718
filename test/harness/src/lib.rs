//! A runner for lit-style regression tests: text files whose comments say which commands to run on them.
//!
//! ```text
//! // RUN: tfopt --cse %s | FileCheck %s
//! // CHECK-LABEL: func.func @f
//! ```
//!
//! Embed it in an integration test with `harness = false`; every file becomes one test, named by its path:
//!
//! ```no_run
//! fn main() -> std::process::ExitCode {
//!     tf_harness::Suite::new("test").extension("mlir").cargo_bins().llvm_tools().main()
//! }
//! ```
//!
//! # Directives
//! A directive is the first word of a comment line (`//`, `#`, `;`, `--`, `/*`):
//!
//! | directive | meaning |
//! |---|---|
//! | `RUN: command` | run by bash with `-eu -o pipefail`, in the test's own empty folder; a line ending in `\` goes on in the next `RUN:` line; several run in turn, the first failure ends the test |
//! | `GOLDEN: command` | run as one of `RUN:`, after them; its output is that of the file beside the test with the ending `.out` ([`Suite::bless`] writes it) |
//! | `COMPLETE: FULL` | the checks with this prefix are generated from the whole output ([`Suite::update_checks`]) |
//! | `REQUIRES: a, b && !c` | skipped, with the reason, unless every expression holds; an undeclared feature is a failure |
//! | `UNSUPPORTED: a` | skipped when an expression holds |
//! | `XFAIL: reason` | a command must fail; succeeding, crashing or a missing command is a failure, and so is a missing reason |
//!
//! # Substitutions
//! `%s` the test file, `%S` its folder, `%T` a fresh folder for this file, `%t` a path in it that no other file
//! shares, `%%` a percent sign, and what [`Suite::substitution`] adds. Paths are quoted when bash needs it.
//!
//! # What is a failure, not a skip
//! A file without `RUN:`, a `RUN:` continuation that ends in nothing, `CHECK` lines that no `FileCheck` reads, a
//! leading `!` (it hides crashes; `not` does not), a required tool that is missing, a command over its time limit,
//! and a folder without test files.
#![forbid(unsafe_code)]

mod complete;
mod directives;
mod exec;
mod features;
mod filter;
mod golden;
mod ir;
mod parallel;
mod record;
mod scratch;
mod strength;
mod substitute;
mod suite;

pub use parallel::on_all_cores;
pub use strength::{Campaign, Report, Sampling};
pub use suite::{Outcome, Suite};
