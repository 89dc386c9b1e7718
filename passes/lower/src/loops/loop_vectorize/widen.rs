//! Widening of straight-line code: the scalar or vector form of each value of the loop.

use super::shape::{Shape, Shapes};
use tf_dialects::arith;
use tf_dialects::elementwise::constant;
use tf_dialects::loops::{For, If, While};
use tf_dialects::mem::{self, Trap};
use tf_dialects::scalar::{DType, Scalar, dtype};
use tf_dialects::tensor::CombiningKind;
use tf_dialects::vector;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::{Builder, Types, Values};
use tf_ir::diag::Diagnostic;
use tf_ir::rewrite::{Forms, Layer, Rebuild, constant_value};
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::{FoldingBuilder, vector_of};
use tf_passes_common::code::marks::LIKELY;

/// The new forms of a value of the loop.
#[derive(Clone, Copy, Default)]
pub(super) struct Lanes {
    /// The scalar of a uniform value, or lane 0 of an affine one.
    scalar: Option<Value>,
    /// The vector of all lanes, if it was needed.
    vector: Option<Value>,
}

/// Widening cannot fail: the analysis refuses unsupported code before anything is built.
pub(super) enum Never {}

impl From<Diagnostic> for Never {
    fn from(problem: Diagnostic) -> Never {
        unreachable!("the analysis allowed it: {}", problem.message)
    }
}

/// The result of building code.
pub(super) type Built<T = ()> = Result<T, Never>;

/// Builds the widened form of a loop's body at the code's cursor.
pub(super) struct Widen<'a, 'c> {
    pub(super) code: &'c mut FoldingBuilder<'a>,
    pub(super) lanes: i64,
    pub(super) shapes: Shapes,
    /// The forms of values; vectors that are first needed in a region are forgotten at its end.
    forms: Forms<Lanes>,
    /// The mask of active lanes; `None`: all. At least one is active, unless the code is safe without.
    pub(super) mask: Option<Value>,
}

impl<'a> Rebuild<'a> for Widen<'a, '_> {
    type Form = Lanes;
    type Error = Never;

    fn source(&self) -> &Body {
        self.code.b.body
    }

    fn builder(&mut self) -> &mut Builder<'a> {
        &mut self.code.b
    }

    fn forms(&mut self) -> &mut Forms<Lanes> {
        &mut self.forms
    }

    fn op(&mut self, op: Op) -> Built {
        match self.source().kind(op) {
            mem::Load::KIND => self.load(op),
            mem::Store::KIND => self.store(op),
            Trap::KIND => self.trap(op),
            For::KIND => return self.for_loop(op),
            While::KIND => return self.while_loop(op),
            If::KIND => return self.conditional(op),
            _ => return self.elementwise(op),
        }
        Ok(())
    }

    fn operand(&mut self, _: Op, value: Value) -> Built<Value> {
        Ok(self.value_as(value, self.shapes.of(value)))
    }

    fn define(&mut self, value: Value, new: Value) {
        let new = Some(new);
        let form = match self.shapes.of(value) {
            Shape::Varying => Lanes { vector: new, scalar: None },
            _ => Lanes { scalar: new, vector: None },
        };
        self.forms.set(value, form);
    }

    fn ty(&self, value: Value) -> Type {
        match self.shapes.of(value) {
            Shape::Varying => self.vector_type(self.code.ty(value)),
            _ => self.code.ty(value),
        }
    }
}

impl<'a, 'c> Widen<'a, 'c> {
    pub(super) fn new(code: &'c mut FoldingBuilder<'a>, lanes: i64, shapes: Shapes) -> Widen<'a, 'c> {
        Widen { code, lanes, shapes, forms: Forms::default(), mask: None }
    }

    /// The vector type for a scalar type.
    pub(super) fn vector_type(&self, ty: Type) -> Type {
        vector_of(&self.code.ctx(), self.lanes, ty)
    }

    /// The type of masks.
    pub(super) fn mask_type(&self) -> Type {
        self.vector_type(self.code.ctx().i1())
    }

    /// The new form of an old value in another shape, for joins.
    pub(super) fn value_as(&mut self, old: Value, like: Shape) -> Value {
        if like == Shape::Varying { self.vector(old) } else { self.scalar(old) }
    }

    /// Binds an old value to the form of another one.
    pub(super) fn alias(&mut self, old: Value, same: Value) {
        let new = self.value_as(same, self.shapes.of(old));
        self.define(old, new);
    }

    /// The new scalar of a uniform value, or lane 0 of an affine one.
    pub(super) fn scalar(&self, old: Value) -> Value {
        debug_assert!(self.shapes.of(old) != Shape::Varying, "a vector is used as a scalar");
        self.forms.get(old).and_then(|form| form.scalar).unwrap_or(old)
    }

    /// The vector of an old value.
    pub(super) fn vector(&mut self, old: Value) -> Value {
        let form = self.forms.get(old).copied().unwrap_or_default();
        if let Some(vector) = form.vector {
            return vector;
        }
        let vector = match self.shapes.of(old) {
            Shape::Uniform => self.broadcast(self.scalar(old)),
            Shape::Affine(stride) => self.progression(self.scalar(old), stride),
            Shape::Varying => unreachable!("varying values are widened where they are defined"),
        };
        self.forms.set(old, Lanes { vector: Some(vector), ..form });
        vector
    }

    /// A vector of equal lanes.
    pub(super) fn broadcast(&mut self, scalar: Value) -> Value {
        let ctx = self.code.ctx();
        let ty = self.vector_type(self.code.ty(scalar));
        let uniform = constant_value(self.source(), scalar).and_then(|a| constant::scalar(&ctx, a));
        if let Some(attr) = uniform.and_then(|value| constant::splat_attr(&ctx, ty, value)) {
            return arith::constant(&mut self.code.b, attr);
        }
        vector::Broadcast::to_lanes(&mut self.code.b, scalar, self.lanes)
    }

    /// `base`, `base + stride`, `base + 2·stride` …
    fn progression(&mut self, base: Value, stride: i64) -> Value {
        let steps = self.multiples(self.code.ty(base), stride);
        let base = self.broadcast(base);
        self.code.add(base, steps)
    }

    /// The constant 0, `stride`, `2·stride` …, wrapped to an integer type.
    fn multiples(&mut self, ty: Type, stride: i64) -> Value {
        let (ctx, vector) = (self.code.ctx(), self.vector_type(ty));
        let found = dtype(&ctx, ty).filter(|dtype| *dtype != DType::Index || stride != 1);
        let of_lane = |dtype, lane: i64| Scalar::from_i64(dtype, lane.wrapping_mul(stride)).bits();
        let bits = |dtype| (0..self.lanes).map(|lane| of_lane(dtype, lane)).collect::<Vec<u64>>();
        match found.and_then(|dtype| constant::dense_attr(&ctx, vector, dtype, &bits(dtype))) {
            Some(attr) => arith::constant(&mut self.code.b, attr),
            None => vector::Step::build(&mut self.code.b, vector),
        }
    }

    /// A vector of zeros.
    pub(super) fn zeros(&mut self, elem: Type) -> Value {
        let ty = self.vector_type(elem);
        match self.code.ctx().is_float(elem) {
            true => self.code.float(ty, 0.0),
            false => self.code.int(ty, 0),
        }
    }

    /// Combines all lanes of an integer vector.
    pub(super) fn reduce(&mut self, kind: CombiningKind, vector: Value) -> Value {
        vector::Reduce::build(&mut self.code.b, vector, kind.name())
    }

    /// True if a lane of a mask is on.
    pub(super) fn any(&mut self, mask: Value) -> Value {
        self.reduce(CombiningKind::Or, mask)
    }

    /// The vectors of some values.
    pub(super) fn vectors(&mut self, values: &[Value]) -> Vec<Value> {
        values.iter().map(|v| self.vector(*v)).collect()
    }

    /// Widens a block under a mask; returns the vectors of some values at its end.
    pub(super) fn under(&mut self, mask: Value, block: Block, values: &[Value]) -> Built<Vec<Value>> {
        let outer = self.mask.replace(mask);
        self.block(block)?;
        let vectors = self.vectors(values);
        self.mask = outer;
        Ok(vectors)
    }

    /// The active lanes for which `condition` holds.
    pub(super) fn and_mask(&mut self, condition: Value) -> Value {
        let mask = self.mask;
        self.code.both(mask, condition)
    }

    /// [`Rebuild::region`] with a new scope of forms.
    pub(super) fn inside<R>(
        &mut self,
        op: Op,
        i: usize,
        args: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> Built<R>,
    ) -> Built<R> {
        self.forms.push(Layer::default());
        let result = self.region(op, i, args, fill);
        self.forms.pop();
        result
    }

    /// One trap for all active lanes. If its operands differ, it shows the least: on an axis of one extent,
    /// the index of one lane.
    fn trap(&mut self, op: Op) {
        let numbers: Values = self.source().operands(op).collect();
        let number = |v: Value, w: &mut Self| match w.shapes.of(v) {
            Shape::Uniform => w.scalar(v),
            _ => w.extreme(v, false),
        };
        let numbers: Values = numbers.into_iter().map(|v| number(v, self)).collect();
        self.same(op, &numbers, &[]);
    }

    fn elementwise(&mut self, op: Op) -> Built {
        let is_select = self.source().is(op, arith::Select);
        let Some(first) = self.source().results(op).next() else { return Ok(()) };
        if self.shapes.is_true(self.source(), first) {
            // An assumed condition becomes a constant, in case it still has uses.
            let truth = self.code.int(self.code.ctx().i1(), -1);
            self.define(first, truth);
            return Ok(());
        }
        let operands: Values = self.source().operands(op).collect();
        if is_select && self.shapes.is_true(self.source(), operands[0]) {
            self.alias(first, operands[1]);
            return Ok(());
        }
        let shape = self.shapes.of(first);
        let scalar_condition = is_select && self.shapes.of(operands[0]) == Shape::Uniform;
        let new = |(i, v): (usize, &Value)| match i == 0 && scalar_condition {
            true => self.scalar(*v),
            false => self.value_as(*v, shape),
        };
        let operands: Values = operands.iter().enumerate().map(new).collect();
        let types: Types = self.source().results(op).map(|v| self.ty(v)).collect();
        let new = self.same(op, &operands, &types);
        // A likely condition has become a branch or a mask.
        self.code.b.body.remove_attr(new, LIKELY);
        self.define_results(op, new);
        Ok(())
    }
}
