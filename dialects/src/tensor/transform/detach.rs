//! Constants of differentiation: `tensor.detach`.

use crate::shared::constraints::ANY;
use crate::shared::interfaces::ScalarCode;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;

/// The value, as a constant of differentiation.
#[op(
    "tensor.detach",
    traits(PURE),
    operands(value: ANY),
    results(result: ANY = value),
    interfaces(ScalarCode, Verify, tf_ir::batch::Batch),
    derive(InferTypes),
    asm = "$value attr-dict `:` type($value)",
)]
pub struct Detach;

/// All operands and the result have one type.
pub(super) fn verify_one_type(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let first = op.operand_type(0);
    let types = op.operands().chain(op.results()).map(|v| op.body().ty(v));
    match types.into_iter().find(|ty| *ty != first) {
        Some(ty) => {
            let words = [first, ty].map(|t| type_to_string(op.ctx(), t));
            Err(op.error(format_args!(
                "needs operands and a result of one type, not {} and {}",
                words[0], words[1]
            )))
        }
        None => Ok(()),
    }
}

impl Verify for Detach {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        verify_one_type(op)
    }
}
