//! `mem.mark`: where the loop nests of a program begin and end, for those who measure how long each takes.

use crate::shared::constraints::INDEX;
use smallvec::{SmallVec, smallvec};
use tf_ir::builtin::STRING_ATTR;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// Says that a loop nest begins here, which the text describes; an empty text says that none runs from here on. `work` is how many
/// operations on numbers the nest does and how many bytes it moves, where that is known when it begins.
#[op(
    "mem.mark",
    operands(work: variadic(INDEX) = Context::index),
    attrs(text: STRING_ATTR),
    interfaces(Verify, Effects),
    asm = "$text attr-dict ($work^)?",
)]
pub struct Mark;

impl<'a> MarkOp<'a> {
    /// What the nest is; empty where none begins.
    pub fn words(self) -> &'a str {
        self.text().and_then(|a| self.op().ctx().attr_str(a)).unwrap_or_default()
    }
}

impl Verify for Mark {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        match op.operand_count() {
            0 | 2 => Ok(()),
            n => Err(op.error(format_args!(
                "says its work by {n} numbers: give how many operations and how many bytes, or nothing"
            ))),
        }
    }
}

/// It stays where it is.
impl Effects for Mark {
    fn effects(&self, _op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        smallvec![Effect::Control]
    }
}
