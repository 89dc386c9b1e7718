//! `stablehlo.gather` and `stablehlo.torch_index_select`

use super::dynamic_slices::moved_inside;
use super::numbers;
use super::windows::Windows;
use crate::stablehlo::convert::attrs::{checked_axes, int, ints};
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use crate::stablehlo::convert::shapes::check_at_most;
use crate::stablehlo::convert::types::is_unsigned;
use tf_dialects::tensor::build;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_ir::body::Value;
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::opref::OpRef;
use tf_ir::types::Dim;

/// The fields of `stablehlo.gather`'s dimension attribute.
const FIELDS: [&str; 5] = [
    "offset_dims",
    "collapsed_slice_dims",
    "operand_batching_dims",
    "start_indices_batching_dims",
    "start_index_map",
];

/// `stablehlo.gather`: slices of the operand at the start indices, which are clamped so that the slices are
/// inside.
pub(in crate::stablehlo) fn gather(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [operand, starts] = l.exactly(op)?;
    gather_of(l, op, operand, starts, &numbers(&ints(op, "slice_sizes")?))
}

/// The gather of slices of these sizes.
pub(super) fn gather_of(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    operand: Value,
    starts: Value,
    sizes: &[Extent],
) -> Done {
    let ty = l.result_type(op, 0)?;
    let Some(rank) = l.ctx().dims(ty).map(<[Dim]>::len) else {
        return Err(unsupported(op, "is in a region of scalar code"));
    };
    let windows = Windows::of(op, "dimension_numbers", FIELDS, [l.rank(op, 0)?, l.rank(op, 1)?, rank])?;
    if sizes.len() != l.rank(op, 0)? {
        return Err(Windows::unfit(op));
    }
    let shape = l.extents(op, l.type_of(operand))?;
    let facts = Facts::new();
    let outside = |(size, extent): (&Extent, &Extent)| {
        [size.prove_ge0(&facts), size.prove_le(extent, &facts)].contains(&Verdict::Refuted)
    };
    if sizes.iter().zip(&shape).any(outside) {
        return Err(invalid(op, "has slices larger than its operand"));
    }
    for (size, extent) in sizes.iter().zip(&shape) {
        check_at_most(l, size, extent, "slices are larger than the operand");
    }
    let room: Option<Vec<Extent>> =
        shape.iter().zip(sizes).map(|(extent, size)| extent.sub(size).ok()).collect();
    let room = room.ok_or_else(|| invalid(op, "has slices of sizes that are too large"))?;
    let ty = match l.is_open(ty) {
        true => {
            let indices = l.extents(op, l.type_of(starts))?;
            l.shaped(&windows.slices(&indices, sizes), ty)
        }
        false => ty,
    };
    let first = windows.starts(l, op, 1)?;
    let value = l.compute(op, ty, |l, at| {
        let inside = |l: &mut Lower<'_, '_>, axis: usize, start| moved_inside(l, start, &room[axis]);
        let subscripts = windows.subscripts(l, shape.len(), &first, at, inside);
        Ok(build::at(&mut l.b, operand, &subscripts, Policy::Clamp, None))
    })?;
    l.define_one(op, value)
}

/// `stablehlo.torch_index_select`: the elements at the indices along an axis.
pub(in crate::stablehlo) fn index_select(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
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
        return Err(invalid(op, "has axes that do not fit its types"));
    }
    let unsigned = is_unsigned(l.ctx(), op.operand_type(1));
    let taken = index_rank - batch;
    let (own, named) = (l.extents(op, l.type_of(value))?, l.extents(op, l.type_of(places))?);
    let ty = l.shaped(&[&own[..axis], &named[batch..], &own[axis + 1..]].concat(), ty);
    let value = l.compute(op, ty, |l, at| {
        let named: Vec<Value> = at[..batch].iter().chain(&at[axis..axis + taken]).copied().collect();
        let place = build::at_indices(&mut l.b, places, &named);
        let place = l.index_from(place, unsigned);
        let subscripts = Subscripts::plain(&[&at[..axis], &[place], &at[axis + taken..]].concat());
        Ok(build::at(&mut l.b, value, &subscripts, Policy::Clamp, None))
    })?;
    l.define_one(op, value)
}
