//! Unrolls trailing axes of computes: each result yields a small tensor per point.

use crate::code::subscript::{Copier, Subscript};
use crate::rules::keep;
use tf_dialects::tensor::{self, Compute, FromElements};
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;
use tf_ir::types::{Dim, Type};

/// The lengths of the trailing axes that may be unrolled: constant, not empty, at most `most` points
/// together, and not the whole domain. Empty for a compute that writes into tensors.
pub fn trailing(body: &Body, op: Op, most: u64) -> Vec<i64> {
    let extents = body.view(op, Compute).extents().to_vec();
    if body.operand_count(op) > 0 {
        return Vec::new();
    }
    let (mut points, mut axes) = (1u64, Vec::new());
    for extent in extents.get(1..).unwrap_or_default().iter().rev() {
        let Some(n) = extent.as_const().filter(|n| *n > 0) else { break };
        points = points.saturating_mul(n as u64);
        if points > most {
            break;
        }
        axes.push(n);
    }
    axes.reverse();
    axes
}

/// Unrolls the last axes, which have these lengths, and returns the new compute. `None` if code cannot be
/// copied.
pub fn unroll(body: &mut Body, op: Op, axes: &[i64]) -> Option<Op> {
    let view = body.cast(op, Compute)?;
    let (extents, block, indices): (Vec<Extent>, _, _) =
        (view.extents().to_vec(), view.block()?, view.indices());
    let rank = extents.len() - axes.len();
    let others = remaining_attrs(body, op, rank);
    let types: Vec<Type> = body.results(op).map(|v| body.ty(v)).collect();
    let ctx = body.ctx().clone();
    let boxed = ctx.intern_attr(AttrData::Extents(extents[..rank].into()));
    let mut b = Builder::before(body, op);
    let new = b.op(Compute, &[], &types, &[&[("box", boxed)][..], &others].concat());
    let (fresh, _) = b.enter(new, 0, &vec![ctx.index(); rank]);
    match points(&mut b, block, &indices, fresh, axes) {
        Some(columns) => {
            let yields = pack(&mut b, columns, axes);
            tensor::Yield::build(&mut b, &yields);
            let results: Vec<Value> = body.results(new).collect();
            body.replace(op, &results);
            Some(new)
        }
        None => {
            body.erase(new);
            None
        }
    }
}

/// The schedule attributes of a compute with the first `rank` axes left.
fn remaining_attrs(body: &Body, op: Op, rank: usize) -> Vec<(&'static str, Attribute)> {
    if !keep::has_explicit_schedule(body, op) && !keep::is_member(body, op) {
        return Vec::new();
    }
    let ctx = body.ctx();
    let attr = |name| Some((name, body.attr(op, name)?));
    let axes = attr("axes").map(|(name, axes)| {
        let axes = ctx.attr_array(axes).unwrap_or_default();
        (name, ctx.array_attr(&axes[..rank.min(axes.len())]))
    });
    [axes, attr("folds"), attr("schedule"), attr("member")].into_iter().flatten().collect()
}

/// The code once per inner point, in row-major order: per result the values of all points.
fn points(
    b: &mut Builder<'_>,
    block: Block,
    indices: &[Value],
    fresh: Block,
    axes: &[i64],
) -> Option<Vec<Vec<Value>>> {
    let rank = indices.len() - axes.len();
    let outer: Vec<Value> = b.body.args(fresh).collect();
    let mut columns: Vec<Vec<Value>> = Vec::new();
    let mut at = vec![0i64; axes.len()];
    loop {
        let mut copier = Copier::of(indices[..rank].iter().copied().zip(outer.iter().copied()));
        copier.extend_subscripts(
            indices[rank..].iter().copied().zip(at.iter().map(|i| Subscript::constant(*i))),
        );
        let values = copier.block(b, block).ok()?;
        columns.resize(values.len(), Vec::new());
        for (column, value) in columns.iter_mut().zip(values) {
            column.push(value);
        }
        let Some(d) = (0..axes.len()).rev().find(|d| at[*d] + 1 < axes[*d]) else { return Some(columns) };
        at[d] += 1;
        at[d + 1..].fill(0);
    }
}

/// One small tensor per result. Small tensors that the code yields are concatenated.
fn pack(b: &mut Builder<'_>, columns: Vec<Vec<Value>>, axes: &[i64]) -> Vec<Value> {
    let ctx = b.ctx();
    let mut yields = Vec::new();
    for column in columns {
        let first = b.body.ty(column[0]);
        let mut dims: Vec<Dim> = axes.iter().map(|n| Dim::Static(*n)).collect();
        dims.extend_from_slice(ctx.dims(first).unwrap_or(&[]));
        let elements: Vec<Value> = column.into_iter().flat_map(|v| elements_of(b.body, v)).collect();
        let ty = ctx.tensor(dims, ctx.elem_type(first));
        yields.push(FromElements::build(b, &elements, ty));
    }
    yields
}

/// The elements of a `tensor.from_elements`, or the scalar itself.
fn elements_of(body: &Body, value: Value) -> Vec<Value> {
    match body.def_op(value).filter(|op| body.is(*op, FromElements)) {
        Some(op) => body.operands(op).collect(),
        None => vec![value],
    }
}
