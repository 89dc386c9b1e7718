//! `tensor.from_elements`: tensors from scalars.

use crate::differentiate::Differentiable;
use crate::shared::constraints::*;
use crate::shared::interfaces::ScalarCode;
use crate::shared::shape::dims;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::Verify;
use tf_ir::op;
use tf_ir::opref::OpRef;
use tf_ir::text::type_to_string;

/// A tensor of constant extents from its elements, in row-major order.
#[op(
    "tensor.from_elements",
    traits(PURE, SAME_ELEM_TYPE, MOVES),
    operands(elements: variadic(SCALAR) = Context::elem_type(result)),
    results(result: TENSOR),
    interfaces(ScalarCode, Verify, Differentiable, tf_ir::batch::Batch),
    asm = "($elements^)? attr-dict `:` type($result)",
)]
pub struct FromElements;

impl Verify for FromElements {
    fn verify(&self, op: OpRef<'_>) -> Result<(), Diagnostic> {
        let (ctx, ty) = (op.ctx(), op.result_type(0));
        let counts: Option<Vec<i64>> = dims(ctx, ty).iter().map(|d| d.as_static()).collect();
        let count = counts.and_then(|c| c.iter().try_fold(1i64, |a, n| a.checked_mul(*n)));
        let (words, given) = (type_to_string(ctx, ty), op.operand_count());
        match count {
            None => {
                Err(op
                    .error(format_args!("has the result {words}, but needs a result with constant extents")))
            }
            Some(count) if count != given as i64 => {
                Err(op.error(format_args!("has {given} elements, but {words} has {count}")))
            }
            Some(_) => Ok(()),
        }
    }
}
