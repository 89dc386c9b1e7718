//! Updates that replace every element: the result is the tensor of put values.

use super::all_attrs;
use crate::shared::access::Access;
use crate::tensor::accumulate::Combine;
use crate::tensor::compute::{Compute, ComputeOp};
use crate::tensor::put::Put;
use crate::tensor::shape::extents;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::rewrite::{Rewrite, Rewriter};
use tf_ir::types::Type;

/// A compute over the whole tensor ignores its initial value if each point sets its own element: it yields
/// the put values.
pub(super) fn sets_everything(op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    let body = &*rw.body;
    let view = body.cast(op, Compute).ok_or("no compute")?;
    if body.operand_count(op) == 0 {
        return Err("it accumulates nothing".into());
    }
    let block = view.block().ok_or("it has no region")?;
    let has_loops = view.is_nest() && body.ops(block).any(|inner| body.regions(inner).len() > 0);
    let puts: Option<Vec<Op>> = (0..body.operand_count(op)).map(|at| only_put(body, view, at)).collect();
    let puts = puts.filter(|_| !has_loops).ok_or("elements are left unchanged, or combined")?;
    let end = body.terminator(block).ok_or("it has no terminator")?;
    let values = puts.iter().map(|put| body.operand(*put, 0));
    let yielded: Vec<Value> = body.operands(end).chain(values).collect();
    let types: Vec<Type> = body.results(op).map(|result| body.ty(result)).collect();
    let (name, rank, accumulators) = (body.name(op), view.extents().len(), puts.len());
    let attrs = all_attrs(body, op);
    let kept = attrs.iter().filter(|(name, _)| name != "accumulate");
    let attrs: Vec<(&str, Attribute)> = kept.map(|(name, attr)| (name.as_str(), *attr)).collect();
    puts.iter().for_each(|put| rw.erase(*put));
    rw.modify(end, |body| body.set_operands(end, &yielded));
    let new = rw.op_with_regions(name, &[], &types, &attrs, 1);
    rw.modify(new, |body| {
        let (from, to) = (body.region(op, 0), body.region(new, 0));
        body.splice_blocks(from, to);
        (0..accumulators).for_each(|_| body.erase_arg(block, rank));
    });
    let results: Vec<Value> = rw.body.results(new).collect();
    rw.replace(op, &results);
    Ok(())
}

/// The only use of an accumulator, if every point sets its own element and the box covers the whole tensor.
fn only_put(body: &Body, view: ComputeOp<'_>, at: usize) -> Option<Op> {
    let (accumulator, indices) = (*view.accumulators().get(at)?, view.indices());
    let accumulation = *view.accumulations().get(at)?;
    let mut uses = body.uses(accumulator);
    let (only, None) = (uses.next()?, uses.next()) else { return None };
    let put = body.cast(only.op, Put)?;
    let access = Access::of_write(body.op(only.op))?;
    let is_own = access.map.is_identity() && access.indices[..] == indices[..];
    let is_whole =
        extents(body.ctx(), body.ty(body.operand(view.op().id(), at))).as_deref() == Some(view.extents());
    let is_set = accumulation.combine == Combine::Set && put.count() == 1;
    let is_always = body.block_of(only.op) == view.block();
    (is_own && is_whole && is_set && is_always).then_some(only.op)
}
