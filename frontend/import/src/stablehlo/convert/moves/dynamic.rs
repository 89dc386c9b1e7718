//! The `dynamic_…` ops, if their shape operands are constants or terms over extents.
//!
//! If the extents of a result are constant, its shape operand is redundant; else the operand determines them.

use super::dynamic_slices::window;
use super::gather::gather_of;
use super::{padded, sliced};
use crate::stablehlo::convert::attrs::int;
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use crate::stablehlo::convert::reductions::conv::convolve;
use crate::stablehlo::convert::symbolic::{constants, terms};
use crate::stablehlo::convert::types::is_unsigned;
use tf_dialects::tensor::build;
use tf_dialects::tensor::policy::Policy;
use tf_dialects::tensor::subscripts::Subscripts;
use tf_ir::affine::AffineExpr;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};

/// Refuses a result whose extents are not constant.
pub(in crate::stablehlo::convert) fn constant_result(l: &Lower<'_, '_>, op: OpRef<'_>) -> Done {
    if op.result_count() != 1 {
        return Err(invalid(op, "has one result"));
    }
    l.static_shape(op, op.result(0)).map(|_| ())
}

/// The type of the result: its extents are constant, or operand `shape` determines them.
fn result_type(l: &Lower<'_, '_>, op: OpRef<'_>, shape: usize) -> Done<Type> {
    if op.result_count() != 1 {
        return Err(invalid(op, "has one result"));
    }
    let ty = l.result_type(op, 0)?;
    if !l.is_open(ty) {
        return Ok(ty);
    }
    let (extents, dims) = (terms(l, op, shape)?, l.ctx().dims(ty).unwrap_or_default());
    if extents.len() != dims.len() {
        return Err(invalid(op, "needs an extent for each axis of its result"));
    }
    let dim = |(dim, extent): (&Dim, Extent)| match dim {
        Dim::Unknown => Dim::from_extent(extent),
        known => known.clone(),
    };
    let dims: Vec<Dim> = dims.iter().zip(extents).map(dim).collect();
    Ok(l.ctx().tensor(dims, l.ctx().elem_type(ty)))
}

/// Converts an op whose last operand determines the extents of its result, as the op without `dynamic_` with
/// that result type.
pub(in crate::stablehlo) fn fixed(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    convert: fn(&mut Lower<'_, '_>, OpRef<'_>, Type) -> Done,
) -> Done {
    let ty = result_type(l, op, op.operand_count().saturating_sub(1))?;
    convert(l, op, ty)
}

/// `stablehlo.real_dynamic_slice`: bounds that are terms, or run-time starts with steps of 1.
pub(in crate::stablehlo) fn real_slice(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let (value, starts) = (l.operand(op, 0)?, l.operand(op, 1)?);
    let ty = l.result_type(op, 0)?;
    let steps = constants(l, op, 3)?;
    if let (Ok(starts), Ok(limits)) = (terms(l, op, 1), terms(l, op, 2)) {
        let value = sliced(l, op, value, ty, [&starts, &limits], &steps)?;
        return l.define_one(op, value);
    }
    if steps.iter().any(|step| *step != 1) {
        return Err(unsupported(op, "has a step other than 1 and a start that is known only at run time"));
    }
    let ty = window_type(l, op, ty)?;
    let unsigned = is_unsigned(l.ctx(), op.operand_type(1));
    let mut places = Vec::new();
    for axis in 0..steps.len() {
        let place = [AffineExpr::constant(axis as i64)];
        let place = Subscripts::new(&place, &[], &[]).expect("a constant is a small expression");
        let start = build::at(&mut l.b, starts, &place, Policy::Assumed, None);
        places.push(l.index_from(start, unsigned));
    }
    let value = window(l, op, value, ty, &places)?;
    l.define_one(op, value)
}

/// The type of a slice whose limits are its starts plus known sizes.
fn window_type(l: &Lower<'_, '_>, op: OpRef<'_>, ty: Type) -> Done<Type> {
    if !l.is_open(ty) {
        return Ok(ty);
    }
    let limits = l.src.def_op(op.operand(2)).map(|op| l.src.op(op));
    let sum = limits.filter(|sum| sum.name() == "stablehlo.add" && sum.operand_count() == 2);
    let size = |i: usize| {
        let sum = sum?;
        let known = l.numbers.get(&sum.operand(i))?.terms()?;
        (sum.operand(1 - i) == op.operand(1)).then_some(known)
    };
    match size(0).or_else(|| size(1)) {
        Some(sizes) => Ok(l.shaped(&sizes, ty)),
        None => Err(unsupported(op, "has limits that are not the sum of its starts and known sizes")),
    }
}

/// `stablehlo.dynamic_pad`
pub(in crate::stablehlo) fn pad(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let (value, fill) = (l.operand(op, 0)?, l.operand(op, 1)?);
    let (low, high, interior) = (terms(l, op, 2)?, terms(l, op, 3)?, constants(l, op, 4)?);
    let ty = l.result_type(op, 0)?;
    let fill = l.element(op, fill)?;
    let value = padded(l, value, fill, ty, [&low, &high], &interior);
    l.define_one(op, value)
}

/// `stablehlo.dynamic_gather`
pub(in crate::stablehlo) fn gather(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let (operand, starts) = (l.operand(op, 0)?, l.operand(op, 1)?);
    let sizes = terms(l, op, 2)?;
    gather_of(l, op, operand, starts, &sizes)
}

/// `stablehlo.dynamic_conv`
pub(in crate::stablehlo) fn conv(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let operands = [l.operand(op, 0)?, l.operand(op, 1)?];
    let padding = terms(l, op, 2)?;
    convolve(l, op, operands, padding)
}

/// `stablehlo.set_dimension_size` to the extent that the axis already has.
pub(in crate::stablehlo) fn set_dimension_size(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let value = l.operand(op, 0)?;
    let size = terms(l, op, 1)?;
    let dims = l.ctx().dims(l.type_of(value)).unwrap_or_default();
    let axis = crate::stablehlo::convert::attrs::checked_axes(
        op,
        "dimension",
        &[int(op, "dimension")?],
        dims.len(),
    )?[0];
    if size.first() != dims[axis].to_extent().as_ref() {
        return Err(unsupported(op, "makes an axis shorter than its type"));
    }
    l.define_one(op, value)
}
