//! Rules for ops with two results, one of which is unused or known.

use crate::arith;
use tf_ir::body::Op;
use tf_ir::kind::WhichOp;
use tf_ir::rewrite::{PatternSet, Rewrite, Rewriter};

pub(super) fn patterns(set: &mut PatternSet) {
    set.on(arith::AdduiExtended, "carry-unused", |op, rw| low_only(op, rw, arith::Addi));
    set.on(arith::MulsiExtended, "high-unused", |op, rw| low_only(op, rw, arith::Muli));
    set.on(arith::MuluiExtended, "high-unused", |op, rw| low_only(op, rw, arith::Muli));
}

/// Replaces the op by one that computes its first result only.
fn low_only(op: Op, rw: &mut Rewriter<'_>, what: impl WhichOp) -> Rewrite {
    let (low, high) = (rw.body.result(op, 0), rw.body.result(op, 1));
    if !rw.body.is_unused(high) {
        return Err("the second result is used".into());
    }
    let operands = [rw.body.operand(op, 0), rw.body.operand(op, 1)];
    let ty = rw.body.ty(low);
    let value = rw.value(what, &operands, ty, &[]);
    // The unused result has no uses, so any value is a valid replacement.
    rw.replace_value(low, value);
    rw.erase(op);
    Ok(())
}
