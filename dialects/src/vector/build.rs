//! Building vector ops: for passes.

use super::ops::{Broadcast, Extract, Gather, Insert, Load, Reduce, Scatter, Step, Store};
use crate::tensor::kinds::CombiningKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// Which lanes a read touches, and the values of the others.
pub type MaskElse = (Value, Value);

fn lanes(memref: Value, subscripts: &[Value], rest: impl IntoIterator<Item = Value>) -> Vec<Value> {
    std::iter::once(memref).chain(subscripts.iter().copied()).chain(rest).collect()
}

/// Builds `vector.load` of a vector type.
pub fn load(
    b: &mut Builder<'_>,
    result: Type,
    memref: Value,
    subscripts: &[Value],
    axis: usize,
    mask: Option<MaskElse>,
) -> Value {
    let axis = b.body.ctx().i64_attr(axis as i64);
    let operands = lanes(memref, subscripts, mask.into_iter().flat_map(|(m, other)| [m, other]));
    b.value(Load, &operands, result, &[("axis", axis)])
}

/// Builds `vector.store`.
pub fn store(
    b: &mut Builder<'_>,
    value: Value,
    memref: Value,
    subscripts: &[Value],
    axis: usize,
    mask: Option<Value>,
) -> Op {
    let axis = b.body.ctx().i64_attr(axis as i64);
    let mut operands = vec![value];
    operands.extend(lanes(memref, subscripts, mask));
    b.op(Store, &operands, &[], &[("axis", axis)])
}

/// Builds `vector.gather` of a vector type.
pub fn gather(
    b: &mut Builder<'_>,
    result: Type,
    memref: Value,
    subscripts: &[Value],
    mask: Option<MaskElse>,
) -> Value {
    let operands = lanes(memref, subscripts, mask.into_iter().flat_map(|(m, other)| [m, other]));
    b.value(Gather, &operands, result, &[])
}

/// Builds `vector.scatter`.
pub fn scatter(
    b: &mut Builder<'_>,
    value: Value,
    memref: Value,
    subscripts: &[Value],
    mask: Option<Value>,
) -> Op {
    let mut operands = vec![value];
    operands.extend(lanes(memref, subscripts, mask));
    b.op(Scatter, &operands, &[], &[])
}

/// Builds `vector.broadcast` to a number of lanes.
pub fn broadcast(b: &mut Builder<'_>, value: Value, length: i64) -> Value {
    let result = b.body.ctx().vector(&[length], b.body.ty(value));
    b.value(Broadcast, &[value], result, &[])
}

/// Builds `vector.step`.
pub fn step(b: &mut Builder<'_>, length: i64) -> Value {
    let result = b.body.ctx().vector(&[length], b.body.ctx().index());
    b.value(Step, &[], result, &[])
}

/// Builds `vector.reduce`.
pub fn reduce(b: &mut Builder<'_>, kind: CombiningKind, vector: Value, fastmath: Option<Attribute>) -> Value {
    let ctx = b.ctx();
    let elem = ctx.elem_type(b.body.ty(vector));
    let mut attrs = vec![("kind", ctx.string_attr(kind.name()))];
    attrs.extend(fastmath.map(|flags| ("fastmath", flags)));
    b.value(Reduce, &[vector], elem, &attrs)
}

/// Builds `vector.extract`.
pub fn extract(b: &mut Builder<'_>, vector: Value, lane: Value) -> Value {
    let elem = b.body.ctx().elem_type(b.body.ty(vector));
    b.value(Extract, &[vector, lane], elem, &[])
}

/// Builds `vector.insert`.
pub fn insert(b: &mut Builder<'_>, value: Value, vector: Value, lane: Value) -> Value {
    let result = b.body.ty(vector);
    b.value(Insert, &[value, vector, lane], result, &[])
}
