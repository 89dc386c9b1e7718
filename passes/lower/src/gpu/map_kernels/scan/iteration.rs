//! One iteration of a scanning loop: the contribution of an element, and the stores.

use super::ScanLoop;
use rustc_hash::FxHashSet;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::effects::visit_effects;
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// An iteration of the loop, run by the thread that owns the element.
pub(super) struct Iteration<'a> {
    pub(super) scan: &'a ScanLoop,
    /// The block of the loop.
    pub(super) block: Block,
    /// The index of the element.
    pub(super) at: Value,
}

impl Iteration<'_> {
    fn map(&self, body: &Body) -> IrMap {
        let mut map = IrMap::default();
        map.values.insert(body.arg(self.block, 0), self.at);
        map
    }

    /// The backward slice of some values, in order, without the ops that compute accumulators.
    fn slice(&self, body: &Body, values: Vec<Value>) -> Vec<Op> {
        let mut needed: FxHashSet<Value> = values.into_iter().collect();
        for accumulator in &self.scan.accumulators {
            needed.remove(&accumulator.after);
        }
        let mut ops: Vec<Op> = body.ops(self.block).collect();
        ops.reverse();
        ops.retain(|op| {
            let wanted = body.results(*op).any(|result| needed.contains(&result));
            let own = self.scan.accumulators.iter().any(|a| body.def_op(a.after) == Some(*op));
            if wanted && !own {
                needed.extend(body.operands(*op));
            }
            wanted && !own
        });
        ops.reverse();
        ops
    }

    /// The contribution of the element to each accumulator.
    pub(super) fn values(&self, code: &mut FoldingBuilder<'_>) -> Vec<Value> {
        let own: Vec<Value> = self.scan.accumulators.iter().map(|a| a.value).collect();
        let mut map = self.map(code.b.body);
        self.copy(code, self.slice(code.b.body, own.clone()), &mut map);
        own.into_iter().map(|value| map.value(value)).collect()
    }

    /// Stores the result of the scan at the element; `before` matters only to exclusive scans.
    pub(super) fn store(&self, code: &mut FoldingBuilder<'_>, before: &[Value], after: &[Value]) {
        let mut map = self.map(code.b.body);
        for (i, accumulator) in self.scan.accumulators.iter().enumerate() {
            map.values.insert(accumulator.before, before[i]);
            map.values.insert(accumulator.after, after[i]);
        }
        let body = &*code.b.body;
        let writes = |op: &Op| {
            !visit_effects(body, *op, &mut |effect| !matches!(effect, tf_ir::interfaces::Effect::Write(_)))
        };
        let writes: Vec<Op> = body.ops(self.block).filter(writes).collect();
        let used = writes.iter().flat_map(|op| body.operands(*op)).collect();
        let ops = self.slice(body, used);
        self.copy(code, ops, &mut map);
        self.copy(code, writes, &mut map);
    }

    fn copy(&self, code: &mut FoldingBuilder<'_>, ops: Vec<Op>, map: &mut IrMap) {
        for op in ops {
            let copy = code.b.body.clone_op(op, map);
            code.b.insert(copy);
        }
    }
}
