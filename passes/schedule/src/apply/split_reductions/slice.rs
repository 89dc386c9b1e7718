//! The code of a compute's region that a value depends on: its backward slice.

use rustc_hash::FxHashSet;
use tf_dialects::tensor::{Compute, build, result_type};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::walk;
use tf_passes_common::code::subscript::{Copier, Subscript};

/// The ops of a block that some values depend on, first to last.
pub(super) struct Slice {
    pub ops: Vec<Op>,
}

impl Slice {
    /// The slice of values; `None` if one of its ops does more than compute its results.
    pub fn of(body: &Body, block: Block, values: &[Value]) -> Option<Slice> {
        let (mut pending, mut found) = (values.to_vec(), FxHashSet::default());
        while let Some(value) = pending.pop() {
            let Some(op) = body.def_op(value).filter(|op| body.block_of(*op) == Some(block)) else {
                continue;
            };
            if !found.insert(op) {
                continue;
            }
            if !is_pure(body, op) {
                return None;
            }
            pending.extend(needs(body, block, op));
        }
        Some(Slice { ops: body.ops(block).filter(|op| found.contains(op)).collect() })
    }

    /// True if it holds folds, loops or branches, which chunks must not recompute.
    pub fn has_regions(&self, body: &Body) -> bool {
        self.ops.iter().any(|op| body.regions(*op).len() > 0)
    }

    /// Copies the ops to the cursor.
    pub fn copy(&self, b: &mut Builder<'_>, copier: &mut Copier) -> Option<()> {
        self.ops.iter().try_for_each(|op| copier.op(b, *op).ok().map(drop))
    }
}

/// The values that ops of this block define and that an op, or its regions, use.
pub(super) fn needs(body: &Body, block: Block, op: Op) -> Vec<Value> {
    let mut found = Vec::new();
    walk::walk(body, op, &mut |body, inner| {
        let own = |value: &Value| {
            body.def_op(*value).is_some_and(|def| body.block_of(def) == Some(block) && def != op)
        };
        for value in body.operands(inner).filter(own) {
            if !found.contains(&value) {
                found.push(value);
            }
        }
    });
    found
}

/// Moves the folds, loops and branches that an op depends on to a separate compute over the same box, and
/// reads its elements instead: copies of the op do not recompute them. True if there were any; `None` if that
/// fails.
pub(super) fn take_out(body: &mut Body, compute: Op, op: Op) -> Option<bool> {
    let block = body.block_of(op)?;
    let mut values = needs(body, block, op);
    values.retain(|value| Slice::of(body, block, &[*value]).is_none_or(|slice| slice.has_regions(body)));
    if values.is_empty() {
        return Some(false);
    }
    let slice = Slice::of(body, block, &values)?;
    let view = body.view(compute, Compute);
    let (extents, indices) = (view.extents().to_vec(), view.indices());
    let ctx = body.ctx().clone();
    let types: Option<Vec<_>> =
        values.iter().map(|value| result_type(&ctx, &extents, body.ty(*value))).collect();
    let mut b = Builder::before(body, compute);
    let mut done = None;
    let made = build::compute(&mut b, &extents, &types?, |b, args| {
        let mut copier =
            Copier::of_subscripts(indices.iter().copied().zip(args.iter().copied().map(Subscript::value)));
        done = slice.copy(b, &mut copier);
        copier.values(b, values.iter().copied())
    });
    if done.is_none() {
        body.erase(made);
        return None;
    }
    for (i, value) in values.into_iter().enumerate() {
        let source = body.result(made, i);
        let last = body.def_op(value).expect("values of the slice are results");
        let mut b = Builder::after(body, last);
        let read = build::at_indices(&mut b, source, &indices);
        body.replace_uses(value, read);
    }
    Some(true)
}
