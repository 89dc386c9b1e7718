//! Widening of straight-line code: the scalar or vector form of each value of the loop.

use super::shape::{Shape, Shapes};
use crate::code::{Code, vector_of};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tf_dialects::arith;
use tf_dialects::elementwise::constant;
use tf_dialects::loops::{For, If, While};
use tf_dialects::mem::{self, Trap};
use tf_dialects::tensor::CombiningKind;
use tf_dialects::vector;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::rewrite::constant_value;
use tf_ir::types::Type;

/// Builds the widened form of a loop's body at the code's cursor.
pub(super) struct Widen<'a, 'c> {
    pub(super) code: &'c mut Code<'a>,
    pub(super) lanes: i64,
    pub(super) shapes: Shapes,
    /// New scalars: of uniform values, and of lane 0 of affine ones.
    scalars: FxHashMap<Value, Value>,
    /// New vectors.
    vectors: FxHashMap<Value, Value>,
    /// Values whose vectors were made where a region's code first needed them: gone at its end.
    made: Vec<Value>,
    /// The mask of active lanes; `None`: all. At least one is, unless the code is free of anything that needs one.
    pub(super) mask: Option<Value>,
}

impl<'a, 'c> Widen<'a, 'c> {
    pub(super) fn new(code: &'c mut Code<'a>, lanes: i64, shapes: Shapes) -> Widen<'a, 'c> {
        Widen {
            code,
            lanes,
            shapes,
            scalars: FxHashMap::default(),
            vectors: FxHashMap::default(),
            made: Vec::new(),
            mask: None,
        }
    }

    pub(super) fn body(&self) -> &Body {
        self.code.b.body
    }

    pub(super) fn ty(&self, value: Value) -> Type {
        self.body().ty(value)
    }

    /// The vector type for a scalar type.
    pub(super) fn vector_type(&self, ty: Type) -> Type {
        vector_of(&self.code.ctx(), self.lanes, ty)
    }

    /// The type of masks.
    pub(super) fn mask_type(&self) -> Type {
        self.vector_type(self.code.ctx().i1())
    }

    /// The new type of an old value.
    pub(super) fn new_type(&self, old: Value) -> Type {
        match self.shapes.of(old) {
            Shape::Varying => self.vector_type(self.ty(old)),
            _ => self.ty(old),
        }
    }

    /// The new form of an old value as a value of another shape: where shapes meet.
    pub(super) fn value_as(&mut self, old: Value, like: Shape) -> Value {
        if like == Shape::Varying { self.vector(old) } else { self.scalar(old) }
    }

    /// Records the new form of an old value.
    pub(super) fn set(&mut self, old: Value, new: Value) {
        match self.shapes.of(old) {
            Shape::Varying => self.vectors.insert(old, new),
            _ => self.scalars.insert(old, new),
        };
    }

    /// An old value is another one.
    pub(super) fn alias(&mut self, old: Value, same: Value) {
        let new = self.value_as(same, self.shapes.of(old));
        self.set(old, new);
    }

    /// The new scalar of a uniform value, or lane 0 of an affine one.
    pub(super) fn scalar(&self, old: Value) -> Value {
        debug_assert!(self.shapes.of(old) != Shape::Varying, "a vector is used as a scalar");
        self.scalars.get(&old).copied().unwrap_or(old)
    }

    /// The vector of an old value.
    pub(super) fn vector(&mut self, old: Value) -> Value {
        if let Some(vector) = self.vectors.get(&old) {
            return *vector;
        }
        let vector = match self.shapes.of(old) {
            Shape::Uniform => self.broadcast(self.scalar(old)),
            Shape::Affine(stride) => self.progression(self.scalar(old), stride),
            Shape::Varying => unreachable!("varying values are widened where they are defined"),
        };
        self.vectors.insert(old, vector);
        self.made.push(old);
        vector
    }

    /// A vector of equal lanes.
    pub(super) fn broadcast(&mut self, scalar: Value) -> Value {
        let ctx = self.code.ctx();
        let ty = self.vector_type(self.ty(scalar));
        let uniform = constant_value(self.body(), scalar).and_then(|a| constant::scalar(&ctx, a));
        if let Some(attr) = uniform.and_then(|value| constant::splat_attr(&ctx, ty, value)) {
            return tf_dialects::arith::constant(&mut self.code.b, attr);
        }
        vector::Broadcast::to_lanes(&mut self.code.b, scalar, self.lanes)
    }

    /// `base`, `base + stride`, `base + 2·stride` …
    fn progression(&mut self, base: Value, stride: i64) -> Value {
        let ty = self.ty(base);
        let indices = self.vector_type(self.code.ctx().index());
        let mut steps = vector::Step::build(&mut self.code.b, indices);
        if ty != self.code.ctx().index() {
            let to = self.vector_type(ty);
            steps = arith::index_cast(self.code, steps, to);
        }
        if stride != 1 {
            let to = self.vector_type(ty);
            let stride = self.code.int(to, stride);
            steps = self.code.mul(steps, stride);
        }
        let base = self.broadcast(base);
        self.code.add(base, steps)
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

    /// Runs `body` with other lanes on.
    pub(super) fn under<R>(&mut self, mask: Option<Value>, body: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.mask, mask);
        let result = body(self);
        self.mask = outer;
        result
    }

    /// The lanes that are on and for which `condition` holds.
    pub(super) fn and_mask(&mut self, condition: Value) -> Value {
        let mask = self.mask;
        self.code.both(mask, condition)
    }

    /// Builds the only block of region `i` of a new op; vectors made in it are not known outside.
    pub(super) fn region<R>(
        &mut self,
        op: Op,
        i: usize,
        args: &[Type],
        fill: impl FnOnce(&mut Self, &[Value]) -> R,
    ) -> R {
        let (block, outer) = self.code.b.enter(op, i, args);
        let args: Vec<Value> = self.code.b.body.args(block).collect();
        let mark = self.made.len();
        let result = fill(self, &args);
        self.forget(mark);
        self.code.b.cursor = outer;
        result
    }

    fn forget(&mut self, mark: usize) {
        for value in self.made.drain(mark..) {
            self.vectors.remove(&value);
        }
    }

    /// Widens all ops of an old block but its terminator.
    pub(super) fn block(&mut self, block: Block) {
        let ops: Vec<Op> = self.body().ops(block).collect();
        let (_, ops) = ops.split_last().expect("verified blocks end with a terminator");
        for op in ops {
            self.code.b.loc = self.body().loc(*op);
            self.op(*op);
        }
    }

    fn op(&mut self, op: Op) {
        match self.body().kind(op) {
            mem::Load::KIND => self.load(op),
            mem::Store::KIND => self.store(op),
            Trap::KIND => self.trap(op),
            For::KIND => self.for_loop(op),
            While::KIND => self.while_loop(op),
            If::KIND => self.conditional(op),
            _ => self.elementwise(op),
        }
    }

    /// The inherent attributes of an op.
    pub(super) fn attrs(&self, op: Op) -> Vec<(&'static str, Attribute)> {
        self.body().inherent(op).collect()
    }

    /// One trap for the lanes that are on. Of numbers that differ, the least: on an axis of one extent, the index of one lane.
    fn trap(&mut self, op: Op) {
        let numbers: SmallVec<[Value; 4]> = self.body().operands(op).collect();
        let number = |v: Value, w: &mut Self| match w.shapes.of(v) {
            Shape::Uniform => w.scalar(v),
            _ => w.extreme(v, false),
        };
        let numbers: SmallVec<[Value; 4]> = numbers.into_iter().map(|v| number(v, self)).collect();
        let attrs = self.attrs(op);
        self.code.b.op(Trap, &numbers, &[], &attrs);
    }

    /// The same op on scalars.
    fn same(&mut self, op: Op) {
        let operands: SmallVec<[Value; 4]> = self.body().operands(op).map(|v| self.scalar(v)).collect();
        let results: SmallVec<[Value; 2]> = self.body().results(op).collect();
        let types: SmallVec<[Type; 2]> = results.iter().map(|v| self.ty(*v)).collect();
        let attrs = self.attrs(op);
        let name = self.body().name(op);
        let new = self.code.b.op(name, &operands, &types, &attrs);
        for (i, old) in results.into_iter().enumerate() {
            let new = self.body().result(new, i);
            self.set(old, new);
        }
    }

    fn elementwise(&mut self, op: Op) {
        let is_select = self.body().is(op, arith::Select);
        let Some(first) = self.body().results(op).next() else { return };
        if self.shapes.is_true(self.body(), first) {
            // What stands for a truth is a constant, if anything still asks for it.
            let truth = self.code.int(self.code.ctx().i1(), -1);
            return self.set(first, truth);
        }
        if is_select && self.shapes.is_true(self.body(), self.body().operand(op, 0)) {
            let chosen = self.body().operand(op, 1);
            return self.alias(first, chosen);
        }
        if self.shapes.of(first) != Shape::Varying {
            return self.same(op);
        }
        let operands: SmallVec<[Value; 4]> = self.body().operands(op).collect();
        let scalar_condition = is_select && self.shapes.of(operands[0]) == Shape::Uniform;
        let operands: SmallVec<[Value; 4]> = operands
            .iter()
            .enumerate()
            .map(|(i, v)| if i == 0 && scalar_condition { self.scalar(*v) } else { self.vector(*v) })
            .collect();
        let results: SmallVec<[Value; 2]> = self.body().results(op).collect();
        let types: SmallVec<[Type; 2]> = results.iter().map(|v| self.vector_type(self.ty(*v))).collect();
        let attrs = self.attrs(op);
        let name = self.body().name(op);
        let new = self.code.b.op(name, &operands, &types, &attrs);
        for (i, old) in results.into_iter().enumerate() {
            let new = self.body().result(new, i);
            self.set(old, new);
        }
    }
}
