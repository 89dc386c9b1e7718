//! `stablehlo.scatter` as puts into accumulators.

use super::windows::Windows;
use crate::stablehlo::convert::attrs::flag;
use crate::stablehlo::convert::lower::{Done, Lower, invalid};
use crate::stablehlo::convert::regions::{combiner, simple_kinds};
use tf_dialects::tensor::accumulate::{Accumulation, Combine, accumulations_attr};
use tf_dialects::tensor::compute::accumulator_type;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{self, Compute, Put, UpdateSlice, build};
use tf_ir::body::{Block, Body, Value};
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::opref::OpRef;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};

/// The fields of `stablehlo.scatter`'s dimension attribute.
const FIELDS: [&str; 5] = [
    "update_window_dims",
    "inserted_window_dims",
    "input_batching_dims",
    "scatter_indices_batching_dims",
    "scatter_dims_to_operand_dims",
];

/// `stablehlo.scatter`: the region computes the new element at the index of each update; updates outside are
/// dropped. Updates are in row-major order, so if several replace one element, the last one wins. The
/// replacement of a box at a constant position is an update of a slice.
pub(in crate::stablehlo) fn scatter<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let values = l.operands(op)?;
    let n = op.result_count();
    if n == 0 || values.len() != 2 * n + 1 {
        return Err(invalid(op, "takes as many inputs and updates as it has results, and indices"));
    }
    l.tensors_only(op)?;
    let (inputs, updates) = (&values[..n], &values[n + 1..]);
    let rank = l.rank(op, 0)?;
    let ranks = [rank, l.rank(op, n)?, l.rank(op, n + 1)?];
    let windows = Windows::of(op, "scatter_dimension_numbers", FIELDS, ranks)?;
    let source = l.entry(op, 0)?;
    let starts = windows.starts(l, op, n)?;
    // A single window writes no element twice.
    let unique = flag(op, "unique_indices") || starts.is_one();
    let how: Vec<Accumulation> =
        accumulations(l.src, source, n).into_iter().map(|how| how.unique(unique)).collect();
    let ctx = l.ctx();
    let extents = l.extents(op, l.type_of(updates[0]))?;
    if how.iter().all(|how| how.combine == Combine::Set)
        && let Some(window) = windows.constant_box(&starts, &extents, rank)
        && let Some(values) = replaced(l, op, [inputs, updates], &window)?
    {
        return l.define_all(op, &values);
    }
    let types: Vec<Type> = inputs.iter().map(|v| l.type_of(*v)).collect();
    let attrs = [("box", ctx.extents_attr(&extents)), ("accumulate", accumulations_attr(ctx, &how))];
    let made = l.b.op(Compute, inputs, &types, &attrs);
    let mut args = vec![ctx.index(); extents.len()];
    args.extend(types.iter().map(|ty| accumulator_type(ctx, *ty)));
    l.region(made, 0, &args, |l, args| {
        let (at, targets) = args.split_at(extents.len());
        let subscripts = windows.subscripts(l, rank, &starts, at, |_, _, start| start);
        let elements: Vec<Value> =
            updates.iter().map(|update| build::at_indices(&mut l.b, *update, at)).collect();
        if how[0].combine == Accumulation::REGION.combine {
            put_region(l, op, source, &elements, targets, &subscripts)?;
        } else {
            for (element, target) in elements.iter().zip(targets) {
                build::put(&mut l.b, *element, *target, &subscripts, Policy::Drop);
            }
        }
        tensor::Yield::build(&mut l.b, &[]);
        Ok(())
    })?;
    l.define_from(op, made)
}

/// The inputs with a constant box replaced, if it is inside; if the box covers the whole input, the updates.
fn replaced(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    [inputs, updates]: [&[Value]; 2],
    window: &[[Extent; 2]],
) -> Done<Option<Vec<Value>>> {
    let facts = Facts::new();
    let mut values = Vec::with_capacity(inputs.len());
    for (input, update) in inputs.iter().zip(updates) {
        let ty = l.type_of(*input);
        let shape = l.extents(op, ty)?;
        let holds = |verdict| verdict == Verdict::Proved;
        let is_inside = |([start, size], extent): (&[Extent; 2], &Extent)| {
            let end = start.add(size);
            holds(start.prove_ge0(&facts)) && end.is_ok_and(|end| holds(end.prove_le(extent, &facts)))
        };
        if l.is_open(ty) || !window.iter().zip(&shape).all(is_inside) {
            return Ok(None);
        }
        let sizes: Vec<Dim> = window.iter().map(|[_, size]| Dim::from_extent(size.clone())).collect();
        let part = build::reshape(&mut l.b, *update, &sizes);
        let is_all = window.iter().zip(&shape).all(|([_, size], extent)| size == extent);
        values.push(match is_all {
            true => part,
            false => {
                let starts: Vec<Value> = window.iter().map(|[start, _]| l.extent(start)).collect();
                l.make(UpdateSlice, &[&[part, *input], &starts[..]].concat(), ty, &[])
            }
        });
    }
    Ok(Some(values))
}

/// The accumulation of each result: replacement, a combining kind, or the region.
fn accumulations(src: &Body, source: Block, n: usize) -> Vec<Accumulation> {
    let args: Vec<Value> = src.args(source).collect();
    let returned: Vec<Value> =
        src.terminator(source).map(|end| src.operands(end).collect()).unwrap_or_default();
    if args.len() == 2 * n && returned == args[n..] {
        return vec![Accumulation::SET; n];
    }
    match simple_kinds(src, source, n) {
        Some(kinds) => kinds.into_iter().map(Accumulation::of_kind).collect(),
        None => vec![Accumulation::REGION; n],
    }
}

/// A put whose combiner is the source region on elements.
fn put_region<'a>(
    l: &mut Lower<'a, '_>,
    op: OpRef<'a>,
    source: Block,
    elements: &[Value],
    targets: &[Value],
    subscripts: &Subscripts,
) -> Done {
    let ctx = l.ctx();
    let mut attrs = vec![("map", ctx.map_attr(subscripts.map.clone()))];
    attrs.extend(Policy::Drop.name().map(|name| ("policy", ctx.string_attr(name))));
    let operands = [elements, targets, &subscripts.values].concat();
    let made = l.b.op(Put, &operands, &[], &attrs);
    let elems: Vec<Type> = elements.iter().map(|v| l.type_of(*v)).collect();
    combiner(l, op, made, 0, source, &elems.repeat(2))
}
