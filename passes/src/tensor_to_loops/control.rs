//! Lowering of control flow over scalars and small tensors; what carries whole tensors goes to `carry`.

use super::access::REQUIRE;
use super::{Lowered, Lowering, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::{For, While};
use tf_dialects::mem::Trap;
use tf_dialects::stops;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Op, Value};
use tf_ir::types::Type;

/// How the index of a loop follows from the number of its trip, where it is not the loop's own index.
pub(super) struct Spaced {
    first: Value,
    step: Value,
    /// Type of the index.
    ty: Type,
}

impl Lowering<'_> {
    /// Bounds and step of a lowered loop. Where adding the step may be wrong or leave the index's type (the step is not known, or
    /// the type is short), the loop counts its trips instead; a step below 1 stops the call, and there is no trip.
    pub(super) fn counted(&mut self, bounds: &[Value]) -> ([Value; 3], Option<Spaced>) {
        let [first, last, step] = [bounds[0], bounds[1], bounds[2]];
        let (ty, index) = (self.code.ty(first), self.ctx().index());
        let wide = ty == index || self.ctx().scalar_width(ty) == Some(64);
        match self.code.known(step) {
            Some(1) => return ([first, last, step], None),
            Some(_) if wide => return ([first, last, step], None),
            _ => {}
        }
        let to_index = |this: &mut Self, v: Value| match ty == index {
            true => v,
            false => arith::index_cast(&mut this.code, v, index),
        };
        let [first, last, step] = [first, last, step].map(|v| to_index(self, v));
        let (zero, one) = (self.code.index(0), self.code.index(1));
        let bad = self.code.cmpi(CmpI::Slt, step, one);
        if self.code.known(bad) != Some(0) {
            self.code.when(bad, |code| {
                Trap::with_status(&mut code.b, &[step], stops::STEP, REQUIRE);
            });
        }
        // Unsigned, the length fits; the quotient of a length and a step of 0 is not looked at.
        let length = self.code.sub(last, first);
        let quotient = arith::ceildivui(&mut self.code, length, step);
        let fine = self.code.not(bad);
        let some = self.code.cmpi(CmpI::Slt, first, last);
        let some = self.code.both(Some(fine), some);
        let trips = self.code.select(some, quotient, zero);
        ([zero, trips, one], Some(Spaced { first, step, ty }))
    }

    /// Sets the index of a loop in its region, from the index of the lowered loop.
    pub(super) fn set_index(&mut self, old: Value, new: Value, spaced: Option<&Spaced>) {
        let index = match spaced {
            None => new,
            Some(spaced) => {
                let offset = self.code.mul(new, spaced.step);
                let index = self.code.add(spaced.first, offset);
                match spaced.ty == self.ctx().index() {
                    true => index,
                    false => arith::index_cast(&mut self.code, index, spaced.ty),
                }
            }
        };
        self.set(old, Lowered::Scalar(index));
    }

    /// `loop.for`, `loop.while`, `loop.if`
    pub(super) fn control(&mut self, op: Op) -> Result<()> {
        if self.plan.is_some() {
            return self.flattened(op);
        }
        match self.body().kind(op) {
            For::KIND => self.for_carrying(op),
            While::KIND => self.while_carrying(op),
            _ => self.if_carrying(op),
        }
    }

    /// The same op with small tensors taken apart into their elements.
    fn flattened(&mut self, op: Op) -> Result<()> {
        let mut operands = Vec::new();
        for operand in self.operands(op) {
            operands.extend(self.flat(op, operand)?);
        }
        let mut spaced = None;
        if self.body().is(op, For) {
            let (bounds, found) = self.counted(&operands[..3]);
            operands.splice(..3, bounds);
            spaced = found;
        }
        let results = self.results(op);
        let types: Vec<Type> = results.iter().flat_map(|v| self.flat_types(self.ty(*v))).collect();
        let attrs = self.attributes(op);
        let attrs: Vec<(&str, Attribute)> =
            attrs.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let blocks: Vec<Option<Block>> = self.body().regions(op).map(|r| self.body().entry(r)).collect();
        let name = self.body().name(op);
        let new = self.code.b.op_with_regions(name, &operands, &types, &attrs, blocks.len());
        for (i, block) in blocks.into_iter().enumerate() {
            if let Some(block) = block {
                self.flattened_region(new, i, block, spaced.as_ref())?;
            }
        }
        let new = self.results(new);
        let mut numbers = new.as_slice();
        for result in results {
            self.unflatten(result, &mut numbers);
        }
        Ok(())
    }

    fn flattened_region(&mut self, new: Op, i: usize, block: Block, spaced: Option<&Spaced>) -> Result<()> {
        let mut args: Vec<Value> = self.body().args(block).collect();
        let mut types: Vec<Type> = args.iter().flat_map(|v| self.flat_types(self.ty(*v))).collect();
        if spaced.is_some() {
            types[0] = self.ctx().index();
        }
        self.region(new, i, &types, |this, mut numbers| {
            if spaced.is_some() {
                this.set_index(args.remove(0), numbers[0], spaced);
                numbers = &numbers[1..];
            }
            for arg in args {
                this.unflatten(arg, &mut numbers);
            }
            let end = this.block(block)?;
            let mut values = Vec::new();
            for value in this.operands(end) {
                values.extend(this.flat(end, value)?);
            }
            let name = this.body().name(end);
            this.code.b.op(name, &values, &[], &[]);
            Ok(())
        })
    }
}
