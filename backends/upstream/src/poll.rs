//! Cancellation polls: the loops that may take long check whether the call is to end.
//!
//! A `while` looks before each trip, as may a loop that is left early; a counted loop does if no other loop stands around it, as
//! often as costs nothing: before each trip if loops stand in it, else before each of many trips together. Loops of few trips do not.
//! A loop that sees the word of `Call::stop` set ends where it is. What follows computes with what it left and is as safe as
//! after a trap: proofs that accesses are inside rest on the ranges of indices, never on how often a loop ran.

use crate::emitter::{Emitter, Result};
use crate::llvm::pointer_type;
use crate::names::{llvm, scf};
use tf_abi::call::STOP_WORD;
use tf_dialects::arith::{self, CmpI};
use tf_ir::body::{Body, Op, Value};
use tf_ir::types::Type;
use tf_ir::walk;

/// Loops of so many trips or fewer do not look, and count as no loop around others.
const FEW: i64 = 64;

/// A loop without loops in it looks once in the time that about so many operations take.
const OPERATIONS: i64 = 1 << 18;

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

    /// The most trips of a counted loop, if its bounds are constants.
    fn trips(&self, op: Op) -> Option<i64> {
        let bound = |i| {
            let def = self.source.def_op(self.source.operand(op, i))?;
            let value = self.source.op(def).constant()?;
            i64::try_from(self.ctx().attr_int(value)?).ok()
        };
        let (lower, upper, step) = (bound(0)?, bound(1)?, bound(2)?);
        let span = upper.checked_sub(lower)?.max(0);
        (step > 0).then(|| span.checked_add(step - 1).map(|n| n / step)).flatten()
    }

    /// True if a counted loop has more than a few trips.
    pub(crate) fn is_long(&self, op: Op) -> bool {
        self.trips(op).is_none_or(|trips| trips > FEW)
    }

    /// After how many trips a counted loop is to look; `None` for never.
    pub(crate) fn look_after(&self, op: Op) -> Option<i64> {
        if self.nested || self.inside > 0 || !self.is_long(op) {
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
        self.trips(op).is_none_or(|all| all > trips).then_some(trips)
    }

    /// A counted loop that looks after every `trips` trips: an `scf.while` over pieces of its range. Each piece is an `scf.for`,
    /// unless it is a single trip. The next index is computed where it is known to be below the bound, so it does not wrap
    /// around.
    pub(crate) fn looking_for(&mut self, op: Op, operands: &[Value], trips: i64) -> Result<()> {
        let (lower, upper, step) = (operands[0], operands[1], operands[2]);
        let ty = self.b.body.ty(lower);
        let span = self.constant_step(op, ty).and_then(|step| step.checked_mul(trips));
        let span = span.filter(|span| trips > 1 && self.fits(ty, *span));
        let mut carried = vec![ty];
        carried.extend(self.result_types(op));
        let inits = [&[lower], &operands[3..]].concat();
        let new = self.b.op_with_regions(scf::WHILE, &inits, &carried, &[], 2);
        let block = self.enter(new, 0, &carried);
        let args: Vec<Value> = self.b.body.args(block).collect();
        let more = arith::cmpi(self, CmpI::Slt, args[0], upper);
        let more = self.and_goes_on(more);
        self.b.op(scf::CONDITION, &[&[more], &args[..]].concat(), &[], &[]);
        self.leave();

        let block = self.enter(new, 1, &carried);
        let args: Vec<Value> = self.b.body.args(block).collect();
        let advance = match span {
            Some(span) => self.typed_int(ty, span),
            None => step,
        };
        let left = arith::subi(self, upper, args[0]);
        let next = arith::addi(self, args[0], advance);
        let within = arith::cmpi(self, CmpI::Ugt, left, advance);
        let next = arith::select(self, within, next, upper);
        let values = match span {
            Some(span) => self.piece(op, &args, left, (span / trips, trips))?,
            None => self.trip(op, &args)?,
        };
        self.b.op(scf::YIELD, &[&[next], &values[..]].concat(), &[], &[]);
        self.leave();
        let results: Vec<Value> = self.b.body.results(new).skip(1).collect();
        self.set_results(op, results);
        Ok(())
    }

    /// The loop over a piece of the range, of which `left` is what lies ahead: what it carries in the end. It counts its trips,
    /// as an index behind the last one might wrap around.
    fn piece(&mut self, op: Op, args: &[Value], left: Value, (step, most): (i64, i64)) -> Result<Vec<Value>> {
        let ty = self.b.body.ty(args[0]);
        let [zero, one, stride, most] = [0, 1, step, most].map(|value| self.typed_int(ty, value));
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
        let block = self.enter(new, 0, &[&[ty], &types[..]].concat());
        let mut inner: Vec<Value> = self.b.body.args(block).collect();
        let mut offset = inner[0];
        if step > 1 {
            offset = arith::muli(self, offset, stride);
        }
        inner[0] = arith::addi(self, args[0], offset);
        let yielded = self.trip(op, &inner)?;
        self.b.op(scf::YIELD, &yielded, &[], &[]);
        self.leave();
        Ok(self.b.body.results(new).collect())
    }

    /// One trip, in place: what it yields.
    fn trip(&mut self, op: Op, args: &[Value]) -> Result<Vec<Value>> {
        let body = self.entry(op, 0)?;
        let old: Vec<Value> = self.source.args(body).collect();
        old.into_iter().zip(args).for_each(|(old, new)| self.set(old, *new));
        let ops: Vec<Op> = self.source.ops(body).collect();
        let (end, ops) = ops.split_last().ok_or_else(|| self.error(op, "has no terminator"))?;
        self.inside += 1;
        ops.iter().try_for_each(|inner| self.op(*inner))?;
        self.inside -= 1;
        self.operands(*end)
    }

    fn constant_step(&self, op: Op, ty: Type) -> Option<i64> {
        let def = self.source.def_op(self.source.operand(op, 2))?;
        let step = i64::try_from(self.ctx().attr_int(self.source.op(def).constant()?)?).ok()?;
        (step > 0 && self.fits(ty, step)).then_some(step)
    }

    /// True if a positive number fits a signed integer type.
    fn fits(&self, ty: Type, value: i64) -> bool {
        let width = self.ctx().scalar_width(ty).unwrap_or(64).min(64);
        i128::from(value) < 1i128 << (width - 1)
    }

    fn typed_int(&mut self, ty: Type, value: i64) -> Value {
        let value = self.ctx().int_attr(ty, value.into());
        self.constant_of(ty, value)
    }
}
