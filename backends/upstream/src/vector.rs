//! Lowering of the vector dialect: contiguous and strided accesses, gathers, masks.

use crate::emitter::{Buffer, Emitter, Result, storage_bytes, storage_type};
use crate::names::{REDUCTION, llvm};
use tf_dialects::arith;
use tf_dialects::tensor::CombiningKind;
use tf_dialects::vector::{self, ReduceOp};
use tf_ir::attr::{AttrData, DenseData};
use tf_ir::body::{Op, Value};
use tf_ir::kind::WhichOp;
use tf_ir::types::{Type, TypeData};

/// Where the lanes of an access are, in old values.
struct Access {
    memref: Value,
    subscripts: Vec<Value>,
    axis: Option<usize>,
    mask: Option<Value>,
    lanes: usize,
}

/// The addresses that the lanes of an access have.
enum Addresses {
    /// One pointer; lane `l` is `l` elements behind it.
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
                let (lanes, axis) = (view.lanes(), Some(view.lane_axis()));
                let access = self.access(op, view.memref(), lanes.subscripts.to_vec(), axis, lanes.mask)?;
                self.vector_load(op, access, lanes.other)
            }
            vector::Gather::KIND => {
                let view = view.view(vector::Gather);
                let lanes = view.lanes();
                let access = self.access(op, view.memref(), lanes.subscripts.to_vec(), None, lanes.mask)?;
                self.vector_load(op, access, lanes.other)
            }
            vector::Store::KIND => {
                let view = view.view(vector::Store);
                let (lanes, axis) = (view.lanes(), Some(view.lane_axis()));
                let access = self.access(op, view.memref(), lanes.subscripts.to_vec(), axis, lanes.mask)?;
                self.vector_store(op, access, view.value())
            }
            vector::Scatter::KIND => {
                let view = view.view(vector::Scatter);
                let lanes = view.lanes();
                let access = self.access(op, view.memref(), lanes.subscripts.to_vec(), None, lanes.mask)?;
                self.vector_store(op, access, view.value())
            }
            vector::Broadcast::KIND => self.renamed(op, vector::Broadcast),
            vector::Step::KIND => self.vector_step(op),
            vector::Reduce::KIND => self.vector_reduce(op),
            vector::Extract::KIND => self.renamed(op, llvm::EXTRACTELEMENT),
            vector::Insert::KIND => self.vector_insert(op),
            _ => Err(self.error(op, "has no upstream form")),
        }
    }

    /// The number of lanes of an access: of its result, or of the value it stores.
    fn access(
        &self,
        op: Op,
        memref: Value,
        subscripts: Vec<Value>,
        axis: Option<usize>,
        mask: Option<Value>,
    ) -> Result<Access> {
        let body = self.source;
        let vector = match body.results(op).next() {
            Some(result) => result,
            None => body.operand(op, 0),
        };
        let lanes = self.lanes(op, body.ty(vector))?;
        Ok(Access { memref, subscripts, axis, mask, lanes })
    }

    fn lanes(&self, op: Op, ty: Type) -> Result<usize> {
        match self.ctx().type_data(ty) {
            TypeData::Vector { shape, .. } if shape.len() == 1 => Ok(shape[0] as usize),
            _ => Err(self.error(op, "needs a vector of rank 1 in generated code")),
        }
    }

    fn addresses(&mut self, op: Op, buffer: &Buffer, access: &Access) -> Result<Addresses> {
        let ctx = self.ctx();
        let mut subscripts = self.values_of(op, &access.subscripts)?;
        let rank = buffer.extents.len();
        let is_vector = |e: &Self, v: Value| matches!(ctx.type_data(e.b.body.ty(v)), TypeData::Vector { .. });
        let any_vector = subscripts.iter().any(|v| is_vector(self, *v));
        let elem = storage_type(&ctx, buffer.elem);
        if !any_vector && (access.axis == Some(rank - 1) || access.lanes == 1) {
            let (pointer, _) = self.address(op, buffer, &subscripts)?;
            return Ok(Addresses::Contiguous(pointer));
        }
        if let Some(axis) = access.axis.filter(|_| !any_vector) {
            // One scalar address, then a vector of constant strides behind it.
            let (pointer, _) = self.address(op, buffer, &subscripts)?;
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
        let offset = self.vector_linear(op, buffer, &subscripts, access.lanes)?;
        Ok(Addresses::Scattered(self.element_pointer(buffer.pointer, offset, elem)))
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

    fn vector_linear(
        &mut self,
        op: Op,
        buffer: &Buffer,
        subscripts: &[Value],
        lanes: usize,
    ) -> Result<Value> {
        let mut offset: Option<Value> = None;
        for (subscript, extent) in subscripts.iter().zip(buffer.extents.clone()) {
            offset = Some(match offset {
                None => *subscript,
                Some(outer) => {
                    let extent = self.extent(op, &extent)?;
                    let extent = self.splat(extent, lanes);
                    let row = arith::muli(self, outer, extent);
                    arith::addi(self, row, *subscript)
                }
            });
        }
        match offset {
            Some(offset) => Ok(offset),
            None => {
                let zero = self.int(0);
                Ok(self.splat(zero, lanes))
            }
        }
    }

    fn splat(&mut self, scalar: Value, lanes: usize) -> Value {
        let ctx = self.ctx();
        let ty = ctx.vector(&[lanes as i64], self.b.body.ty(scalar));
        self.pure(vector::Broadcast, &[scalar], ty, &[])
    }

    fn step_vector(&mut self, lanes: usize) -> Value {
        let ctx = self.ctx();
        let ty = ctx.vector(&[lanes as i64], ctx.i64());
        let bytes: Vec<u8> = (0..lanes as i64).flat_map(i64::to_le_bytes).collect();
        let value =
            ctx.intern_attr(AttrData::Dense(DenseData { ty, splat: lanes == 1, bytes: bytes.into() }));
        self.constant_of(ty, value)
    }

    fn vector_load(&mut self, op: Op, access: Access, other: Option<Value>) -> Result<()> {
        let ctx = self.ctx();
        let buffer = self.buffer(op, access.memref)?;
        let addresses = self.addresses(op, &buffer, &access)?;
        let bytes = storage_bytes(&ctx, buffer.elem);
        let ty = ctx.vector(&[access.lanes as i64], storage_type(&ctx, buffer.elem));
        let mask = access.mask.map(|m| self.value(op, m)).transpose()?;
        let stored = match (addresses, mask) {
            (Addresses::Contiguous(pointer), None) => self.load(pointer, ty, bytes),
            (Addresses::Contiguous(pointer), Some(mask)) => {
                let other = other.map(|_| self.other(op, other, buffer.elem, ty)).transpose()?;
                self.masked_load(pointer, mask, other, ty, bytes)
            }
            (Addresses::Scattered(pointers), mask) => {
                let other = self.other(op, other, buffer.elem, ty)?;
                let mask = match mask {
                    Some(mask) => mask,
                    None => self.all_true(access.lanes),
                };
                self.gather(pointers, mask, other, ty, bytes)
            }
        };
        let value = self.from_storage(stored, buffer.elem);
        self.set_results(op, [value]);
        Ok(())
    }

    /// The value of lanes that are off: as given, else zero.
    fn other(&mut self, op: Op, other: Option<Value>, elem: Type, stored: Type) -> Result<Value> {
        match other {
            Some(other) => {
                let other = self.value(op, other)?;
                Ok(self.to_storage(other, elem))
            }
            None => Ok(self.zero(stored)),
        }
    }

    pub(crate) fn all_true(&mut self, lanes: usize) -> Value {
        let ctx = self.ctx();
        let ty = ctx.vector(&[lanes as i64], ctx.i1());
        let value = ctx.intern_attr(AttrData::Dense(DenseData { ty, splat: true, bytes: vec![1u8].into() }));
        self.constant_of(ty, value)
    }

    fn vector_store(&mut self, op: Op, access: Access, value: Value) -> Result<()> {
        let ctx = self.ctx();
        let buffer = self.buffer(op, access.memref)?;
        let value = self.value(op, value)?;
        let stored = self.to_storage(value, buffer.elem);
        let addresses = self.addresses(op, &buffer, &access)?;
        let bytes = storage_bytes(&ctx, buffer.elem);
        let align = [("alignment", ctx.int_attr(ctx.i32(), bytes as i128))];
        let mask = access.mask.map(|m| self.value(op, m)).transpose()?;
        match (addresses, mask) {
            (Addresses::Contiguous(pointer), None) => self.store(stored, pointer, bytes),
            (Addresses::Contiguous(pointer), Some(mask)) => {
                self.b.op(llvm::MASKED_STORE, &[stored, pointer, mask], &[], &align);
            }
            (Addresses::Scattered(pointers), mask) => {
                let mask = match mask {
                    Some(mask) => mask,
                    None => self.all_true(access.lanes),
                };
                self.scatter(stored, pointers, mask, bytes);
            }
        }
        Ok(())
    }

    /// An op with the same operands under another name.
    fn renamed(&mut self, op: Op, what: impl WhichOp) -> Result<()> {
        let operands = self.operands(op)?;
        let ty = self.ty(self.source.ty(self.source.result(op, 0)));
        let value = self.pure(what, &operands, ty, &[]);
        self.set_results(op, [value]);
        Ok(())
    }

    fn vector_step(&mut self, op: Op) -> Result<()> {
        let ty = self.source.ty(self.source.result(op, 0));
        let lanes = self.lanes(op, ty)?;
        let value = self.step_vector(lanes);
        self.set_results(op, [value]);
        Ok(())
    }

    fn vector_insert(&mut self, op: Op) -> Result<()> {
        let operands = self.operands(op)?;
        let ty = self.b.body.ty(operands[1]);
        let value = self.pure(llvm::INSERTELEMENT, &[operands[1], operands[0], operands[2]], ty, &[]);
        self.set_results(op, [value]);
        Ok(())
    }

    /// Integer kinds and flagged float kinds reduce as a tree; others lane by lane.
    fn vector_reduce(&mut self, op: Op) -> Result<()> {
        let ctx = self.ctx();
        let kind = self.source.cast(op, vector::Reduce).and_then(ReduceOp::combining_kind);
        let kind = kind.ok_or_else(|| self.error(op, "needs a combining kind"))?;
        let operands = self.operands(op)?;
        let elem = self.ty(self.source.ty(self.source.result(op, 0)));
        let mut attrs = vec![("kind", upstream_kind(&ctx, kind))];
        if let Some(flags) = self.source.attr(op, "fastmath") {
            attrs.push(("fastmath", flags));
        }
        let mut inputs = operands.clone();
        if ctx.is_float(elem) && kind == CombiningKind::Add {
            inputs.push(self.zero(elem));
        }
        let value = self.pure(REDUCTION, &inputs, elem, &attrs);
        self.set_results(op, [value]);
        Ok(())
    }
}

/// `#vector.kind<add>`
pub(crate) fn upstream_kind(ctx: &tf_ir::context::Context, kind: CombiningKind) -> tf_ir::attr::Attribute {
    let text = format!("kind<{}>", kind.name());
    ctx.intern_attr(AttrData::Opaque { dialect: ctx.str("vector"), text: ctx.str(&text), ty: None })
}
