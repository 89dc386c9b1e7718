//! The queries and builders that the batching rules of ops use.

use super::Slices;
use tf_dialects::differentiate::constant_like;
use tf_dialects::tensor::transform::vmap::with_axis;
use tf_dialects::tensor::{Empty, build};
use tf_ir::batch::{Batched, Batching};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};

impl<'b> Batching<'b> for Slices<'_, 'b> {
    fn body(&self) -> &Body {
        self.b.body
    }

    fn builder(&mut self) -> &mut Builder<'b> {
        self.b
    }

    fn extent(&self) -> &Extent {
        &self.extent
    }

    fn form(&self, value: Value) -> Batched {
        self.forms.get(value).copied().unwrap_or(Batched::Shared(value))
    }

    fn stacked(&mut self, value: Value) -> Value {
        let shared = match self.form(value) {
            Batched::Mapped(mapped) => return mapped,
            Batched::Shared(shared) => shared,
        };
        let (ctx, ty) = (self.b.ctx(), self.b.body.ty(shared));
        if !ctx.is_tensor(ty) {
            return build::splat(self.b, shared, std::slice::from_ref(&self.extent));
        }
        let stacked = self.stacked_type(ty);
        if self.is_empty(value) {
            // An undefined tensor has no elements to broadcast. Zeros define them, since a selection between
            // divergent slices reads all elements.
            return constant_like(self.b, stacked, 0.0);
        }
        let shape = ctx.dims(stacked).unwrap_or_default().to_vec();
        let axes: Vec<usize> = (1..shape.len()).collect();
        build::broadcast(self.b, shared, &axes, &shape)
    }

    fn stacked_to(&mut self, value: Value, shape: &[Dim]) -> Value {
        let value = self.stacked(value);
        let rank = self.b.body.ctx().dims(self.b.body.ty(value)).map_or(0, <[_]>::len);
        if rank == shape.len() {
            return value;
        }
        let axes: Vec<usize> = (0..rank).collect();
        build::broadcast(self.b, value, &axes, shape)
    }

    fn stacked_type(&self, ty: Type) -> Type {
        let ctx = self.b.body.ctx();
        match ctx.is_tensor(ty) {
            true => with_axis(ctx, ty, 0, &self.dim()).expect("the first axis has room before it"),
            false => ctx.tensor(vec![self.dim()], ty),
        }
    }

    fn captures_mapped(&self, op: Op) -> bool {
        let body = &*self.b.body;
        let mut inner = body.regions(op).flat_map(|r| body.blocks(r)).flat_map(|block| body.ops(block));
        inner.any(|inner| !self.mapped_uses(inner).is_empty())
    }

    fn same_op(&mut self, op: Op, operands: &[Value]) -> Op {
        let types: Vec<Type> = self.b.body.results(op).map(|r| self.stacked_type(self.ty(r))).collect();
        Rebuild::same(self, op, operands, &types)
    }

    fn fill(&mut self, op: Op, new: Op, region: usize, mapped: bool) -> Result<(), Diagnostic> {
        match self.b.body.op(op).entry(region) {
            Some(block) => self.rebuild_region(block, new, region, |_| mapped, |_| mapped),
            None => Ok(()),
        }
    }

    fn each_slice(&mut self, op: Op) -> Result<Vec<Batched>, Diagnostic> {
        self.point(op)
    }
}

impl Slices<'_, '_> {
    /// True for a tensor whose elements are not yet defined.
    fn is_empty(&self, value: Value) -> bool {
        self.b.body.def_cast(self.form(value).value(), Empty).is_some()
    }

    /// The initial value of a flow that all slices take: an undefined tensor stays undefined for each slice.
    pub(super) fn started(&mut self, value: Value, mapped: bool) -> Value {
        if !mapped || !self.is_empty(value) {
            return self.passed(value, mapped);
        }
        let ty = self.stacked_type(self.ty(value));
        Empty::build(self.b, ty)
    }

    /// A value that is passed on: with the leading axis if `mapped`.
    pub(super) fn passed(&mut self, value: Value, mapped: bool) -> Value {
        if mapped { self.stacked(value) } else { self.form(value).value() }
    }

    pub(super) fn passed_type(&self, value: Value, mapped: bool) -> Type {
        if mapped { self.stacked_type(self.ty(value)) } else { self.ty(value) }
    }
}
