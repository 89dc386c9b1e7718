//! Bufferization: buffers of tensors, with allocations, constants and copies.

use super::super::access::constant_element;
use super::super::client::{Client, Result};
use super::lowering::{Form, Lowering, memory_type};
use tf_dialects::gpu::Gpu;
use tf_dialects::loops::For;
use tf_dialects::mem::{self, Alloc};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Block, Op, Value};
use tf_ir::bufferize::Bufferizable;
use tf_ir::extent::Extent;
use tf_ir::kind::WhichOp;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};
use tf_passes_common::code::positions::{static_dims, unflatten};

impl Lowering<'_> {
    /// For each leaving value of a block: true if its producer writes it directly to its destination. The
    /// producer must be in the block, and the value must not have occurred before.
    pub fn direct(&self, block: Block, leaving: &[Value]) -> Vec<bool> {
        let body = self.source();
        let produced = |value: Value| {
            body.ctx().is_tensor(body.ty(value))
                && body.def_op(value).is_some_and(|def| {
                    body.block_of(def) == Some(block)
                        && body.info(def).interface::<dyn Bufferizable>().is_some()
                })
        };
        let first = |i: usize| !leaving[..i].contains(&leaving[i]);
        (0..leaving.len()).map(|i| produced(leaving[i]) && first(i)).collect()
    }

    /// The memory for a result about to be computed: its destination, or a new buffer.
    pub fn destination(&mut self, result: Value) -> Value {
        match self.destinations.remove(&result) {
            Some(buffer) => buffer,
            None => {
                let ty = memory_type(&self.ctx(), self.ty(result));
                self.alloc(ty)
            }
        }
    }

    /// Allocates a buffer at the start of the function, or of the enclosing parallel loop's iteration.
    pub fn alloc(&mut self, ty: Type) -> Value {
        self.counts.buffers += 1;
        self.at_start(Alloc, ty, &[], true)
    }

    /// Inserts an op without operands among the allocations at the start of the function, or of the
    /// `innermost` parallel loop.
    fn at_start(
        &mut self,
        what: impl WhichOp,
        ty: Type,
        attrs: &[(&str, Attribute)],
        innermost: bool,
    ) -> Value {
        let name = what.name_in(&self.ctx());
        let loc = self.code.b.loc;
        let body = &mut *self.code.b.body;
        let op = body.create(name, loc, &[], &[ty], 0, &[]);
        for (name, value) in attrs {
            body.set_attr(op, name, *value);
        }
        let start = self.trips.as_mut().filter(|_| innermost).unwrap_or(&mut self.entry);
        match start.last {
            Some(last) => body.insert_after(op, last),
            None => body.prepend(start.block, op),
        }
        start.last = Some(op);
        body.result(op, 0)
    }

    /// The memref of a tensor; materializes constants and small tensors.
    pub fn buffer(&mut self, old: Value) -> Value {
        match self.form(old) {
            Form::Buffer(buffer) => buffer,
            Form::Constant(attr) => {
                let ty = memory_type(&self.ctx(), self.ty(old));
                self.constant_buffer(attr, ty)
            }
            Form::Small(elements) => {
                let ty = memory_type(&self.ctx(), self.ty(old));
                let buffer = self.alloc(ty);
                self.store_elements(&elements, buffer);
                buffer
            }
            Form::Scalar(_) => unreachable!("scalars have no buffers"),
        }
    }

    /// The memory of a constant, shared by all its uses.
    fn constant_buffer(&mut self, attr: Attribute, ty: Type) -> Value {
        if let Some(buffer) = self.constants.get(&attr) {
            return *buffer;
        }
        let buffer = self.at_start(mem::Constant, ty, &[("value", attr)], false);
        self.constants.insert(attr, buffer);
        buffer
    }

    /// `arith.constant`: scalars are copied, tensors are materialized at their first use.
    pub fn constant(&mut self, op: Op) -> Result<()> {
        let result = self.source().result(op, 0);
        let value = self.source().attr(op, "value").ok_or_else(|| self.refuse(op, "has no value"))?;
        if !self.ctx().is_tensor(self.ty(result)) {
            return self.copied(op);
        }
        if !matches!(self.ctx().attr_data(value), AttrData::Dense(_)) {
            return Err(self.refuse(op, "is a tensor without constant elements"));
        }
        self.forms.set(result, Form::Constant(value));
        Ok(())
    }

    /// Writes a value of the tensor stage to memory, a scalar to a memref of rank 0. `why` explains a copy.
    pub fn write(&mut self, old: Value, to: Value, why: &'static str) -> Result<()> {
        match self.form(old) {
            Form::Scalar(value) => {
                self.store(value, to, &[]);
                Ok(())
            }
            Form::Small(elements) => {
                self.store_elements(&elements, to);
                Ok(())
            }
            Form::Constant(attr) if constant_element(&mut self.code, attr, None).is_some() => {
                self.fill(attr, to)
            }
            _ => {
                let from = self.buffer(old);
                self.copy_buffer(from, to, why)
            }
        }
    }

    /// True for memory that is private to an iteration of the innermost parallel loop. False for buffers that
    /// inner loops carry.
    pub fn is_private_to_iteration(&self, buffer: Value) -> bool {
        let body = &*self.code.b.body;
        let made = body.def_op(buffer).filter(|op| body.is(*op, Alloc));
        made.zip(self.trips.as_ref()).is_some_and(|(op, trip)| body.block_of(op) == Some(trip.block))
    }

    /// Fills a buffer with the element of a splat.
    fn fill(&mut self, splat: Attribute, to: Value) -> Result<()> {
        self.store_everywhere(to, &mut |this, _| {
            Ok(constant_element(&mut this.code, splat, None).expect("the caller checked that it is a splat"))
        })
    }

    /// Loops over a box sequentially; on a GPU, over the points of a grid.
    pub fn for_each(
        &mut self,
        extents: &[Value],
        indices: &mut Vec<Value>,
        point: &mut dyn FnMut(&mut Self, &[Value]) -> Result<()>,
    ) -> Result<()> {
        let on_gpu = !self.in_nest && indices.is_empty() && Gpu::of(self.source()).is_some();
        if on_gpu && !extents.is_empty() {
            return self.parallel(extents, &[], |this, args| point(this, args));
        }
        let Some((first, rest)) = extents.split_first() else { return point(self, indices) };
        let (zero, one) = (self.code.index(0), self.code.index(1));
        let index = self.ctx().index();
        let new = self.code.b.op(For, &[zero, *first, one], &[], &[]);
        self.region(new, 0, &[index], |this, args| {
            indices.push(args[0]);
            this.for_each(rest, indices, point)?;
            indices.pop();
            this.code.end(&[]);
            Ok(())
        })
    }

    pub fn store(&mut self, value: Value, to: Value, indices: &[Value]) {
        mem::Store::build(&mut self.code.b, value, to, indices);
    }

    pub fn load(&mut self, from: Value, indices: &[Value]) -> Value {
        mem::Load::build(&mut self.code.b, from, indices)
    }

    /// Stores the elements of a small tensor.
    pub fn store_elements(&mut self, elements: &[Value], to: Value) {
        let dims = static_dims(&self.ctx(), self.ty(to)).expect("a small tensor has constant extents");
        for (at, element) in elements.iter().enumerate() {
            let indices: Vec<Value> =
                unflatten(at as i64, &dims).into_iter().map(|i| self.code.index(i)).collect();
            self.store(*element, to, &indices);
        }
    }

    /// The extents of a memref.
    pub fn extents_of(&self, memref: Value) -> Vec<Extent> {
        let ctx = self.ctx();
        let dims = ctx.dims(self.ty(memref)).unwrap_or_default();
        dims.iter().map(|d: &Dim| d.to_extent().expect("unnamed extents were refused before")).collect()
    }
}
