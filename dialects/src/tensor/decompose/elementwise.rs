//! Elementwise ops on tensors: one compute that applies the scalar op at every point.

use super::super::build;
use super::result_extents;
use tf_ir::attr::Attribute;
use tf_ir::body::{Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

pub(super) fn decompose(b: &mut Builder<'_>, op: Op) -> Result<Vec<Value>, Diagnostic> {
    let extents = result_extents(b, op)?;
    let ctx = b.ctx();
    let name = b.body.name(op);
    let operands: Vec<Value> = b.body.operands(op).collect();
    let results: Vec<Type> = b.body.results(op).map(|r| b.body.ty(r)).collect();
    let attrs: Vec<(&str, Attribute)> = ctx
        .op_info(b.body.name(op))
        .attrs
        .iter()
        .enumerate()
        .filter_map(|(i, spec)| b.body.slot(op, i).map(|value| (spec.name, value)))
        .collect();
    let compute = build::compute(b, &extents, &results, |b, indices| {
        // An operand that occurs twice is read once.
        let mut read: Vec<(Value, Value)> = Vec::new();
        let mut scalars = Vec::with_capacity(operands.len());
        for operand in &operands {
            let known = read.iter().find(|(tensor, _)| tensor == operand).map(|(_, scalar)| *scalar);
            let scalar = known.unwrap_or_else(|| match ctx.is_tensor(b.body.ty(*operand)) {
                true => build::at_indices(b, *operand, indices),
                false => *operand,
            });
            read.push((*operand, scalar));
            scalars.push(scalar);
        }
        let elems: Vec<Type> = results.iter().map(|ty| ctx.elem_type(*ty)).collect();
        let inner = b.op(name, &scalars, &elems, &attrs);
        b.body.results(inner).collect()
    });
    Ok(b.body.results(compute).collect())
}
