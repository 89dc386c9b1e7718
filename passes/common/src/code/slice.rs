//! Backward slices of a loop body, rebuilt for another iteration.

use crate::code::folding_builder::FoldingBuilder;
use rustc_hash::FxHashSet;
use tf_dialects::mem::Load;
use tf_dialects::vector;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::effects::is_pure;

/// Maximum number of ops of a slice.
const MOST: usize = 64;

/// The values of a loop's block in another iteration.
pub struct Slice {
    block: Block,
    map: IrMap,
    made: FxHashSet<Op>,
}

impl Slice {
    /// A slice for the iteration with this index.
    pub fn new(block: Block, index: Value, at: Value) -> Slice {
        let mut map = IrMap::default();
        map.values.insert(index, at);
        Slice { block, map, made: FxHashSet::default() }
    }

    /// Rebuilds values at the cursor. Loads are repeated unless their memory is `written`. `None` if the
    /// slice holds any other op with effects, a region, or too many ops.
    pub fn values(
        &mut self,
        code: &mut FoldingBuilder<'_>,
        values: &[Value],
        written: &[Value],
    ) -> Option<Vec<Value>> {
        let mut needed = Vec::new();
        for value in values {
            self.collect(code.b.body, *value, (written, MOST), &mut needed)?;
        }
        let loc = code.b.loc;
        for op in needed {
            code.b.clone_op(op, &mut self.map);
            self.made.insert(op);
        }
        code.b.loc = loc;
        Some(values.iter().map(|value| self.map.value(*value)).collect())
    }

    /// Adds the ops of the block that a value depends on, in order.
    fn collect(
        &self,
        body: &Body,
        value: Value,
        (written, depth): (&[Value], usize),
        needed: &mut Vec<Op>,
    ) -> Option<()> {
        let Some(op) = body.def_op(value).filter(|op| body.block_of(*op) == Some(self.block)) else {
            return Some(());
        };
        if needed.contains(&op) || self.made.contains(&op) {
            return Some(());
        }
        let reads = body.is(op, Load) || body.is(op, vector::Load) || body.is(op, vector::Gather);
        let is_known = !reads || !written.contains(&body.operand(op, 0));
        let fits = body.regions(op).next().is_none() && (is_pure(body, op) || reads) && is_known;
        if !fits || depth == 0 || needed.len() >= MOST {
            return None;
        }
        for operand in body.operands(op) {
            self.collect(body, operand, (written, depth - 1), needed)?;
        }
        needed.push(op);
        Some(())
    }
}
