//! The scatter kernel: moves the elements of a block to their sorted positions.
//!
//! Each warp has 512 contiguous elements and processes 32 at a time. A ballot for each bit gives a lane the
//! lanes with the same digit, and the warp's histogram gives the number of earlier elements with the digit.
//! The counts of earlier warps, and of smaller digits in the block, are added. So the block sorts its
//! elements by digit in shared memory, and writes them in contiguous runs.

use super::key::{self, DIGIT};
use super::plan::{self, DIGITS, EACH, Plan, THREADS, TILE, Tile};
use super::sums::Team;
use crate::gpu::kernels_for_ops::memory;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{Ballot, Barrier, LaneId, Shared, WARP, WarpBarrier, WarpId};
use tf_dialects::math;
use tf_dialects::mem::{Load, Store};
use tf_ir::body::{Body, Op, Value};
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::folding_builder::FoldingBuilder;

const WARPS: i64 = THREADS / WARP as i64;
/// Bits of an element's rank among equal digits of its warp; the bits above hold the digit.
const RANK_BITS: i64 = 16;

/// Builds the kernel. Its results are the operands, sorted by a digit.
pub(super) fn build(function: &Body, op: Op, plan: &Plan, name: &str) -> Body {
    let ctx = function.ctx().clone();
    let memory: Vec<Type> = plan.sources.iter().map(|source| memory(function, *source)).collect();
    let sums = ctx.memref(vec![plan.counters()], plan.sums);
    let totals = ctx.memref(vec![Dim::Static(DIGITS)], plan.sums);
    let read = [&memory[..], &[sums, totals, ctx.i32()]].concat();
    plan::kernel(function, op, plan, name, [&read, &memory], |code, arguments, results| {
        let shift = arguments[memory.len() + 2];
        let mut block = Block::new(code, plan, function, shift);
        let places = block.elements(code);
        let elements = plan::read(code, plan, arguments[plan.order.input], &places);
        let sum = block.sum(code, [arguments[memory.len()], arguments[memory.len() + 1]]);
        let ranks = block.ranks(code, &elements);
        let ranks = block.begin(code, &ranks, sum);
        block.staged(code, &elements, &ranks);
        let targets = block.write_keys(code, results[plan.order.input]);
        for (number, (source, result)) in arguments.iter().zip(results).enumerate() {
            if number != plan.order.input {
                let elements = plan::read(code, plan, *source, &places);
                code.b.op(Barrier, &[], &[], &[]);
                block.staged(code, &elements, &ranks);
                block.write(code, *result, &targets);
            }
        }
    })
}

/// The positions of an element of a thread in the block and in the row; true in `inside` if it exists.
struct Target {
    staged: Value,
    at: Value,
    inside: Value,
}

/// The state of a block's code.
struct Block<'p> {
    plan: &'p Plan,
    function: &'p Body,
    shift: Value,
    tile: Tile,
    lane: Value,
    warp: Value,
    team: Team,
    /// The histogram of each warp; later the positions of the warp's digits in the block.
    counts: Value,
    /// The position of each digit in the row, minus its position in the block.
    starts: Value,
    /// The elements of the block, as bits.
    stage: Value,
    /// True for each element of the thread that is in the row.
    inside: Vec<Value>,
}

impl<'p> Block<'p> {
    fn new(code: &mut FoldingBuilder<'_>, plan: &'p Plan, function: &'p Body, shift: Value) -> Block<'p> {
        let ctx = code.ctx();
        let tile = Tile::new(code, plan);
        let lane = code.b.value(LaneId, &[], ctx.index(), &[]);
        let warp = code.b.value(WarpId, &[], ctx.index(), &[]);
        let team = Team::new(code, ctx.i32());
        let elems: Vec<Type> = plan.sources.iter().map(|v| ctx.elem_type(function.ty(*v))).collect();
        let is_wide = elems.iter().any(|elem| key::width(code, *elem) > 32);
        let mut shared = |extents: &[i64], elem| {
            let dims: Vec<Dim> = extents.iter().map(|extent| Dim::Static(*extent)).collect();
            code.b.value(Shared, &[], ctx.memref(dims, elem), &[])
        };
        let counts = shared(&[WARPS, DIGITS], ctx.i32());
        let starts = shared(&[DIGITS], plan.sums);
        let stage = shared(&[TILE], ctx.int(if is_wide { 64 } else { 32 }));
        Block { plan, function, shift, tile, lane, warp, team, counts, starts, stage, inside: Vec::new() }
    }

    /// The position in the row of the block's elements with the thread's digit, from the prefix sums of the
    /// counts and the totals of smaller digits.
    fn sum(&self, code: &mut FoldingBuilder<'_>, [sums, totals]: [Value; 2]) -> Value {
        let at = self.tile.counter(code, self.tile.thread);
        let sum = Load::build(&mut code.b, sums, &[at]);
        let total = Load::build(&mut code.b, totals, &[self.tile.thread]);
        let team = Team::new(code, self.plan.sums);
        let [smaller, _] = team.sums(code, total);
        code.add(smaller, sum)
    }

    /// The positions of the thread's elements: a warp reads 32 contiguous ones at a time.
    fn elements(&mut self, code: &mut FoldingBuilder<'_>) -> Vec<Value> {
        let share = code.index(EACH * WARP as i64);
        let first = code.mul(self.warp, share);
        let first = code.add(first, self.lane);
        let mut places = Vec::with_capacity(EACH as usize);
        for i in 0..EACH {
            let offset = code.index(i * WARP as i64);
            let number = code.add(first, offset);
            let (place, inside) = self.tile.element(code, number);
            self.inside.push(inside);
            places.push(place);
        }
        places
    }

    /// The digit of each element and its rank in the warp, packed into one word. Elements past the end of the
    /// row get the last digit, and sort after all others.
    fn ranks(&self, code: &mut FoldingBuilder<'_>, elements: &[Value]) -> Vec<Value> {
        let (word, index) = (code.ctx().i32(), code.ctx().index());
        let zero = code.int(word, 0);
        for part in 0..DIGITS / WARP as i64 {
            let offset = code.index(part * WARP as i64);
            let digit = code.add(self.lane, offset);
            Store::build(&mut code.b, zero, self.counts, &[self.warp, digit]);
        }
        let lane = arith::index_castui(code, self.lane, word);
        let one = code.int(word, 1);
        let own = arith::shli(code, one, lane);
        let below = code.sub(own, one);
        let mut ranks = Vec::with_capacity(elements.len());
        for (element, inside) in elements.iter().zip(&self.inside) {
            let digit = plan::digit(code, self.plan, self.function, *element, self.shift);
            let last = code.int(word, DIGITS - 1);
            let digit = code.select(*inside, digit, last);
            let same = same_digit(code, digit);
            let earlier = arith::andi(code, same, below);
            let earlier = math::ctpop(code, earlier);
            let at = arith::index_castui(code, digit, index);
            code.b.op(WarpBarrier, &[], &[], &[]);
            let counted = Load::build(&mut code.b, self.counts, &[self.warp, at]);
            code.b.op(WarpBarrier, &[], &[], &[]);
            let is_first = code.cmpi(CmpI::Eq, earlier, zero);
            code.when(is_first, |code| {
                let all = math::ctpop(code, same);
                let sum = code.add(counted, all);
                Store::build(&mut code.b, sum, self.counts, &[self.warp, at]);
            });
            let before = code.add(counted, earlier);
            // One word per element saves registers until the positions are known.
            let high = code.int(word, RANK_BITS);
            let high = arith::shli(code, digit, high);
            ranks.push(arith::ori(code, high, before));
        }
        ranks
    }

    /// Computes the positions of digits in the block, one digit per thread; returns the positions of the
    /// elements in the block.
    fn begin(&self, code: &mut FoldingBuilder<'_>, ranks: &[Value], sum: Value) -> Vec<Value> {
        let (word, index, thread) = (code.ctx().i32(), code.ctx().index(), self.tile.thread);
        code.b.op(Barrier, &[], &[], &[]);
        let mut total = code.int(word, 0);
        let mut ahead = Vec::new();
        for warp in 0..WARPS {
            let warp = code.index(warp);
            ahead.push((warp, total));
            let count = Load::build(&mut code.b, self.counts, &[warp, thread]);
            total = code.add(total, count);
        }
        let [smaller, _] = self.team.sums(code, total);
        for (warp, ahead) in ahead {
            let begin = code.add(smaller, ahead);
            Store::build(&mut code.b, begin, self.counts, &[warp, thread]);
        }
        let smaller =
            if self.plan.sums == word { smaller } else { arith::index_castui(code, smaller, index) };
        let start = code.sub(sum, smaller);
        Store::build(&mut code.b, start, self.starts, &[thread]);
        code.b.op(Barrier, &[], &[], &[]);
        let place = |rank: &Value| {
            let (bits, mask) = (code.int(word, RANK_BITS), code.int(word, (1 << RANK_BITS) - 1));
            let digit = arith::shrui(code, *rank, bits);
            let digit = arith::index_castui(code, digit, index);
            let before = arith::andi(code, *rank, mask);
            let begin = Load::build(&mut code.b, self.counts, &[self.warp, digit]);
            let place = code.add(begin, before);
            arith::index_castui(code, place, index)
        };
        ranks.iter().map(place).collect()
    }

    /// Writes elements to their positions in the block.
    fn staged(&self, code: &mut FoldingBuilder<'_>, elements: &[Value], places: &[Value]) {
        let word = code.ctx().elem_type(code.ty(self.stage));
        for (element, place) in elements.iter().zip(places) {
            let bits = key::to_bits(code, *element, word);
            Store::build(&mut code.b, bits, self.stage, &[*place]);
        }
        code.b.op(Barrier, &[], &[], &[]);
    }

    /// Writes the operand with the keys; returns the targets, which the other operands share.
    fn write_keys(&self, code: &mut FoldingBuilder<'_>, result: Value) -> Vec<Target> {
        let index = code.ctx().index();
        let rest = self.tile.rest(code);
        let mut targets = Vec::with_capacity(EACH as usize);
        for i in 0..EACH {
            let offset = code.index(i * THREADS);
            let staged = code.add(self.tile.thread, offset);
            let inside = code.cmpi(CmpI::Slt, staged, rest);
            let element = self.element(code, result, staged);
            let digit = plan::digit(code, self.plan, self.function, element, self.shift);
            let digit = arith::index_castui(code, digit, index);
            let start = Load::build(&mut code.b, self.starts, &[digit]);
            let at = if code.ty(start) == index {
                code.add(start, staged)
            } else {
                let word = code.ty(start);
                let own = arith::index_castui(code, staged, word);
                let at = code.add(start, own);
                arith::index_castui(code, at, index)
            };
            let target = Target { staged, at, inside };
            self.write_one(code, result, element, &target);
            targets.push(target);
        }
        targets
    }

    /// Writes the elements of the block.
    fn write(&self, code: &mut FoldingBuilder<'_>, result: Value, targets: &[Target]) {
        for target in targets {
            let element = self.element(code, result, target.staged);
            self.write_one(code, result, element, target);
        }
    }

    fn element(&self, code: &mut FoldingBuilder<'_>, result: Value, staged: Value) -> Value {
        let elem = code.ctx().elem_type(code.ty(result));
        let bits = Load::build(&mut code.b, self.stage, &[staged]);
        key::of_bits(code, bits, elem)
    }

    fn write_one(&self, code: &mut FoldingBuilder<'_>, result: Value, element: Value, target: &Target) {
        code.when(target.inside, |code| {
            let place = self.plan.place(code, target.at);
            Store::build(&mut code.b, element, result, &place);
        });
    }
}

/// The lanes with the same digit as this one.
fn same_digit(code: &mut FoldingBuilder<'_>, digit: Value) -> Value {
    let word = code.ctx().i32();
    let (none, all) = (code.int(word, 0), code.int(word, -1));
    let mut same = all;
    for bit in 0..DIGIT {
        let mask = code.int(word, 1 << bit);
        let own = arith::andi(code, digit, mask);
        let is_set = code.cmpi(CmpI::Ne, own, none);
        let set = code.b.value(Ballot, &[is_set], word, &[]);
        let flip = code.select(is_set, none, all);
        let alike = arith::xori(code, set, flip);
        same = arith::andi(code, same, alike);
    }
    same
}
