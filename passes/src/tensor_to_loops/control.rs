//! Control flow over numbers and small tensors; what carries whole tensors goes to `carry`.

use super::{Lowering, Result};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Op, Value};
use tf_ir::types::Type;

impl Lowering<'_> {
    /// `loop.for`, `loop.while`, `loop.if`
    pub(super) fn control(&mut self, op: Op, name: &str) -> Result<()> {
        if self.plan.is_some() {
            return self.flattened(op, name);
        }
        match name {
            "loop.for" => self.for_carrying(op),
            "loop.while" => self.while_carrying(op),
            _ => self.if_carrying(op),
        }
    }

    /// The same op with small tensors taken apart into their elements.
    fn flattened(&mut self, op: Op, name: &str) -> Result<()> {
        let mut operands = Vec::new();
        for operand in self.operands(op) {
            operands.extend(self.flat(op, operand)?);
        }
        let results = self.results(op);
        let types: Vec<Type> = results.iter().flat_map(|v| self.flat_types(self.ty(*v))).collect();
        let attrs = self.attributes(op);
        let attrs: Vec<(&str, Attribute)> =
            attrs.iter().map(|(name, value)| (name.as_str(), *value)).collect();
        let blocks: Vec<Option<Block>> = self.body().regions(op).map(|r| self.body().entry(r)).collect();
        let new = self.code.b.op_with_regions(name, &operands, &types, &attrs, blocks.len());
        for (i, block) in blocks.into_iter().enumerate() {
            if let Some(block) = block {
                self.flattened_region(new, i, block)?;
            }
        }
        let new = self.results(new);
        let mut numbers = new.as_slice();
        for result in results {
            self.unflatten(result, &mut numbers);
        }
        Ok(())
    }

    fn flattened_region(&mut self, new: Op, i: usize, block: Block) -> Result<()> {
        let args: Vec<Value> = self.body().args(block).collect();
        let types: Vec<Type> = args.iter().flat_map(|v| self.flat_types(self.ty(*v))).collect();
        self.region(new, i, &types, |this, mut numbers| {
            for arg in args {
                this.unflatten(arg, &mut numbers);
            }
            let end = this.block(block)?;
            let mut values = Vec::new();
            for value in this.operands(end) {
                values.extend(this.flat(end, value)?);
            }
            let name = this.body().info(end).name.to_string();
            this.code.b.op(&name, &values, &[], &[]);
            Ok(())
        })
    }
}
