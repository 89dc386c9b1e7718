//! Removes dead code from a copied trip, so that it shows which carried values the backward pass needs.

use super::step::{Step, positions, puts_in};
use tf_dialects::loops::For;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::builtin::UnrealizedCast;
use tf_ir::control::early_exit;
use tf_ir::registry::Traits;

/// Erases the ops from `first` to the cursor (before an op, or the end of the block) that nothing uses, and what only they use; loops are left with the
/// carried values that something depends on. `kept` are used, whatever else says. The code is a copy of code that ran
/// before, so that nothing in it but puts needs to run for its effect.
pub(in crate::autodiff) fn prune(body: &mut Body, first: Op, to: Cursor, kept: &[Value]) {
    let end = match to {
        Cursor::Before(op) => Some(op),
        _ => None,
    };
    let following = std::iter::successors(Some(first), |op| body.next(*op));
    let ops: Vec<Op> = following.take_while(|op| Some(*op) != end).collect();
    for op in ops.into_iter().rev() {
        let is_stand_in = body.is(op, UnrealizedCast);
        if is_stand_in || body.has(op, Traits::TERMINATOR) || !puts_in(body, op).is_empty() {
            continue;
        }
        let is_kept = body.results(op).any(|r| kept.contains(&r));
        let used: Vec<bool> = body.results(op).map(|r| !body.is_unused(r)).collect();
        if !is_kept && !used.contains(&true) {
            body.erase(op);
        } else if !is_kept && body.is(op, For) {
            shrink(body, op, &used);
        }
    }
}

/// Carries only what the used results depend on.
fn shrink(body: &mut Body, op: Op, used: &[bool]) {
    let exits = early_exit(body, op).is_some();
    let Some(step) = Step::of(body, op).filter(|_| !exits) else { return };
    let all = step.closure(body, used);
    if !all.contains(&false) {
        return;
    }
    let which = positions(&all);
    let block = body.entry(body.region(op, 0)).expect("a verified loop has a block");
    let end = body.last(block).expect("a verified block has a terminator");
    let yielded: Vec<Value> = which.iter().map(|i| step.next[*i]).collect();
    body.set_operands(end, &yielded);
    if let Some(first) = body.first(block) {
        prune(body, first, Cursor::End(block), &[]);
    }
    let unused: Vec<usize> = (0..all.len()).filter(|i| !all[*i]).collect();
    let mut operands: Vec<Value> = body.operands(op).collect();
    let types: Vec<_> = which.iter().map(|i| body.ty(step.args[*i])).collect();
    for i in unused.into_iter().rev() {
        operands.remove(3 + i);
        body.erase_arg(block, 1 + i);
    }
    let (name, loc) = (body.name(op), body.loc(op));
    let new = body.create(name, loc, &operands, &types, 1, &[]);
    let (from, to) = (body.region(op, 0), body.region(new, 0));
    body.splice_blocks(from, to);
    body.insert_before(new, op);
    let results: Vec<Value> = body.results(op).collect();
    for (old, i) in which.into_iter().zip(0..) {
        let value = body.result(new, i);
        body.replace_uses(results[old], value);
    }
    body.erase(op);
}
