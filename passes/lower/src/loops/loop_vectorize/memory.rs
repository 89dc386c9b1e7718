//! Widening of loads and stores: scalar for uniform addresses, contiguous vectors, gathers and scatters.

use super::shape::Shape;
use super::widen::Widen;
use tf_dialects::{mem, vector};
use tf_ir::body::{Op, Value};
use tf_ir::rewrite::Rebuild;
use tf_passes_common::code::marks::STREAM;

/// The elements that the lanes of an access touch.
enum LaneAccess {
    /// The same element: a scalar access.
    Uniform,
    /// Consecutive elements along this axis: a contiguous vector.
    Contiguous(usize),
    /// Arbitrary elements: a gather or scatter.
    Scattered,
}

impl Widen<'_, '_> {
    fn lanes_of(&self, subscripts: &[Value]) -> LaneAccess {
        let shapes: Vec<Shape> = subscripts.iter().map(|v| self.shapes.of(*v)).collect();
        let differing: Vec<usize> = (0..shapes.len()).filter(|i| shapes[*i] != Shape::Uniform).collect();
        match differing.as_slice() {
            [] => LaneAccess::Uniform,
            [axis] if shapes[*axis] == Shape::Affine(1) => LaneAccess::Contiguous(*axis),
            _ => LaneAccess::Scattered,
        }
    }

    /// Subscripts of a gather or scatter: vectors unless uniform.
    fn scattered(&mut self, subscripts: &[Value]) -> Vec<Value> {
        let one = |v: &Value| match self.shapes.of(*v) {
            Shape::Uniform => self.scalar(*v),
            _ => self.vector(*v),
        };
        subscripts.iter().map(one).collect()
    }

    fn bases(&self, subscripts: &[Value]) -> Vec<Value> {
        subscripts.iter().map(|v| self.scalar(*v)).collect()
    }

    /// `mem.load`
    pub(super) fn load(&mut self, op: Op) {
        let operands: Vec<Value> = self.source().operands(op).collect();
        let (memref, subscripts) = (self.scalar(operands[0]), &operands[1..]);
        let result = self.source().result(op, 0);
        let elem = self.code.ty(result);
        let new = match self.lanes_of(subscripts) {
            LaneAccess::Uniform => {
                let bases = self.bases(subscripts);
                mem::Load::build(&mut self.code.b, memref, &bases)
            }
            LaneAccess::Contiguous(axis) => {
                let (bases, ty) = (self.bases(subscripts), self.vector_type(elem));
                let other = self.mask.map(|_| self.zeros(elem));
                vector::Load::build(&mut self.code.b, memref, &bases, self.mask, other, ty, axis)
            }
            LaneAccess::Scattered => {
                let (lanes, ty) = (self.scattered(subscripts), self.vector_type(elem));
                let other = self.mask.map(|_| self.zeros(elem));
                vector::Gather::build(&mut self.code.b, memref, &lanes, self.mask, other, ty)
            }
        };
        self.define(result, new);
    }

    /// `mem.store`
    pub(super) fn store(&mut self, op: Op) {
        let operands: Vec<Value> = self.source().operands(op).collect();
        let (value, memref, subscripts) =
            (self.vector(operands[0]), self.scalar(operands[1]), &operands[2..]);
        match self.lanes_of(subscripts) {
            LaneAccess::Uniform => unreachable!("the analysis refuses stores of all lanes to one address"),
            LaneAccess::Contiguous(axis) => {
                let bases = self.bases(subscripts);
                let new = vector::Store::build(&mut self.code.b, value, memref, &bases, self.mask, axis);
                if self.mask.is_none() && self.source().attr(op, STREAM).is_some() {
                    let unit = self.code.ctx().unit_attr();
                    self.code.b.body.set_attr(new, STREAM, unit);
                }
            }
            LaneAccess::Scattered => {
                let lanes = self.scattered(subscripts);
                vector::Scatter::build(&mut self.code.b, value, memref, &lanes, self.mask);
            }
        }
    }
}
