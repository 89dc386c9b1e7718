//! Scalar replacement of small tensors inside a compute: each element is a scalar value.

use super::{Lowered, Lowering, Result};
use std::rc::Rc;
use tf_dialects::arith::CmpI;
use tf_dialects::mem::Alloc;
use tf_ir::body::{Op, Value};
use tf_ir::types::Type;

/// Up to this many elements, an element is chosen by comparisons; beyond, through memory.
const MOST_CHOSEN: usize = 64;

impl Lowering<'_> {
    /// `tensor.from_elements`
    pub(super) fn from_elements(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op);
        let elements: Rc<[Value]> = self.scalars(op, &operands)?.into();
        let result = self.body().result(op, 0);
        self.set(result, Lowered::Local(elements));
        Ok(())
    }

    /// The element at subscripts that are inside.
    pub(super) fn local_element(
        &mut self,
        tensor: Value,
        elements: &Rc<[Value]>,
        subscripts: &[Value],
    ) -> Value {
        let dims = self.static_dims(self.ty(tensor)).expect("a tensor of elements has constant extents");
        if let Some(at) = self.known_position(&dims, subscripts) {
            return elements[at];
        }
        if elements.len() > MOST_CHOSEN || elements.is_empty() {
            let memref = super::function::memory_type(&self.ctx(), self.ty(tensor));
            let scratch = Alloc::build(&mut self.code.b, memref);
            self.store_elements(elements, scratch, &[]);
            return self.load(scratch, subscripts);
        }
        let position = self.position(&dims, subscripts);
        let mut chosen = elements[0];
        for (at, element) in elements.iter().enumerate().skip(1) {
            let at = self.code.index(at as i64);
            let here = self.code.cmpi(CmpI::Eq, position, at);
            chosen = self.code.select(here, *element, chosen);
        }
        chosen
    }

    /// The row-major position of subscripts.
    fn position(&mut self, dims: &[i64], subscripts: &[Value]) -> Value {
        let mut at = self.code.index(0);
        for (dim, subscript) in dims.iter().zip(subscripts) {
            let dim = self.code.index(*dim);
            at = self.code.mul(at, dim);
            at = self.code.add(at, *subscript);
        }
        at
    }

    /// The numbers that stand for a value of this type inside a compute.
    pub(super) fn flat_types(&self, ty: Type) -> Vec<Type> {
        match self.static_dims(ty) {
            Some(dims) if self.ctx().is_tensor(ty) => {
                vec![self.ctx().elem_type(ty); dims.iter().product::<i64>().max(0) as usize]
            }
            _ => vec![ty],
        }
    }

    /// The numbers that stand for a value inside a compute.
    pub(super) fn flat(&mut self, op: Op, old: Value) -> Result<Vec<Value>> {
        match self.lowered(old) {
            Lowered::Scalar(value) => Ok(vec![value]),
            Lowered::Local(elements) => Ok(elements.to_vec()),
            Lowered::Constant(_) | Lowered::Buffer(_) => self.elements(op, old),
        }
    }

    /// All elements of a tensor of constant extents.
    fn elements(&mut self, op: Op, old: Value) -> Result<Vec<Value>> {
        let dims = self.static_dims(self.ty(old));
        let dims = dims.ok_or_else(|| self.error(op, "carries a tensor whose extents are not constant"))?;
        let count = dims.iter().product::<i64>();
        let mut elements = Vec::new();
        for at in 0..count {
            let indices = super::buffers::unflatten(at, &dims);
            let indices: Vec<Value> = indices.into_iter().map(|i| self.code.index(i)).collect();
            elements.push(self.element(old, &indices));
        }
        Ok(elements)
    }

    /// Takes the numbers that stand for an old value from the front of a list.
    pub(super) fn unflatten(&mut self, old: Value, numbers: &mut &[Value]) {
        let ty = self.ty(old);
        let count = self.flat_types(ty).len();
        let (own, rest) = numbers.split_at(count);
        *numbers = rest;
        let lowered = match self.ctx().is_tensor(ty) {
            true => Lowered::Local(own.into()),
            false => Lowered::Scalar(own[0]),
        };
        self.set(old, lowered);
    }
}
