//! Lowering of the loop dialect to upstream's `scf`.

use crate::emitter::{Emitter, Result};
use crate::names::{Upstream, scf};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::loops::{Condition, For, ForOp, If, Parallel, While, Yield};
use tf_ir::body::{Block, Op, Region, Value};
use tf_ir::types::Type;

impl Emitter<'_, '_> {
    pub(crate) fn control(&mut self, op: Op) -> Result<()> {
        match self.source.kind(op) {
            For::KIND => self.for_loop(op),
            While::KIND => self.while_loop(op),
            If::KIND => self.conditional(op),
            Parallel::KIND => self.parallel(op),
            Yield::KIND => self.end(op, scf::YIELD),
            Condition::KIND => self.condition(op),
            _ => Err(self.error(op, "has no upstream form")),
        }
    }

    fn end(&mut self, op: Op, name: Upstream) -> Result<()> {
        let operands = self.operands(op)?;
        self.b.op(name, &operands, &[], &[]);
        Ok(())
    }

    /// The end of a `while`'s first region: it goes on only while the call does.
    fn condition(&mut self, op: Op) -> Result<()> {
        let mut operands = self.operands(op)?;
        operands[0] = self.and_goes_on(operands[0]);
        self.b.op(scf::CONDITION, &operands, &[], &[]);
        Ok(())
    }

    pub(crate) fn result_types(&self, op: Op) -> Vec<Type> {
        self.source.results(op).map(|v| self.ty(self.source.ty(v))).collect()
    }

    /// Emits an old block as the only block of region `i` of a new op.
    pub(crate) fn fill_region(&mut self, new: Op, i: usize, from: Block) -> Result<()> {
        let old: Vec<Value> = self.source.args(from).collect();
        let types: Vec<Type> = old.iter().map(|v| self.ty(self.source.ty(*v))).collect();
        let block = self.enter(new, i, &types);
        let args: Vec<Value> = self.b.body.args(block).collect();
        old.into_iter().zip(args).for_each(|(old, new)| self.set(old, new));
        self.block(from)?;
        self.leave();
        Ok(())
    }

    pub(crate) fn entry(&self, op: Op, i: usize) -> Result<Block> {
        let region: Region = self.source.region(op, i);
        self.source.entry(region).ok_or_else(|| self.error(op, "has an empty region"))
    }

    fn for_loop(&mut self, op: Op) -> Result<()> {
        let mut operands = self.operands(op)?;
        if self
            .source
            .def_op(self.source.operand(op, 2))
            .is_none_or(|d| self.source.op(d).constant().is_none())
        {
            operands[2] = self.positive_step(operands[2]);
        }
        if let Some(exit) = self.source.cast(op, For).and_then(ForOp::early_exit) {
            return self.leaving_for(op, &operands, exit);
        }
        if let Some(trips) = self.look_after(op) {
            return self.looking_for(op, &operands, trips);
        }
        let types = self.result_types(op);
        let new = self.b.op_with_regions(scf::FOR, &operands, &types, &[], 1);
        let body = self.entry(op, 0)?;
        let long = u32::from(self.is_long(op));
        self.inside += long;
        self.fill_region(new, 0, body)?;
        self.inside -= long;
        let results: Vec<Value> = self.b.body.results(new).collect();
        self.set_results(op, results);
        Ok(())
    }

    /// A counted loop that may be left early, which `scf.for` has no form for: an `scf.while` that carries whether it goes
    /// on, the index and the values. The next index is computed where it is known to be below the bound, so it does not
    /// wrap around.
    fn leaving_for(&mut self, op: Op, operands: &[Value], exit: Value) -> Result<()> {
        let (lower, upper, step) = (operands[0], operands[1], operands[2]);
        let (bool, ty) = (self.ctx().i1(), self.b.body.ty(lower));
        let started = arith::cmpi(self, CmpI::Slt, lower, upper);
        let inits = [&[started, lower], &operands[3..]].concat();
        let mut passed = vec![ty];
        passed.extend(self.result_types(op));
        let carried = [&[bool], &passed[..]].concat();
        let new = self.b.op_with_regions(scf::WHILE, &inits, &passed, &[], 2);
        let block = self.enter(new, 0, &carried);
        let args: Vec<Value> = self.b.body.args(block).collect();
        let goes_on = if self.look_after(op).is_some() { self.and_goes_on(args[0]) } else { args[0] };
        self.b.op(scf::CONDITION, &[&[goes_on], &args[1..]].concat(), &[], &[]);
        self.leave();

        let body = self.entry(op, 0)?;
        let block = self.enter(new, 1, &passed);
        let args: Vec<Value> = self.b.body.args(block).collect();
        let old: Vec<Value> = self.source.args(body).collect();
        old.into_iter().zip(&args).for_each(|(old, new)| self.set(old, *new));
        let ops: Vec<Op> = self.source.ops(body).collect();
        let (end, ops) = ops.split_last().ok_or_else(|| self.error(op, "has no terminator"))?;
        let long = u32::from(self.is_long(op));
        self.inside += long;
        ops.iter().try_for_each(|inner| self.op(*inner))?;
        self.inside -= long;
        let yielded = self.operands(*end)?;
        let goes_on = self.value(*end, exit)?;
        let left = arith::subi(&mut self.b, upper, args[0]);
        let more = arith::cmpi(self, CmpI::Ugt, left, step);
        let goes_on = arith::andi(&mut self.b, goes_on, more);
        let next = arith::addi(&mut self.b, args[0], step);
        self.b.op(scf::YIELD, &[&[goes_on, next], &yielded[1..]].concat(), &[], &[]);
        self.leave();
        let results: Vec<Value> = self.b.body.results(new).skip(1).collect();
        self.set_results(op, results);
        Ok(())
    }

    /// A computed step below 1 would never end: it is taken as the largest step, so the loop runs at most once.
    fn positive_step(&mut self, step: Value) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(step);
        let width = ctx.scalar_width(ty).unwrap_or(64).min(64);
        let largest = ctx.int_attr(ty, (1i128 << (width - 1)) - 1);
        let largest = self.constant_of(ty, largest);
        let zero = self.zero(ty);
        let positive = arith::cmpi(self, CmpI::Sgt, step, zero);
        arith::select(self, positive, step, largest)
    }

    fn while_loop(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        let types = self.result_types(op);
        let new = self.b.op_with_regions(scf::WHILE, &operands, &types, &[], 2);
        self.inside += 1;
        for i in 0..2 {
            let body = self.entry(op, i)?;
            self.fill_region(new, i, body)?;
        }
        self.inside -= 1;
        let results: Vec<Value> = self.b.body.results(new).collect();
        self.set_results(op, results);
        Ok(())
    }

    fn conditional(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        let types = self.result_types(op);
        let new = self.b.op_with_regions(scf::IF, &operands, &types, &[], 2);
        let regions: Vec<Region> = self.source.regions(op).collect();
        for (i, region) in regions.into_iter().enumerate() {
            if let Some(block) = self.source.entry(region) {
                self.fill_region(new, i, block)?;
            }
        }
        let results: Vec<Value> = self.b.body.results(new).collect();
        self.set_results(op, results);
        Ok(())
    }
}
