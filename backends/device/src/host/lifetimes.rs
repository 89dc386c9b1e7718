//! Last uses of memory.

use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tf_dialects::mem::Constant;
use tf_ir::body::{Body, Op, Value};
use tf_ir::types::TypeData;
use tf_ir::walk::preorder;

/// For each op, the memory that is dead after it: allocations, and values that loops and conditionals carry
/// and yield. The op is in the same block as the value's definition, so that a loop's body releases its own
/// memory in every iteration. A terminator that passes memory on is its last use.
pub(super) fn last_uses(body: &Body) -> FxHashMap<Op, SmallVec<[Value; 2]>> {
    let mut last: FxHashMap<Value, Op> = FxHashMap::default();
    let mut order: Vec<Value> = Vec::new();
    let is_memory = |value: Value| matches!(body.ctx().type_data(body.ty(value)), TypeData::MemRef { .. });
    for op in preorder(body) {
        for value in body.operands(op).filter(|value| is_memory(*value)).collect::<Vec<Value>>() {
            let Some(home) = body.def_block(value) else { continue };
            let is_carried = body.def_op(value).is_none() && body.block_owner(home) != Some(body.root());
            let around = std::iter::successors(Some(op), |at| body.parent_op(*at));
            let sibling =
                around.take_while(|at| *at != body.root()).find(|at| body.block_of(*at) == Some(home));
            let sibling = sibling.filter(|_| is_carried || last.contains_key(&value));
            if sibling.is_some_and(|sibling| last.insert(value, sibling).is_none()) {
                order.push(value);
            }
        }
        // Constants stay allocated for the next call.
        for value in body.results(op).filter(|_| !body.is(op, Constant)).filter(|value| is_memory(*value)) {
            order.push(value);
            last.insert(value, op);
        }
    }
    let mut found: FxHashMap<Op, SmallVec<[Value; 2]>> = FxHashMap::default();
    for value in order {
        found.entry(last[&value]).or_default().push(value);
    }
    found
}
