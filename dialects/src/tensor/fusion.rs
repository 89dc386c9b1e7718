//! The attribute `tf.fusion`, by which a program overrides the fusion decisions of the cost model.

use super::Compute;
use tf_ir::body::{Body, Op};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// The attribute of a compute, or of an op that becomes one; its value is a keyword of [`Fusion`].
pub const FUSION: &str = "tf.fusion";

/// The requested fusion.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fusion {
    /// Inlined at each read.
    Fuse,
    /// Materialized, with its own loops.
    Keep,
    /// Shares loops with its consumers by overlapped tiles: each iteration computes what they require, and
    /// overlaps are recomputed.
    Bands,
    /// Shares loops with its consumers by a sliding window, which keeps results of earlier iterations.
    Window,
}

impl Fusion {
    /// The fusion that a program requests for an op, if any.
    pub fn of(body: &Body, op: Op) -> Option<Fusion> {
        match body.ctx().attr_str(body.attr(op, FUSION)?)? {
            "fuse" => Some(Fusion::Fuse),
            "keep" => Some(Fusion::Keep),
            "bands" => Some(Fusion::Bands),
            "window" => Some(Fusion::Window),
            _ => None,
        }
    }

    /// True if it shares loops with its consumers.
    pub fn shares(self) -> bool {
        matches!(self, Fusion::Bands | Fusion::Window)
    }
}

/// Checks the attribute of a compute, if it has one.
pub(super) fn check(op: OpRef<'_>) -> Result<(), Diagnostic> {
    debug_assert!(op.is(Compute));
    if op.attr(FUSION).is_some() && Fusion::of(op.body(), op.id()).is_none() {
        return Err(op.error("needs \"fuse\", \"keep\", \"bands\" or \"window\" as its attribute tf.fusion"));
    }
    Ok(())
}
