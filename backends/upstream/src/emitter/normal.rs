//! Floats that are known to be normal, infinity or NaN: neither zero nor subnormal.

use tf_dialects::arith::{Addf, Constant, Maximumf, Maxnumf, Mulf};
use tf_dialects::elementwise::constant;
use tf_dialects::math::{Absf, Exp, Fma, Sqrt};
use tf_dialects::vector::Broadcast;
use tf_ir::body::{Body, Op, Value};

/// The least positive normal value of f32.
const LEAST: f64 = f32::MIN_POSITIVE as f64;

/// The most definitions to follow.
const DEPTH: u32 = 16;

/// True for a float that is at least the least normal value of f32, or NaN.
pub(crate) fn is_normal(body: &Body, value: Value) -> bool {
    at_least(body, value, LEAST, DEPTH)
}

/// True for a float that is at least `least`, or NaN, for all inputs of the program. `least` is 0 or a value
/// that rounding does not go below.
fn at_least(body: &Body, value: Value, least: f64, depth: u32) -> bool {
    let Some(op) = body.def_op(value).filter(|_| depth > 0) else { return false };
    let operand = |at: usize| body.operand(op, at);
    let is = |at: usize, least: f64| at_least(body, operand(at), least, depth - 1);
    match body.kind(op) {
        Constant::KIND => number(body, op).is_some_and(|number| number >= least),
        Broadcast::KIND => is(0, least),
        // A sum with a non-negative operand.
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

/// The value of a constant that is the same in all lanes.
fn number(body: &Body, op: Op) -> Option<f64> {
    let value = body.op(op).constant()?;
    Some(constant::uniform(body.ctx(), value)?.to_f64())
}
