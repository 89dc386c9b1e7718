//! Orders the code of a fold's loop so that each value is defined right before its first use.
//!
//! Jammed points are lowered operation by operation: all differences, then all squares, then all sums.
//! Intermediate values are then live for all points at once and take more registers than the sums leave. In
//! order of use, the code of each point is contiguous, and its intermediates are dead when the next point
//! begins.

use rustc_hash::FxHashSet;
use tf_dialects::tensor::{Access, Policy};
use tf_ir::body::{Block, Body, Op};
use tf_ir::effects::is_pure;

/// Orders the code of a loop by the operands of its terminator, one after the other. Leaves loops with side
/// effects alone, and loops with reads that may be out of bounds: these become branches, and code between two
/// branches cannot form one instruction with code after them.
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

/// The ops that an op of a block needs, in topological order.
fn in_order(body: &Body, block: Block, end: Op) -> Vec<Op> {
    let (mut ordered, mut seen) = (Vec::new(), FxHashSet::default());
    // Each op, with a flag for whether its operands were visited.
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
