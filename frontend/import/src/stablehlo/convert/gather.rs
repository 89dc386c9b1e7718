//! `stablehlo.gather`

use super::attrs::{Fields, checked_axes, int, ints};
use super::control::tensor_extents;
use super::lower::{Done, Lower, refuse};
use super::types::is_unsigned;
use crate::error::Refusal;
use tf_dialects::arith;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{self, Compute, build};
use tf_ir::affine::AffineExpr;
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;

/// Which axes of operand, start indices and result belong together.
struct Numbers {
    /// Result axes inside a slice.
    offset: Vec<usize>,
    /// Operand axes that a slice has 1 of and the result lacks.
    collapsed: Vec<usize>,
    /// Operand axes that go with axes of the start indices.
    batching: Vec<usize>,
    /// Those axes of the start indices.
    start_batching: Vec<usize>,
    /// The operand axis of each number of an index vector.
    map: Vec<usize>,
    /// The axis of the start indices that is the index vector; their rank if they hold plain numbers.
    vector: usize,
    sizes: Vec<i64>,
}

fn numbers(l: &Lower<'_, '_>, op: OpRef<'_>, result: usize, sizes: Vec<i64>) -> Done<Numbers> {
    let (operand, starts) = (l.rank(op, 0)?, l.rank(op, 1)?);
    let fields = Fields::of(op, "dimension_numbers")?;
    let numbers = Numbers {
        offset: fields.axes("offset_dims", result)?,
        collapsed: fields.axes("collapsed_slice_dims", operand)?,
        batching: fields.axes("operand_batching_dims", operand)?,
        start_batching: fields.axes("start_indices_batching_dims", starts)?,
        map: fields.axes("start_index_map", operand)?,
        vector: checked_axes(op, "index_vector_dim", &[fields.int("index_vector_dim")], starts + 1)?[0],
        sizes,
    };
    let kept =
        (0..operand).filter(|d| !numbers.collapsed.contains(d) && !numbers.batching.contains(d)).count();
    let batch = starts - usize::from(numbers.vector < starts);
    let fits = numbers.sizes.len() == operand
        && kept == numbers.offset.len()
        && numbers.batching.len() == numbers.start_batching.len()
        && batch + kept == result;
    if fits {
        Ok(numbers)
    } else {
        Err(refuse(op, Refusal::Invalid, "has dimension numbers that do not fit its types"))
    }
}

/// `stablehlo.gather`: slices of the operand at the start indices, moved inside where they would reach outside.
pub(super) fn gather(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [operand, starts] = l.exactly(op)?;
    gather_of(l, op, operand, starts, ints(op, "slice_sizes")?)
}

/// The gather of slices of constant sizes.
pub(super) fn gather_of(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    operand: Value,
    starts: Value,
    sizes: Vec<i64>,
) -> Done {
    let ty = l.result_type(op, 0)?;
    let ctx = l.ctx();
    let Some(rank) = ctx.dims(ty).map(<[Dim]>::len) else {
        return Err(refuse(op, Refusal::Unsupported, "stands in a region that works on elements"));
    };
    let numbers = numbers(l, op, rank, sizes)?;
    let shape = l.static_shape(op, op.operand(0))?;
    if numbers.sizes.iter().zip(&shape).any(|(size, extent)| !(0..=*extent).contains(size)) {
        return Err(refuse(op, Refusal::Invalid, "has slices larger than its operand"));
    }
    let extents = tensor_extents(l, op, ty)?;
    let unsigned = is_unsigned(ctx, op.operand_type(1));
    let made = l.b.op(Compute, &[], &[ty], &[("box", ctx.extents_attr(&extents))]);
    let (entry, outer) = l.b.enter(made, 0, &vec![ctx.index(); rank]);
    let indices: Vec<Value> = l.b.body.args(entry).collect();
    let subscripts = operand_indices(l, &numbers, &shape, starts, unsigned, &indices);
    let element = build::at(&mut l.b, operand, &Subscripts::plain(&subscripts), Policy::Clamp, None);
    tensor::Yield::build(&mut l.b, &[element]);
    l.b.cursor = outer;
    let value = l.b.body.result(made, 0);
    l.define_one(op, value)
}

/// The subscripts of the operand for a result element.
fn operand_indices(
    l: &mut Lower<'_, '_>,
    numbers: &Numbers,
    shape: &[i64],
    starts: Value,
    unsigned: bool,
    indices: &[Value],
) -> Vec<Value> {
    let batch: Vec<Value> =
        (0..indices.len()).filter(|d| !numbers.offset.contains(d)).map(|d| indices[d]).collect();
    let mut parts: Vec<Option<Value>> = vec![None; shape.len()];
    for (k, axis) in numbers.map.iter().enumerate() {
        let start = start_index(l, numbers.vector, starts, &batch, k);
        let start = l.index_from(start, unsigned);
        let (zero, last) = (l.int_like(start, 0), l.int_like(start, shape[*axis] - numbers.sizes[*axis]));
        let start = arith::maxsi(l, start, zero);
        parts[*axis] = Some(arith::minsi(l, start, last));
    }
    for (axis, start_axis) in numbers.batching.iter().zip(&numbers.start_batching) {
        let position = start_axis - usize::from(*start_axis > numbers.vector);
        parts[*axis] = Some(batch[position]);
    }
    let mut offsets = numbers.offset.iter();
    for (axis, part) in parts.iter_mut().enumerate() {
        if numbers.collapsed.contains(&axis) || numbers.batching.contains(&axis) {
            continue;
        }
        let Some(offset) = offsets.next().map(|d| indices[*d]) else { continue };
        *part = Some(match *part {
            Some(start) => arith::addi(l, start, offset),
            None => offset,
        });
    }
    let index = l.ctx().index();
    let zero = |l: &mut Lower<'_, '_>| {
        l.splat(index, tf_dialects::scalar::Scalar::from_i64(tf_dialects::scalar::DType::Index, 0))
    };
    parts.into_iter().map(|part| part.unwrap_or_else(|| zero(l))).collect()
}

/// Number `k` of the index vector of a batch, along axis `vector` of the indices.
pub(super) fn start_index(
    l: &mut Lower<'_, '_>,
    vector: usize,
    starts: Value,
    batch: &[Value],
    k: usize,
) -> Value {
    let rank = l.ctx().dims(l.type_of(starts)).map_or(0, <[Dim]>::len);
    let mut dims = 0..batch.len() as u32;
    let expr = |axis: usize| match axis == vector {
        true => AffineExpr::constant(k as i64),
        false => dims.next().map_or(AffineExpr::constant(0), AffineExpr::dim),
    };
    let exprs: Vec<AffineExpr> = (0..rank).map(expr).collect();
    let subscripts = Subscripts::new(&exprs, batch, &[]).expect("plain subscripts are small");
    build::at(&mut l.b, starts, &subscripts, Policy::Clamp, None)
}

/// `stablehlo.torch_index_select`: along an axis, the elements that the indices name.
pub(super) fn index_select(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value, places] = l.exactly(op)?;
    let ty = l.result_type(op, 0)?;
    let (rank, index_rank) = (l.rank(op, 0)?, l.rank(op, 1)?);
    let signed = |name: &str, rank: usize| -> Done<usize> {
        let n = int(op, name)?;
        let n = if n < 0 { n + rank as i64 } else { n };
        Ok(checked_axes(op, name, &[n], rank + 1)?[0])
    };
    let (axis, batch) = (signed("dim", rank)?, signed("batch_dims", index_rank)?);
    let result_rank = l.ctx().dims(ty).map_or(0, <[Dim]>::len);
    if axis >= rank || batch > axis || batch > index_rank || result_rank + 1 + batch != rank + index_rank {
        return Err(refuse(op, Refusal::Invalid, "has axes that do not fit its types"));
    }
    let extents = tensor_extents(l, op, ty)?;
    let unsigned = is_unsigned(l.ctx(), op.operand_type(1));
    let ctx = l.ctx();
    let made = l.b.op(Compute, &[], &[ty], &[("box", ctx.extents_attr(&extents))]);
    let (entry, outer) = l.b.enter(made, 0, &vec![ctx.index(); result_rank]);
    let at: Vec<Value> = l.b.body.args(entry).collect();
    let taken = index_rank - batch;
    let named: Vec<Value> = at[..batch].iter().chain(&at[axis..axis + taken]).copied().collect();
    let place = build::at_indices(&mut l.b, places, &named);
    let place = l.index_from(place, unsigned);
    let mut subscripts = at[..axis].to_vec();
    subscripts.push(place);
    subscripts.extend(&at[axis + taken..]);
    let element = build::at(&mut l.b, value, &Subscripts::plain(&subscripts), Policy::Clamp, None);
    tensor::Yield::build(&mut l.b, &[element]);
    l.b.cursor = outer;
    let value = l.b.body.result(made, 0);
    l.define_one(op, value)
}
