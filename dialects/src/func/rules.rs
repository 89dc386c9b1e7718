//! Canonicalization of `func`.

use super::{Call, CallIndirect, Constant};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::{PatternSet, Rewrite, Rewriter};
use tf_ir::types::Type;

/// All patterns of the dialect.
pub(super) fn patterns(set: &mut PatternSet) {
    set.on(CallIndirect, "known-callee", known_callee);
}

/// A call of `func.constant @f` is a call of `@f`.
fn known_callee(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let view = rw.body.op(op);
    let constant = view.operand_def(0).filter(|def| def.is(Constant));
    let callee = constant.and_then(|def| def.attr("value")).ok_or("the callee is not a constant")?;
    let operands: Vec<Value> = view.operands().skip(1).collect();
    let results: Vec<Type> = (0..view.result_count()).map(|i| view.result_type(i)).collect();
    let mut attrs = vec![("callee", callee)];
    for name in ["arg_attrs", "res_attrs"] {
        attrs.extend(view.attr(name).map(|value| (name, value)));
    }
    rw.replace_with(op, Call, &operands, &results, &attrs);
    Ok(())
}
