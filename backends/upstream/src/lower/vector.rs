//! Lowering of the vector dialect: contiguous and strided accesses, gathers, masks.

use crate::emitter::types::{Buffer, upstream_attr, vector_lanes, vector_type};
use crate::emitter::{Emitter, Result};
use crate::names::{REDUCTION, llvm};
use tf_dialects::arith;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::vector::{self, Lanes, ReduceOp};
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::context::Context;
use tf_ir::kind::WhichOp;
use tf_ir::rewrite::Rebuild;

/// The lanes of an access, in old values.
struct Access {
    memref: Value,
    subscripts: Vec<Value>,
    /// The axis along which lanes are adjacent; `None` if subscripts are vectors.
    axis: Option<usize>,
    mask: Option<Value>,
    other: Option<Value>,
    lanes: usize,
}

/// The addresses of the lanes of an access.
enum Addresses {
    /// One pointer; lane `l` is `l` elements after it.
    Contiguous(Value),
    /// A vector of pointers.
    Scattered(Value),
}

impl Emitter<'_, '_> {
    pub(crate) fn vector(&mut self, op: Op) -> Result<()> {
        if self.in_rows(op)? {
            return Ok(());
        }
        let view = self.source.op(op);
        match view.kind() {
            vector::Load::KIND => {
                let view = view.view(vector::Load);
                let access = self.access(op, view.memref(), view.lanes(), Some(view.lane_axis()));
                self.vector_load(op, &access)
            }
            vector::Gather::KIND => {
                let view = view.view(vector::Gather);
                let access = self.access(op, view.memref(), view.lanes(), None);
                self.vector_load(op, &access)
            }
            vector::Store::KIND => {
                let view = view.view(vector::Store);
                let access = self.access(op, view.memref(), view.lanes(), Some(view.lane_axis()));
                self.vector_store(op, &access, view.value())
            }
            vector::Scatter::KIND => {
                let view = view.view(vector::Scatter);
                let access = self.access(op, view.memref(), view.lanes(), None);
                self.vector_store(op, &access, view.value())
            }
            vector::Broadcast::KIND => self.renamed(op, vector::Broadcast),
            vector::Step::KIND => {
                let lanes = vector_lanes(self.source.ctx(), self.source.ty(self.source.result(op, 0)));
                let steps = self.step_vector(lanes.unwrap_or(1));
                self.set_results(op, &[steps]);
                Ok(())
            }
            vector::Reduce::KIND => self.vector_reduce(op),
            vector::Extract::KIND => self.renamed(op, llvm::EXTRACTELEMENT),
            vector::Insert::KIND => self.vector_insert(op),
            vector::DotBf16::KIND | vector::DotI16::KIND | vector::DotI8::KIND | vector::DotU8I8::KIND => {
                self.dot(op)
            }
            _ => Err(self.refuse(op, "has no upstream form")),
        }
    }

    /// An op with the same operands under another name.
    fn renamed(&mut self, op: Op, what: impl WhichOp) -> Result<()> {
        let operands = self.operands(op)?;
        self.pure_results(op, what, &operands, &[]);
        Ok(())
    }

    /// An access; its lane count is that of its result or its stored value.
    fn access(&self, op: Op, memref: Value, parts: Lanes, axis: Option<usize>) -> Access {
        let body = self.source;
        let vector = body.results(op).next().unwrap_or_else(|| body.operand(op, 0));
        let lanes = vector_lanes(body.ctx(), body.ty(vector)).unwrap_or(1);
        let Lanes { subscripts, mask, other, .. } = parts;
        Access { memref, subscripts: subscripts.to_vec(), axis, mask, other, lanes }
    }

    fn addresses(&mut self, op: Op, buffer: &Buffer, access: &Access) -> Result<Addresses> {
        let ctx = self.ctx();
        let mut subscripts = self.values_of(op, &access.subscripts)?;
        let is_vector = |e: &Self, v: Value| vector_lanes(&ctx, e.b.body.ty(v)).is_some();
        let any_vector = subscripts.iter().any(|v| is_vector(self, *v));
        let (elem, _) = buffer.stored(&ctx);
        let is_last = access.axis.is_some_and(|axis| axis + 1 == buffer.extents.len());
        if !any_vector && (is_last || access.lanes == 1) {
            return Ok(Addresses::Contiguous(self.address(op, buffer, &subscripts)?));
        }
        if let Some(axis) = access.axis.filter(|_| !any_vector) {
            // One scalar address plus a vector of constant-stride offsets.
            let pointer = self.address(op, buffer, &subscripts)?;
            let offsets = self.stride_offsets(op, buffer, axis, access.lanes)?;
            return Ok(Addresses::Scattered(self.element_pointer(pointer, offsets, elem)));
        }
        if let Some(axis) = access.axis {
            let step = self.step_vector(access.lanes);
            let base = self.splat(subscripts[axis], access.lanes);
            subscripts[axis] = arith::addi(self, base, step);
        }
        for subscript in &mut subscripts {
            if !is_vector(self, *subscript) {
                *subscript = self.splat(*subscript, access.lanes);
            }
        }
        let mut offsets = self.linear(op, buffer, &subscripts)?;
        if subscripts.is_empty() {
            offsets = self.splat(offsets, access.lanes);
        }
        Ok(Addresses::Scattered(self.element_pointer(buffer.pointer, offsets, elem)))
    }

    /// `lane * stride` for the axis, as a vector.
    fn stride_offsets(&mut self, op: Op, buffer: &Buffer, axis: usize, lanes: usize) -> Result<Value> {
        let mut stride = self.int(1);
        for extent in &buffer.extents[axis + 1..] {
            let extent = self.extent(op, extent)?;
            stride = self.index_op(arith::Muli, stride, extent);
        }
        let stride = self.splat(stride, lanes);
        let step = self.step_vector(lanes);
        Ok(arith::muli(self, step, stride))
    }

    /// A vector of equal lanes.
    pub(crate) fn splat(&mut self, scalar: Value, lanes: usize) -> Value {
        let ty = vector_type(self.source.ctx(), lanes, self.b.body.ty(scalar));
        self.pure(vector::Broadcast, &[scalar], ty, &[])
    }

    /// The vector of lane indices.
    fn step_vector(&mut self, lanes: usize) -> Value {
        let ctx = self.ctx();
        let ty = vector_type(&ctx, lanes, ctx.i64());
        let bytes = (0..lanes as i64).flat_map(i64::to_le_bytes).collect();
        self.constant_of(ty, ctx.dense_attr(ty, bytes))
    }

    fn vector_load(&mut self, op: Op, access: &Access) -> Result<()> {
        let buffer = self.buffer(op, access.memref)?;
        let addresses = self.addresses(op, &buffer, access)?;
        let (elem, bytes) = buffer.stored(self.source.ctx());
        let ty = vector_type(self.source.ctx(), access.lanes, elem);
        let mask = access.mask.map(|m| self.operand(op, m)).transpose()?;
        let other = access.other.map(|other| self.operand(op, other)).transpose()?;
        let other = |this: &mut Self| other.map(|other| this.to_storage(other, buffer.elem));
        let stored = match (addresses, mask) {
            (Addresses::Contiguous(pointer), None) => {
                let align = self.aligned_to(op, &buffer.extents, &access.subscripts, bytes);
                self.load(pointer, ty, align)
            }
            (Addresses::Contiguous(pointer), Some(mask)) => {
                let other = other(self);
                self.masked_load(pointer, mask, other, ty, bytes)
            }
            (Addresses::Scattered(pointers), mask) => {
                // Inactive lanes have the given value, else zero.
                let other = other(self).unwrap_or_else(|| self.zero(ty));
                let mask = mask.unwrap_or_else(|| self.all_true(access.lanes));
                self.gather(pointers, mask, other, ty, bytes)?
            }
        };
        let value = self.from_storage(stored, buffer.elem);
        self.set_results(op, &[value]);
        Ok(())
    }

    /// Gathers the words that start at the elements of a load's lanes; `None` if the lanes are contiguous.
    /// Inactive lanes are zero.
    pub(crate) fn gathered_words(&mut self, op: Op) -> Result<Option<Value>> {
        let view = self.source.view(op, vector::Load);
        let access = self.access(op, view.memref(), view.lanes(), Some(view.lane_axis()));
        let buffer = self.buffer(op, access.memref)?;
        let Addresses::Scattered(pointers) = self.addresses(op, &buffer, &access)? else { return Ok(None) };
        let (_, bytes) = buffer.stored(self.source.ctx());
        let ty = vector_type(self.source.ctx(), access.lanes, self.source.ctx().i32());
        let mask = access.mask.map(|mask| self.operand(op, mask)).transpose()?;
        let mask = mask.unwrap_or_else(|| self.all_true(access.lanes));
        let zero = self.zero(ty);
        self.gather(pointers, mask, zero, ty, bytes).map(Some)
    }

    /// A mask with all lanes active.
    pub(crate) fn all_true(&mut self, lanes: usize) -> Value {
        let ctx = self.source.ctx();
        self.int_of(vector_type(ctx, lanes, ctx.i1()), 1)
    }

    fn vector_store(&mut self, op: Op, access: &Access, value: Value) -> Result<()> {
        let buffer = self.buffer(op, access.memref)?;
        let value = self.operand(op, value)?;
        let stored = self.to_storage(value, buffer.elem);
        let addresses = self.addresses(op, &buffer, access)?;
        let (_, bytes) = buffer.stored(self.source.ctx());
        let mask = access.mask.map(|m| self.operand(op, m)).transpose()?;
        match (addresses, mask) {
            (Addresses::Contiguous(pointer), None) => {
                let align = self.aligned_to(op, &buffer.extents, &access.subscripts, bytes);
                if self.source.attr(op, vector::STREAM).is_some() && !self.threads {
                    return self.store_past_caches(stored, pointer, (bytes * access.lanes as u64, align));
                }
                self.store(stored, pointer, align)
            }
            (Addresses::Contiguous(pointer), Some(mask)) => {
                self.masked_store(stored, pointer, mask, bytes);
            }
            (Addresses::Scattered(pointers), mask) => {
                let mask = mask.unwrap_or_else(|| self.all_true(access.lanes));
                self.scatter(stored, pointers, mask, bytes)?;
            }
        }
        Ok(())
    }

    fn vector_insert(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        self.pure_results(op, llvm::INSERTELEMENT, &[operands[1], operands[0], operands[2]], &[]);
        Ok(())
    }

    /// Integer kinds and flagged float kinds reduce as a tree; others lane by lane.
    fn vector_reduce(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let kind = self.source.cast(op, vector::Reduce).and_then(ReduceOp::combining_kind);
        let kind = kind.ok_or_else(|| self.refuse(op, "needs a combining kind"))?;
        let mut inputs = self.operands(op)?;
        let mut attrs = vec![("kind", upstream_kind(&ctx, kind))];
        attrs.extend(self.source.attr(op, "fastmath").map(|flags| ("fastmath", flags)));
        let elem = self.ty(self.source.result(op, 0));
        if ctx.is_float(elem) && kind == CombiningKind::Add {
            inputs.push(self.zero(elem));
        }
        self.pure_results(op, REDUCTION, &inputs, &attrs);
        Ok(())
    }
}

/// `#vector.kind<add>`
pub(crate) fn upstream_kind(ctx: &Context, kind: CombiningKind) -> Attribute {
    upstream_attr(ctx, "vector", &format!("kind<{}>", kind.name()))
}
