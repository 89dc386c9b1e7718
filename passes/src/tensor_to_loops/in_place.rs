//! Which tensors a loop's trip may compute over the buffer of one that dies.

use super::carry::Leaves;
use tf_dialects::tensor::{AffineAccess, At, ComputeOp};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::rewrite::Allowed;

/// Turns `Fresh` into `Over` where the new tensor is the result of a compute that reads the dying one only at the
/// point it computes, or accumulates from it, nothing reads it afterwards, and both have one type.
pub(super) fn choose(
    body: &Body,
    block: Block,
    (args, leaving): (&[Value], &[Value]),
    leaves: &mut [Option<Leaves>],
    allowed: Allowed<'_>,
) {
    let mut taken: Vec<usize> = leaves
        .iter()
        .filter_map(|how| match how {
            Some(Leaves::Kept(arg)) => Some(*arg),
            _ => None,
        })
        .collect();
    for i in 0..leaving.len() {
        if leaves[i] != Some(Leaves::Fresh) {
            continue;
        }
        // The argument at the same place first: then the buffer stays where it is.
        let candidates = (i < args.len()).then_some(i).into_iter().chain(0..args.len());
        let free = candidates.filter(|arg| !taken.contains(arg) && !leaving.contains(&args[*arg]));
        let found = free.into_iter().find(|arg| may_overwrite(body, block, args[*arg], leaving[i]));
        if let Some(arg) = found.filter(|_| allowed.allows("in-place")) {
            taken.push(arg);
            leaves[i] = Some(Leaves::Over(arg));
        }
    }
}

fn may_overwrite(body: &Body, block: Block, old: Value, new: Value) -> bool {
    let Some(writer) = body.def_op(new) else { return false };
    let Some(view) = ComputeOp::cast(body.op(writer)) else { return false };
    if body.ty(old) != body.ty(new) {
        return false;
    }
    let indices = view.indices();
    let at = body.results(writer).position(|r| r == new);
    let accumulator = at.and_then(|at| at.checked_sub(view.plain_count()));
    body.uses(old).all(|u| {
        let Some(home) = ancestor_in(body, block, u.op) else { return false };
        if home == writer {
            // An accumulating result may start from it, but then nothing reads it as it was.
            return match accumulator {
                Some(at) => u.op == writer && u.operand == at,
                None => reads_own_point(body, u.op, &indices),
            };
        }
        body.is_before(home, writer)
    })
}

/// The op of `block` that is `op` or holds it.
fn ancestor_in(body: &Body, block: Block, op: Op) -> Option<Op> {
    let mut at = op;
    while body.block_of(at)? != block {
        at = body.parent_op(at)?;
    }
    Some(at)
}

/// True for a read whose leading subscripts are the indices of the box.
fn reads_own_point(body: &Body, op: Op, indices: &[Value]) -> bool {
    if !body.is(op, At::NAME) {
        return false;
    }
    let Some(access) = At.access(body.op(op)) else { return false };
    let results = access.map.results();
    results.len() >= indices.len()
        && indices.iter().zip(results).all(|(index, expr)| {
            expr.as_dim().and_then(|d| access.indices.get(d as usize)).is_some_and(|value| value == index)
        })
}
