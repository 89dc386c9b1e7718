//! Memory of a block and of a thread.

use super::block::{Fission, Form, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::kernel::{ClusterShared, DynamicShared};
use tf_dialects::loops::build::{if_else, if_then};
use tf_dialects::mem;
use tf_dialects::stops;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};

impl Fission<'_, '_> {
    /// Allocates a shared array as memory of the block.
    pub(super) fn shared_array(&mut self, op: Op) -> Result<()> {
        let result = self.source.result(op, 0);
        let ty = self.stored_type(result);
        if !self.source.is(op, DynamicShared) {
            let memory = self.memory_of_block(result, ty)?;
            self.define_array(result, memory);
            return Ok(());
        }
        self.dynamic_array(op, ty)
    }

    /// Memory for an array of a block; of all blocks of a cluster, if there are clusters.
    pub(super) fn memory_of_block(&mut self, array: Value, ty: Type) -> Result<Value> {
        let ty = match self.geometry.cluster {
            Some(_) => self.several(ty, self.geometry.members()),
            None => ty,
        };
        self.memory_of(array, ty)
    }

    /// The type of `count` arrays: one more leading axis.
    pub(super) fn several(&self, ty: Type, count: i64) -> Type {
        let ctx = self.ctx();
        let dims = [Dim::Static(count)];
        let dims: Vec<Dim> = dims.iter().chain(ctx.dims(ty).unwrap_or_default()).cloned().collect();
        ctx.memref(dims, ctx.elem_type(ty))
    }

    /// Memory of this type for an array.
    pub(super) fn memory_of(&mut self, array: Value, ty: Type) -> Result<Value> {
        let memory = self.b.value(mem::Alloc, &[], ty, &[]);
        if super::waits::has_barriers(self.source, array) {
            self.clear(memory)?;
        }
        Ok(memory)
    }

    pub(super) fn define_array(&mut self, result: Value, memory: Value) {
        match self.geometry.cluster {
            Some(_) => self.forms.set(result, Form::Shared(memory)),
            None => self.define(result, memory),
        }
    }

    /// The memory of an access, and its subscripts, which are the operands from `first` on.
    pub(super) fn element(&mut self, op: Op, first: usize) -> Result<(Value, Vec<Value>)> {
        let operands: Vec<Value> = self.source.operands(op).collect();
        self.place(op, operands[first], &operands[first + 1..], self.geometry.rank)
    }

    /// The memory of an array in the block of a rank, and the subscripts there.
    pub(super) fn place(
        &mut self,
        op: Op,
        array: Value,
        subscripts: &[Value],
        rank: Option<Value>,
    ) -> Result<(Value, Vec<Value>)> {
        let (memory, front) = self.array_of(op, array, rank)?;
        let mut all: Vec<Value> = front.into_iter().collect();
        for value in subscripts {
            all.push(self.operand(op, *value)?);
        }
        Ok((memory, all))
    }

    /// The memory of an array of the current block or thread, and the leading subscript, if there is one.
    pub(super) fn array_at(&mut self, op: Op, array: Value) -> Result<(Value, Option<Value>)> {
        self.array_of(op, array, self.geometry.rank)
    }

    fn array_of(&mut self, op: Op, array: Value, rank: Option<Value>) -> Result<(Value, Option<Value>)> {
        let foreign = self.source.def_op(array);
        let foreign = foreign.and_then(|def| self.source.cast(def, ClusterShared));
        let (array, rank) = match foreign.map(|view| (view.array(), view.rank())) {
            Some((array, rank)) => (array, Some(self.operand(op, rank)?)),
            None => (array, rank),
        };
        match (self.forms.get(array).copied(), self.thread, rank) {
            (Some(Form::Array(memory)), Some(thread), _) => Ok((memory, Some(thread.slot))),
            (Some(Form::Shared(memory)), _, Some(rank)) => Ok((memory, Some(rank))),
            (Some(Form::Placed { memory, slot, slots }), ..) => {
                Ok((memory, Some(self.slot_of(rank, slot, slots))))
            }
            _ => Ok((self.operand(op, array)?, None)),
        }
    }

    /// The row-major linear index of an element in an array of a block; memory of a cluster has one more
    /// leading axis.
    pub(super) fn linear(&mut self, memory: Value, subscripts: &[Value]) -> Value {
        let ty = self.b.body.ty(memory);
        let dims: Vec<Extent> =
            self.source.ctx().dims(ty).unwrap_or_default().iter().filter_map(Dim::to_extent).collect();
        let skipped = dims.len().saturating_sub(subscripts.len());
        let mut number = self.index(0);
        for (subscript, extent) in subscripts.iter().zip(&dims[skipped..]) {
            let extent = self.extent(extent);
            number = arith::muli(&mut self.b, number, extent);
            number = arith::addi(&mut self.b, number, *subscript);
        }
        number
    }

    /// An extent as a value.
    pub(super) fn extent(&mut self, extent: &Extent) -> Value {
        match extent.as_const() {
            Some(n) => arith::const_index(&mut self.b, n),
            None => mem::ExtentOf::build(&mut self.b, extent),
        }
    }

    pub(super) fn load(&mut self, op: Op) -> Result<()> {
        let (memory, subscripts) = self.element(op, 0)?;
        let value = self.guarded(op, memory, &subscripts, |b| mem::Load::build(b, memory, &subscripts));
        self.define(self.source.result(op, 0), value);
        Ok(())
    }

    pub(super) fn store(&mut self, op: Op) -> Result<()> {
        let value = self.operand(op, self.source.operand(op, 0))?;
        let (memory, subscripts) = self.element(op, 1)?;
        self.guarded_effect(op, memory, &subscripts, |b| {
            mem::Store::build(b, value, memory, &subscripts);
        });
        Ok(())
    }

    /// Builds an access that returns an element. Out of bounds, it traps with a status, and the element
    /// counts as 0.
    pub(super) fn guarded(
        &mut self,
        op: Op,
        memory: Value,
        subscripts: &[Value],
        access: impl FnOnce(&mut Builder<'_>) -> Value,
    ) -> Value {
        let elem = self.source.ctx().elem_type(self.b.body.ty(memory));
        let guard = self.guard(op, memory, subscripts);
        self.guarded_by(guard, elem, access)
    }

    pub(super) fn guarded_by(
        &mut self,
        guard: Option<Guard>,
        ty: Type,
        access: impl FnOnce(&mut Builder<'_>) -> Value,
    ) -> Value {
        let Some(guard) = guard else { return access(&mut self.b) };
        let made = if_else(
            &mut self.b,
            guard.inside,
            &[ty],
            |b| vec![access(b)],
            |b| {
                guard.trap(b);
                vec![zero(b, ty)]
            },
        );
        self.b.body.result(made, 0)
    }

    /// As [`Fission::guarded`], for an access without a result.
    pub(super) fn guarded_effect(
        &mut self,
        op: Op,
        memory: Value,
        subscripts: &[Value],
        access: impl FnOnce(&mut Builder<'_>),
    ) {
        let guard = self.guard(op, memory, subscripts);
        self.guarded_effect_by(guard, access);
    }

    pub(super) fn guarded_effect_by(&mut self, guard: Option<Guard>, access: impl FnOnce(&mut Builder<'_>)) {
        let Some(guard) = guard else { return access(&mut self.b) };
        let then = |b: &mut Builder<'_>| {
            access(b);
            Vec::new()
        };
        if_else(&mut self.b, guard.inside, &[], then, |b| {
            guard.trap(b);
            Vec::new()
        });
    }

    /// As [`Fission::guarded_effect`], for code that accesses a region from these subscripts on.
    pub(super) fn inside(
        &mut self,
        op: Op,
        memory: Value,
        subscripts: &[Value],
        fill: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        let Some(guard) = self.guard(op, memory, subscripts) else { return fill(self) };
        let inside = guard.inside;
        let outside = {
            let no = arith::const_int(&mut self.b, self.source.ctx().i1(), 1);
            arith::xori(&mut self.b, inside, no)
        };
        if_then(&mut self.b, outside, |b| guard.trap(b));
        self.when(inside, fill)
    }

    /// The bounds check of an access, if checks are on. The comparison is unsigned, so negative subscripts
    /// fail it, too.
    pub(super) fn guard(&mut self, op: Op, memory: Value, subscripts: &[Value]) -> Option<Guard> {
        if !self.checked || subscripts.is_empty() {
            return None;
        }
        self.b.loc = self.source.loc(op);
        let ty = self.b.body.ty(memory);
        let dims: Vec<Extent> = self.source.ctx().dims(ty)?.iter().filter_map(Dim::to_extent).collect();
        let b = &mut self.b;
        let mut guard: Option<Guard> = None;
        for (subscript, extent) in subscripts.iter().zip(&dims) {
            let extent = match extent.as_const() {
                Some(n) => arith::const_index(b, n),
                None => mem::ExtentOf::build(b, extent),
            };
            let inside = arith::cmpi(b, CmpI::Ult, *subscript, extent);
            let this = Guard { inside, subscript: *subscript, extent };
            guard = Some(match guard {
                None => this,
                Some(before) => before.and(b, this),
            });
        }
        guard
    }
}

/// A bounds check: its condition, and the values that the error quotes.
pub(super) struct Guard {
    inside: Value,
    subscript: Value,
    extent: Value,
}

impl Guard {
    /// The conjunction of two checks; the error names the first subscript that is outside.
    pub(super) fn and(self, b: &mut Builder<'_>, other: Guard) -> Guard {
        Guard {
            inside: arith::andi(b, self.inside, other.inside),
            subscript: arith::select(b, self.inside, other.subscript, self.subscript),
            extent: arith::select(b, self.inside, other.extent, self.extent),
        }
    }

    fn trap(&self, b: &mut Builder<'_>) {
        let text = "a kernel accesses index {} of an axis of {}";
        mem::Trap::with_status(b, &[self.subscript, self.extent], text, stops::OUT_OF_BOUNDS.into());
    }
}

/// The zero of a scalar or vector type.
pub(super) fn zero(b: &mut Builder<'_>, ty: Type) -> Value {
    let ctx = b.ctx();
    match ctx.is_float(ctx.elem_type(ty)) || ctx.is_float(ty) {
        true => arith::const_float(b, ty, 0.0),
        false => arith::const_int(b, ty, 0),
    }
}
