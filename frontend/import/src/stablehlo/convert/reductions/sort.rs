//! `stablehlo.sort` and `chlo.top_k`

use crate::stablehlo::convert::attrs::int;
use crate::stablehlo::convert::lower::{Done, Lower, invalid};
use crate::stablehlo::convert::regions::combiner;
use crate::stablehlo::convert::types::{Class, class};
use tf_dialects::tensor::sort::Sort;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::types::{Dim, Type};
use tf_library::floats::total_order;
use tf_library::selection;

/// `stablehlo.sort`: the comparator is a region on elements.
pub(in crate::stablehlo) fn sort<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
    let values = l.operands(op)?;
    l.tensors_only(op)?;
    let rank = l.rank(op, 0)? as i64;
    let dim = op.attr("dimension").and_then(|a| op.ctx().attr_int(a)).map_or(-1, |n| n as i64);
    let dim = if dim < 0 { dim + rank } else { dim };
    let types: Vec<Type> = values.iter().map(|v| l.type_of(*v)).collect();
    let ctx = l.ctx();
    if rank == 0 {
        return l.define_all(op, &values);
    }
    let made = l.b.op(Sort, &values, &types, &[("dim", ctx.i64_attr(dim))]);
    let args: Vec<Type> = types.iter().flat_map(|ty| [ctx.elem_type(*ty); 2]).collect();
    let source = l.entry(op, 0)?;
    combiner(l, op, made, 0, source, &args)?;
    l.define_from(op, made)
}

/// `chlo.top_k`: the largest elements along the last axis, in descending order, and their indices; equal
/// elements keep their order. Floats are ordered totally: a NaN is the largest.
pub(in crate::stablehlo) fn top_k(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let ctx = l.ctx();
    let ty = l.type_of(value);
    let dims: Vec<Dim> = ctx.dims(ty).unwrap_or_default().to_vec();
    if dims.is_empty() || op.result_count() != 2 {
        return Err(invalid(op, "takes a tensor of rank 1 at least and has two results"));
    }
    l.extents(op, ty)?;
    let place = ctx.elem_type(l.result_type(op, 1)?);
    let is_unsigned = class(ctx, op.operand_type(0)) != Some(Class::Signed);
    let keys = match ctx.is_float(ctx.elem_type(ty)) {
        true => total_order(&mut l.b, value),
        false => selection::keys(&mut l.b, value, is_unsigned),
    };
    let keys = selection::reversed(&mut l.b, keys);
    let places = selection::least(&mut l.b, keys, &Extent::constant(int(op, "k")?), place);
    let values = selection::selected(&mut l.b, value, places);
    l.define(op, 0, values)?;
    l.define(op, 1, places)
}
