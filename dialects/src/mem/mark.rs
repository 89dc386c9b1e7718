//! `mem.mark`: marks the boundaries of a program's loop nests for profiling.

use crate::shared::constraints::INDEX;
use smallvec::{SmallVec, smallvec};
use tf_ir::builtin::STRING_ATTR;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// Marks the start of a loop nest, with a description as text; an empty text marks the end of the last nest.
/// `work` is the count of arithmetic operations and of bytes moved by the nest, if they are known at its
/// start.
#[op(
    "mem.mark",
    operands(work: variadic(INDEX) = Context::index),
    attrs(text: STRING_ATTR),
    interfaces(Verify, Effects),
    asm = "$text attr-dict ($work^)?",
)]
pub struct Mark;

impl<'a> MarkOp<'a> {
    /// The description of the nest; empty at an end.
    pub fn words(self) -> &'a str {
        self.text().and_then(|a| self.op().ctx().attr_str(a)).unwrap_or_default()
    }
}

impl Verify for Mark {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        match op.operand_count() {
            0 | 2 => Ok(()),
            n => Err(op.error(format_args!(
                "has {n} work operands: give a count of operations and a count of bytes, or none"
            ))),
        }
    }
}

/// A control effect keeps it in its position.
impl Effects for Mark {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}
