//! Cancellation polls: long-running loops check whether the call is to end.
//!
//! A `while` polls before each iteration, and so may a loop with an early exit. A counted loop polls if no
//! other loop is around it, as often as costs nothing. If it contains loops, it polls before each iteration,
//! else before each chunk of many iterations. Loops of few iterations do not poll. An inner loop also polls,
//! unless extents bound its trip count: an integer that the program computes may be anything. A loop that
//! finds the word of `Call::stop` set ends immediately. The code after it computes with the partial results
//! and is as safe as after a trap: proofs of bounds rest on the ranges of indices, never on trip counts.

use crate::emitter::types::pointer_type;
use crate::emitter::{Emitter, Result};
use crate::names::{llvm, scf};
use tf_abi::call::STOP_WORD;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::For;
use tf_dialects::shared::ranges::Range;
use tf_dialects::tensor::bounds::MAX_EXTENT;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::LoopLike;
use tf_ir::types::Type;
use tf_ir::walk;

/// Loops of at most this trip count do not poll, and do not count as outer loops.
const FEW: u64 = 64;

/// The greatest trip count of a loop whose bounds are sums of a few extents.
const BOUNDED: i128 = 8 * MAX_EXTENT as i128;

/// A loop without inner loops polls once in about this many operations.
const OPERATIONS: u64 = 1 << 18;

impl Emitter<'_, '_> {
    /// The address of the word, loaded at the start of the new function.
    fn stop_word(&mut self) -> Value {
        if let Some(stop) = self.stop {
            return stop;
        }
        let stop = self.in_prologue(|this| {
            let field = this.word_pointer(this.call, STOP_WORD);
            this.load(field, pointer_type(&this.ctx()), 8)
        });
        *self.stop.insert(stop)
    }

    /// True if the call continues (an `i1`), and'ed with `condition`.
    pub(crate) fn and_continues(&mut self, condition: Value) -> Value {
        if self.threads {
            return condition;
        }
        let ctx = self.ctx();
        let stop = self.stop_word();
        // Other threads write the word: each poll loads it (volatile), without tearing (unordered), and
        // orders no other access.
        let attrs =
            [("alignment", ctx.i64_attr(8)), ("ordering", ctx.i64_attr(1)), ("volatile_", ctx.unit_attr())];
        let word = self.b.value(llvm::LOAD, &[stop], ctx.i64(), &attrs);
        let zero = self.int(0);
        let goes_on = arith::cmpi(self, CmpI::Eq, word, zero);
        arith::andi(&mut self.b, condition, goes_on)
    }

    /// True if the trip count of a counted loop is large or unknown.
    pub(crate) fn is_long(&self, op: Op) -> bool {
        For.max_trip_count(self.source.op(op)).is_none_or(|trips| trips > FEW)
    }

    /// True if extents bound the trip count of a counted loop.
    fn is_bounded(&self, op: Op) -> bool {
        let [lower, upper] = [0, 1].map(|i| Range::of(self.source, self.source.operand(op, i)));
        upper.most - lower.least <= BOUNDED
    }

    /// The iterations between two polls of a counted loop; `None` for no polls.
    pub(crate) fn look_after(&self, op: Op) -> Option<u64> {
        if !self.is_long(op) || (self.nested || self.inside > 0) && (self.threads || self.is_bounded(op)) {
            return None;
        }
        let (mut ops, mut loops) = (0, false);
        walk::walk(self.source, op, &mut |body: &Body, inner| {
            ops += 1;
            loops |= inner != op && body.info(inner).dialect() == "loop" && body.regions(inner).len() > 0;
        });
        if loops {
            return Some(1);
        }
        let trips = (OPERATIONS / ops).max(1);
        let all = For.max_trip_count(self.source.op(op));
        all.is_none_or(|all| all > trips).then_some(trips)
    }

    /// A counted loop that polls after every `trips` iterations: an `scf.while` over chunks of its range
    /// (strip-mining). Each chunk is an `scf.for`, unless it is a single iteration. The next index is
    /// computed only if it is known to be below the bound, so it does not wrap around.
    pub(crate) fn looking_for(&mut self, op: Op, operands: &[Value], trips: u64) -> Result<()> {
        let (lower, upper, step) = (operands[0], operands[1], operands[2]);
        let ty = self.b.body.ty(lower);
        let stride = constant_int(self.source, self.source.operand(op, 2)).filter(|step| *step > 0);
        let span = stride.and_then(|step| step.checked_mul(trips as i64));
        let span = span.filter(|span| trips > 1 && self.fits(ty, *span));
        let carried = [&[ty], &self.result_types(op)[..]].concat();
        let inits = [&[lower], &operands[3..]].concat();
        let new = self.b.op_with_regions(scf::WHILE, &inits, &carried, &[], 2);
        self.fill_ending(new, 0, &carried, scf::CONDITION, |this, args| {
            let more = arith::cmpi(this, CmpI::Slt, args[0], upper);
            let more = this.and_continues(more);
            Ok([&[more], args].concat())
        })?;
        self.fill(new, 1, &carried, |this, args| {
            let advance = span.map_or(step, |span| this.int_of(ty, span));
            let left = arith::subi(this, upper, args[0]);
            let next = arith::addi(this, args[0], advance);
            let within = arith::cmpi(this, CmpI::Ugt, left, advance);
            let next = arith::select(this, within, next, upper);
            let values = match stride.filter(|_| span.is_some()) {
                Some(stride) => this.piece(op, args, left, (stride, trips as i64))?,
                None => this.iteration(op, args)?,
            };
            Ok([&[next], &values[..]].concat())
        })?;
        self.carried_results(op, new);
        Ok(())
    }

    /// The loop over a chunk of the range; `left` is the remaining distance. Returns the final carried
    /// values. The loop counts its iterations, since an index beyond the last one might wrap around.
    fn piece(&mut self, op: Op, args: &[Value], left: Value, (step, most): (i64, i64)) -> Result<Vec<Value>> {
        let ty = self.b.body.ty(args[0]);
        let [zero, one, stride, most] = [0, 1, step, most].map(|value| self.int_of(ty, value));
        let mut trips = left;
        if step > 1 {
            let before = arith::subi(self, left, one);
            let full = arith::divui(self, before, stride);
            trips = arith::addi(self, full, one);
        }
        let trips = arith::minui(self, trips, most);
        let types = self.result_types(op);
        let operands = [&[zero, trips, one], &args[1..]].concat();
        let new = self.b.op_with_regions(scf::FOR, &operands, &types, &[], 1);
        self.fill(new, 0, &[&[ty], &types[..]].concat(), |this, inner| {
            let mut offset = inner[0];
            if step > 1 {
                offset = arith::muli(this, offset, stride);
            }
            let index = arith::addi(this, args[0], offset);
            this.iteration(op, &[&[index], &inner[1..]].concat())
        })?;
        Ok(self.b.body.results(new).collect())
    }

    /// True if a positive integer fits a signed integer type.
    fn fits(&self, ty: Type, value: i64) -> bool {
        let width = self.source.ctx().scalar_width(ty).unwrap_or(64).min(64);
        i128::from(value) < 1i128 << (width - 1)
    }
}
