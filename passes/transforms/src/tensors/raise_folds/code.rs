//! Backward slices: the ops of a compute that values in a fold depend on.

use rustc_hash::FxHashSet;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::walk::walk;
use tf_passes_common::code::subscript::Copier;

/// The slice of nested blocks, and the block arguments that it uses.
pub(super) struct Code {
    ops: Vec<Op>,
    arguments: FxHashSet<Value>,
}

impl Code {
    /// The ops of the blocks that compute the values, without the known ones. `None` if one of the ops is not
    /// pure.
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
