//! Elements of tensors in loop nests: puts of yielded values, reads of small tensors.

use super::super::client::{Client, Result};
use super::lowering::{Form, Lowering};
use tf_dialects::tensor::bounds::Proved;
use tf_dialects::tensor::{At, Put, Subscripts};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Block, Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_passes_common::code::positions::{static_dims, unflatten};

impl Lowering<'_> {
    /// Binds the index arguments of the region to the indices of a point.
    pub fn enter_point(&mut self, indices: &[Value], block: Block) {
        let args: Vec<Value> = self.source().args(block).collect();
        for (arg, index) in args.into_iter().zip(indices) {
            self.define(arg, *index);
        }
    }

    /// Puts the yielded values at a point.
    pub fn store_point(&mut self, indices: &[Value], end: Op, targets: &[Value]) -> Result<()> {
        for (value, target) in self.inputs(end).into_iter().zip(targets) {
            if let Form::Scalar(value) = self.form(value) {
                self.put_at(value, *target, indices, &[]);
                continue;
            }
            let dims = static_dims(&self.ctx(), self.ty(value)).unwrap_or_default();
            for (at, element) in self.flat(end, value)?.into_iter().enumerate() {
                self.put_at(element, *target, indices, &unflatten(at as i64, &dims));
            }
        }
        Ok(())
    }

    /// `tensor.put` at in-bounds subscripts: indices, then constants.
    fn put_at(&mut self, value: Value, target: Value, indices: &[Value], constants: &[i64]) {
        let at = subscripts(indices, constants);
        let operands = [&[value, target], at.values.as_slice()].concat();
        let map = self.ctx().map_attr(at.map);
        let new = self.code.b.op(Put, &operands, &[], &[("map", map)]);
        Proved::inside(indices.len() + constants.len()).state(self.code.b.body, new);
    }

    /// `tensor.at` at constant in-bounds subscripts.
    pub fn read_at(&mut self, tensor: Value, constants: &[i64]) -> Value {
        let (at, elem) = (subscripts(&[], constants), self.ctx().elem_type(self.ty(tensor)));
        let map = self.ctx().map_attr(at.map);
        let new = self.code.b.op(At, &[tensor], &[elem], &[("map", map)]);
        Proved::inside(constants.len()).state(self.code.b.body, new);
        self.source().result(new, 0)
    }
}

/// Values followed by constants, as subscripts.
fn subscripts(indices: &[Value], constants: &[i64]) -> Subscripts {
    let values = (0..indices.len() as u32).map(AffineExpr::dim);
    let exprs: Vec<AffineExpr> = values.chain(constants.iter().map(|c| AffineExpr::constant(*c))).collect();
    Subscripts::new(&exprs, indices, &[]).expect("a plain subscript is a small expression")
}
