//! Conversions of floats to integers: rounding towards zero, saturating, NaN to 0.

use super::guarded_cast;
use tf_dialects::arith::{self, CmpF};
use tf_ir::OpKind;
use tf_ir::body::{Op, Value};
use tf_ir::types::{FloatKind, Type, TypeData};
use tf_passes_common::code::folding_builder::FoldingBuilder;

/// The guarded form of `fptosi` and `fptoui`; `None` for other ops. f16 and bf16 operands have been widened.
pub(super) fn guard(code: &mut FoldingBuilder<'_>, op: Op, what: OpKind) -> Option<Value> {
    if !matches!(what, arith::Fptosi::KIND | arith::Fptoui::KIND) {
        return None;
    }
    let (x, result) = (code.b.body.operand(op, 0), code.b.body.result(op, 0));
    let to = code.ty(result);
    saturate(code, what == arith::Fptosi::KIND, x, to)
}

/// Converts an f32 or f64 to an integer of type `to`; `None` for other formats.
pub(super) fn saturate(code: &mut FoldingBuilder<'_>, signed: bool, x: Value, to: Type) -> Option<Value> {
    let (ctx, from) = (code.ctx(), code.ty(x));
    let width = ctx.scalar_width(ctx.elem_type(to))?;
    let mantissa = match ctx.type_data(ctx.elem_type(from)) {
        TypeData::Float(FloatKind::F32) => 24,
        TypeData::Float(FloatKind::F64) => 53,
        _ => return None,
    };
    let magnitude = if signed { width - 1 } else { width };
    if width == 1 {
        return Some(bit(code, signed, x));
    }
    let high = f64::from(magnitude).exp2();
    // The bound of values that truncate to the smallest integer or more; below −2^24 (f32), all floats are
    // integers.
    let (over, bound) = match signed {
        false => (CmpF::OGT, -1.0),
        true if magnitude < mantissa => (CmpF::OGT, -high - 1.0),
        true => (CmpF::OGE, -high),
    };
    let bound = code.float(from, bound);
    let above = code.cmpf(over, x, bound);
    let high_value = code.float(from, high);
    let below = code.cmpf(CmpF::OLT, x, high_value);
    let inside = arith::andi(code, above, below);
    let zero = code.float(from, 0.0);
    let safe = code.select(inside, x, zero);
    let what = if signed { arith::Fptosi::KIND } else { arith::Fptoui::KIND };
    let converted = guarded_cast(code, what, safe, to);
    let too_high = code.cmpf(CmpF::OGE, x, high_value);
    let smallest = i64::MIN >> (64 - width);
    let largest = code.int(to, if signed { !smallest } else { -1 });
    let converted = code.select(too_high, largest, converted);
    if !signed {
        return Some(converted);
    }
    let low = code.float(from, -high);
    let too_low = code.cmpf(CmpF::OLE, x, low);
    let smallest = code.int(to, smallest);
    Some(code.select(too_low, smallest, converted))
}

/// An i1 is 0 or 1, or 0 or -1 if signed: the comparison is with the least magnitude that truncates to 1.
fn bit(code: &mut FoldingBuilder<'_>, signed: bool, x: Value) -> Value {
    let (over, one) = if signed { (CmpF::OLE, -1.0) } else { (CmpF::OGE, 1.0) };
    let one = code.float(code.ty(x), one);
    code.cmpf(over, x, one)
}
