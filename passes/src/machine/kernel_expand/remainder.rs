//! `arith.remf` as GPUs compute it: they have no instruction for it, and what LLVM makes of it is a quotient times the divisor, which is wrong
//! for large quotients and gives zeros the wrong sign.
//!
//! The remainder of positive numbers is found by long division, in digits of so many bits that each quotient is exact: the divisor times powers of
//! two is taken off, from the largest power that is needed to the divisor itself.

use crate::code::folding_builder::lanes_of;
use tf_dialects::arith::{self, CmpF, const_float, const_index};
use tf_dialects::loops::build::while_loop;
use tf_dialects::math;
use tf_dialects::scalar::{DType, dtype};
use tf_dialects::vector::{Extract, Insert};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// The remainder of an op, lane by lane; nothing for element types that are no floats.
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

/// Narrow floats are computed as f32: remainders are multiples of what both are multiples of, so nothing is rounded.
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

/// The remainder with the sign of `x`, of f32 or f64: NaN where `x` is infinite or `y` is 0, `x` where `y` is infinite.
fn remainder(b: &mut Builder<'_>, ty: Type, x: Value, y: Value) -> Value {
    let [size, by] = [x, y].map(|value| math::absf(b, value));
    let (zero, one) = (const_float(b, ty, 0.0), const_float(b, ty, 1.0));
    let infinity = const_float(b, ty, f64::INFINITY);
    let is_finite = arith::cmpf(b, CmpF::OLT, size, infinity);
    let is_divisor = arith::cmpf(b, CmpF::OGT, by, zero);
    let is_defined = arith::andi(b, is_finite, is_divisor);
    // What is smaller than the divisor is the remainder, as is all that an infinite one divides.
    let [dividend, divisor] =
        [(size, zero), (by, one)].map(|(v, other)| arith::select(b, is_defined, v, other));
    let rest = long_division(b, ty, dividend, divisor);
    let signed = math::copysign(b, rest, x);
    let nan = const_float(b, ty, f64::NAN);
    arith::select(b, is_defined, signed, nan)
}

/// The remainder of a number that is 0 or more by a positive one.
fn long_division(b: &mut Builder<'_>, ty: Type, dividend: Value, divisor: Value) -> Value {
    // Quotients below 2^bits are exact but for one, and products of them with the divisor are.
    let bits = if b.body.ctx().scalar_width(ty) == Some(64) { 50.0 } else { 22.0f64 };
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

/// What is left of `rest` after as many of `part` as there are in it.
fn take_off(b: &mut Builder<'_>, ty: Type, rest: Value, part: Value) -> Value {
    let quotient = arith::divf(b, rest, part);
    let count = math::trunc(b, quotient);
    let minus = arith::negf(b, count);
    let left = math::fma(b, minus, part, rest);
    // The quotient may have been rounded up to the next number.
    let zero = const_float(b, ty, 0.0);
    let is_below = arith::cmpf(b, CmpF::OLT, left, zero);
    let more = arith::addf(b, left, part);
    arith::select(b, is_below, more, left)
}
