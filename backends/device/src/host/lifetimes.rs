//! Where memory is used for the last time.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tf_dialects::mem::Alloc;
use tf_ir::body::{Body, Op, Value};
use tf_ir::walk::preorder;

/// The allocations that nobody uses after an op, for each such op. It stands in the block of the allocation, so that memory of a loop's
/// body is given back in every trip.
pub(super) fn last_uses(body: &Body) -> FxHashMap<Op, SmallVec<[Value; 2]>> {
    let mut last: FxHashMap<Value, Op> = FxHashMap::default();
    let mut order: Vec<Value> = Vec::new();
    for op in preorder(body) {
        if body.is(op, Alloc) {
            let value = body.result(op, 0);
            order.push(value);
            last.insert(value, op);
        }
        for value in body.operands(op).filter(|value| last.contains_key(value)).collect::<Vec<Value>>() {
            let home = body.def_block(value);
            let around = std::iter::successors(Some(op), |at| body.parent_op(*at));
            let sibling = around.take_while(|at| *at != body.root()).find(|at| body.block_of(*at) == home);
            if let Some(sibling) = sibling {
                last.insert(value, sibling);
            }
        }
    }
    let mut found: FxHashMap<Op, SmallVec<[Value; 2]>> = FxHashMap::default();
    for value in order {
        found.entry(last[&value]).or_default().push(value);
    }
    found
}
