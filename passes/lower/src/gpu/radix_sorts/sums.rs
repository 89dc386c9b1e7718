//! The scan kernel: prefix sums of the counts of each digit. Also block-wide prefix sums.

use super::plan::{self, DIGITS, Plan, THREADS};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{Barrier, BlockId, LaneId, Shared, Shuffle, ThreadId, WARP, WarpId};
use tf_dialects::loops::For;
use tf_dialects::mem::{Load, Store};
use tf_dialects::shared::ranges::FITS;
use tf_ir::body::{Body, Op, Value};
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::folding_builder::FoldingBuilder;
use tf_passes_common::cost::figures::GPU_DIGIT_SORT_COUNTS;

/// Counts that a thread adds up at a time.
const EACH: i64 = GPU_DIGIT_SORT_COUNTS;
const WARPS: i64 = THREADS / WARP as i64;

/// Builds the kernel: a block for each digit scans its counts. The results are the exclusive prefix sum at
/// each count, and the total of each digit.
pub(super) fn build(function: &Body, op: Op, plan: &Plan, name: &str) -> Body {
    let ctx = function.ctx().clone();
    let source = plan.source(function);
    let read = [source, ctx.memref(vec![plan.counters()], ctx.i32())];
    let written =
        [ctx.memref(vec![plan.counters()], plan.sums), ctx.memref(vec![Dim::Static(DIGITS)], plan.sums)];
    plan::kernel(function, op, plan, name, [&read, &written], |code, arguments, results| {
        let along = [("axis", ctx.string_attr("x"))];
        let digit = code.b.value(BlockId, &[], ctx.index(), &along);
        let thread = code.b.value(ThreadId, &[], ctx.index(), &along);
        let team = Team::new(code, plan.sums);
        let blocks = plan::blocks(code, plan);
        let row = code.mul(digit, blocks);
        let (first, step) = (code.index(0), code.index(EACH * THREADS));
        let none = code.int(plan.sums, 0);
        let fits = (FITS, ctx.unit_attr());
        let new = code.b.op(For, &[first, blocks, step, none], &[plan.sums], &[fits]);
        code.region(new, 0, &[ctx.index(), plan.sums], |code, args| {
            let own = code.index(EACH);
            let own = code.mul(thread, own);
            let own = code.add(args[0], own);
            let counts = Counts { row, own, blocks };
            let mut sums = vec![none];
            for i in 0..EACH {
                let count = counts.read(code, arguments[1], i, plan.sums);
                let sum = code.add(sums[i as usize], count);
                sums.push(sum);
            }
            let [before, all] = team.sums(code, sums[EACH as usize]);
            let before = code.add(args[1], before);
            for i in 0..EACH {
                let sum = code.add(before, sums[i as usize]);
                counts.write(code, results[0], i, sum);
            }
            let next = code.add(args[1], all);
            // The next iteration overwrites the sums of warps.
            code.b.op(Barrier, &[], &[], &[]);
            code.end(&[next]);
        });
        let total = code.b.body.result(new, 0);
        let is_first = code.cmpi(CmpI::Eq, thread, first);
        code.when(is_first, |code| {
            Store::build(&mut code.b, total, results[1], &[digit]);
        });
    })
}

/// The counts of a thread.
struct Counts {
    /// The index of the digit's first count.
    row: Value,
    /// The index of the thread's first block, and the number of blocks.
    own: Value,
    blocks: Value,
}

impl Counts {
    /// The index of a count, and whether it exists.
    fn place(&self, code: &mut FoldingBuilder<'_>, i: i64) -> (Value, Value) {
        let offset = code.index(i);
        let block = code.add(self.own, offset);
        let inside = code.cmpi(CmpI::Slt, block, self.blocks);
        (code.add(self.row, block), inside)
    }

    /// A count; 0 past the end.
    fn read(&self, code: &mut FoldingBuilder<'_>, counts: Value, i: i64, sums: Type) -> Value {
        let (place, inside) = self.place(code, i);
        let word = code.ctx().i32();
        let count = code.choose(
            inside,
            word,
            |code| Load::build(&mut code.b, counts, &[place]),
            |code| code.int(word, 0),
        );
        if sums == word { count } else { arith::index_castui(code, count, sums) }
    }

    fn write(&self, code: &mut FoldingBuilder<'_>, sums: Value, i: i64, sum: Value) {
        let (place, inside) = self.place(code, i);
        code.when(inside, |code| {
            Store::build(&mut code.b, sum, sums, &[place]);
        });
    }
}

/// The threads of a block, for block-wide sums.
pub(super) struct Team {
    lane: Value,
    warp: Value,
    /// The sum of each warp.
    totals: Value,
}

impl Team {
    /// Allocates the shared memory; the builder must be at the top level of the kernel.
    pub(super) fn new(code: &mut FoldingBuilder<'_>, ty: Type) -> Team {
        let ctx = code.ctx();
        let lane = code.b.value(LaneId, &[], ctx.index(), &[]);
        let warp = code.b.value(WarpId, &[], ctx.index(), &[]);
        let totals = code.b.value(Shared, &[], ctx.memref(vec![Dim::Static(WARPS)], ty), &[]);
        Team { lane, warp, totals }
    }

    /// The exclusive prefix sum of the threads' values, and their total. A barrier must precede another call.
    pub(super) fn sums(&self, code: &mut FoldingBuilder<'_>, own: Value) -> [Value; 2] {
        let ty = code.ty(own);
        let mut sum = own;
        for by in [1, 2, 4, 8, 16] {
            let by = code.index(by);
            let mode = [("mode", code.ctx().string_attr("up"))];
            let other = code.b.value(Shuffle, &[sum, by], ty, &mode);
            let both = code.add(sum, other);
            let is_there = code.cmpi(CmpI::Sge, self.lane, by);
            sum = code.select(is_there, both, sum);
        }
        let last = code.index(WARP as i64 - 1);
        let is_last = code.cmpi(CmpI::Eq, self.lane, last);
        code.when(is_last, |code| {
            Store::build(&mut code.b, sum, self.totals, &[self.warp]);
        });
        code.b.op(Barrier, &[], &[], &[]);
        let zero = code.int(ty, 0);
        let (mut before, mut all) = (code.sub(sum, own), zero);
        for warp in 0..WARPS {
            let warp = code.index(warp);
            let total = Load::build(&mut code.b, self.totals, &[warp]);
            all = code.add(all, total);
            let is_before = code.cmpi(CmpI::Slt, warp, self.warp);
            let total = code.select(is_before, total, zero);
            before = code.add(before, total);
        }
        [before, all]
    }
}
