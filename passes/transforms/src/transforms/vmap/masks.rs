//! Loops and conditionals with divergent slices: if-conversion.
//!
//! If the condition or the bounds of a loop differ between slices, the loop runs until no slice continues;
//! finished slices keep their values. For a conditional that differs, both branches run, and a selection
//! chooses the values. A `loop.while` in such a branch continues only for the slices that chose the branch.

use super::Slices;
use super::control::ends_by_condition;
use tf_dialects::arith::{self, CmpI, const_int};
use tf_dialects::loops::{self, Condition, For, While};
use tf_dialects::tensor::{CombiningKind, Policy, build};
use tf_ir::batch::{Batched, Batching};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::control::{as_loop, early_exit};
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};

/// True if the block has a loop that a condition ends.
fn holds_while(body: &Body, block: Block) -> bool {
    body.ops(block).any(|op| ends_by_condition(body, op))
}

/// True if the step of a counted loop is a positive constant.
pub(super) fn has_positive_step(body: &Body, op: Op) -> bool {
    let is_positive = |step: Option<i64>| step.is_some_and(|n| n > 0);
    as_loop(body, op)
        .is_some_and(|rule| rule.inductions(body.op(op)).iter().all(|i| is_positive(i.step.as_const())))
}

impl Slices<'_, '_> {
    fn block_of(&self, op: Op, i: usize) -> Block {
        self.b.body.op(op).entry(i).expect("the caller checked that there are blocks")
    }

    /// Maps values of the region to these values for all slices.
    fn map(&mut self, old: &[Value], new: &[Value]) {
        self.forms.extend(old.iter().copied().zip(new.iter().copied().map(Batched::Mapped)));
    }

    fn args(&self, block: Block) -> Vec<Value> {
        self.b.body.args(block).collect()
    }

    fn types(&self, values: &[Value]) -> Vec<Type> {
        values.iter().map(|v| self.b.body.ty(*v)).collect()
    }

    /// Rebuilds a block at the cursor; returns its terminator's operands for all slices.
    fn yields(&mut self, block: Block) -> Result<Vec<Value>, Diagnostic> {
        let end = self.block(block)?;
        Ok(self.stacked_operands(end))
    }

    /// `new` for the slices in the mask, `old` for the others.
    fn choose(&mut self, mask: Value, new: Value, old: Value) -> Value {
        let ty = self.b.body.ty(new);
        let shape: Vec<Dim> = self.b.body.ctx().dims(ty).unwrap_or_default().to_vec();
        let mask = if shape.len() > 1 { build::broadcast(self.b, mask, &[0], &shape) } else { mask };
        arith::select(self.b, mask, new, old)
    }

    fn choose_each(&mut self, mask: Value, new: &[Value], old: &[Value]) -> Vec<Value> {
        new.iter().zip(old).map(|(new, old)| self.choose(mask, *new, *old)).collect()
    }

    /// Rebuilds a branch that the slices of a mask chose.
    fn chosen(&mut self, block: Block, mask: Value) -> Result<Vec<Value>, Diagnostic> {
        let outer = self.mask;
        if holds_while(self.b.body, block) {
            self.mask = Some(match outer {
                Some(outer) => arith::andi(self.b, outer, mask),
                None => mask,
            });
        }
        let values = self.yields(block);
        self.mask = outer;
        values
    }

    /// A reduction over the slices, as a scalar.
    fn over_slices(&mut self, kind: CombiningKind, value: Value) -> Value {
        let reduced = build::reduce(self.b, &[kind], &[value], &[0], None);
        let reduced = self.b.body.result(reduced, 0);
        build::at(self.b, reduced, &build::scalar_subscripts(), Policy::Assumed, None)
    }

    fn repeated_scalar(&mut self, scalar: Value) -> Value {
        build::splat(self.b, scalar, std::slice::from_ref(&self.extent))
    }

    /// The complement of a mask.
    fn not(&mut self, mask: Value) -> Value {
        let i1 = self.b.ctx().i1();
        let truth = const_int(self.b, i1, 1);
        let all = self.repeated_scalar(truth);
        arith::xori(self.b, mask, all)
    }

    /// A conditional whose condition differs: both branches, and a selection.
    pub(super) fn chosen_by_mask(&mut self, op: Op) -> Result<(), Diagnostic> {
        let [then, otherwise] = [0, 1].map(|i| self.block_of(op, i));
        let mask = self.stacked(self.b.body.operand(op, 0));
        let first = self.chosen(then, mask)?;
        let opposite = if holds_while(self.b.body, otherwise) { self.not(mask) } else { mask };
        let second = self.chosen(otherwise, opposite)?;
        let chosen = self.choose_each(mask, &first, &second);
        let results: Vec<Value> = self.b.body.results(op).collect();
        self.map(&results, &chosen);
        Ok(())
    }

    /// A counted loop whose bounds differ, or that slices leave at different times. It runs for the longest
    /// trip count; finished slices keep their values.
    pub(super) fn counted_under_masks(&mut self, op: Op) -> Result<(), Diagnostic> {
        let block = self.block_of(op, 0);
        let exits = early_exit(self.b.body, op).is_some();
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let elem = self.b.body.ty(operands[0]);
        let [lower, upper, step] = [0, 1, 2].map(|i| self.stacked(operands[i]));
        let distance = arith::subi(self.b, upper, lower);
        let trips = arith::ceildivsi(self.b, distance, step);
        // If the bound does not exceed the start, the distance may overflow: the trip count is 0.
        let any = arith::cmpi(self.b, CmpI::Slt, lower, upper);
        let zero = const_int(self.b, elem, 0);
        let none = self.repeated_scalar(zero);
        let trips = self.choose(any, trips, none);
        let most = self.over_slices(CombiningKind::MaxUI, trips);
        let one = const_int(self.b, elem, 1);
        let mut starts: Vec<Value> = operands[3..].iter().map(|v| self.stacked(*v)).collect();
        let carried = starts.len();
        // The slices that have not left.
        starts.extend(exits.then_some(any));
        let types = self.types(&starts);
        let new = self.b.op(For, &[vec![zero, most, one], starts].concat(), &types, &[]);
        self.region(new, 0, &[&[elem], &types[..]].concat(), |this, fresh| {
            let iteration = this.repeated_scalar(fresh[0]);
            let offset = arith::muli(this.b, iteration, step);
            let index = arith::addi(this.b, lower, offset);
            let active = arith::cmpi(this.b, CmpI::Ult, iteration, trips);
            let held = &fresh[1..=carried];
            this.map(&this.args(block), &[&[index], held].concat());
            if !exits {
                let values = this.yields(block)?;
                let kept = this.choose_each(active, &values, held);
                loops::Yield::build(this.b, &kept);
                return Ok(());
            }
            let values = this.yields(block)?;
            let active = arith::andi(this.b, active, fresh[1 + carried]);
            let going = arith::andi(this.b, active, values[0]);
            let kept = this.choose_each(active, &values[1..], held);
            let any = this.over_slices(CombiningKind::Or, going);
            this.b.op(Condition, &[&[any], &kept[..], &[going]].concat(), &[], &[]);
            Ok(())
        })?;
        self.set_mapped(op, new);
        Ok(())
    }

    /// A loop that continues while any slice does. Besides its values, the first region passes on the mask of
    /// continuing slices and the carried values. Finished slices keep their carried values, so that they pass
    /// on the same values in every remaining iteration.
    pub(super) fn repeated_under_masks(&mut self, op: Op) -> Result<(), Diagnostic> {
        let [before, after] = [0, 1].map(|i| self.block_of(op, i));
        let starts = self.stacked_operands(op);
        let carried = self.types(&starts);
        let results: Vec<Type> = self.b.body.results(op).map(|r| self.stacked_type(self.ty(r))).collect();
        let mask = self.b.ctx().tensor(vec![self.dim()], self.b.ctx().i1());
        let types = [&results[..], &[mask], &carried].concat();
        let new = While::build(self.b, &starts, &types);
        self.region(new, 0, &carried, |this, held| {
            this.map(&this.args(before), held);
            let mut values = this.yields(before)?;
            if let Some(mask) = this.mask {
                values[0] = arith::andi(this.b, values[0], mask);
            }
            let any = this.over_slices(CombiningKind::Or, values[0]);
            this.b.op(Condition, &[&[any], &values[1..], &values[..1], held].concat(), &[], &[]);
            Ok(())
        })?;
        self.region(new, 1, &types, |this, fresh| {
            let (passed, rest) = fresh.split_at(results.len());
            this.map(&this.args(after), passed);
            let values = this.yields(after)?;
            let kept = this.choose_each(rest[0], &values, &rest[1..]);
            loops::Yield::build(this.b, &kept);
            Ok(())
        })?;
        self.set_mapped(op, new);
        Ok(())
    }
}
