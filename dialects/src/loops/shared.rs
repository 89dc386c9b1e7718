//! Verifies shared tensors of a parallel loop: how an iteration uses them.
//!
//! Each iteration starts from the tensor before the loop and writes a part that is disjoint from those of
//! other iterations. Each read and write of a part proves the disjointness ([`PartAccess`]); this file checks
//! that the tensor has no other uses.

use super::ops::{For, Parallel, ParallelOp};
use crate::shared::interfaces::PartAccess;
use tf_ir::body::{Body, Def, Op, Use, Value};
use tf_ir::control::{Carried, as_branch, as_loop};
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;
use tf_ir::registry::Traits;

/// The innermost parallel loop in whose region a value is a shared tensor, and the index of that tensor.
pub fn home(body: &Body, value: Value) -> Option<(Op, usize)> {
    match body.def(value) {
        Def::Argument(block, _) => {
            let owner = body.block_owner(block)?;
            if let Some(view) = body.cast(owner, Parallel) {
                return view.shared_arguments().iter().position(|arg| *arg == value).map(|i| (owner, i));
            }
            let carried = carried(body, owner)?;
            let at = carried.arguments.iter().position(|arg| *arg == value)?;
            home(body, *carried.inits.get(at)?)
        }
        Def::Result(op, i) => home(body, continued_value(body, op, i)?),
    }
}

/// The tensor that a result equals except in parts.
fn continued_value(body: &Body, op: Op, result: usize) -> Option<Value> {
    if let Some(rule) = body.info(op).interface::<dyn PartAccess>() {
        let part = rule.part(body.op(op));
        return part.writes.then(|| body.operand(op, part.operand));
    }
    if let Some(rule) = as_branch(body, op) {
        return rule.yielded(body.op(op), 0).get(result).copied();
    }
    carried(body, op)?.inits.get(result).copied()
}

/// The carried values of a counted loop, one per result; a loop with a condition has results other than its
/// carried values.
fn carried(body: &Body, op: Op) -> Option<Carried> {
    let is_counted = body.is(op, For) || body.is(op, Parallel);
    as_loop(body, op).filter(|_| is_counted).map(|rule| rule.carried(body.op(op)))
}

/// The attribute of a loop whose iterations access disjoint parts of the shared tensors. Disjointness was
/// proved for the boxes; the verifier trusts the attribute, because the lowered form does not retain enough
/// information. The pass `lower-tiles` sets it.
pub const APART: &str = "tf.apart";

/// Checks the uses of a parallel loop's shared tensors by its iterations.
pub fn verify(op: OpRef<'_>) -> Result<(), Diagnostic> {
    let Some(view) = op.cast(Parallel).filter(|_| op.attr(APART).is_none()) else { return Ok(()) };
    for (i, value) in view.yielded().into_iter().enumerate() {
        if home(op.body(), value) != Some((op.id(), i)) {
            return Err(op.error(format_args!(
                "yields a shared tensor #{i} that is not derived from its region argument: write into that \
                 argument with tensor.tile_write"
            )));
        }
    }
    view.shared_arguments().into_iter().try_for_each(|argument| check_uses(view, argument))
}

/// Checks that parts of a shared tensor are read or written, and that it has no other uses.
fn check_uses(view: ParallelOp<'_>, argument: Value) -> Result<(), Diagnostic> {
    let body = view.op().body();
    let (mut pending, mut seen) = (vec![argument], Vec::new());
    while let Some(value) = pending.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        for user in body.uses(value) {
            match versions(body, value, user) {
                Some(next) => pending.extend(next),
                None => {
                    let error = body.op(user.op).error(
                        "uses a tensor that the iterations of a parallel loop share: inside the loop, access \
                         its tiles with tensor.tile_read and tensor.tile_write",
                    );
                    return Err(error.note(view.op().loc(), "the loop"));
                }
            }
        }
    }
    Ok(())
}

/// The later versions of the tensor that a use creates, which differ in parts only; `None` if the whole
/// tensor is used.
fn versions(body: &Body, value: Value, user: Use) -> Option<Vec<Value>> {
    if let Some(rule) = body.info(user.op).interface::<dyn PartAccess>() {
        let part = rule.part(body.op(user.op));
        let result = part.writes.then(|| body.result(user.op, 0));
        return (part.operand == user.operand).then(|| result.into_iter().collect());
    }
    if body.has(user.op, Traits::TERMINATOR) {
        let parent = body.parent_op(user.op)?;
        let at = user.operand.checked_sub(body.operand_count(user.op) - body.result_count(parent))?;
        let result = body.result(parent, at);
        // A loop returns its carried tensor: another tensor in this position would be overwritten.
        let same = body.is(parent, Parallel) || home(body, result) == home(body, value);
        let inner = if body.is(parent, Parallel) { Vec::new() } else { vec![result] };
        return same.then_some(inner);
    }
    let carried = carried(body, user.op)?;
    let first = body.operand_count(user.op).checked_sub(carried.inits.len())?;
    let at = user.operand.checked_sub(first)?;
    let inside = if body.is(user.op, Parallel) { None } else { carried.arguments.get(at).copied() };
    Some(inside.into_iter().chain([body.result(user.op, at)]).collect())
}
