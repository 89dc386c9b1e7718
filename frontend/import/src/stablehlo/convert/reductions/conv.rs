//! `stablehlo.convolution`

use super::contract::summed;
use crate::stablehlo::convert::attrs::{int, optional_ints};
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use crate::stablehlo::convert::moves::{numbers, padded};
use crate::stablehlo::convert::types::dtype_of;
use tf_dialects::scalar::Scalar;
use tf_dialects::tensor::conv::{Conv, ConvDims};
use tf_dialects::tensor::reduce_window::WindowAxis;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};

/// `stablehlo.convolution`, with constant padding.
pub(in crate::stablehlo) fn convolution(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [input, kernel] = l.exactly(op)?;
    let padding = optional_ints(op, "padding")?.unwrap_or_default();
    convolve(l, op, [input, kernel], numbers(&padding))
}

/// The axes of a convolution as `tensor.conv` spells them: `b01f,01io->b01f`.
fn axes(ctx: &Context, op: OpRef<'_>) -> Option<String> {
    let AttrData::Dialect { params, .. } = ctx.attr_data(op.attr("dimension_numbers")?) else { return None };
    let part = |i: usize| -> Option<String> {
        ctx.attr_array(*params.get(i)?)?.iter().map(|word| ctx.attr_str(*word)).collect()
    };
    Some(format!("{},{}->{}", part(0)?, part(1)?, part(2)?))
}

/// The padding `low, high` of each spatial axis as constants; padding by terms is applied to the input first.
fn constant_padding(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    input: Value,
    dims: &str,
    padding: &[Extent],
) -> Done<(Value, Vec<i64>)> {
    if let Some(constants) = padding.iter().map(Extent::as_const).collect() {
        return Ok((input, constants));
    }
    let dilated = optional_ints(op, "lhs_dilation")?.is_some_and(|steps| steps.iter().any(|step| *step != 1));
    if dilated {
        return Err(unsupported(op, "has padding that depends on extents and a dilated input"));
    }
    let axes: ConvDims = dims.parse().map_err(|why: String| invalid(op, why))?;
    let ty = l.type_of(input);
    let rank = l.ctx().dims(ty).map_or(0, <[Dim]>::len);
    if rank != axes.spatial.len() + 2 {
        return Err(invalid(op, "has an input whose rank differs from its dimension numbers"));
    }
    let mut sides = [numbers(&vec![0; rank]), numbers(&vec![0; rank])];
    for (i, [axis, ..]) in axes.spatial.iter().enumerate() {
        let (Some(low), Some(high)) = (padding.get(2 * i), padding.get(2 * i + 1)) else {
            return Err(invalid(op, "needs a low and a high padding for each spatial axis"));
        };
        (sides[0][*axis], sides[1][*axis]) = (low.clone(), high.clone());
    }
    let elem = l.ctx().elem_type(ty);
    let zero = l.splat(elem, Scalar::from_i64(dtype_of(l.ctx(), ty), 0));
    let open = l.ctx().tensor(vec![Dim::Unknown; rank], elem);
    let padded = padded(l, input, zero, open, [&sides[0], &sides[1]], &vec![0; rank]);
    Ok((padded, vec![0; padding.len()]))
}

/// The convolution of two operands with the padding `low, high` of each spatial axis.
pub(in crate::stablehlo::convert) fn convolve(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    [input, kernel]: [Value; 2],
    padding: Vec<Extent>,
) -> Done {
    let ctx = l.ctx();
    let ty = l.result_type(op, 0)?;
    let Some(spatial) = ctx.dims(ty).and_then(|dims| dims.len().checked_sub(2)) else {
        return Err(invalid(op, "has a result of rank 2 at least"));
    };
    let Some(dims) = axes(ctx, op) else {
        return Err(invalid(op, "needs its dimension numbers as [b, 0, f]x[0, i, o]->[b, 0, f]"));
    };
    let padding = if padding.is_empty() { numbers(&vec![0; 2 * spatial]) } else { padding };
    let (input, padding) = constant_padding(l, op, input, &dims, &padding)?;
    let list = |numbers: Vec<i64>| ctx.i64_array_attr(&numbers);
    let mut attrs: Vec<(&str, Attribute)> = vec![
        ("dims", ctx.string_attr(&dims)),
        ("low", list(padding.iter().step_by(2).copied().collect())),
        ("high", list(padding.iter().skip(1).step_by(2).copied().collect())),
    ];
    let names = [
        ("strides", "window_strides"),
        ("input_dilations", "lhs_dilation"),
        ("kernel_dilations", "rhs_dilation"),
    ];
    for (name, source) in names {
        attrs.extend(optional_ints(op, source)?.map(|numbers| (name, list(numbers))));
    }
    if let Some(reversal) = optional_ints(op, "window_reversal")? {
        let reversed = reversal.iter().enumerate().filter(|(_, flag)| **flag != 0);
        attrs.push(("reversed", list(reversed.map(|(axis, _)| axis as i64).collect())));
    }
    attrs.push(("feature_groups", ctx.i64_attr(int(op, "feature_group_count")?)));
    attrs.push(("batch_groups", ctx.i64_attr(int(op, "batch_group_count")?)));
    let ty = if l.is_open(ty) { convolved(l, op, [input, kernel], &dims, &padding, ty)? } else { ty };
    let value = summed(l, op, Conv, &[input, kernel], ty, &attrs)?;
    l.define_one(op, value)
}

/// The type of the result of a convolution.
fn convolved(
    l: &Lower<'_, '_>,
    op: OpRef<'_>,
    [input, kernel]: [Value; 2],
    dims: &str,
    padding: &[i64],
    ty: Type,
) -> Done<Type> {
    let axes: ConvDims = dims.parse().map_err(|why: String| invalid(op, why))?;
    let (input, kernel) = (l.extents(op, l.type_of(input))?, l.extents(op, l.type_of(kernel))?);
    if [&input, &kernel].iter().any(|shape| shape.len() != axes.spatial.len() + 2) {
        return Err(invalid(op, "has operands whose ranks differ from its dimension numbers"));
    }
    let step = |name: &str, i: usize| -> Done<i64> {
        Ok(optional_ints(op, name)?.and_then(|steps| steps.get(i).copied()).unwrap_or(1))
    };
    let large = |_| invalid(op, "has extents that are too large");
    let mut extents = vec![Extent::constant(0); input.len()];
    extents[axes.batch[1]] =
        input[axes.batch[0]].floordiv(int(op, "batch_group_count")?.max(1)).map_err(large)?;
    extents[axes.feature[1]] = kernel[axes.kernel_feature[1]].clone();
    for (i, [from, over, to]) in axes.spatial.iter().enumerate() {
        let window = WindowAxis {
            size: kernel[*over].clone(),
            stride: step("window_strides", i)?.max(1),
            base_dilation: step("lhs_dilation", i)?.max(1),
            dilation: step("rhs_dilation", i)?.max(1),
            low: padding.get(2 * i).copied().unwrap_or(0),
            high: padding.get(2 * i + 1).copied().unwrap_or(0),
        };
        extents[*to] = window.count(&input[*from]).map_err(large)?;
    }
    Ok(l.shaped(&extents, ty))
}
