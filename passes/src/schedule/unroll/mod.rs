//! Unrolling of whole loops of computes. Which loops, is not chosen here: schedules say so.
//!
//! The step `unroll(k)` of a schedule, without a number, writes all iterations of a short loop of constant length one after the other,
//! while it is a loop of a compute:
//! - a **fold** becomes straight-line code,
//! - the **last axes** of a box become several values of one point: the box loses them, and each result yields a small tensor
//!   (`tensor.from_elements`) for them.
//!
//! **Sibling folds** over one range, independent of each other, as the copies of a fold are, become one fold with all accumulators, so
//! that what they read and compute in common is shared.

pub(crate) mod axes;
pub(crate) mod folds;
pub(crate) mod siblings;
pub(crate) mod size;
mod write_out;

pub(crate) use write_out::{apply, check};

use crate::generic::cse;
use tf_ir::body::{Body, Op};
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::{GreedyConfig, Patterns, apply_greedily_to};

/// Simplifies what is inside an op.
pub(crate) fn tidy(body: &mut Body, op: Op, patterns: &Patterns) -> Result<(), Diagnostic> {
    cse::inside(body, op);
    apply_greedily_to(body, op, patterns, &GreedyConfig::default(), None)?;
    cse::inside(body, op);
    Ok(())
}
