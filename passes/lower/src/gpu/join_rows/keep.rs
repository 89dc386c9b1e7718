//! Row buffers: a team keeps rows in shared memory between loops.
//!
//! In each loop a thread accesses the same elements, so no barrier is needed. If the length of rows is
//! unknown, the nest is versioned: for rows that fit, with and without a length that is a multiple of the
//! vector width, and the original nest, which reads rows again.

use super::nest::{Access, Nest, RowLoop, accesses, same};
use super::plan::{Buffering, Plan, plan};
use super::wide;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::If;
use tf_dialects::mem::{Alloc, Load, Store};
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Block, Body, IrMap, Op, Value};
use tf_ir::types::Dim;
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::{MAP, THREADS};

/// True if rows can be buffered, or accesses vectorized.
pub(super) fn is_worth_it(body: &Body, nest: &Nest) -> bool {
    plan(body, nest).is_some()
}

/// Buffers rows and vectorizes accesses; returns the number of buffered rows.
pub(super) fn keep(body: &mut Body, nest: &Nest) -> u64 {
    let Some(plan) = plan(body, nest) else { return 0 };
    let mut block = nest.block(body);
    if plan.may_be_long {
        block = divide(body, block, plan.needed, |code, needed| {
            let most = code.index(plan.length);
            code.cmpi(CmpI::Sle, needed, most)
        });
    }
    let is_whole = |own: &&RowLoop| own.length.is_some_and(|length| same(body, length, plan.needed));
    let loops: Vec<&RowLoop> = nest.loops.iter().filter(is_whole).collect();
    if !plan.rows.is_empty() {
        use_arrays(body, nest, &plan, block);
        for own in &loops {
            if let Some((around, _)) = own.blocks.filter(|(_, block)| *block >= plan.length) {
                only_block(body, own, around);
            }
        }
    }
    if plan.width > 1 {
        if constant_int(body, plan.needed).is_none() {
            divide(body, block, plan.needed, |code, needed| {
                let (width, zero) = (code.index(plan.width), code.index(0));
                let rest = arith::remui(code, needed, width);
                code.cmpi(CmpI::Eq, rest, zero)
            });
        }
        loops.into_iter().for_each(|own| wide::widen(body, own.op, plan.width));
    }
    plan.rows.len() as u64
}

/// Versions the ops of a block, except for allocations: the originals run if a condition on the length of
/// rows holds, a copy of them otherwise. Returns the block of the originals.
fn divide(
    body: &mut Body,
    block: Block,
    needed: Value,
    condition: impl FnOnce(&mut FoldingBuilder<'_>, Value) -> Value,
) -> Block {
    let mut ops: Vec<Op> = body.ops(block).collect();
    let end = ops.pop().expect("a verified block has a terminator");
    ops.retain(|op| !body.is(*op, Alloc));
    let mut code = FoldingBuilder::before(body, end);
    // The op of the extent may be in the block; the condition needs a copy before it.
    let needed = match code.b.body.def_op(needed).filter(|def| ops.contains(def)) {
        Some(def) => {
            let copy = code.b.body.clone_op(def, &mut IrMap::default());
            code.b.insert(copy);
            code.b.body.result(copy, 0)
        }
        None => needed,
    };
    let holds = condition(&mut code, needed);
    let either = If::build(&mut code.b, holds, &[]);
    for i in [0, 1] {
        code.region(either, i, &[], |code, _| code.end(&[]));
    }
    let [first, other] = [0, 1].map(|i| body.op(either).entry(i).expect("a conditional has blocks"));
    let [last, behind] =
        [first, other].map(|block| body.last(block).expect("a verified block has a terminator"));
    let mut map = IrMap::default();
    for op in &ops {
        let copy = body.clone_op(*op, &mut map);
        body.insert_before(copy, behind);
    }
    ops.into_iter().for_each(|op| body.move_before(op, last));
    first
}

/// Removes the loop over blocks of a row that fits in one block, unless an earlier call did so, and makes the
/// loop run along the whole row.
fn only_block(body: &mut Body, own: &RowLoop, around: Op) {
    let Some(length) = own.length else { return };
    if body.is_live(around) {
        run_once(body, around);
    }
    let zero = FoldingBuilder::before(body, own.op).index(0);
    let operands: Vec<Value> = [zero, length].into_iter().chain(body.operands(own.op).skip(2)).collect();
    body.set_operands(own.op, &operands);
}

/// Replaces a loop by its first iteration, with the index 0.
fn run_once(body: &mut Body, around: Op) {
    let Some(block) = body.entry(body.region(around, 0)) else { return };
    let end = body.last(block).expect("a verified block has a terminator");
    let zero = FoldingBuilder::before(body, around).index(0);
    let starts: Vec<Value> = std::iter::once(zero).chain(body.operands(around).skip(3)).collect();
    let args: Vec<Value> = body.args(block).collect();
    args.into_iter().zip(starts).for_each(|(arg, start)| body.replace_uses(arg, start));
    let results: Vec<Value> = body.operands(end).collect();
    let ops: Vec<Op> = body.ops(block).filter(|op| *op != end).collect();
    ops.into_iter().for_each(|op| body.move_before(op, around));
    body.replace(around, &results);
}

/// Allocates the arrays at the beginning of a block, and makes the loops of the nest use them.
fn use_arrays(body: &mut Body, nest: &Nest, plan: &Plan, block: Block) {
    let first = body.first(block).expect("a verified block has a terminator");
    let ctx = body.ctx().clone();
    let mut code = FoldingBuilder::before(body, first);
    let marks = [(MAP, ctx.string_attr(nest.team.place.word())), (THREADS, ctx.i64_attr(nest.team.threads))];
    let arrays: Vec<Value> = plan
        .arrays
        .iter()
        .map(|elem| {
            let ty = ctx.memref(vec![Dim::Static(plan.length)], *elem);
            code.b.value(Alloc, &[], ty, &marks)
        })
        .collect();
    let accesses = accesses(body, nest.op).unwrap_or_default();
    for (row, array) in &plan.rows {
        // Rows that stay in memory enter the array at their first access.
        let mut is_kept = row.buffering == Buffering::Moved;
        for access in accesses.iter().filter(|access| access.memory == row.memory) {
            let Some(at) = nest.loop_of(body, access) else { continue };
            let own = &nest.loops[at];
            if access.writes || !is_kept {
                put_aside(body, access, arrays[*array], own.index);
                is_kept = true;
            } else {
                take(body, access, arrays[*array], own.index);
            }
            if access.writes && row.buffering == Buffering::Moved {
                body.erase(access.op);
            }
        }
        if let Some(alloc) = body.def_op(row.memory).filter(|_| row.buffering == Buffering::Moved)
            && body.users(row.memory).is_empty()
        {
            body.erase(alloc);
        }
    }
}

/// Stores the value of an access to the array.
fn put_aside(body: &mut Body, access: &Access, array: Value, index: Value) {
    let value = if access.writes { body.operand(access.op, 0) } else { body.result(access.op, 0) };
    let next = body.next(access.op).expect("a memory access is not a terminator");
    Store::build(&mut FoldingBuilder::before(body, next).b, value, array, &[index]);
}

/// Replaces a load by a load from the array.
fn take(body: &mut Body, access: &Access, array: Value, index: Value) {
    let value = Load::build(&mut FoldingBuilder::before(body, access.op).b, array, &[index]);
    body.replace(access.op, &[value]);
}
