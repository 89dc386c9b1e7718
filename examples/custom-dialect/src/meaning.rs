//! The semantics of the ops: one function each, for the interpreter and for folds.

use crate::ops::{Add, Constant, FromFloat, Mul, Shift, ToFloat, shift_of};
use crate::types::{fraction_bits, number, raw};
use tf_interp::{Action, Datum, Interpret, Simple};
use tf_ir::body::Op;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// A sum, modulo 2³².
pub fn add(a: i32, b: i32) -> i32 {
    a.wrapping_add(b)
}

/// A product of values with `bits` fractional bits, rounded down, modulo 2³².
pub fn mul(a: i32, b: i32, bits: u32) -> i32 {
    ((i64::from(a) * i64::from(b)) >> bits) as i32
}

/// A value times 2 to the power of `by`, of less than 32 bits, rounded down, modulo 2³².
pub fn shift(a: i32, by: i32) -> i32 {
    if by < 0 { a >> -by } else { a << by }
}

/// The nearest value with `bits` fractional bits.
pub fn from_float(x: f64, bits: u32) -> i32 {
    // Rust's casts saturate, and convert NaN to 0.
    (x * f64::from(1u32 << bits)).round_ties_even() as i32
}

/// The value as a float.
pub fn to_float(a: i32, bits: u32) -> f64 {
    f64::from(a) / f64::from(1u32 << bits)
}

/// The meaning of all ops of the dialect. Values are 32 bits, zero-extended.
pub struct Meaning;

impl Interpret for Meaning {
    fn prepare(&self, op: OpRef<'_>) -> Result<Box<dyn Action>, Diagnostic> {
        let ctx = op.ctx();
        let types = op.results().chain(op.operands()).map(|v| op.body().ty(v));
        let bits = types.clone().find_map(|ty| fraction_bits(ctx, ty)).unwrap_or_default();
        let wide = types.clone().any(|ty| ty == ctx.f64());
        let constant =
            op.attr("value").and_then(|a| number(ctx, a)).and_then(|x| raw(x, bits)).unwrap_or_default();
        let by = shift_of(op).unwrap_or_default();
        Ok(match op.kind() {
            Constant::KIND => action(move |_| fixed(constant)),
            Add::KIND => action(move |v| fixed(add(v[0] as i32, v[1] as i32))),
            Mul::KIND => action(move |v| fixed(mul(v[0] as i32, v[1] as i32, bits))),
            Shift::KIND => action(move |v| fixed(shift(v[0] as i32, by))),
            FromFloat::KIND if wide => action(move |v| fixed(from_float(f64::from_bits(v[0]), bits))),
            FromFloat::KIND => {
                action(move |v| fixed(from_float(f64::from(f32::from_bits(v[0] as u32)), bits)))
            }
            ToFloat::KIND if wide => action(move |v| to_float(v[0] as i32, bits).to_bits()),
            ToFloat::KIND => action(move |v| u64::from((to_float(v[0] as i32, bits) as f32).to_bits())),
            _ => return Err(op.error("has no meaning yet")),
        })
    }
}

fn fixed(value: i32) -> u64 {
    u64::from(value as u32)
}

/// The action of an op with one result that follows from the bits of its operands.
fn action(function: impl Fn([u64; 2]) -> u64 + 'static) -> Box<dyn Action> {
    Box::new(Simple(move |m: &mut tf_interp::Machine<'_>, op: Op| {
        let mut bits = [0u64; 2];
        for (slot, value) in bits.iter_mut().zip(m.body().operands(op)) {
            *slot = m.bits(value);
        }
        m.set(m.body().result(op, 0), Datum::Bits(function(bits)));
        Ok(())
    }))
}
