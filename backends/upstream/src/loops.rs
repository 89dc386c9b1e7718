//! The loop dialect as upstream's `scf`.

use crate::emitter::{Emitter, Result};
use tf_ir::body::{Block, Op, Region, Value};
use tf_ir::types::Type;

impl Emitter<'_, '_> {
    pub(crate) fn control(&mut self, op: Op, name: &str) -> Result<()> {
        match name {
            "loop.for" => self.for_loop(op),
            "loop.while" => self.while_loop(op),
            "loop.if" => self.conditional(op),
            "loop.parallel" => self.parallel(op),
            "loop.yield" => self.end(op, "scf.yield"),
            "loop.condition" => self.end(op, "scf.condition"),
            _ => Err(self.error(op, "has no upstream form")),
        }
    }

    fn end(&mut self, op: Op, name: &str) -> Result<()> {
        let operands = self.operands(op)?;
        self.b.op(name, &operands, &[], &[]);
        Ok(())
    }

    fn result_types(&self, op: Op) -> Vec<Type> {
        self.source.results(op).map(|v| self.ty(self.source.ty(v))).collect()
    }

    /// Emits an old block as the only block of region `i` of a new op.
    pub(crate) fn fill_region(&mut self, new: Op, i: usize, from: Block) -> Result<()> {
        let old: Vec<Value> = self.source.args(from).collect();
        let types: Vec<Type> = old.iter().map(|v| self.ty(self.source.ty(*v))).collect();
        let (block, cursor) = self.b.enter(new, i, &types);
        let args: Vec<Value> = self.b.body.args(block).collect();
        old.into_iter().zip(args).for_each(|(old, new)| self.set(old, new));
        self.block(from)?;
        self.b.cursor = cursor;
        Ok(())
    }

    fn entry(&self, op: Op, i: usize) -> Result<Block> {
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
        let types = self.result_types(op);
        let new = self.b.op_with_regions("scf.for", &operands, &types, &[], 1);
        let body = self.entry(op, 0)?;
        self.fill_region(new, 0, body)?;
        let results: Vec<Value> = self.b.body.results(new).collect();
        self.set_results(op, results);
        Ok(())
    }

    /// A computed step below 1 would never end: it is taken as the largest step, so the loop runs at most once.
    fn positive_step(&mut self, step: Value) -> Value {
        let ctx = self.ctx();
        let ty = self.b.body.ty(step);
        let width = ctx.scalar_width(ty).unwrap_or(64).min(64);
        let largest = ctx.int_attr(ty, (1i128 << (width - 1)) - 1);
        let largest = self.b.value("arith.constant", &[], ty, &[("value", largest)]);
        let zero = self.zero(ty);
        let positive = [("predicate", ctx.i64_attr(4))]; // sgt
        let positive = self.b.value("arith.cmpi", &[step, zero], ctx.i1(), &positive);
        self.b.value("arith.select", &[positive, step, largest], ty, &[])
    }

    fn while_loop(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        let types = self.result_types(op);
        let new = self.b.op_with_regions("scf.while", &operands, &types, &[], 2);
        for i in 0..2 {
            let body = self.entry(op, i)?;
            self.fill_region(new, i, body)?;
        }
        let results: Vec<Value> = self.b.body.results(new).collect();
        self.set_results(op, results);
        Ok(())
    }

    fn conditional(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        let types = self.result_types(op);
        let new = self.b.op_with_regions("scf.if", &operands, &types, &[], 2);
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
