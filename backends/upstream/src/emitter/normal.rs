//! Floats that are known to be normal numbers, infinity or NaN: no zeros, and none so small that they are subnormal.

use tf_dialects::arith::{Addf, Constant, Maximumf, Maxnumf, Mulf};
use tf_dialects::elementwise::constant;
use tf_dialects::math::{Absf, Exp, Fma, Sqrt};
use tf_dialects::vector::Broadcast;
use tf_ir::body::{Body, Op, Value};

/// The least normal number of f32.
const LEAST: f64 = f32::MIN_POSITIVE as f64;

/// Definitions followed.
const DEPTH: u32 = 16;

/// True for a float that is at least the least normal number of f32, or NaN.
pub(crate) fn is_normal(body: &Body, value: Value) -> bool {
    at_least(body, value, LEAST, DEPTH)
}

/// True for a float that is at least this, or NaN, whatever the program is given. `least` is 0 or a number that rounding does not come below.
fn at_least(body: &Body, value: Value, least: f64, depth: u32) -> bool {
    let Some(op) = body.def_op(value).filter(|_| depth > 0) else { return false };
    let operand = |at: usize| body.operand(op, at);
    let is = |at: usize, least: f64| at_least(body, operand(at), least, depth - 1);
    match body.kind(op) {
        Constant::KIND => number(body, op).is_some_and(|number| number >= least),
        Broadcast::KIND => is(0, least),
        // What is added to something that is not negative.
        Addf::KIND => (is(0, least) && is(1, 0.0)) || (is(0, 0.0) && is(1, least)),
        Fma::KIND => {
            let square = operand(0) == operand(1) || (is(0, 0.0) && is(1, 0.0));
            square && is(2, least)
        }
        Maximumf::KIND => is(0, least) || is(1, least),
        Maxnumf::KIND => is(0, least) && is(1, least),
        Mulf::KIND if least == 0.0 => operand(0) == operand(1) || (is(0, 0.0) && is(1, 0.0)),
        Absf::KIND | Exp::KIND | Sqrt::KIND => least == 0.0,
        _ => false,
    }
}

/// The number that a constant is, in all lanes.
fn number(body: &Body, op: Op) -> Option<f64> {
    let value = body.op(op).constant()?;
    Some(constant::uniform(body.ctx(), value)?.to_f64())
}
