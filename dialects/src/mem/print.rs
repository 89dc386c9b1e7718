//! `mem.print`: values in memory as text.

use crate::mem;
use crate::prints;
use crate::scalar::DType;
use crate::shared::constraints::{ANY, I64S_ATTR};
use smallvec::{SmallVec, smallvec};
use tf_ir::builtin::STRING_ATTR;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{Effect, Effects, Verify};
use tf_ir::op;
use tf_ir::opref::OpRef;

/// Prints scalars and the contents of memory, like `tensor.print`.
#[op(
    "mem.print",
    operands(values: variadic(ANY)),
    attrs(text: STRING_ATTR, unsigned: optional(I64S_ATTR)),
    interfaces(Verify, Effects),
    asm = "$text attr-dict ($values^ `:` type($values))?",
)]
pub struct Print;

impl<'a> PrintOp<'a> {
    /// The text.
    pub fn words(self) -> &'a str {
        prints::words(self.op())
    }

    /// The element types of the values.
    ///
    /// # Errors
    /// As the verifier.
    pub fn elements(self) -> Result<Vec<DType>, Diagnostic> {
        prints::elements(self.op(), 0)
    }
}

impl Verify for Print {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        op.view(mem::Print).elements().map(drop)
    }
}

impl Effects for Print {
    fn effects(&self, op: OpRef<'_>) -> SmallVec<[Effect; 2]> {
        let body = op.body();
        let memory = op.operands().filter(|value| body.ctx().dims(body.ty(*value)).is_some());
        let mut effects: SmallVec<[Effect; 2]> = smallvec![Effect::Control];
        effects.extend(memory.map(|value| Effect::Read(Some(value))));
        effects
    }
}
