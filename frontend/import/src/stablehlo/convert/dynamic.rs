//! The `dynamic_…` ops: those whose result types are constant, with operands that are constants of the program.
//!
//! Where a result's extents are constant, an operand that says them again tells nothing new.

use super::attrs::{dense_ints, int};
use super::conv::convolve;
use super::gather::gather_of;
use super::layout::{padded, sliced};
use super::lower::{Done, Lower, invalid, unsupported};
use super::types::{Class, class, is_unsigned};
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_dialects::tensor::{DynamicSlice, build};
use tf_ir::affine::AffineExpr;
use tf_ir::attr::AttrData;
use tf_ir::body::{Body, Value};
use tf_ir::opref::OpRef;

/// Computations of shapes deeper than this are not looked through.
const DEPTH: usize = 16;

/// The integers that a source value holds, if that follows from constants and constant extents.
pub(super) fn known(src: &Body, value: Value) -> Option<Vec<i64>> {
    known_within(src, value, DEPTH)
}

fn known_within(src: &Body, value: Value, depth: usize) -> Option<Vec<i64>> {
    let op = src.op(src.def_op(value)?);
    let ctx = op.ctx();
    if depth == 0 || op.result_count() != 1 {
        return None;
    }
    let operand = |i: usize| known_within(src, op.operand(i), depth - 1);
    let is_int = |ty| matches!(class(ctx, ty), Some(Class::Signed | Class::Unsigned));
    match op.name() {
        "stablehlo.constant" => match ctx.attr_data(op.attr("value")?) {
            AttrData::Dense(data) => dense_ints(ctx, data),
            _ => None,
        },
        "stablehlo.reshape" | "stablehlo.optimization_barrier" => operand(0),
        // Between integers of 32 and 64 bits, extents keep their value.
        "stablehlo.convert" if is_int(op.operand_type(0)) && is_int(op.result_type(0)) => {
            let width = ctx.scalar_width(ctx.elem_type(op.result_type(0)))?;
            let least = if is_unsigned(ctx, op.result_type(0)) { 0 } else { -(1i64 << (width - 1).min(62)) };
            let values = operand(0)?;
            let most = 1i64 << (width - 1).min(62);
            values.iter().all(|n| (least..most).contains(n)).then_some(values)
        }
        "stablehlo.concatenate" => {
            let rank = ctx.dims(op.result_type(0))?.len();
            let parts: Option<Vec<Vec<i64>>> = (0..op.operand_count()).map(operand).collect();
            (rank == 1).then_some(parts?.concat())
        }
        "stablehlo.get_dimension_size" => {
            let axis = usize::try_from(ctx.attr_int(op.attr("dimension")?)?).ok()?;
            Some(vec![ctx.dims(op.operand_type(0))?.get(axis)?.as_static()?])
        }
        _ => None,
    }
}

/// What operand `i` holds, which must be known.
fn constant(l: &Lower<'_, '_>, op: OpRef<'_>, i: usize) -> Done<Vec<i64>> {
    if i >= op.operand_count() {
        return Err(invalid(op, format!("has no operand {i}")));
    }
    let why = format!("takes operand {i} at run time; only constants are");
    known(l.src, op.operand(i)).ok_or_else(|| unsupported(op, &why))
}

/// Refuses a result whose extents are not constant.
pub(super) fn constant_result(l: &Lower<'_, '_>, op: OpRef<'_>) -> Done {
    if op.result_count() != 1 {
        return Err(invalid(op, "has one result"));
    }
    l.static_shape(op, op.result(0)).map(|_| ())
}

/// An op of a result whose extents are constant, as the one without `dynamic_`: its last operand says them again.
pub(in super::super) fn fixed(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    convert: fn(&mut Lower<'_, '_>, OpRef<'_>) -> Done,
) -> Done {
    constant_result(l, op)?;
    convert(l, op)
}

/// `stablehlo.real_dynamic_slice`: constant bounds, or run-time starts with steps of 1.
pub(in super::super) fn real_slice(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    constant_result(l, op)?;
    let (value, starts) = (l.operand(op, 0)?, l.operand(op, 1)?);
    let ty = l.result_type(op, 0)?;
    let steps = constant(l, op, 3)?;
    if let (Ok(starts), Ok(limits)) = (constant(l, op, 1), constant(l, op, 2)) {
        let value = sliced(l, value, ty, &starts, &limits, &steps);
        return l.define_one(op, value);
    }
    if steps.iter().any(|step| *step != 1) {
        return Err(unsupported(op, "takes every few elements from a start at run time"));
    }
    let unsigned = is_unsigned(l.ctx(), op.operand_type(1));
    let mut operands = vec![value];
    for axis in 0..steps.len() {
        let place = [AffineExpr::constant(axis as i64)];
        let place = Subscripts::new(&place, &[], &[]).expect("a number is a small expression");
        let start = build::at(&mut l.b, starts, &place, Policy::Assumed, None);
        operands.push(l.index_from(start, unsigned));
    }
    let value = l.b.value(DynamicSlice, &operands, ty, &[]);
    l.define_one(op, value)
}

/// `stablehlo.dynamic_pad`
pub(in super::super) fn pad(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    constant_result(l, op)?;
    let (value, fill) = (l.operand(op, 0)?, l.operand(op, 1)?);
    let (low, high, interior) = (constant(l, op, 2)?, constant(l, op, 3)?, constant(l, op, 4)?);
    let ty = l.result_type(op, 0)?;
    let fill = l.element(op, fill)?;
    let value = padded(l, value, fill, ty, &low, &high, &interior);
    l.define_one(op, value)
}

/// `stablehlo.dynamic_gather`
pub(in super::super) fn gather(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    constant_result(l, op)?;
    let (operand, starts) = (l.operand(op, 0)?, l.operand(op, 1)?);
    let sizes = constant(l, op, 2)?;
    gather_of(l, op, operand, starts, sizes)
}

/// `stablehlo.dynamic_conv`
pub(in super::super) fn conv(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    constant_result(l, op)?;
    let operands = [l.operand(op, 0)?, l.operand(op, 1)?];
    let padding = constant(l, op, 2)?;
    convolve(l, op, operands, Some(padding))
}

/// `stablehlo.set_dimension_size` to the extent that the axis has anyway.
pub(in super::super) fn set_dimension_size(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let value = l.operand(op, 0)?;
    let size = constant(l, op, 1)?;
    let dims = l.ctx().dims(l.type_of(value)).unwrap_or_default();
    let axis = super::attrs::checked_axes(op, "dimension", &[int(op, "dimension")?], dims.len())?[0];
    if size != [dims[axis].as_static().unwrap_or(-1)] {
        return Err(unsupported(op, "makes an axis shorter than its type says"));
    }
    l.define_one(op, value)
}
