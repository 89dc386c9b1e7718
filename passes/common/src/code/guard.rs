//! Guards for accesses whose bounds proof is lost.

use tf_dialects::tensor::bounds::guard;
use tf_ir::body::Body;
use tf_ir::pass::PassContext;
use tf_ir::walk::preorder;

/// Guards reads and writes whose bounds proof fails after a rewrite, because indices of a domain became
/// quotients and remainders, or conditions replaced domains. The accesses are in bounds as before, so no
/// result changes.
pub fn guard_unproved(body: &mut Body, cx: &mut PassContext<'_>) {
    for op in preorder(body) {
        if guard(body, op) {
            cx.count("num-guarded", 1);
        }
    }
}
