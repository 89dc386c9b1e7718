//! Scalar code, the contents of the regions of comprehensions and combiners, and `tensor.yield`, its
//! terminator.

use crate::shared::constraints::ANY;
use crate::shared::interfaces::{LoopCode, ScalarCode};
use tf_ir::body::{Block, Body};
use tf_ir::builtin::UnrealizedCast;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::registry::{OpInfo, Traits};
use tf_ir::{codes, op};

/// Ends the regions of `tensor.compute` and `tensor.fold` with the values of one point, those of `tensor.put`
/// and `tensor.scatter` with the new elements.
#[op(
    "tensor.yield",
    traits(PURE, TERMINATOR, RETURN_LIKE),
    operands(values: variadic(ANY)),
    interfaces(tf_ir::interfaces::Verify, ScalarCode),
    asm = "attr-dict ($values^ `:` type($values))?",
)]
pub struct Yield;

/// True for an op that is valid in the region of a compute.
fn is_allowed(info: &OpInfo) -> bool {
    let ours = ["tensor", "loop", "mem", "vector", "func", "builtin"].contains(&info.dialect());
    !ours || info.interface::<dyn ScalarCode>().is_some() || info.kind == UnrealizedCast::KIND
}

/// True for an op of explicit loops over tensors.
pub(crate) fn is_loop_code(info: &OpInfo) -> bool {
    info.interface::<dyn LoopCode>().is_some()
}

/// True if the code of a function, except its return, is valid in the region of a compute; only then can
/// calls in such regions be inlined.
pub fn is_scalar_code(function: &Body) -> bool {
    let mut all = true;
    for block in function.regions(function.root()).flat_map(|r| function.blocks(r)) {
        for op in function.ops(block).filter(|op| !function.has(*op, Traits::RETURN_LIKE)) {
            tf_ir::walk::walk(function, op, &mut |body, inner| all &= is_allowed(body.info(inner)));
        }
    }
    all
}

/// Checks that a block contains scalar code; `whose` names its region in messages.
pub(crate) fn check_contents(op: OpRef<'_>, block: Block, whose: &str) -> Result<(), Diagnostic> {
    check_code(op, block, whose, false)
}

/// As [`check_contents`], for a block that may also contain loop code if `is_nest`.
pub(crate) fn check_code(op: OpRef<'_>, block: Block, whose: &str, is_nest: bool) -> Result<(), Diagnostic> {
    let body = op.body();
    let mut pending: Vec<Block> = vec![block];
    while let Some(block) = pending.pop() {
        for inner in body.ops(block) {
            let info = body.info(inner);
            let may_be_here = is_allowed(info) || is_nest && is_loop_code(info);
            if !may_be_here {
                let error = body.op(inner).error(format_args!("cannot be inside the region of {whose}"));
                let error = error.code(&codes::PLACE);
                return Err(error.note(
                    op.loc(),
                    format!(
                        "the region of {whose} may contain only scalar code: arith, math, tensor.at, tensor.put, tensor.fold, \
                         tensor.from_elements, tensor.extent, loop.for, loop.while, loop.if, loop.switch"
                    ),
                ));
            }
            pending.extend(body.regions(inner).flat_map(|r| body.blocks(r)));
        }
    }
    Ok(())
}
