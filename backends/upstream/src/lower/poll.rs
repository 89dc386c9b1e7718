//! Cancellation polls: the loops that may take long check whether the call is to end.
//!
//! A `while` looks before each trip, as may a loop that is left early; a counted loop does if no other loop stands around it, as
//! often as costs nothing: before each trip if loops stand in it, else before each of many trips together. Loops of few trips do not.
//! A loop inside of others looks, too, unless extents bound its trips: a number that the program computes may be anything.
//! A loop that sees the word of `Call::stop` set ends where it is. What follows computes with what it left and is as safe as
//! after a trap: proofs that accesses are inside rest on the ranges of indices, never on how often a loop ran.

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

/// Loops of so many trips or fewer do not look, and count as no loop around others.
const FEW: u64 = 64;

/// The most trips of a loop whose bounds are sums of a few extents.
const BOUNDED: i128 = 8 * MAX_EXTENT as i128;

/// A loop without loops in it looks once in the time that about so many operations take.
const OPERATIONS: u64 = 1 << 18;

impl Emitter<'_, '_> {
    /// The address of the word, loaded where the new function starts.
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

    /// Whether the call goes on (an `i1`), and'ed with `condition`.
    pub(crate) fn and_goes_on(&mut self, condition: Value) -> Value {
        if self.threads {
            return condition;
        }
        let ctx = self.ctx();
        let stop = self.stop_word();
        // Others write the word: it is loaded each time (volatile), whole (unordered), and orders nothing else.
        let attrs =
            [("alignment", ctx.i64_attr(8)), ("ordering", ctx.i64_attr(1)), ("volatile_", ctx.unit_attr())];
        let word = self.b.value(llvm::LOAD, &[stop], ctx.i64(), &attrs);
        let zero = self.int(0);
        let goes_on = arith::cmpi(self, CmpI::Eq, word, zero);
        arith::andi(&mut self.b, condition, goes_on)
    }

    /// True if a counted loop has more than a few trips, or an unknown number of them.
    pub(crate) fn is_long(&self, op: Op) -> bool {
        For.most_trips(self.source.op(op)).is_none_or(|trips| trips > FEW)
    }

    /// True if a counted loop has no more trips than the greatest extents allow.
    fn is_bounded(&self, op: Op) -> bool {
        let [lower, upper] = [0, 1].map(|i| Range::of(self.source, self.source.operand(op, i)));
        upper.most - lower.least <= BOUNDED
    }

    /// After how many trips a counted loop is to look; `None` for never.
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
        let all = For.most_trips(self.source.op(op));
        all.is_none_or(|all| all > trips).then_some(trips)
    }

    /// A counted loop that looks after every `trips` trips: an `scf.while` over pieces of its range. Each piece is an `scf.for`,
    /// unless it is a single trip. The next index is computed where it is known to be below the bound, so it does not wrap
    /// around.
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
            let more = this.and_goes_on(more);
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
                None => this.trip(op, args)?,
            };
            Ok([&[next], &values[..]].concat())
        })?;
        self.carried_results(op, new);
        Ok(())
    }

    /// The loop over a piece of the range, of which `left` is what lies ahead: what it carries in the end. It counts its trips,
    /// as an index behind the last one might wrap around.
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
            this.trip(op, &[&[index], &inner[1..]].concat())
        })?;
        Ok(self.b.body.results(new).collect())
    }

    /// True if a positive number fits a signed integer type.
    fn fits(&self, ty: Type, value: i64) -> bool {
        let width = self.source.ctx().scalar_width(ty).unwrap_or(64).min(64);
        i128::from(value) < 1i128 << (width - 1)
    }
}
