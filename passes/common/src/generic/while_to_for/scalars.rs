//! Scalarizes integers in tensors of rank 0 that depend on a counter.

use tf_dialects::arith;
use tf_dialects::elementwise::constant;
use tf_dialects::scalar::element_type;
use tf_dialects::tensor::{At, FromElements, build, policy::Policy};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::effects::is_pure;
use tf_ir::registry::Traits;
use tf_ir::rewrite::constant_value;
use tf_ir::types::{Dim, Type};

/// Scalarizes elementwise ops on a tensor of rank 0 that is built from a scalar, and the reads of the tensor.
pub(super) fn spread(body: &mut Body, tensor: Value) {
    let mut pending = vec![tensor];
    while let Some(tensor) = pending.pop() {
        let Some(made) = body.def_op(tensor).filter(|def| body.is(*def, FromElements)) else { continue };
        let scalar = body.operand(made, 0);
        for user in body.users(tensor) {
            if body.is_live(user) && body.is(user, At) && body.operand(user, 0) == tensor {
                let read = body.result(user, 0);
                body.replace_uses(read, scalar);
                body.erase(user);
            } else if body.is_live(user) && is_scalable(body, user) {
                pending.push(scaled(body, user));
            }
        }
    }
}

/// True for an elementwise op on integers and booleans in tensors of rank 0.
fn is_scalable(body: &Body, op: Op) -> bool {
    let ctx = body.ctx();
    let is_int = |value: Value| element_type(ctx, body.ty(value)).is_some_and(|dtype| dtype.is_int());
    let is_flat = |value: Value| ctx.dims(body.ty(value)).is_none_or(<[Dim]>::is_empty);
    let fits = |value: Value| is_int(value) && is_flat(value);
    let elementwise = body.has(op, Traits::ELEMENTWISE) && is_pure(body, op) && body.result_count(op) == 1;
    elementwise
        && ctx.is_tensor(body.ty(body.result(op, 0)))
        && body.operands(op).chain(body.results(op)).all(fits)
}

/// Builds the op on scalars, and wraps its result in a tensor of rank 0.
fn scaled(body: &mut Body, op: Op) -> Value {
    let result = body.result(op, 0);
    let ty = body.ty(result);
    let operands: Vec<Value> = body.operands(op).collect();
    let (name, attrs) = (body.name(op), body.attrs(op));
    let mut b = Builder::before(body, op);
    let operands: Vec<Value> = operands.into_iter().map(|value| element(&mut b, value)).collect();
    let elem: Type = b.body.ctx().elem_type(ty);
    let loc = b.loc;
    let made = b.body.create_with(name, loc, &operands, &[elem], &attrs, 0, &[]);
    b.insert(made);
    let scalar = b.body.result(made, 0);
    let tensor = FromElements::build(&mut b, &[scalar], ty);
    body.replace_uses(result, tensor);
    body.erase(op);
    tensor
}

/// The element of a tensor of rank 0, or the scalar itself.
fn element(b: &mut Builder<'_>, value: Value) -> Value {
    let ctx = b.ctx();
    if !ctx.is_tensor(b.body.ty(value)) {
        return value;
    }
    if let Some(def) = b.body.def_op(value).filter(|def| b.body.is(*def, FromElements)) {
        return b.body.operand(def, 0);
    }
    let known = constant_value(b.body, value).and_then(|attr| constant::uniform(&ctx, attr));
    match known.and_then(|scalar| constant::scalar_attr(&ctx, scalar)) {
        Some(attr) => arith::constant(b, attr),
        None => build::at(b, value, &build::scalar_subscripts(), Policy::Assumed, None),
    }
}
