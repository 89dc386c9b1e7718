//! Cancellation of kernels: threads poll a word of the run, so that a kernel with an infinite loop releases
//! its device.

use super::function::check_inside;
use crate::constraints::UNIT_ATTR;
use crate::shared::constraints::I64_ATTR;
use smallvec::{SmallVec, smallvec};
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// The attribute of a kernel that polls the word of its run: its last parameter is the address of the word.
pub const WATCHED: &str = "tf.watched";

/// Ends the thread if its run is cancelled: every `every`-th execution polls the word of the run.
///
/// With `together`, the threads of a block execute it together, and all of them end if one of them sees the
/// cancellation: none continues with another's partial results. Without it, a thread ends alone; barriers no
/// longer wait for it.
///
/// On a processor and in the interpreter it has no effect: their loops poll the run themselves.
#[op(
    "kernel.end_if_stopped",
    attrs(every: I64_ATTR, together: optional(UNIT_ATTR)),
    interfaces(Verify, Effects),
    asm = "attr-dict",
)]
pub struct EndIfStopped;

impl EndIfStoppedOp<'_> {
    /// The count of executions per poll.
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
            _ => Err(op.error(format_args!("has a polling period of {every}: valid are 1 to {}", i32::MAX))),
        }
    }
}

// The code after it may not run; earlier accesses must not move past it.
impl Effects for EndIfStopped {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}
