//! Threads that end when their run is to end, so that a kernel whose loops go on for ever gives its device back.

use super::function::check_inside;
use crate::constraints::UNIT_ATTR;
use crate::shared::constraints::I64_ATTR;
use smallvec::{SmallVec, smallvec};
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// The attribute of a kernel that looks at the word of its run: its last parameter says where that is.
pub const WATCHED: &str = "tf.watched";

/// Ends the thread if its run is to end: each `every`-th time that a thread comes here, it looks at the word by which that is said.
///
/// With `together`, the threads of a block come here together, and all of them end if one of them has seen it: none goes on with what
/// another has left. Without it, a thread ends alone; barriers no longer wait for it.
///
/// What ends a run of a processor or of the interpreter is looked at by their loops: there, nothing is done here.
#[op(
    "kernel.end_if_stopped",
    attrs(every: I64_ATTR, together: optional(UNIT_ATTR)),
    interfaces(Verify, Effects),
    asm = "attr-dict",
)]
pub struct EndIfStopped;

impl EndIfStoppedOp<'_> {
    /// How often a thread comes here until it looks.
    pub fn period(self) -> i64 {
        let every = self.every().and_then(|attr| self.op().ctx().attr_int(attr));
        every.map_or(1, |every| i64::try_from(every).unwrap_or(i64::MAX))
    }

    /// Whether the threads of a block end together.
    pub fn is_of_block(self) -> bool {
        self.together().is_some()
    }
}

impl Verify for EndIfStopped {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        check_inside(op)?;
        let every = op.view(EndIfStopped).period();
        match i32::try_from(every) {
            Ok(1..) => Ok(()),
            _ => Err(op.error(format_args!("looks each {every} times: that is 1 to {}", i32::MAX))),
        }
    }
}

// What stands behind it may not be done; memory is as it was where it is.
impl Effects for EndIfStopped {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}
