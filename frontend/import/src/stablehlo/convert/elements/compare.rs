//! Comparison, conversion, selection, clamping.

use crate::stablehlo::convert::attrs::word;
use crate::stablehlo::convert::lower::{Done, Lower, invalid, unsupported};
use crate::stablehlo::convert::types::{Class, class};
use tf_dialects::arith;
use tf_dialects::arith::predicate::{CmpF, CmpI};
use tf_ir::body::Value;
use tf_ir::opref::OpRef;
use tf_ir::types::Type;
use tf_library::floats::total_order;

/// The directions: the name, the predicates of signed and unsigned integers, and of floats.
const DIRECTIONS: [(&str, CmpI, CmpI, CmpF); 6] = [
    ("EQ", CmpI::Eq, CmpI::Eq, CmpF::OEQ),
    ("NE", CmpI::Ne, CmpI::Ne, CmpF::UNE),
    ("GE", CmpI::Sge, CmpI::Uge, CmpF::OGE),
    ("GT", CmpI::Sgt, CmpI::Ugt, CmpF::OGT),
    ("LE", CmpI::Sle, CmpI::Ule, CmpF::OLE),
    ("LT", CmpI::Slt, CmpI::Ult, CmpF::OLT),
];

/// `stablehlo.compare`
pub(in crate::stablehlo) fn compare(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [a, b] = l.exactly(op)?;
    let value = compare_values(l, op, a, b)?;
    l.define_one(op, value)
}

/// The comparison of two values of one shape.
pub(super) fn compare_values(l: &mut Lower<'_, '_>, op: OpRef<'_>, a: Value, b: Value) -> Done<Value> {
    let direction = word(op, "comparison_direction");
    let Some((_, signed, unsigned, float)) = DIRECTIONS.iter().find(|row| Some(row.0) == direction).copied()
    else {
        return Err(invalid(op, "has no direction EQ, NE, GE, GT, LE or LT"));
    };
    let b = l.in_extents_of(b, l.type_of(a));
    if l.type_of(a) != l.type_of(b) {
        return Err(invalid(op, "takes operands of one type"));
    }
    let total = word(op, "compare_type") == Some("TOTALORDER");
    match class(l.ctx(), op.operand_type(0)) {
        Some(Class::Float) if total => {
            let [a, b] = [a, b].map(|v| total_order(&mut l.b, v));
            Ok(arith::cmpi(l, signed, a, b))
        }
        Some(Class::Float) => Ok(arith::cmpf(l, float, a, b)),
        Some(Class::Signed) => Ok(arith::cmpi(l, signed, a, b)),
        Some(Class::Unsigned | Class::Bool) => Ok(arith::cmpi(l, unsigned, a, b)),
        None => Err(unsupported(op, "compares elements of an unsupported type")),
    }
}

/// `stablehlo.convert`
pub(in crate::stablehlo) fn convert(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    if op.result_count() != 1 {
        return Err(invalid(op, "has one result"));
    }
    let ctx = l.ctx();
    let (from, to) = (ctx.elem_type(op.operand_type(0)), ctx.elem_type(op.result_type(0)));
    l.result_type(op, 0)?;
    let value = convert_value(l, op, value, from, to)?;
    l.define_one(op, value)
}

/// Converts a value from element type `from`, which determines the class, to `to`; both are source element
/// types.
pub(in crate::stablehlo::convert) fn convert_value(
    l: &mut Lower<'_, '_>,
    op: OpRef<'_>,
    value: Value,
    from: Type,
    to: Type,
) -> Done<Value> {
    let ctx = l.ctx();
    let (Some(a), Some(b)) = (class(ctx, from), class(ctx, to)) else {
        return Err(unsupported(op, "converts elements of an unsupported type"));
    };
    let elem = crate::stablehlo::convert::types::convert(ctx, to).map_err(|why| unsupported(op, &why))?;
    let (narrow, wide) = (ctx.scalar_width(from).unwrap_or(0), ctx.scalar_width(to).unwrap_or(0));
    Ok(match (a, b) {
        (Class::Bool, Class::Bool) => value,
        (Class::Float, Class::Bool) => {
            let zero = l.float_like(value, 0.0);
            arith::cmpf(l, CmpF::UNE, value, zero)
        }
        (_, Class::Bool) => {
            let zero = l.int_like(value, 0);
            arith::cmpi(l, CmpI::Ne, value, zero)
        }
        (Class::Float, Class::Float) if from == to => value,
        (Class::Float, Class::Float) if narrow < wide => l.cast(arith::Extf, value, elem),
        (Class::Float, Class::Float) if narrow > wide => l.cast(arith::Truncf, value, elem),
        (Class::Float, Class::Float) => {
            let middle = l.cast(arith::Extf, value, ctx.f32());
            l.cast(arith::Truncf, middle, elem)
        }
        (Class::Float, Class::Unsigned) => l.cast(arith::Fptoui, value, elem),
        (Class::Float, _) => l.cast(arith::Fptosi, value, elem),
        (Class::Signed, Class::Float) => l.cast(arith::Sitofp, value, elem),
        (_, Class::Float) => l.cast(arith::Uitofp, value, elem),
        _ if narrow == wide => value,
        _ if narrow > wide => l.cast(arith::Trunci, value, elem),
        (Class::Signed, _) => l.cast(arith::Extsi, value, elem),
        _ => l.cast(arith::Extui, value, elem),
    })
}

/// `stablehlo.select`; the condition may be of rank 0.
pub(in crate::stablehlo) fn select(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [condition, yes, no] = l.exactly(op)?;
    let no = l.in_extents_of(no, l.type_of(yes));
    if l.type_of(yes) != l.type_of(no) {
        return Err(invalid(op, "selects between values of different types"));
    }
    let condition = match is_rank_0(l, condition) {
        true => {
            let ty = l.type_of(yes);
            l.repeat(condition, ty)
        }
        false => {
            let ctx = l.ctx();
            let ty = ctx.with_elem(l.type_of(yes), ctx.elem_type(l.type_of(condition)));
            if l.scalar { condition } else { l.in_extents_of(condition, ty) }
        }
    };
    let value = arith::select(l, condition, yes, no);
    l.define_one(op, value)
}

fn is_rank_0(l: &Lower<'_, '_>, value: Value) -> bool {
    matches!(l.ctx().dims(l.type_of(value)), Some([]))
}

/// `stablehlo.clamp`: `min(max(x, low), high)`; the bounds may be of rank 0.
pub(in crate::stablehlo) fn clamp(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [low, value, high] = l.exactly(op)?;
    let ty = l.type_of(value);
    let spread = |l: &mut Lower<'_, '_>, bound| {
        if is_rank_0(l, bound) { l.repeat(bound, ty) } else { l.in_extents_of(bound, ty) }
    };
    let (low, high) = (spread(l, low), spread(l, high));
    let (max, min) = match class(l.ctx(), op.operand_type(0)) {
        Some(Class::Float) => (arith::Maximumf::KIND, arith::Minimumf::KIND),
        Some(Class::Signed) => (arith::Maxsi::KIND, arith::Minsi::KIND),
        Some(Class::Unsigned) => (arith::Maxui::KIND, arith::Minui::KIND),
        Some(Class::Bool) => (arith::Ori::KIND, arith::Andi::KIND),
        None => return Err(unsupported(op, "clamps elements of an unsupported type")),
    };
    let value = l.apply(max, &[value, low]);
    let value = l.apply(min, &[value, high]);
    l.define_one(op, value)
}
