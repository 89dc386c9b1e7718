//! `arith.remf` for GPUs, which have no instruction for it: LLVM expands it to a quotient times the divisor,
//! which is wrong for large quotients and gives zeros the wrong sign.
//!
//! The remainder of positive values is a long division, with digits small enough for exact quotients: it
//! subtracts multiples of the divisor times powers of two, from the largest power down to the divisor itself.

use tf_dialects::arith::{self, CmpF, const_float, const_index};
use tf_dialects::loops::build::while_loop;
use tf_dialects::math;
use tf_dialects::scalar::{DType, dtype};
use tf_dialects::vector::{Extract, Insert};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;
use tf_passes_common::code::folding_builder::lanes_of;

/// Expands an op, lane by lane; `None` unless the elements are floats.
pub(super) fn expand(body: &mut Body, op: Op) -> Option<Value> {
    let view = body.op(op);
    let (x, y, ty) = (view.operand(0), view.operand(1), view.operand_type(0));
    let elem = view.ctx().elem_type(ty);
    let kind = dtype(view.ctx(), elem).filter(|kind| kind.is_float())?;
    let lanes = lanes_of(view.ctx(), ty);
    let mut b = Builder::before(body, op);
    let Some(lanes) = lanes else { return Some(widened(&mut b, kind, x, y)) };
    let mut all = x;
    for lane in 0..lanes {
        let lane = const_index(&mut b, lane);
        let [p, q] = [x, y].map(|vector| b.value(Extract, &[vector, lane], elem, &[]));
        let one = widened(&mut b, kind, p, q);
        all = b.value(Insert, &[one, all, lane], ty, &[]);
    }
    Some(all)
}

/// Narrow floats are computed in f32: a remainder is a multiple of each common divisor of both operands, so
/// nothing is rounded.
fn widened(b: &mut Builder<'_>, kind: DType, x: Value, y: Value) -> Value {
    let own = b.body.ty(x);
    if !matches!(kind, DType::F16 | DType::BF16) {
        return remainder(b, own, x, y);
    }
    let wide = b.body.ctx().f32();
    let [x, y] = [x, y].map(|value| arith::extf(b, value, wide));
    let found = remainder(b, wide, x, y);
    arith::truncf(b, found, own)
}

/// The remainder with the sign of `x`, in f32 or f64: NaN if `x` is infinite or `y` is 0, `x` if `y` is
/// infinite.
fn remainder(b: &mut Builder<'_>, ty: Type, x: Value, y: Value) -> Value {
    let [size, by] = [x, y].map(|value| math::absf(b, value));
    let (zero, one) = (const_float(b, ty, 0.0), const_float(b, ty, 1.0));
    let infinity = const_float(b, ty, f64::INFINITY);
    let is_finite = arith::cmpf(b, CmpF::OLT, size, infinity);
    let is_divisor = arith::cmpf(b, CmpF::OGT, by, zero);
    let is_defined = arith::andi(b, is_finite, is_divisor);
    // A dividend below the divisor is the remainder itself, as is any dividend of an infinite divisor.
    let [dividend, divisor] =
        [(size, zero), (by, one)].map(|(v, other)| arith::select(b, is_defined, v, other));
    let rest = long_division(b, ty, dividend, divisor);
    let signed = math::copysign(b, rest, x);
    let nan = const_float(b, ty, f64::NAN);
    arith::select(b, is_defined, signed, nan)
}

/// The bits of a digit of the division, for floats of a width: quotients below 2^bits have an error of at
/// most one, and their products with the divisor are exact.
fn digit(width: Option<u32>) -> u16 {
    if width == Some(64) { 50 } else { 22 }
}

/// The most iterations of a loop of the division: a digit for each 2^bits between the smallest and the
/// largest value, and a test at both ends.
pub(super) fn iterations(width: Option<u32>) -> u64 {
    let powers: u64 = if width == Some(64) { 1024 + 1074 } else { 128 + 149 };
    powers.div_ceil(digit(width).into()) + 2
}

/// The remainder of a nonnegative value by a positive one.
fn long_division(b: &mut Builder<'_>, ty: Type, dividend: Value, divisor: Value) -> Value {
    let bits = f64::from(digit(b.body.ctx().scalar_width(ty)));
    let (down, up) = (const_float(b, ty, (-bits).exp2()), const_float(b, ty, bits.exp2()));
    let first = while_loop(
        b,
        &[divisor],
        &[ty],
        |b, part| {
            let scaled = arith::mulf(b, dividend, down);
            (arith::cmpf(b, CmpF::OGE, scaled, part[0]), vec![part[0]])
        },
        |b, part| vec![arith::mulf(b, part[0], up)],
    );
    let part = b.body.result(first, 0);
    let last = while_loop(
        b,
        &[dividend, part],
        &[ty, ty],
        |b, state| (arith::cmpf(b, CmpF::OGE, state[0], divisor), state.to_vec()),
        |b, state| {
            let (rest, part) = (state[0], state[1]);
            let rest = take_off(b, ty, rest, part);
            vec![rest, arith::mulf(b, part, down)]
        },
    );
    b.body.result(last, 0)
}

/// The remainder of `rest` by `part`.
fn take_off(b: &mut Builder<'_>, ty: Type, rest: Value, part: Value) -> Value {
    let quotient = arith::divf(b, rest, part);
    let count = math::trunc(b, quotient);
    let minus = arith::negf(b, count);
    let left = math::fma(b, minus, part, rest);
    // The quotient may have been rounded up to the next integer.
    let zero = const_float(b, ty, 0.0);
    let is_below = arith::cmpf(b, CmpF::OLT, left, zero);
    let more = arith::addf(b, left, part);
    arith::select(b, is_below, more, left)
}
