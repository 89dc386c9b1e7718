//! Non-temporal stores: aligns loops with the attribute `stream` to cache lines of the memory that they
//! write.
//!
//! The iterations before the first line are scalar. A parallel loop becomes one over blocks; each block waits
//! for its stores at its end, since other threads may read them afterwards.

use super::refusal::StreamRefusal;
use super::shape::sole_block;
use super::tail::copy_block;
use tf_dialects::arith;
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::{For, Parallel};
use tf_dialects::mem::{BeforeLine, Drain, Load, Store};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_passes_common::code::folding_builder::{FoldingBuilder, known};
use tf_passes_common::code::marks::{GRAIN, STREAM, VECTOR_AXIS};
use tf_passes_common::code::slice::Slice;
use tf_passes_common::cost::figures::STREAM_BLOCK;

/// Prepares a loop for non-temporal stores; returns the loop to widen, and the reason if they are not
/// possible.
pub(super) fn prepare(body: &mut Body, op: Op) -> (Op, Option<StreamRefusal>) {
    if body.remove_attr(op, STREAM).is_none() {
        return (op, None);
    }
    match streamed(body, op) {
        Err(why) => (op, Some(why)),
        Ok(stores) => {
            let op = if body.is(op, Parallel) { in_blocks(body, op) } else { op };
            let unit = body.ctx().unit_attr();
            let first = stores[0];
            if !begin_at_line(body, op, first) {
                return (op, Some(StreamRefusal::UnknownAddress));
            }
            let stores: Vec<Op> =
                body.ops(sole_block(body, op, 0)).filter(|op| body.is(*op, Store)).collect();
            stores.into_iter().for_each(|store| body.set_attr(store, STREAM, unit));
            (op, None)
        }
    }
}

/// The stores of a loop that may be non-temporal.
fn streamed(body: &Body, op: Op) -> Result<Vec<Op>, StreamRefusal> {
    if Gpu::of(body).is_some() {
        return Err(StreamRefusal::Gpu);
    }
    if body.is(op, Parallel) && body.operand_count(op) != 3 {
        return Err(StreamRefusal::SeveralAxes);
    }
    let counts = body.is(op, Parallel) || (body.is(op, For) && body.result_count(op) == 0);
    if !counts || known(body, body.operand(op, 2)) != Some(1) {
        return Err(StreamRefusal::Step);
    }
    let block = sole_block(body, op, 0);
    let stores: Vec<Op> = body.ops(block).filter(|op| body.is(*op, Store)).collect();
    if stores.is_empty() {
        return Err(StreamRefusal::NoStore);
    }
    let is_read = |memory: Value| {
        let mut read = false;
        tf_ir::walk::walk(body, op, &mut |body, op| {
            read |= body.is(op, Load) && body.operand(op, 0) == memory;
        });
        read
    };
    match stores.iter().any(|store| is_read(body.operand(*store, 1))) {
        true => Err(StreamRefusal::ReadsStored),
        false => Ok(stores),
    }
}

/// Strip-mines a parallel loop of one axis: a parallel loop over blocks, with a sequential loop over each
/// block.
fn in_blocks(body: &mut Body, op: Op) -> Op {
    let operands: Vec<Value> = body.operands(op).collect();
    let (block, marks) = (sole_block(body, op, 0), body.attrs(op).discardable.clone());
    let index = body.arg(block, 0);
    let ctx = body.ctx().clone();
    let grain = body.attr(op, GRAIN).and_then(|attr| ctx.attr_int(attr)).and_then(|n| i64::try_from(n).ok());
    let grain = grain.map(|n| (GRAIN, ctx.i64_attr(n.saturating_add(STREAM_BLOCK - 1) / STREAM_BLOCK)));
    let attrs: Vec<_> = grain.into_iter().collect();
    let mut code = FoldingBuilder::before(body, op);
    let step = code.index(STREAM_BLOCK);
    let new = code.b.op(Parallel, &[operands[0], operands[1], step], &[], &attrs);
    let inner = code.region(new, 0, &[ctx.index()], |code, args| {
        let (one, length) = (code.index(1), code.index(STREAM_BLOCK));
        let left = code.sub(operands[1], args[0]);
        let own = arith::minsi(code, left, length);
        let end = code.add(args[0], own);
        let inner = code.b.op(For, &[args[0], end, one], &[], &[]);
        code.region(inner, 0, &[ctx.index()], |code, args| {
            copy_block(code, block, [(index, args[0])]);
            code.end(&[]);
        });
        code.end(&[]);
        inner
    });
    for (name, attr) in marks {
        if ![GRAIN, VECTOR_AXIS].contains(&ctx.text(name)) {
            let name = ctx.text(name).to_string();
            body.set_attr(inner, &name, attr);
        }
    }
    body.erase(op);
    inner
}

/// Runs scalar iterations up to the first cache line of the stored memory, and waits for the stores after the
/// loop. Returns false if that address is not known before the loop.
fn begin_at_line(body: &mut Body, op: Op, like: Op) -> bool {
    let block = sole_block(body, op, 0);
    let store = match body.is_live(like) {
        true => like,
        false => body.ops(block).find(|op| body.is(*op, Store)).expect("the copy has the same store"),
    };
    let (lower, upper, index) = (body.operand(op, 0), body.operand(op, 1), body.arg(block, 0));
    let operands: Vec<Value> = body.operands(store).collect();
    let next = body.next(op).expect("a loop is not a terminator");
    let mut code = FoldingBuilder::before(body, op);
    let Some(place) = Slice::new(block, index, lower).values(&mut code, &operands[2..], &[]) else {
        return false;
    };
    let ahead = BeforeLine::build(&mut code.b, operands[1], &place);
    let begin = code.add(lower, ahead);
    let begin = arith::minsi(&mut code, begin, upper);
    let one = code.index(1);
    let first = code.b.op(For, &[lower, begin, one], &[], &[]);
    code.region(first, 0, &[code.ctx().index()], |code, args| {
        copy_block(code, block, [(index, args[0])]);
        code.end(&[]);
    });
    body.set_operand(op, 0, begin);
    let loc = body.loc(op);
    let mut code = FoldingBuilder::new(body, Cursor::Before(next), loc);
    Drain::build(&mut code.b);
    true
}
