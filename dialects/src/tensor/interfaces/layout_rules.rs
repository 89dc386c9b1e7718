//! Derivatives of ops that copy elements unchanged and have no decomposition, `tensor.cast` and
//! `tensor.from_elements`, and of `tensor.bitcast` between equal types.

use crate::differentiate::{Differentiable, Forward, Reverse, is_differentiable, reason};
use crate::tensor::bitcast::Bitcast;
use crate::tensor::build;
use crate::tensor::from_elements::FromElements;
use crate::tensor::layout::Cast;
use crate::tensor::policy::Policy;
use crate::tensor::subscripts::Subscripts;
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Body, Op, Value};
use tf_ir::diag::Diagnostic;

impl Differentiable for Cast {
    fn vjp(&self, cx: &mut Reverse<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let (input, result) = (cx.b.body.operand(op, 0), cx.b.body.result(op, 0));
        if let Some(g) = cx.cotangent(result).filter(|_| cx.active.has(input)) {
            let ty = cx.b.body.ty(input);
            let back = build::cast(cx.b, g, ty);
            cx.add(input, back);
        }
        Ok(())
    }

    fn jvp(&self, cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let (input, result) = (cx.b.body.operand(op, 0), cx.b.body.result(op, 0));
        if let Some(t) = cx.tangent(input) {
            let ty = cx.b.body.ty(result);
            let tangent = build::cast(cx.b, t, ty);
            cx.set(result, tangent);
        }
        Ok(())
    }
}

impl Differentiable for FromElements {
    fn vjp(&self, cx: &mut Reverse<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let Some(g) = cx.cotangent(cx.b.body.result(op, 0)) else { return Ok(()) };
        let ctx = cx.b.ctx();
        let dims = ctx.dims(cx.b.body.ty(g)).unwrap_or_default();
        let extents: Vec<i64> = dims.iter().filter_map(|dim| dim.as_static()).collect();
        let elements: Vec<Value> = cx.b.body.operands(op).collect();
        for (at, element) in elements.into_iter().enumerate() {
            if !cx.active.has(element) {
                continue;
            }
            let place = Subscripts::new(&unflatten(at as i64, &extents), &[], &[]);
            let place = place.expect("constant subscripts are small");
            let part = build::at(cx.b, g, &place, Policy::Assumed, None);
            cx.add(element, part);
        }
        Ok(())
    }

    fn jvp(&self, cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let elements: Vec<Value> = cx.b.body.operands(op).collect();
        let tangents: Vec<Value> = elements.into_iter().map(|v| cx.tangent_or_zero(v)).collect();
        let result = cx.b.body.result(op, 0);
        let ty = cx.b.body.ty(result);
        let tangent = FromElements::build(cx.b, &tangents, ty);
        cx.set(result, tangent);
        Ok(())
    }
}

/// The indices of a row-major position.
fn unflatten(mut at: i64, extents: &[i64]) -> Vec<AffineExpr> {
    let mut indices = vec![AffineExpr::constant(0); extents.len()];
    for (index, extent) in indices.iter_mut().zip(extents).rev() {
        *index = AffineExpr::constant(at % extent);
        at /= extent;
    }
    indices
}

/// Refuses a bitcast between different types; between equal types, values are unchanged.
fn check_bits(body: &Body, op: Op, direction: &str) -> Result<(), Diagnostic> {
    let [from, to] = [body.operand(op, 0), body.result(op, 0)].map(|v| body.ty(v));
    if from == to {
        return Ok(());
    }
    let why = reason(body.info(op));
    Err(body.op(op).error(format_args!("cannot be differentiated {direction}: {why}")))
}

impl Differentiable for Bitcast {
    fn vjp(&self, cx: &mut Reverse<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let (input, result) = (cx.b.body.operand(op, 0), cx.b.body.result(op, 0));
        if let Some(g) = cx.cotangent(result).filter(|_| cx.active.has(input)) {
            check_bits(cx.b.body, op, "backwards")?;
            cx.add(input, g);
        }
        Ok(())
    }

    fn jvp(&self, cx: &mut Forward<'_, '_>, op: Op) -> Result<(), Diagnostic> {
        let (input, result) = (cx.b.body.operand(op, 0), cx.b.body.result(op, 0));
        let is_float = is_differentiable(cx.b.body.ctx(), cx.b.body.ty(result));
        if let Some(t) = cx.tangent(input).filter(|_| is_float) {
            check_bits(cx.b.body, op, "forwards")?;
            cx.set(result, t);
        }
        Ok(())
    }
}
