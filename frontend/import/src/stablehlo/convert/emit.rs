//! Builders for arithmetic on tensors or, in regions of scalars, on elements.

use super::lower::Lower;
use super::types::dtype_of;
use tf_dialects::arith;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::tensor;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::{Attrs, Emit};
use tf_ir::interfaces::{InferArgs, InferTypes};
use tf_ir::kind::WhichOp;
use tf_ir::types::Type;
use tf_library::constant;

impl Emit for Lower<'_, '_> {
    fn body(&self) -> &Body {
        self.b.body
    }

    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        self.make(what, operands, result, attrs)
    }
}

impl Lower<'_, '_> {
    /// A new op with one result; unnamed extents of its type are inferred from the operands.
    pub(super) fn make(
        &mut self,
        what: impl WhichOp,
        operands: &[Value],
        ty: Type,
        attrs: Attrs<'_>,
    ) -> Value {
        let made = self.b.op(what, operands, &[ty], attrs);
        self.close(made);
        self.b.body.result(made, 0)
    }

    /// Infers the unnamed extents of an op's results from its operands.
    pub(super) fn close(&mut self, made: Op) {
        let view = self.b.body.op(made);
        if !view.results().any(|v| self.is_open(self.b.body.ty(v))) {
            return;
        }
        let Some(rule) = view.info().interface::<dyn InferTypes>() else { return };
        let operands: Vec<Type> = view.operands().map(|v| self.b.body.ty(v)).collect();
        let slots: Vec<_> = (0..view.info().attrs.len()).map(|i| view.slot(i)).collect();
        let args = InferArgs { ctx: self.ctx(), loc: view.loc(), operands: &operands, attrs: &slots };
        // The verifier reports invalid operands.
        let Ok(types) = rule.infer(&args) else { return };
        let results: Vec<Value> = view.results().collect();
        for (result, ty) in results.into_iter().zip(types) {
            let own = self.b.body.ty(result);
            if self.is_open(own) {
                self.b.body.set_ty(result, self.ctx().with_elem(ty, self.ctx().elem_type(own)));
            }
        }
    }

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
        self.make(what, operands, ty, &[])
    }

    /// An elementwise cast to another element type; no op if the value has that type.
    pub(super) fn cast(&mut self, what: impl WhichOp, value: Value, elem: Type) -> Value {
        let ty = self.ctx().with_elem(self.type_of(value), elem);
        if ty == self.type_of(value) {
            return value;
        }
        self.make(what, &[value], ty, &[])
    }

    /// A splat constant of this type.
    pub(super) fn splat(&mut self, ty: Type, scalar: Scalar) -> Value {
        constant::splat(&mut self.b, ty, scalar)
    }

    /// A constant integer of a value's type.
    pub(super) fn int_like(&mut self, like: Value, number: i64) -> Value {
        let ty = self.type_of(like);
        constant::int(&mut self.b, ty, number)
    }

    /// A constant float of a value's type, rounded to it.
    pub(super) fn float_like(&mut self, like: Value, number: f64) -> Value {
        let ty = self.type_of(like);
        constant::float(&mut self.b, ty, number)
    }

    /// `not` of a boolean or integer.
    pub(super) fn not(&mut self, value: Value) -> Value {
        let ones = self.int_like(value, -1);
        arith::xori(self, value, ones)
    }

    /// Broadcasts a scalar or a tensor of rank 0 to a tensor type.
    pub(super) fn repeat(&mut self, value: Value, ty: Type) -> Value {
        let ty = self.ctx().with_elem(ty, self.ctx().elem_type(self.type_of(value)));
        if self.type_of(value) == ty {
            return value;
        }
        let none = self.ctx().i64_array_attr(&[]);
        self.b.value(tensor::Broadcast, &[value], ty, &[("dims", none)])
    }
}
