//! Accesses in other dialects: lowers reads like `tensor.at`, if the op's verifier rejects unproved ones.

use tf_dialects::tensor::bounds::is_unproved;
use tf_dialects::tensor::{Access, Policy};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// Refuses accesses that cannot be lowered.
pub fn check(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let Some(access) = Access::of(op) else { return Ok(()) };
    let refused = |why: &str| Err(op.error(why).code(&codes::ILLEGAL));
    if access.is_write {
        return refused("writes elements and has no loop form: turn it into tensor.put first");
    }
    if op.result_count() != 1 || access.policy == Policy::Drop {
        return refused("is not a read of one element: turn it into tensor.at first");
    }
    if is_unproved(op) {
        return refused("may read out of bounds: it has no policy and is not proved to be in bounds");
    }
    Ok(())
}
