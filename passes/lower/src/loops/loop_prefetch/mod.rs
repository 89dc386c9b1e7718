//! `loop-prefetch`: prefetches the reads of marked loops some iterations ahead, and reads that follow
//! reductions.
//!
//! Each iteration computes the addresses of a later one with a copy of the address code, which may itself
//! load (as the indices of a gather). Past the last iteration, the current addresses are used instead. Reads
//! of consecutive elements are left to the hardware prefetcher.

mod after_loops;

use std::fmt;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::{For, Parallel};
use tf_dialects::mem::{Load, Prefetch, Store};
use tf_dialects::vector;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Cursor;
use tf_ir::pass::{
    Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::{preorder, walk};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::code::marks::{PREFETCH, PREFETCH_AXIS};
use tf_passes_common::code::slice::Slice;

/// The pass.
pub struct LoopPrefetch;

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "loop-prefetch",
    title: "LoopPrefetch",
    summary: "Prefetch the reads of marked loops for a later iteration",
    docs: "Every loop.for and loop.parallel with the attribute 'prefetch' computes the addresses of its \
        reads a given number of iterations ahead and prefetches them, unless consecutive iterations read \
        adjacent addresses. Addresses that depend on the loop's stores are not known ahead. Run it after \
        'loop-vectorize', which keeps the attribute, and run 'canonicalize' and 'cse' after it. A loop \
        without such reads is not changed, and a remark gives the reason. Reads after a loop that reduces \
        a block of sums, such as reads of the tile that the sums are added to, are prefetched before the \
        loop.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-prefetched", help: "reads that are prefetched" }],
    rules: &[
        RuleSpec { name: "reads", help: "prefetches the reads of a marked loop" },
        RuleSpec { name: "behind", help: "prefetches the reads after a loop that reduces a block of sums" },
    ],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(LoopPrefetch)),
};

impl Pass for LoopPrefetch {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut changed, mut count) = (false, 0);
        for op in preorder(body) {
            let Some(mark) = body.remove_attr(op, PREFETCH) else { continue };
            let axis = body.remove_attr(op, PREFETCH_AXIS).and_then(|attr| body.ctx().attr_int(attr));
            let axis = axis.and_then(|axis| usize::try_from(axis).ok()).unwrap_or(0);
            changed = true;
            let iterations = body.ctx().attr_int(mark).and_then(|n| i64::try_from(n).ok()).unwrap_or(0);
            if iterations < 1 || !cx.allows("reads") {
                continue;
            }
            match prefetch(body, op, axis, iterations) {
                Ok(reads) => count += reads,
                Err(why) => cx.remark(body.loc(op), format!("nothing is prefetched in the loop: {why}")),
            }
        }
        if Gpu::of(body).is_none() && cx.allows("behind") {
            let reads = after_loops::prefetch_after_loops(body);
            changed |= reads > 0;
            count += reads;
        }
        cx.count("num-prefetched", count);
        Ok(Changed::from(changed))
    }
}

/// The block of a loop, the index of one of its axes, and that axis' upper bound and step.
fn counted(body: &Body, op: Op, axis: usize) -> Option<(Block, Value, [Value; 2])> {
    let operands: Vec<Value> = body.operands(op).collect();
    let rank = match () {
        () if body.is(op, Parallel) => operands.len() / 3,
        () if body.is(op, For) => 1,
        () => return None,
    };
    let block = body.entry(body.region(op, 0))?;
    let is_index = body.ty(body.arg(block, 0)) == body.ctx().index();
    let bounds = [*operands.get(rank + axis)?, *operands.get(2 * rank + axis)?];
    (axis < rank && is_index).then(|| (block, body.arg(block, axis), bounds))
}

/// The reason why nothing is prefetched in a loop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum PrefetchRefusal {
    /// GPUs hide the latency of memory.
    Gpu,
    /// The loop does not count.
    NotCounted,
    /// Consecutive iterations read adjacent or equal addresses.
    Adjacent,
    /// Addresses depend on stores of the loop, or on other loops.
    UnknownAddress,
}

impl fmt::Display for PrefetchRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            PrefetchRefusal::Gpu => "GPUs hide memory latency by running other warps",
            PrefetchRefusal::NotCounted => "it is not a counted loop",
            PrefetchRefusal::Adjacent => "consecutive iterations read adjacent or equal addresses",
            PrefetchRefusal::UnknownAddress => {
                "its addresses depend on its stores, or on results of other loops"
            }
        })
    }
}

/// Prefetches the reads of a loop at a distance in iterations; returns their count.
fn prefetch(body: &mut Body, op: Op, axis: usize, iterations: i64) -> Result<u64, PrefetchRefusal> {
    if Gpu::of(body).is_some() {
        return Err(PrefetchRefusal::Gpu);
    }
    let (block, index, [upper, step]) = counted(body, op, axis).ok_or(PrefetchRefusal::NotCounted)?;
    let mut written = Vec::new();
    walk(body, op, &mut |body, op| {
        if body.is(op, Store) || body.is(op, vector::Store) || body.is(op, vector::Scatter) {
            written.push(body.operand(op, 1));
        }
    });
    let reads: Vec<Op> = body.ops(block).filter(|op| is_far(body, block, index, *op)).collect();
    let first = body.first(block).filter(|_| !reads.is_empty());
    let first = first.ok_or(PrefetchRefusal::Adjacent)?;
    let loc = body.loc(op);
    let mut code = FoldingBuilder::new(body, Cursor::Before(first), loc);
    let count = code.index(iterations);
    let distance = code.mul(step, count);
    let later = code.add(index, distance);
    let inside = code.cmpi(CmpI::Slt, later, upper);
    let at = code.select(inside, later, index);
    let (mut slice, mut found) = (Slice::new(block, index, at), 0);
    for read in reads {
        let operands: Vec<Value> = code.b.body.operands(read).collect();
        let rank = code.b.body.ctx().dims(code.b.body.ty(operands[0])).map_or(0, <[_]>::len);
        let Some(place) = slice.values(&mut code, &operands[1..=rank], &written) else { continue };
        ask(&mut code, operands[0], &place);
        found += 1;
    }
    if found == 0 {
        return Err(PrefetchRefusal::UnknownAddress);
    }
    Ok(found)
}

/// Prefetches an element, or those of all lanes.
fn ask(code: &mut FoldingBuilder<'_>, memory: Value, place: &[Value]) {
    let ctx = code.ctx();
    let lanes = place
        .iter()
        .find_map(|value| tf_passes_common::code::folding_builder::lanes_of(&ctx, code.ty(*value)));
    let Some(lanes) = lanes else {
        Prefetch::build(&mut code.b, memory, place);
        return;
    };
    for lane in 0..lanes {
        let lane = code.index(lane);
        let mut one =
            |value: &Value| match tf_passes_common::code::folding_builder::lanes_of(&ctx, code.ty(*value)) {
                Some(_) => vector::Extract::build(&mut code.b, *value, lane),
                None => *value,
            };
        let place: Vec<Value> = place.iter().map(&mut one).collect();
        Prefetch::build(&mut code.b, memory, &place);
    }
}

/// True for a read whose address depends on the index, except reads of consecutive elements of a row.
fn is_far(body: &Body, block: Block, index: Value, op: Op) -> bool {
    if !(body.is(op, Load) || body.is(op, vector::Load) || body.is(op, vector::Gather)) {
        return false;
    }
    let rank = body.ctx().dims(body.ty(body.operand(op, 0))).map_or(0, <[_]>::len);
    let place: Vec<Value> = body.operands(op).skip(1).take(rank).collect();
    let moves: Vec<bool> = place.iter().map(|value| depends(body, block, index, *value, 32)).collect();
    let Some((last, outer)) = moves.split_last() else { return false };
    let is_next = *last && !outer.contains(&true) && is_near(body, index, place[rank - 1]);
    moves.contains(&true) && !is_next
}

/// True if a value of the block is computed from the index.
fn depends(body: &Body, block: Block, index: Value, value: Value, depth: usize) -> bool {
    let own = body.def_op(value).filter(|op| body.block_of(*op) == Some(block));
    value == index
        || own.is_some_and(|op| {
            depth == 0 || body.operands(op).any(|operand| depends(body, block, index, operand, depth - 1))
        })
}

/// True if a value is the index plus a constant.
fn is_near(body: &Body, index: Value, value: Value) -> bool {
    let Some(op) = body.def_op(value).filter(|_| value != index) else { return value == index };
    let is_sum = body.is(op, arith::Addi) || body.is(op, arith::Subi);
    let is_constant = |value: Value| tf_passes_common::code::folding_builder::known(body, value).is_some();
    is_sum && is_near(body, index, body.operand(op, 0)) && is_constant(body.operand(op, 1))
}
