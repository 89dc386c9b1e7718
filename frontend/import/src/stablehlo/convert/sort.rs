//! `stablehlo.sort` and `chlo.top_k`

use super::attrs::int;
use super::layout::{numbers, sliced};
use super::lower::{Done, Lower, invalid};
use super::regions::combiner;
use super::types::{Class, class};
use tf_dialects::arith;
use tf_dialects::arith::predicate::CmpI;
use tf_dialects::tensor::sort::Sort;
use tf_dialects::tensor::{self, Iota};
use tf_ir::body::Value;
use tf_ir::extent::Extent;
use tf_ir::opref::OpRef;
use tf_ir::rewrite::Rebuild;
use tf_ir::types::{Dim, Type};
use tf_library::floats::total_order;

/// `stablehlo.sort`: the comparator is a region on elements.
pub(in super::super) fn sort<'a>(l: &mut Lower<'a, '_>, op: OpRef<'a>) -> Done {
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

/// `chlo.top_k`: the largest elements along the last axis, in descending order, and where they were; equal ones in
/// order. Floats are ordered totally: a NaN is the largest.
pub(in super::super) fn top_k(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let ctx = l.ctx();
    let ty = l.type_of(value);
    let dims: Vec<Dim> = ctx.dims(ty).unwrap_or_default().to_vec();
    if dims.is_empty() || op.result_count() != 2 {
        return Err(invalid(op, "takes a tensor of rank 1 at least and has two results"));
    }
    let shape = l.extents(op, ty)?;
    let last = shape.len() - 1;
    let dim = ctx.i64_attr(last as i64);
    let index_ty = ctx.with_elem(ty, ctx.elem_type(l.result_type(op, 1)?));
    let places = l.make(Iota, &[], index_ty, &[("dim", dim)]);
    let (elem, index) = (ctx.elem_type(ty), ctx.elem_type(index_ty));
    let made = l.b.op(Sort, &[value, places], &[ty, index_ty], &[("dim", dim)]);
    l.region(made, 0, &[elem, elem, index, index], |l, args| {
        let [a, b] = [args[0], args[1]];
        let before = match class(ctx, op.operand_type(0)) {
            Some(Class::Float) => {
                let [a, b] = [a, b].map(|v| total_order(&mut l.b, v));
                arith::cmpi(l, CmpI::Sgt, a, b)
            }
            Some(Class::Signed) => arith::cmpi(l, CmpI::Sgt, a, b),
            _ => arith::cmpi(l, CmpI::Ugt, a, b),
        };
        tensor::Yield::build(&mut l.b, &[before]);
        Ok(())
    })?;
    let k = int(op, "k")?;
    let starts = numbers(&vec![0; shape.len()]);
    let steps = vec![1; shape.len()];
    let mut stops = shape;
    stops[last] = Extent::constant(k);
    let sorted: Vec<Value> = l.b.body.results(made).collect();
    for (i, sorted) in sorted.into_iter().enumerate() {
        let ty: Type = l.result_type(op, i)?;
        let value = sliced(l, op, sorted, ty, [&starts, &stops], &steps)?;
        l.define(op, i, value)?;
    }
    Ok(())
}
