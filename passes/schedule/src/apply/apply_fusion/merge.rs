//! Horizontal fusion: two computes over one iteration domain become one with the results of both.

use super::element::{element, is_plain_read, own_element};
use super::refusal::MergeRefusal;
use tf_dialects::tensor::{self, Compute};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::pass::PassContext;
use tf_ir::types::Type;
use tf_ir::walk;
use tf_passes_common::code::subscript::Copier;
use tf_passes_common::rules::keep::Joined;

/// Values defined outside a compute that its region uses.
pub(crate) fn outside_values(body: &Body, compute: Op) -> Vec<Value> {
    let mut found = Vec::new();
    walk::walk(body, compute, &mut |body, op| {
        if op == compute {
            return;
        }
        found.extend(body.operands(op).filter(|value| is_outside(body, compute, *value)));
    });
    found
}

/// True for a value that is defined outside of a compute's region.
pub(crate) fn is_outside(body: &Body, compute: Op, value: Value) -> bool {
    let owner = body.def_block(value).and_then(|block| body.block_owner(block));
    owner.is_none_or(|owner| !body.encloses(compute, owner))
}

/// The op of `block` that is or encloses `op`.
pub(crate) fn ancestor_in(body: &Body, op: Op, block: Option<Block>) -> Option<Op> {
    std::iter::successors(Some(op), |op| body.parent_op(*op)).find(|op| body.block_of(*op) == block)
}

/// Merges two computes over one box, at the position of the second.
///
/// # Errors
/// The reason why they cannot merge.
pub(super) fn merge(
    body: &mut Body,
    first: Op,
    second: Op,
    cx: &mut PassContext<'_>,
) -> Result<Op, MergeRefusal> {
    let accumulates = [first, second].iter().any(|op| body.operand_count(*op) > 0);
    if accumulates || body.slot(first, Compute::BOX) != body.slot(second, Compute::BOX) {
        return Err(MergeRefusal::Domains);
    }
    if !reads_by_identity(body, first, second) {
        return Err(MergeRefusal::OtherPoints);
    }
    if !is_used_only_after(body, first, second) {
        return Err(MergeRefusal::UsedBetween);
    }
    build(body, first, second, cx).ok_or(MergeRefusal::LargeSubscripts)
}

/// True if the second reads the first by identity access only, and single elements of small tensors.
fn reads_by_identity(body: &Body, first: Op, second: Op) -> bool {
    let yielded = body.view(first, Compute).yielded();
    body.results(first).zip(yielded).all(|(result, yielded)| {
        let mut inside = body.uses(result).filter(|u| body.encloses(second, u.op));
        inside.all(|u| {
            let plain = is_plain_read(body, u.op, result);
            let inner = own_element(body, u.op, second).filter(|_| plain);
            inner.is_some_and(|inner| element(body, yielded, &inner).is_some())
        })
    })
}

/// True if nothing before the second uses the first.
fn is_used_only_after(body: &Body, first: Op, second: Op) -> bool {
    body.results(first).flat_map(|r| body.uses(r)).all(|u| {
        let user = ancestor_in(body, u.op, body.block_of(first));
        user.is_some_and(|user| user == second || body.is_before(second, user))
    })
}

fn build(body: &mut Body, first: Op, second: Op, cx: &mut PassContext<'_>) -> Option<Op> {
    let types: Vec<Type> = body.results(first).chain(body.results(second)).map(|v| body.ty(v)).collect();
    let slot = body.slot(first, Compute::BOX)?;
    let joined = Joined::of(body, first, second);
    let mut b = Builder::before(body, second);
    let merged = b.op(Compute, &[], &types, &[("box", slot)]);
    let rank = b.body.cast(merged, Compute)?.extents().len();
    let index = b.body.ctx().index();
    let (block, _) = b.enter(merged, 0, &vec![index; rank]);
    let indices: Vec<Value> = b.body.args(block).collect();
    let copies = [first, second].map(|compute| copy_region(&mut b, compute, &indices));
    let [Some(of_first), Some(of_second)] = copies else {
        body.erase(merged);
        return None;
    };
    let yields: Vec<Value> = of_first.iter().chain(&of_second).copied().collect();
    tensor::Yield::build(&mut b, &yields);
    replace_own_reads(body, first, merged, &of_first);
    if let Some(joined) = joined {
        joined.write(body, merged, cx);
    }
    let fresh: Vec<Value> = body.results(merged).collect();
    let (of_first, of_second) = fresh.split_at(body.result_count(first));
    let (of_first, of_second) = (of_first.to_vec(), of_second.to_vec());
    body.replace(second, &of_second);
    body.replace(first, &of_first);
    Some(merged)
}

/// Copies the code of a compute to the cursor; returns the yielded values.
fn copy_region(b: &mut Builder<'_>, compute: Op, indices: &[Value]) -> Option<Vec<Value>> {
    let view = b.body.cast(compute, Compute)?;
    let (block, old) = (view.block()?, view.indices());
    Copier::of(old.into_iter().zip(indices.iter().copied())).block(b, block).ok()
}

/// Replaces identity accesses to the first's results in the merged region by the values that it yields.
fn replace_own_reads(body: &mut Body, first: Op, merged: Op, values: &[Value]) {
    let results: Vec<Value> = body.results(first).collect();
    for (result, value) in results.into_iter().zip(values) {
        let reads: Vec<Op> =
            body.uses(result).map(|u| u.op).filter(|op| body.encloses(merged, *op)).collect();
        for at in reads {
            let value = own_element(body, at, merged).and_then(|inner| element(body, *value, &inner));
            body.replace(at, &[value.expect("such reads were refused before")]);
        }
    }
}
