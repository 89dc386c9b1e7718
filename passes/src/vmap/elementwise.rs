//! Batching of elementwise ops.

use super::Batch;
use tf_dialects::tensor::build;
use tf_ir::body::{IrMap, Op, Value};
use tf_ir::types::{Dim, Type};

impl Batch<'_, '_> {
    /// The same op on tensors with one more axis. A scalar operand beside tensors (the condition of a selection) gets their
    /// shape.
    pub(super) fn elementwise(&mut self, op: Op) {
        let ctx = self.b.ctx();
        let operands: Vec<Value> = self.b.body.operands(op).collect();
        let types: Vec<Type> = self.b.body.results(op).map(|r| self.b.body.ty(r)).collect();
        let types: Vec<Type> = types.into_iter().map(|ty| self.mapped_type(ty)).collect();
        let shape: Vec<Dim> = ctx.dims(types[0]).unwrap_or_default().to_vec();
        let spread: Vec<Value> = operands.into_iter().map(|v| self.whole(v, &shape)).collect();
        let copy = self.b.body.clone_op(op, &mut IrMap::default());
        self.b.body.set_operands(copy, &spread);
        for (result, ty) in self.b.body.results(copy).collect::<Vec<_>>().into_iter().zip(types) {
            self.b.body.set_ty(result, ty);
        }
        self.b.insert(copy);
        self.set_mapped(op, copy);
    }

    /// A value for all slices in a shape whose first axis is that of the slices.
    pub(super) fn whole(&mut self, value: Value, shape: &[Dim]) -> Value {
        let value = self.spread(value);
        let rank = self.b.body.ctx().dims(self.b.body.ty(value)).map_or(0, <[_]>::len);
        if rank == shape.len() {
            return value;
        }
        let axes: Vec<usize> = (0..rank).collect();
        build::broadcast(self.b, value, &axes, shape)
    }

    /// A tensor of one scalar per slice.
    pub(super) fn splat(&mut self, op: Op) {
        let scalar = self.b.body.operand(op, 0);
        let result = self.b.body.result(op, 0);
        let ty = self.mapped_type(self.b.body.ty(result));
        let shape: Vec<Dim> = self.b.body.ctx().dims(ty).unwrap_or_default().to_vec();
        let whole = self.whole(scalar, &shape);
        self.mapped.insert(result, whole);
    }
}
