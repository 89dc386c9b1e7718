//! `stablehlo.convolution`

use super::attrs::{int, optional_ints};
use super::contract::summed;
use super::lower::{Done, Lower, invalid};
use tf_dialects::tensor::conv::Conv;
use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::Value;
use tf_ir::context::Context;
use tf_ir::opref::OpRef;

/// `stablehlo.convolution`, with constant padding.
pub(in super::super) fn convolution(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [input, kernel] = l.exactly(op)?;
    let padding = optional_ints(op, "padding")?;
    convolve(l, op, [input, kernel], padding)
}

/// The axes of a convolution as `tensor.conv` spells them: `b01f,01io->b01f`.
fn axes(ctx: &Context, op: OpRef<'_>) -> Option<String> {
    let AttrData::Dialect { params, .. } = ctx.attr_data(op.attr("dimension_numbers")?) else { return None };
    let part = |i: usize| -> Option<String> {
        ctx.attr_array(*params.get(i)?)?.iter().map(|word| ctx.attr_str(*word)).collect()
    };
    Some(format!("{},{}->{}", part(0)?, part(1)?, part(2)?))
}

/// The convolution of two operands with `low, high` of each spatial axis as padding.
pub(super) fn convolve(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    operands: [Value; 2],
    padding: Option<Vec<i64>>,
) -> Done {
    let ctx = l.ctx();
    let ty = l.result_type(op, 0)?;
    let Some(spatial) = ctx.dims(ty).and_then(|dims| dims.len().checked_sub(2)) else {
        return Err(invalid(op, "has a result of rank 2 at least"));
    };
    let Some(dims) = axes(ctx, op) else {
        return Err(invalid(op, "needs its dimension numbers as [b, 0, f]x[0, i, o]->[b, 0, f]"));
    };
    let padding = padding.unwrap_or_else(|| vec![0; 2 * spatial]);
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
    let value = summed(l, op, Conv, &operands, ty, &attrs)?;
    l.define_one(op, value)
}
