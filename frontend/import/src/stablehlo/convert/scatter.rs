//! `stablehlo.scatter`: puts into accumulating results.

use super::attrs::{Fields, checked_axes, flag};
use super::control::tensor_extents;
use super::gather::start_index;
use super::lower::{Done, Lower, refuse};
use super::regions::{scalars, simple_kinds};
use super::types::is_unsigned;
use crate::error::Refusal;
use tf_dialects::arith;
use tf_dialects::scalar::{DType, Scalar};
use tf_dialects::tensor::accumulate::{Accumulation, accumulations_attr};
use tf_dialects::tensor::compute::accumulator_type;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{self, Compute, Put, build};
use tf_ir::body::{Block, Body, Value};
use tf_ir::opref::OpRef;
use tf_ir::types::Type;

/// Which axes of inputs, indices and updates belong together.
struct Numbers {
    /// Update axes inside a window.
    window: Vec<usize>,
    /// Input axes that a window has 1 of and the updates lack.
    inserted: Vec<usize>,
    /// Input axes that go with axes of the indices.
    batching: Vec<usize>,
    /// Those axes of the indices.
    index_batching: Vec<usize>,
    /// The input axis of each number of an index vector.
    map: Vec<usize>,
    /// The axis of the indices that is the index vector; their rank if they hold plain numbers.
    vector: usize,
}

fn numbers(op: OpRef<'_>, input: usize, indices: usize, update: usize) -> Done<Numbers> {
    let fields = Fields::of(op, "scatter_dimension_numbers")?;
    let numbers = Numbers {
        window: fields.axes("update_window_dims", update)?,
        inserted: fields.axes("inserted_window_dims", input)?,
        batching: fields.axes("input_batching_dims", input)?,
        index_batching: fields.axes("scatter_indices_batching_dims", indices)?,
        map: fields.axes("scatter_dims_to_operand_dims", input)?,
        vector: checked_axes(op, "index_vector_dim", &[fields.int("index_vector_dim")], indices + 1)?[0],
    };
    let kept = (0..input).filter(|d| !numbers.inserted.contains(d) && !numbers.batching.contains(d)).count();
    let batch = indices - usize::from(numbers.vector < indices);
    let fits = kept == numbers.window.len()
        && numbers.batching.len() == numbers.index_batching.len()
        && batch + kept == update;
    if fits {
        return Ok(numbers);
    }
    Err(refuse(op, Refusal::Invalid, "has dimension numbers that do not fit its types"))
}

/// `stablehlo.scatter`: each update changes the element at its index as the region says; what falls outside is left
/// out. Updates come in row-major order, so of several that replace one element, the last one wins.
pub(super) fn scatter<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let values = l.operands(op)?;
    let n = op.result_count();
    if n == 0 || values.len() != 2 * n + 1 {
        let why = "takes as many inputs and updates as it has results, and indices";
        return Err(refuse(op, Refusal::Invalid, why));
    }
    if l.scalar {
        return Err(refuse(op, Refusal::Unsupported, "stands in a region that works on elements"));
    }
    let (inputs, indices, updates) = (&values[..n], values[n], &values[n + 1..]);
    let input_rank = l.rank(op, 0)?;
    let numbers = numbers(op, input_rank, l.rank(op, n)?, l.rank(op, n + 1)?)?;
    let source = l.entry(op, 0)?;
    let unique = flag(op, "unique_indices");
    let how: Vec<Accumulation> =
        accumulations(l.src, source, n).into_iter().map(|how| how.unique(unique)).collect();
    let (made, at, targets, outer) = accumulating(l, op, updates[0], inputs, &how)?;
    let unsigned = is_unsigned(l.ctx(), op.operand_type(n));
    let subscripts = input_indices(l, &numbers, input_rank, indices, unsigned, &at);
    let subscripts = Subscripts::plain(&subscripts);
    let elements: Vec<Value> =
        updates.iter().map(|update| build::at_indices(&mut l.b, *update, &at)).collect();
    if how[0].combine == Accumulation::REGION.combine {
        put_region(l, op, source, &elements, &targets, &subscripts)?;
    } else {
        for (element, target) in elements.iter().zip(&targets) {
            build::put(&mut l.b, *element, *target, &subscripts, Policy::Drop);
        }
    }
    tensor::Yield::build(&mut l.b, &[]);
    l.b.cursor = outer;
    let results: Vec<Value> = l.b.body.results(made).collect();
    l.define_all(op, &results)
}

/// How elements take their updates: replaced, by kinds, or as the region says.
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

/// A compute over the box of `like` that accumulates into `inputs`; the cursor stands in its region. With the
/// indices, the accumulators, and the cursor as it was.
fn accumulating(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    like: Value,
    inputs: &[Value],
    how: &[Accumulation],
) -> Done<(tf_ir::body::Op, Vec<Value>, Vec<Value>, tf_ir::builder::Cursor)> {
    let ctx = l.ctx();
    let extents = tensor_extents(l, op, l.type_of(like))?;
    let types: Vec<Type> = inputs.iter().map(|v| l.type_of(*v)).collect();
    let attrs = [("box", ctx.extents_attr(&extents)), ("accumulate", accumulations_attr(ctx, how))];
    let made = l.b.op(Compute, inputs, &types, &attrs);
    let mut args = vec![ctx.index(); extents.len()];
    args.extend(types.iter().map(|ty| accumulator_type(ctx, *ty)));
    let (entry, outer) = l.b.enter(made, 0, &args);
    let args: Vec<Value> = l.b.body.args(entry).collect();
    let (at, targets) = args.split_at(extents.len());
    Ok((made, at.to_vec(), targets.to_vec(), outer))
}

/// The subscripts of the inputs for an update.
fn input_indices(
    l: &mut Lower<'_, '_>,
    numbers: &Numbers,
    rank: usize,
    indices: Value,
    unsigned: bool,
    at: &[Value],
) -> Vec<Value> {
    let batch: Vec<Value> = (0..at.len()).filter(|d| !numbers.window.contains(d)).map(|d| at[d]).collect();
    let mut parts: Vec<Option<Value>> = vec![None; rank];
    for (k, axis) in numbers.map.iter().enumerate() {
        let start = start_index(l, numbers.vector, indices, &batch, k);
        parts[*axis] = Some(l.index_from(start, unsigned));
    }
    for (axis, index_axis) in numbers.batching.iter().zip(&numbers.index_batching) {
        let position = index_axis - usize::from(*index_axis > numbers.vector);
        parts[*axis] = Some(batch[position]);
    }
    let mut window = numbers.window.iter();
    for (axis, part) in parts.iter_mut().enumerate() {
        if numbers.inserted.contains(&axis) || numbers.batching.contains(&axis) {
            continue;
        }
        let Some(offset) = window.next().map(|d| at[*d]) else { continue };
        *part = Some(match *part {
            Some(start) => arith::addi(l, start, offset),
            None => offset,
        });
    }
    let index = l.ctx().index();
    parts
        .into_iter()
        .map(|part| part.unwrap_or_else(|| l.splat(index, Scalar::from_i64(DType::Index, 0))))
        .collect()
}

/// A put whose region is the source region on elements.
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
    let (entry, outer) = l.b.enter(made, 0, &[&elems[..], &elems].concat());
    let args: Vec<Value> = l.b.body.args(entry).collect();
    let results = scalars(l, op, source, &args)?;
    tensor::Yield::build(&mut l.b, &results);
    l.b.cursor = outer;
    Ok(())
}
