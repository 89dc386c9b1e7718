//! The order of code in the loop of a fold: each value is made right where it is needed first.
//!
//! Points that run together are lowered operation by operation: all differences, then all squares, then all sums. What the one
//! hands to the other is then waiting for all points at once, which takes more registers than their sums leave. In the order of use
//! the code of one point follows that of another, and what is made for a point is gone when the next one begins.

use rustc_hash::FxHashSet;
use tf_dialects::tensor::{Access, Policy};
use tf_ir::body::{Block, Body, Op};
use tf_ir::effects::is_pure;

/// Orders the code of a loop by what its last op takes, one value after the other. A loop that does more than compute stays as it is, and so does one
/// with reads that may be outside: they become branches, and what stands between two of them cannot be one instruction with what is behind.
pub fn arrange(body: &mut Body, looping: Op) {
    let Some(block) = body.entry(body.region(looping, 0)) else { return };
    let ops: Vec<Op> = body.ops(block).collect();
    let Some((end, code)) = ops.split_last() else { return };
    let is_inside = |op: &Op| Access::of(body.op(*op)).is_none_or(|read| read.policy == Policy::Assumed);
    let may_move = |op: &Op| is_pure(body, *op) && body.regions(*op).next().is_none() && is_inside(op);
    if !code.iter().all(may_move) {
        return;
    }
    for op in in_order(body, block, *end) {
        body.move_before(op, *end);
    }
}

/// The ops that one of a block needs, each behind those that it needs itself.
fn in_order(body: &Body, block: Block, end: Op) -> Vec<Op> {
    let (mut ordered, mut seen) = (Vec::new(), FxHashSet::default());
    // Each op with whether what it needs has been looked at.
    let mut waiting = vec![(end, false)];
    while let Some((op, is_ready)) = waiting.pop() {
        if is_ready {
            ordered.push(op);
            continue;
        }
        if !seen.insert(op) {
            continue;
        }
        waiting.push((op, true));
        let needed: Vec<Op> = body.operands(op).filter_map(|value| body.def_op(value)).collect();
        let own = needed.into_iter().rev().filter(|def| body.block_of(*def) == Some(block));
        waiting.extend(own.map(|def| (def, false)));
    }
    ordered.pop();
    ordered
}
