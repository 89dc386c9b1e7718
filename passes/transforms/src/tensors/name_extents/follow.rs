//! Propagation of extents: from an op's operands to its results and regions.

use super::calls::Calls;
use super::{is_open, regions};
use smallvec::SmallVec;
use tf_dialects::elementwise::spec_of;
use tf_dialects::tensor::build::cast;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::interfaces::{InferArgs, InferTypes};
use tf_ir::types::Type;

/// Propagates extents through the ops of a block, in order.
pub(super) fn block(body: &mut Body, block: Block, calls: Option<&Calls<'_>>) -> Result<(), Diagnostic> {
    for op in body.ops(block).collect::<Vec<Op>>() {
        follow(body, op, calls)?;
    }
    Ok(())
}

/// Propagates the extents of an op's operands to unnamed extents of its results and regions.
fn follow(body: &mut Body, op: Op, calls: Option<&Calls<'_>>) -> Result<(), Diagnostic> {
    if body.regions(op).len() > 0 {
        regions::follow(body, op, calls)?;
    }
    let results: Vec<Value> = body.results(op).collect();
    if spec_of(body.op(op)).is_some() {
        agree(body, op);
    }
    let called = calls.map_or(Ok(None), |calls| calls.results(body, op))?;
    if !results.iter().any(|v| is_open(body, body.ty(*v))) {
        return Ok(());
    }
    let Some(types) = called.map(SmallVec::from).or_else(|| inferred(body, op)) else { return Ok(()) };
    for (result, ty) in results.into_iter().zip(types) {
        if is_open(body, body.ty(result)) {
            body.set_ty(result, ty);
        }
    }
    Ok(())
}

/// Casts the operands of an elementwise op to the extents of its first tensor operand.
fn agree(body: &mut Body, op: Op) {
    let operands: Vec<Value> = body.operands(op).collect();
    let Some(first) = operands.iter().find(|v| body.ctx().is_tensor(body.ty(**v))).copied() else { return };
    for (i, operand) in operands.into_iter().enumerate() {
        let ty = with_dims(body, body.ty(first), body.ty(operand));
        if ty != body.ty(operand) {
            let renamed = cast(&mut Builder::before(body, op), operand, ty);
            body.set_operand(op, i, renamed);
        }
    }
}

/// A tensor type with the extents of another one.
fn with_dims(body: &Body, from: Type, ty: Type) -> Type {
    let ctx = body.ctx();
    match (ctx.is_tensor(from), ctx.is_tensor(ty)) {
        (true, true) => ctx.with_elem(from, ctx.elem_type(ty)),
        _ => ty,
    }
}

/// The result types of an op from its operands' types.
fn inferred(body: &Body, op: Op) -> Option<SmallVec<[Type; 2]>> {
    let view = body.op(op);
    let operands: SmallVec<[Type; 4]> = view.operands().map(|v| body.ty(v)).collect();
    if operands.iter().any(|ty| is_open(body, *ty)) {
        return None;
    }
    let Some(rule) = view.info().interface::<dyn InferTypes>() else {
        // Casts of elements keep the shape.
        spec_of(view)?;
        return Some(view.results().map(|v| with_dims(body, operands[0], body.ty(v))).collect());
    };
    let slots: SmallVec<[_; 4]> = (0..view.info().attrs.len()).map(|i| view.slot(i)).collect();
    let args = InferArgs { ctx: body.ctx(), loc: view.loc(), operands: &operands, attrs: &slots };
    rule.infer(&args).ok().filter(|types| types.len() == view.result_count())
}
