//! Decomposition of named and elementwise ops on tensors into comprehensions.

mod elementwise;
mod gather;
mod generate;
mod layout;
mod moves;
mod reduce;
mod reduce_window;
mod reshape;
mod rng;
mod tile;

use super::build;
use super::source::{Iota, Splat};
use crate::arith::{self, FastMath, FlagSet};
use crate::shared::interfaces::{Decompose, Staged, has_decomposition};
use crate::shared::tileable::{Tileable, named_extents};
use elementwise::Pointwise;
use generate::generate;
pub(super) use reduce::combined;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::registry::Traits;
use tf_ir::types::{FloatKind, TypeData};
pub use tile::{at_offsets, element};

/// True if [`decompose`] applies: the op has a decomposition, or is elementwise on tensors.
pub fn is_decomposable(op: OpRef<'_>) -> bool {
    has_decomposition(op.info()) || is_elementwise_on_tensors(op)
}

/// True for an op whose result is materialized at the op: its decomposition runs after fusion.
pub fn is_staged(op: OpRef<'_>) -> bool {
    op.info().interface::<dyn Staged>().is_some()
}

fn is_elementwise_on_tensors(op: OpRef<'_>) -> bool {
    op.has(Traits::ELEMENTWISE) && op.result_count() > 0 && op.ctx().is_tensor(op.result_type(0))
}

/// Builds the comprehension of a named or elementwise op before it, and returns the values of its results;
/// `None` for other ops.
///
/// # Errors
/// An extent has no name; the body is unchanged.
pub fn decompose(b: &mut Builder<'_>, op: Op) -> Result<Option<Vec<Value>>, Diagnostic> {
    let ctx = b.ctx();
    let info = ctx.op_info(b.body.name(op));
    if let Some(rule) = info.interface::<dyn Decompose>() {
        return rule.decompose(b, op).map(Some);
    }
    let is_pointwise = is_elementwise_on_tensors(b.body.op(op));
    let rule = info.interface::<dyn Tileable>().or(is_pointwise.then_some(&Pointwise));
    rule.map(|rule| generate(b, op, rule)).transpose()
}

/// The extents of result 0 of an op.
fn result_extents(b: &Builder<'_>, op: Op) -> Result<Vec<Extent>, Diagnostic> {
    let view = b.body.op(op);
    named_extents(view, view.result(0))
}

impl Decompose for Splat {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let (extents, value) = (result_extents(b, op)?, b.body.operand(op, 0));
        let elem = b.body.ty(value);
        Ok(vec![build::compute_one(b, &extents, elem, |_, _| value)])
    }
}

impl Decompose for Iota {
    fn decompose(&self, b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
        let extents = result_extents(b, op)?;
        let view = b.body.op(op);
        let axis = view.view(Iota).axis();
        let elem = view.ctx().elem_type(view.result_type(0));
        Ok(vec![build::compute_one(b, &extents, elem, |b, indices| index_as(b, indices[axis], elem))])
    }
}

/// An index in an element type: integers wrap, floats round.
fn index_as(b: &mut Builder<'_>, index: Value, elem: tf_ir::types::Type) -> Value {
    let ctx: Context = b.ctx();
    match ctx.type_data(elem) {
        TypeData::Index => index,
        TypeData::Float(kind) => {
            let _: FloatKind = *kind;
            let integer = arith::index_cast(b, index, ctx.i64());
            arith::sitofp(b, integer, elem)
        }
        _ => arith::index_cast(b, index, elem),
    }
}

/// Extends a value to a wider element type of the same kind; a value of that type is unchanged.
fn extended(b: &mut Builder<'_>, value: Value, elem: tf_ir::types::Type) -> Value {
    let ty = b.body.ty(value);
    if ty == elem {
        return value;
    }
    if b.body.ctx().is_float(elem) { arith::extf(b, value, elem) } else { arith::extsi(b, value, elem) }
}

/// The product of two values of one type, with these fast-math flags.
fn product(b: &mut Builder<'_>, x: Value, y: Value, fastmath: Option<tf_ir::attr::Attribute>) -> Value {
    let ty = b.body.ty(x);
    if !b.body.ctx().is_float(ty) {
        return arith::muli(b, x, y);
    }
    let flags = fastmath.and_then(|flags| FastMath::from_attr(b.body.ctx(), flags)).unwrap_or_default();
    arith::mulf(&mut flags.on(b), x, y)
}
