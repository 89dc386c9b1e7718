//! Guards for accesses whose proof did not follow them.

use tf_dialects::tensor::bounds::guard;
use tf_ir::body::Body;
use tf_ir::pass::PassContext;
use tf_ir::walk::preorder;

/// Guards reads and writes whose proof does not follow the code to its new place: subscripts that were
/// indices of a box are quotients and remainders there, and conditions stand in for boxes. They are inside as
/// before, so no answer changes.
pub(crate) fn guard_unproved(body: &mut Body, cx: &mut PassContext<'_>) {
    for op in preorder(body) {
        if guard(body, op) {
            cx.count("num-guarded", 1);
        }
    }
}
