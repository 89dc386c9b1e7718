//! What a program says of the loops that a compute runs in, against the price.

use super::Compute;
use tf_ir::body::{Body, Op};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// The attribute of a compute, or of an op that becomes one, that says so: one of the words of [`Fusion`].
pub const FUSION: &str = "tf.fusion";

/// What is asked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fusion {
    /// Its code runs where it is read.
    Fuse,
    /// Its results are stored, and its loops are its own.
    Keep,
    /// It shares loops with those who read it: each trip computes what they need, again where trips need the same.
    Bands,
    /// It shares loops with those who read it, which keep what trips before have made.
    Window,
}

impl Fusion {
    /// What is asked for of an op, if anything is.
    pub fn of(body: &Body, op: Op) -> Option<Fusion> {
        match body.ctx().attr_str(body.attr(op, FUSION)?)? {
            "fuse" => Some(Fusion::Fuse),
            "keep" => Some(Fusion::Keep),
            "bands" => Some(Fusion::Bands),
            "window" => Some(Fusion::Window),
            _ => None,
        }
    }

    /// True if it is to share loops with its readers.
    pub fn shares(self) -> bool {
        matches!(self, Fusion::Bands | Fusion::Window)
    }
}

/// Checks the attribute of a compute, if it has one.
pub(super) fn check(op: OpRef<'_>) -> Result<(), Diagnostic> {
    debug_assert!(op.is(Compute));
    if op.attr(FUSION).is_some() && Fusion::of(op.body(), op.id()).is_none() {
        return Err(op.error(
            "has an attribute tf.fusion that is none of \"fuse\", \"keep\", \"bands\" and \"window\"",
        ));
    }
    Ok(())
}
