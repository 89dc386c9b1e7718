//! Lowering of control flow over scalars and small tensors, which are taken apart into their elements.

use super::super::trips::{Spaced, counted, index_of_trip};
use super::lowering::{Lowering, Result};
use tf_dialects::loops::For;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Op, Value};
use tf_ir::types::Type;

impl Lowering<'_> {
    /// The regions of an op that combine or compare numbers, without small tensors.
    pub fn combiners(&mut self, op: Op) -> Result<()> {
        for (i, region) in self.body().regions(op).collect::<Vec<_>>().into_iter().enumerate() {
            let Some(block) = self.body().entry(region) else { continue };
            self.flattened_region(op, i, block, None)?;
            self.code.b.body.erase_block(block);
        }
        Ok(())
    }

    /// The same op with small tensors taken apart into their elements.
    pub fn flattened(&mut self, op: Op) -> Result<()> {
        let mut operands = Vec::new();
        for operand in self.operands(op) {
            operands.extend(self.flat(op, operand)?);
        }
        let mut spaced = None;
        if self.body().is(op, For) {
            let (bounds, found) = counted(&mut self.code, &operands[..3]);
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

    /// The region of a new op that a block becomes.
    pub fn flattened_region(
        &mut self,
        new: Op,
        i: usize,
        block: Block,
        spaced: Option<&Spaced>,
    ) -> Result<()> {
        let mut args: Vec<Value> = self.body().args(block).collect();
        let mut types: Vec<Type> = args.iter().flat_map(|v| self.flat_types(self.ty(*v))).collect();
        if spaced.is_some() {
            types[0] = self.ctx().index();
        }
        self.region(new, i, &types, |this, mut numbers| {
            if spaced.is_some() {
                let index = index_of_trip(&mut this.code, numbers[0], spaced);
                this.set_scalar(args.remove(0), index);
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
