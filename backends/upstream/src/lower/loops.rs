//! Lowering of the loop dialect to upstream's `scf`.

use crate::emitter::types::upstream_attr;
use crate::emitter::{Emitter, Result};
use crate::names::scf;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::{For, If, Parallel, While};
use tf_dialects::shared::ranges::{Range, loop_fits};
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::control::{as_loop, early_exit};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;
use tf_ir::walk::walk;

/// The relation of a loop's index to the counter of its iterations.
#[derive(Clone, Copy)]
struct InductionMap {
    first: Value,
    step: Value,
    ty: Type,
}

impl Emitter<'_, '_> {
    pub(crate) fn control(&mut self, op: Op) -> Result<()> {
        match self.source.kind(op) {
            For::KIND => self.for_loop(op),
            While::KIND => self.while_loop(op),
            If::KIND => self.conditional(op),
            Parallel::KIND => self.parallel(op),
            _ => Err(self.refuse(op, "has no upstream form")),
        }
    }

    /// Emits region `i` of an old op here, with these arguments; returns its yielded values.
    pub(crate) fn body_of(&mut self, op: Op, i: usize, args: &[Value]) -> Result<Vec<Value>> {
        let block = self.source.entry(self.source.region(op, i));
        let block = block.ok_or_else(|| self.refuse(op, "has an empty region"))?;
        self.define_all(self.source.args(block), args);
        let end = self.block(block)?;
        Ok(self.operands(end)?.into_vec())
    }

    /// Emits an iteration of a counted loop here; returns its yielded values.
    pub(crate) fn iteration(&mut self, op: Op, args: &[Value]) -> Result<Vec<Value>> {
        let long = u32::from(self.is_long(op));
        self.inside += long;
        let ended = self.body_of(op, 0, args)?;
        self.inside -= long;
        Ok(ended)
    }

    fn for_loop(&mut self, op: Op) -> Result<()> {
        let mut operands = self.operands(op)?;
        if Range::of(self.source, self.source.operand(op, 2)).least < 1 {
            operands[2] = self.positive_step(operands[2]);
        }
        if early_exit(self.source, op).is_some() {
            return self.leaving_for(op, &operands);
        }
        if let Some(trips) = self.look_after(op) {
            return self.looking_for(op, &operands, trips);
        }
        let types = self.result_types(op);
        let annotation = self.unrolling(op).map(|how| ("loop_annotation", how));
        let spaced = self.count_iterations(op, &mut operands);
        let new = self.b.op_with_regions(scf::FOR, &operands, &types, annotation.as_slice(), 1);
        let args = [&[self.b.body.ty(operands[0])], &types[..]].concat();
        self.fill(new, 0, &args, |this, args| {
            let index = this.index_of(args[0], spaced);
            this.iteration(op, &[&[index], &args[1..]].concat())
        })?;
        self.define_results(op, new);
        Ok(())
    }

    /// `scf.for` adds the step to the last index, too. If that may overflow the type, the loop counts its
    /// iterations in 64 bits: its bounds and its step are replaced, and the first index and the step are
    /// returned.
    fn count_iterations(&mut self, op: Op, operands: &mut [Value]) -> Option<InductionMap> {
        if loop_fits(self.source, op) {
            return None;
        }
        let (ty, i64) = (self.b.body.ty(operands[0]), self.ctx().i64());
        let spaced = InductionMap { first: operands[0], step: operands[2], ty };
        let wide =
            |this: &mut Self, value: Value| if ty == i64 { value } else { arith::extsi(this, value, i64) };
        let [first, end, step] = [0, 1, 2].map(|i| wide(self, operands[i]));
        let [zero, one, most] = [0, 1, i64::MAX - 1].map(|value| self.int(value));
        // The unsigned length fits. There may be one iteration more than fits, which takes centuries.
        let length = arith::subi(self, end, first);
        let before = arith::subi(self, length, one);
        let full = arith::divui(self, before, step);
        let last = arith::minui(self, full, most);
        let count = arith::addi(self, last, one);
        let some = arith::cmpi(self, CmpI::Slt, first, end);
        operands[0] = zero;
        operands[1] = arith::select(self, some, count, zero);
        operands[2] = one;
        Some(spaced)
    }

    /// The index of a loop in its region, from the iteration counter.
    fn index_of(&mut self, at: Value, spaced: Option<InductionMap>) -> Value {
        let Some(InductionMap { first, step, ty }) = spaced else { return at };
        let at = if self.b.body.ty(at) == ty { at } else { arith::trunci(self, at, ty) };
        let offset = arith::muli(self, at, step);
        arith::addi(self, first, offset)
    }

    /// A counted loop with an early exit, which `scf.for` has no form for: an `scf.while` that carries a flag
    /// to continue, the index and the values. The next index is computed only if it is known to be below the
    /// bound, so it does not wrap around.
    fn leaving_for(&mut self, op: Op, operands: &[Value]) -> Result<()> {
        let (lower, upper, step) = (operands[0], operands[1], operands[2]);
        let (bool, ty) = (self.ctx().i1(), self.b.body.ty(lower));
        let started = arith::cmpi(self, CmpI::Slt, lower, upper);
        let inits = [&[started, lower], &operands[3..]].concat();
        let passed = [&[ty], &self.result_types(op)[..]].concat();
        let carried = [&[bool], &passed[..]].concat();
        let new = self.b.op_with_regions(scf::WHILE, &inits, &passed, &[], 2);
        self.fill_ending(new, 0, &carried, scf::CONDITION, |this, args| {
            let looks = this.look_after(op).is_some();
            let goes_on = if looks { this.and_continues(args[0]) } else { args[0] };
            Ok([&[goes_on], &args[1..]].concat())
        })?;
        self.fill(new, 1, &passed, |this, args| {
            let ended = this.iteration(op, args)?;
            let left = arith::subi(&mut this.b, upper, args[0]);
            let more = arith::cmpi(this, CmpI::Ugt, left, step);
            let goes_on = arith::andi(&mut this.b, ended[0], more);
            let next = arith::addi(&mut this.b, args[0], step);
            Ok([&[goes_on, next], &ended[1..]].concat())
        })?;
        self.carried_results(op, new);
        Ok(())
    }

    /// The results of the loop are those of an `scf.while`, after its index.
    pub(crate) fn carried_results(&mut self, op: Op, new: Op) {
        let results: Vec<Value> = self.b.body.results(new).skip(1).collect();
        self.set_results(op, &results);
    }

    /// A loop with a step below 1 would never end. The largest step replaces it, so the loop runs at most
    /// once.
    fn positive_step(&mut self, step: Value) -> Value {
        let ty = self.b.body.ty(step);
        let width = self.source.ctx().scalar_width(ty).unwrap_or(64).min(64);
        let largest = self.int_of(ty, i64::MAX >> (64 - width));
        let zero = self.zero(ty);
        let positive = arith::cmpi(self, CmpI::Sgt, step, zero);
        arith::select(self, positive, step, largest)
    }

    /// The loop polls for cancellation before each iteration.
    fn while_loop(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        let types = self.result_types(op);
        let carried: Vec<Type> = operands.iter().map(|v| self.b.body.ty(*v)).collect();
        let new = self.b.op_with_regions(scf::WHILE, &operands, &types, &[], 2);
        self.inside += 1;
        self.fill_ending(new, 0, &carried, scf::CONDITION, |this, args| {
            let mut ended = this.body_of(op, 0, args)?;
            ended[0] = this.and_continues(ended[0]);
            Ok(ended)
        })?;
        self.fill(new, 1, &types, |this, args| this.body_of(op, 1, args))?;
        self.inside -= 1;
        self.define_results(op, new);
        Ok(())
    }

    fn conditional(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        let types = self.result_types(op);
        let new = self.b.op_with_regions(scf::IF, &operands, &types, &[], 2);
        for (i, region) in self.source.regions(op).enumerate() {
            if self.source.entry(region).is_some() {
                self.fill(new, i, &[], |this, args| this.body_of(op, i, args))?;
            }
        }
        self.define_results(op, new);
        Ok(())
    }
}

/// The greatest trip count of a loop that may be fully unrolled, so that the loop around it contains no loop.
const SHORT: u64 = 8;
/// The same for an innermost loop.
const SHORT_INSIDE: u64 = 16;
/// The unroll factor of a longer loop whose code is so short that LLVM would unroll it fully.
const TOGETHER: u32 = 4;
/// The most ops of such code.
const FEW: usize = 24;

impl Emitter<'_, '_> {
    /// The unrolling hint for LLVM, since copies of a loop's code cost compile time; `None` lets LLVM decide.
    fn unrolling(&self, op: Op) -> Option<Attribute> {
        if self.threads {
            return None;
        }
        let (mut ops, mut around, mut longest) = (0, false, Some(0));
        walk(self.source, op, &mut |body, inner| {
            ops += 1;
            let Some(looping) = as_loop(body, inner).filter(|_| inner != op) else { return };
            around = true;
            longest =
                longest.zip(looping.max_trip_count(body.op(inner))).map(|(most, trips)| most.max(trips));
        });
        if around {
            return longest.is_none_or(|trips| trips > SHORT).then(|| self.as_is());
        }
        let trips = as_loop(self.source, op)?.constant_trip_count(self.source.op(op))?;
        (trips > SHORT_INSIDE && ops <= FEW).then(|| {
            let text = format!("loop_annotation<unroll = <count = {TOGETHER} : i32>>");
            upstream_attr(self.source.ctx(), "llvm", &text)
        })
    }
}
