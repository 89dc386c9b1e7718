//! Memory of a block and of a thread.

use super::block::{Fission, Form, Result};
use tf_dialects::arith::{self, CmpI};
use tf_dialects::elementwise::constant;
use tf_dialects::kernel::{ClusterShared, DynamicShared, shared_bytes};
use tf_dialects::loops::build::{if_else, if_then};
use tf_dialects::mem;
use tf_dialects::scalar::{Scalar, dtype};
use tf_dialects::stops;
use tf_ir::arithmetic::constant_int;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};
use tf_ir::walk::preorder;

impl Fission<'_, '_> {
    /// The bytes between which a dynamic shared array lies.
    fn range(&self, op: Op) -> Result<(i64, i64)> {
        let source = self.source;
        let first = constant_int(source, source.operand(op, 0)).ok_or_else(|| {
            self.refuse(op, "begins at a byte that is no constant: on a processor, arrays of dynamic shared memory have constant places")
        })?;
        let bytes = shared_bytes(source.ctx(), source.ty(source.result(op, 0))).unwrap_or(0) as i64;
        Ok((first, first + bytes))
    }

    /// A launch gives as many bytes of dynamic shared memory as the kernel's arrays take.
    pub(super) fn check_dynamic(&mut self) -> Result<()> {
        let source: &Body = self.source;
        let mut most: Option<(Op, i64)> = None;
        for op in preorder(source).into_iter().filter(|op| source.is(*op, DynamicShared)) {
            let (first, _) = self.range(op)?;
            let ty = source.ty(source.result(op, 0));
            let count = source.ctx().dims(ty).unwrap_or_default().iter().filter_map(|dim| dim.as_static());
            let each = tf_dialects::scalar::element_type(source.ctx(), ty)
                .and_then(tf_dialects::array::element_bytes)
                .unwrap_or(8) as i64;
            let end = first + count.product::<i64>() * each;
            if most.is_none_or(|(_, known)| known < end) {
                most = Some((op, end));
            }
        }
        let Some((op, end)) = most else { return Ok(()) };
        self.b.loc = source.loc(op);
        let needed = self.index(end);
        let given = self.geometry.shared;
        let lacks = arith::cmpi(&mut self.b, CmpI::Slt, given, needed);
        let text = format!(
            "the kernel uses {{}} bytes of dynamic shared memory, but the launch gives it {}",
            stops::NUMBER
        );
        if_then(&mut self.b, lacks, |b| {
            mem::Trap::with_status(b, &[needed, given], &text, stops::OUT_OF_BOUNDS.into());
        });
        Ok(())
    }

    /// A shared array is memory of the block.
    pub(super) fn shared_array(&mut self, op: Op) -> Result<()> {
        let result = self.source.result(op, 0);
        let ty = self.source.ty(result);
        if !self.source.is(op, DynamicShared) {
            let memory = self.memory_of_block(ty);
            self.define_array(result, memory);
            return Ok(());
        }
        let (first, end) = self.range(op)?;
        if let Some((_, _, _, memory)) = self.dynamic.iter().find(|known| known.0 == first && known.2 == ty) {
            let memory = *memory;
            self.define_array(result, memory);
            return Ok(());
        }
        if self.dynamic.iter().any(|known| known.0 < end && first < known.1) {
            return Err(self.refuse(
                op,
                "overlaps another array of dynamic shared memory: on a processor, each has bytes of its own",
            ));
        }
        let memory = self.memory_of_block(ty);
        self.dynamic.push((first, end, ty, memory));
        self.define_array(result, memory);
        Ok(())
    }

    /// Memory for an array of a block; of all blocks of a cluster, if there are clusters.
    fn memory_of_block(&mut self, ty: Type) -> Value {
        let ctx = self.ctx();
        let ty = match self.geometry.cluster {
            Some(_) => {
                let dims = [Dim::Static(self.geometry.members())];
                let dims: Vec<Dim> = dims.iter().chain(ctx.dims(ty).unwrap_or_default()).cloned().collect();
                ctx.memref(dims, ctx.elem_type(ty))
            }
            None => ty,
        };
        self.b.value(mem::Alloc, &[], ty, &[])
    }

    fn define_array(&mut self, result: Value, memory: Value) {
        match self.geometry.cluster {
            Some(_) => self.forms.set(result, Form::Shared(memory)),
            None => self.define(result, memory),
        }
    }

    /// The memory that an access means, and its subscripts, which are the operands from `first` on.
    pub(super) fn element(&mut self, op: Op, first: usize) -> Result<(Value, Vec<Value>)> {
        let operands: Vec<Value> = self.source.operands(op).collect();
        let mut subscripts = Vec::new();
        let foreign = self.source.def_op(operands[first]);
        let foreign = foreign.and_then(|def| self.source.cast(def, ClusterShared));
        let (array, rank) = match foreign.map(|view| (view.array(), view.rank())) {
            Some((array, rank)) => (array, Some(self.operand(op, rank)?)),
            None => (operands[first], self.geometry.rank),
        };
        let memory = match (self.forms.get(array).copied(), self.thread, rank) {
            (Some(Form::Array(memory)), Some(thread), _) => {
                subscripts.push(thread.slot);
                memory
            }
            (Some(Form::Shared(memory)), _, Some(rank)) => {
                subscripts.push(rank);
                memory
            }
            _ => self.operand(op, operands[first])?,
        };
        for value in &operands[first + 1..] {
            subscripts.push(self.operand(op, *value)?);
        }
        Ok((memory, subscripts))
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

    /// Builds an access that gives an element; where it is outside, the call ends with a status, and the element counts as 0.
    pub(super) fn guarded(
        &mut self,
        op: Op,
        memory: Value,
        subscripts: &[Value],
        access: impl FnOnce(&mut Builder<'_>) -> Value,
    ) -> Value {
        let Some(guard) = self.guard(op, memory, subscripts) else { return access(&mut self.b) };
        let elem = self.source.ctx().elem_type(self.b.body.ty(memory));
        let made = if_else(
            &mut self.b,
            guard.inside,
            &[elem],
            |b| vec![access(b)],
            |b| {
                guard.trap(b);
                vec![zero(b, elem)]
            },
        );
        self.b.body.result(made, 0)
    }

    /// As [`Fission::guarded`], of an access that gives nothing.
    pub(super) fn guarded_effect(
        &mut self,
        op: Op,
        memory: Value,
        subscripts: &[Value],
        access: impl FnOnce(&mut Builder<'_>),
    ) {
        let Some(guard) = self.guard(op, memory, subscripts) else { return access(&mut self.b) };
        let then = |b: &mut Builder<'_>| {
            access(b);
            Vec::new()
        };
        if_else(&mut self.b, guard.inside, &[], then, |b| {
            guard.trap(b);
            Vec::new()
        });
    }

    /// What decides whether an element is inside, unless nothing is checked. Subscripts below 0 are very large without sign.
    fn guard(&mut self, op: Op, memory: Value, subscripts: &[Value]) -> Option<Guard> {
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
            let fits = arith::cmpi(b, CmpI::Ult, *subscript, extent);
            guard = Some(match guard {
                None => Guard { inside: fits, subscript: *subscript, extent },
                // Of several subscripts, the first that is outside is named.
                Some(before) => Guard {
                    inside: arith::andi(b, before.inside, fits),
                    subscript: arith::select(b, before.inside, *subscript, before.subscript),
                    extent: arith::select(b, before.inside, extent, before.extent),
                },
            });
        }
        guard
    }
}

/// Whether an element is inside, and what to say if not.
struct Guard {
    inside: Value,
    subscript: Value,
    extent: Value,
}

impl Guard {
    fn trap(&self, b: &mut Builder<'_>) {
        let text = "a kernel accesses index {} of an axis of {}";
        mem::Trap::with_status(b, &[self.subscript, self.extent], text, stops::OUT_OF_BOUNDS.into());
    }
}

/// 0 of a scalar type.
fn zero(b: &mut Builder<'_>, ty: Type) -> Value {
    let ctx = b.ctx();
    let float = ctx.is_float(ty).then(|| dtype(&ctx, ty)).flatten();
    match float.and_then(|dtype| constant::scalar_attr(&ctx, Scalar::from_f64(dtype, 0.0))) {
        Some(attr) => arith::constant(b, attr),
        None => arith::const_int(b, ty, 0),
    }
}
