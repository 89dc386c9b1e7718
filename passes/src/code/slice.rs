//! Slices of the body of a loop: what some values are computed by, built again for another iteration.

use crate::code::folding_builder::FoldingBuilder;
use rustc_hash::FxHashSet;
use tf_dialects::mem::Load;
use tf_dialects::vector;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::effects::is_pure;

/// The most ops of a slice.
const MOST: usize = 64;

/// What values of a block of a loop are in another iteration.
pub(crate) struct Slice {
    block: Block,
    map: IrMap,
    made: FxHashSet<Op>,
}

impl Slice {
    /// For the iteration of this index.
    pub fn new(block: Block, index: Value, at: Value) -> Slice {
        let mut map = IrMap::default();
        map.values.insert(index, at);
        Slice { block, map, made: FxHashSet::default() }
    }

    /// What values are there, built at the cursor. Reads of memory are built again but of what is `written`; `None` where something else stands
    /// in the way.
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

    /// Adds the ops of the block that a value needs, in order.
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
