//! Materializes subexpressions of a product's terms before the product.

use super::rows;
use crate::apply::apply_tiles::nest::{Dims, Nest};
use tf_dialects::tensor::build;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_passes_common::code::subscript::Copier;

/// The dimensions of a subexpression, with the lane dimension last.
pub(crate) fn order(nest: &Nest, dims: Dims, lane: usize) -> Vec<usize> {
    let others = (0..nest.dims.len()).filter(|dim| dims & (1 << dim) != 0 && *dim != lane);
    others.chain([lane]).collect()
}

/// Materializes a subexpression of the terms before the compute, and makes the terms read it; returns the
/// copy.
pub(crate) fn stage(body: &mut Body, nest: &Nest, (dims, lane): (Dims, usize), value: Value) -> Option<Op> {
    let dims = order(nest, dims, lane);
    let extents: Vec<Extent> = dims.iter().map(|dim| nest.dims[*dim].extent.clone()).collect();
    let ops = nest.needed(body, &[value], &[]);
    let ty = body.ty(value);
    let def = body.def_op(value).expect("the part of a term is the result of an op");
    let longer = rows::spread(body, &extents, ty)
        .filter(|_| rows::only_places_reads(body, &ops, nest.dims[lane].index));
    let mut b = Builder::before(body, nest.compute);
    b.loc = b.body.loc(def);
    let copied = build::compute_one(&mut b, longer.as_ref().unwrap_or(&extents), ty, |b, indices| {
        let mut copier =
            Copier::of(dims.iter().map(|dim| nest.dims[*dim].index).zip(indices.iter().copied()));
        for op in &ops {
            let copy = copier.op(b, *op).expect("an index is replaced by an index");
            if longer.is_some() {
                rows::clamp(b.body, copy);
            }
        }
        copier.value(b, value)
    });
    let indices: Vec<Value> = dims.iter().map(|dim| nest.dims[*dim].index).collect();
    let mut b = Builder::before(body, def);
    b.loc = b.body.loc(def);
    let read = build::at_indices(&mut b, copied, &indices);
    body.replace(def, &[read]);
    erase_dead(body, ops);
    body.def_op(copied)
}

/// Erases unused ops, the last first.
fn erase_dead(body: &mut Body, ops: Vec<Op>) {
    for op in ops.into_iter().rev() {
        if body.is_live(op) && body.results_unused(op) && tf_ir::effects::is_dead(body, op) {
            body.erase(op);
        }
    }
}
