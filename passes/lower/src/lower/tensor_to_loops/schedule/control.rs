//! Lowers control flow over scalars and small tensors; the latter become their elements.

use super::super::canonical_loop::{InductionMap, counted, loop_index};
use super::super::client::{Client, Result};
use super::lowering::Lowering;
use tf_dialects::loops::For;
use tf_ir::body::{Block, Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_ir::types::Type;

impl Lowering<'_> {
    /// The regions of an op that combine or compare elements, with small tensors expanded.
    pub fn combiners(&mut self, op: Op) -> Result<()> {
        for (i, block) in self.blocks(op).into_iter().enumerate() {
            let Some(block) = block else { continue };
            self.flattened_region(op, i, block, None)?;
            self.code.b.body.erase_block(block);
        }
        Ok(())
    }

    /// The same op with small tensors expanded into their elements.
    pub fn flattened(&mut self, op: Op) -> Result<()> {
        let mut operands = Vec::new();
        for operand in self.inputs(op) {
            operands.extend(self.flat(op, operand)?);
        }
        let mut spaced = None;
        if self.source().is(op, For) {
            let (bounds, found) = counted(&mut self.code, &operands[..3]);
            operands.splice(..3, bounds);
            spaced = found;
        }
        let results = self.results(op);
        let types: Vec<Type> = results.iter().flat_map(|v| self.flat_types(self.ty(*v))).collect();
        let new = self.same(op, &operands, &types);
        for (i, block) in self.blocks(op).into_iter().enumerate() {
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

    /// Lowers a block into a region of a new op.
    pub fn flattened_region(
        &mut self,
        new: Op,
        i: usize,
        block: Block,
        spaced: Option<&InductionMap>,
    ) -> Result<()> {
        let mut args: Vec<Value> = self.source().args(block).collect();
        let mut types: Vec<Type> = args.iter().flat_map(|v| self.flat_types(self.ty(*v))).collect();
        if spaced.is_some() {
            types[0] = self.ctx().index();
        }
        self.region(new, i, &types, |this, mut numbers| {
            if spaced.is_some() {
                let index = loop_index(&mut this.code, numbers[0], spaced);
                this.define(args.remove(0), index);
                numbers = &numbers[1..];
            }
            for arg in args {
                this.unflatten(arg, &mut numbers);
            }
            let end = this.block(block)?;
            let mut values = Vec::new();
            for value in this.inputs(end) {
                values.extend(this.flat(end, value)?);
            }
            this.same(end, &values, &[]);
            Ok(())
        })
    }
}
