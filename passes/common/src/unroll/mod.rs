//! Full unrolling of loops of computes, as schedules specify; this room chooses nothing.
//!
//! The step `unroll(k)` of a schedule, without a factor, unrolls a short loop of constant length while it is
//! still a loop of a compute:
//! - a **fold** becomes straight-line code,
//! - the **last axes** of a domain become several values per point: the domain loses them, and each result
//!   yields a small tensor (`tensor.from_elements`) for them.
//!
//! Independent **sibling folds** over one range, such as the copies of an unrolled fold, become one fold with
//! all accumulators, so that common reads and computations are shared.

pub mod axes;
pub mod folds;
pub mod siblings;
pub mod size;
mod write_out;

pub use write_out::{UnrollRefusal, apply, check};

use crate::generic::cse;
use tf_ir::body::{Body, Op};
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::{GreedyConfig, Patterns, apply_greedily_to};

/// Simplifies the code inside an op.
pub fn tidy(body: &mut Body, op: Op, patterns: &Patterns) -> Result<(), Diagnostic> {
    cse::inside(body, op);
    apply_greedily_to(body, op, patterns, &GreedyConfig::default(), None)?;
    cse::inside(body, op);
    Ok(())
}
