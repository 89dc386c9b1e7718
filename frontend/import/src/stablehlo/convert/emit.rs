//! Emitting arithmetic on values that are tensors or, in regions of scalars, elements.

use super::lower::Lower;
use super::types::dtype_of;
use tf_dialects::arith;
use tf_dialects::arith::predicate::{CmpF, CmpI};
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::tensor::{self, Splat};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Value};
use tf_ir::builder::{Attrs, Emit};
use tf_ir::kind::WhichOp;
use tf_ir::types::{Dim, Type};

impl Emit for Lower<'_, '_> {
    fn body(&self) -> &Body {
        self.b.body
    }

    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        self.b.value(what, operands, result, attrs)
    }
}

impl Lower<'_, '_> {
    /// The type of a new value.
    pub(super) fn type_of(&self, value: Value) -> Type {
        self.b.body.ty(value)
    }

    /// The element type of a new value.
    pub(super) fn dtype(&self, value: Value) -> DType {
        dtype_of(self.ctx(), self.type_of(value))
    }

    /// An elementwise op whose result has the first operand's type.
    pub(super) fn apply(&mut self, what: impl WhichOp, operands: &[Value]) -> Value {
        let ty = self.type_of(operands[0]);
        self.b.value(what, operands, ty, &[])
    }

    /// An elementwise cast to another element type; nothing if it has that type.
    pub(super) fn cast(&mut self, what: impl WhichOp, value: Value, elem: Type) -> Value {
        let ty = self.ctx().with_elem(self.type_of(value), elem);
        if ty == self.type_of(value) {
            return value;
        }
        self.b.value(what, &[value], ty, &[])
    }

    /// `arith.cmpi`
    pub(super) fn cmpi(&mut self, predicate: CmpI, a: Value, b: Value) -> Value {
        arith::cmpi(self, predicate, a, b)
    }

    /// `arith.cmpf`
    pub(super) fn cmpf(&mut self, predicate: CmpF, a: Value, b: Value) -> Value {
        arith::cmpf(self, predicate, a, b)
    }

    /// `arith.select`; a scalar condition among tensors is repeated.
    pub(super) fn select(&mut self, condition: Value, yes: Value, no: Value) -> Value {
        arith::select(&mut self.b, condition, yes, no)
    }

    /// A constant of this type whose elements all are `scalar`.
    pub(super) fn splat(&mut self, ty: Type, scalar: Scalar) -> Value {
        let ctx = self.ctx();
        let elem = ctx.elem_type(ty);
        let Some(dims) = ctx.dims(ty) else {
            return arith::constant(&mut self.b, scalar_attr(ctx, ty, scalar));
        };
        if dims.iter().all(|d| d.as_static().is_some()) {
            let bytes = scalar.bits().to_le_bytes();
            let size = scalar.dtype().bits().div_ceil(8) as usize;
            let value = ctx.splat_attr(ty, bytes[..size].to_vec());
            return arith::constant(&mut self.b, value);
        }
        let value = scalar_attr(ctx, elem, scalar);
        let value = arith::constant(&mut self.b, value);
        let extents: Vec<_> = dims.iter().filter_map(Dim::to_extent).collect();
        if extents.len() == dims.len() {
            return tensor::build::splat(&mut self.b, value, &extents);
        }
        Splat::build(&mut self.b, value, ty)
    }

    /// A constant integer of a value's type.
    pub(super) fn int_like(&mut self, like: Value, number: i64) -> Value {
        let ty = self.type_of(like);
        let scalar = Scalar::from_i64(dtype_of(self.ctx(), ty), number);
        self.splat(ty, scalar)
    }

    /// A constant float of a value's type, rounded to it.
    pub(super) fn float_like(&mut self, like: Value, number: f64) -> Value {
        let ty = self.type_of(like);
        let scalar = Scalar::from_f64(dtype_of(self.ctx(), ty), number);
        self.splat(ty, scalar)
    }

    /// `not` of a boolean or integer.
    pub(super) fn not(&mut self, value: Value) -> Value {
        let ones = self.int_like(value, -1);
        arith::xori(self, value, ones)
    }

    /// A value repeated to a type: a scalar or a tensor of rank 0 as a tensor.
    pub(super) fn repeat(&mut self, value: Value, ty: Type) -> Value {
        let ty = self.ctx().with_elem(ty, self.ctx().elem_type(self.type_of(value)));
        if self.type_of(value) == ty {
            return value;
        }
        let none = self.ctx().i64_array_attr(&[]);
        self.b.value(tensor::Broadcast, &[value], ty, &[("dims", none)])
    }
}

/// A scalar as an attribute of its type.
fn scalar_attr(ctx: &tf_ir::context::Context, ty: Type, scalar: Scalar) -> Attribute {
    if scalar.dtype().is_float() {
        return ctx.float_attr(ty, scalar.to_f64());
    }
    ctx.int_attr(ty, scalar.to_i64().into())
}
