//! The code of a compute that values in a fold are made by.

use crate::code::subscript::Copier;
use rustc_hash::FxHashSet;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::walk::walk;

/// Ops of several blocks, each inside the one before, and the arguments of these that they use.
pub(super) struct Code {
    ops: Vec<Op>,
    arguments: FxHashSet<Value>,
}

impl Code {
    /// What makes values in the last of the blocks, but not what is known. `None` if one of the ops does more than compute its results.
    pub fn of(body: &Body, blocks: &[Block], values: &[Value], known: &[Value]) -> Option<Code> {
        let (mut pending, mut met, mut arguments) =
            (values.to_vec(), FxHashSet::default(), FxHashSet::default());
        while let Some(value) = pending.pop() {
            if known.contains(&value) {
                continue;
            }
            let Some(op) = body.def_op(value) else {
                arguments.insert(value);
                continue;
            };
            if !body.block_of(op).is_some_and(|block| blocks.contains(&block)) || !met.insert(op) {
                continue;
            }
            if !is_pure(body, op) {
                return None;
            }
            walk(body, op, &mut |body, inner| pending.extend(body.operands(inner)));
        }
        let ops = blocks.iter().flat_map(|block| body.ops(*block)).filter(|op| met.contains(op)).collect();
        Some(Code { ops, arguments })
    }

    /// True if an argument of a block is used.
    pub fn uses(&self, argument: Value) -> bool {
        self.arguments.contains(&argument)
    }

    /// Copies the ops to the cursor. `None` if one of them cannot be copied.
    pub fn copy(&self, b: &mut Builder<'_>, copier: &mut Copier) -> Option<()> {
        self.ops.iter().try_for_each(|op| copier.op(b, *op).ok().map(drop))
    }
}
