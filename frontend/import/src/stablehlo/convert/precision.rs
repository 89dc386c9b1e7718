//! Ops on the bits of floats, and computing in a wider format.

use super::attrs::int;
use super::elementwise::Make;
use super::lower::{Done, Lower, refuse};
use crate::error::Refusal;
use tf_dialects::arith;
use tf_dialects::arith::predicate::{CmpF, CmpI};
use tf_dialects::scalar::DType;
use tf_dialects::tensor::transform::StraightThrough;
use tf_ir::body::Value;
use tf_ir::opref::OpRef;

/// Exponent and mantissa bits of a format.
fn format(dtype: DType) -> (u32, u32) {
    match dtype {
        DType::F16 => (5, 10),
        DType::BF16 => (8, 7),
        DType::F32 => (8, 23),
        _ => (11, 52),
    }
}

/// Makes a value of f32 or f64 from operands of any float format, rounded to theirs.
pub(super) fn widened(l: &mut Lower<'_, '_>, operands: &[Value], make: Make) -> Value {
    let (ctx, dtype) = (l.ctx(), l.dtype(operands[0]));
    if dtype.bits() >= 32 {
        return make(l, operands);
    }
    let narrow = ctx.elem_type(l.type_of(operands[0]));
    let wide: Vec<Value> = operands.iter().map(|v| l.cast(arith::Extf, *v, ctx.f32())).collect();
    let value = make(l, &wide);
    l.cast(arith::Truncf, value, narrow)
}

/// `stablehlo.reduce_precision`: rounds to nearest even as if to a format of fewer bits, within the same type.
pub(super) fn reduce_precision(l: &mut Lower<'_, '_>, op: OpRef<'_>) -> Done {
    let [value] = l.exactly(op)?;
    let dtype = l.dtype(value);
    let (exponent, mantissa) = (int(op, "exponent_bits")?, int(op, "mantissa_bits")?);
    if !dtype.is_float() || exponent < 1 || mantissa < 0 {
        return Err(refuse(op, Refusal::Invalid, "takes floats, exponent_bits ≥ 1 and mantissa_bits ≥ 0"));
    }
    let rounded = rounded_to(l, value, exponent, mantissa);
    // Bits have no derivative; rounding has that of the value, as in frameworks.
    let value = l.apply(StraightThrough, &[rounded, value]);
    l.define_one(op, value)
}

/// The algorithm of XLA's `reduce-precision`: round the mantissa on the bits, overflow to infinity, flush what falls
/// below the smallest normal to zero, keep NaN.
fn rounded_to(l: &mut Lower<'_, '_>, value: Value, exponent: i64, mantissa: i64) -> Value {
    let dtype = l.dtype(value);
    let (ctx, width) = (l.ctx(), dtype.bits());
    let (source_exponent, source_mantissa) = format(dtype);
    let (elem, int) = (ctx.elem_type(l.type_of(value)), ctx.int(width));
    let mut bits = l.cast(arith::Bitcast, value, int);
    let dropped = i64::from(source_mantissa) - mantissa;
    if dropped > 0 {
        let one = l.int_like(bits, 1);
        let by = l.int_like(bits, dropped);
        let last = arith::shrui(l, bits, by);
        let last = arith::andi(l, last, one);
        let bias = l.int_like(bits, (1i64 << (dropped - 1)) - 1);
        let bias = arith::addi(l, last, bias);
        let sum = arith::addi(l, bits, bias);
        let mask = l.int_like(bits, !((1i64 << dropped) - 1));
        bits = arith::andi(l, sum, mask);
    }
    if exponent < i64::from(source_exponent) {
        bits = clamp_exponent(l, bits, width, exponent, (source_exponent, source_mantissa));
    }
    let rounded = l.cast(arith::Bitcast, bits, elem);
    let nan = l.cmpf(CmpF::UNO, value, value);
    // A NaN's payload may have been rounded away; without mantissa bits it becomes infinity.
    let kept = if mantissa > 0 { value } else { l.float_like(value, f64::INFINITY) };
    l.select(nan, kept, rounded)
}

fn clamp_exponent(l: &mut Lower<'_, '_>, bits: Value, width: u32, exponent: i64, from: (u32, u32)) -> Value {
    let (source_exponent, source_mantissa) = from;
    let field = ((1i64 << source_exponent) - 1) << source_mantissa;
    let bias = (1i64 << (source_exponent - 1)) - 1;
    let reduced = (1i64 << (exponent - 1)) - 1;
    let (largest, smallest) = (bias + reduced, bias - reduced);
    let field_mask = l.int_like(bits, field);
    let found = arith::andi(l, bits, field_mask);
    let largest = l.int_like(bits, largest << source_mantissa);
    let smallest = l.int_like(bits, smallest << source_mantissa);
    let overflows = l.cmpi(CmpI::Ugt, found, largest);
    let underflows = l.cmpi(CmpI::Ule, found, smallest);
    let sign = l.int_like(bits, i64::MIN >> (64 - width));
    let sign = arith::andi(l, bits, sign);
    let infinity = arith::ori(l, sign, field_mask);
    let kept = l.select(overflows, infinity, bits);
    l.select(underflows, sign, kept)
}

/// `chlo.next_after`: the next float from `x` towards `y`, on the bits. Its derivative is that of `x`.
pub(super) fn next_after(l: &mut Lower<'_, '_>, x: &[Value]) -> Value {
    let (from, to) = (x[0], x[1]);
    let (ctx, width) = (l.ctx(), l.dtype(from).bits());
    let (elem, int) = (ctx.elem_type(l.type_of(from)), ctx.int(width));
    let (a, b) = (l.cast(arith::Bitcast, from, int), l.cast(arith::Bitcast, to, int));
    let [one, minus] = [1, -1].map(|n| l.int_like(a, n));
    let sign_mask = l.int_like(a, i64::MIN >> (64 - width));
    let magnitude_mask = l.int_like(a, i64::MAX >> (64 - width));
    let [a_sign, b_sign] = [a, b].map(|v| arith::andi(l, v, sign_mask));
    let [a_size, b_size] = [a, b].map(|v| arith::andi(l, v, magnitude_mask));
    // Away from zero if the target is further out on the same side.
    let sides = l.cmpi(CmpI::Ne, a_sign, b_sign);
    let larger = l.cmpi(CmpI::Ugt, a_size, b_size);
    let inwards = arith::ori(l, sides, larger);
    let step = l.select(inwards, minus, one);
    let moved = arith::addi(l, a, step);
    // From zero: the least subnormal with the target's sign.
    let least = arith::ori(l, b_sign, one);
    let zero = l.float_like(from, 0.0);
    let from_zero = l.cmpf(CmpF::OEQ, from, zero);
    let moved = l.select(from_zero, least, moved);
    let moved = l.cast(arith::Bitcast, moved, elem);
    let equal = l.cmpf(CmpF::OEQ, from, to);
    let moved = l.select(equal, to, moved);
    let unordered = l.cmpf(CmpF::UNO, from, to);
    let nan = l.float_like(from, f64::NAN);
    let moved = l.select(unordered, nan, moved);
    l.apply(StraightThrough, &[moved, from])
}
