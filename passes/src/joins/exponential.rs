//! The law of exponentials: `exp(x - m)`, where `m` is the greatest or least of all `x`, is a multiple of `exp(m)`.
//!
//! A part made with `m` is to be multiplied by `exp(m - m')` once `m` became `m'`. That `x` is what `m` is the greatest of matters: else an exponential might be
//! infinite in one trip that is not in the end.

use super::reader::{Exponent, Form, Law, Moving, Reader, Scaling};
use tf_dialects::tensor::CombiningKind;
use tf_dialects::{arith, math};
use tf_ir::body::{Op, Value};

/// The most ops between a difference and its exponential.
const MOST_STEPS: usize = 16;

/// The law.
pub(super) struct Exponential;

impl Law for Exponential {
    fn form(&self, reader: &Reader<'_>, op: Op) -> Option<Form> {
        let body = reader.body;
        if !body.is(op, math::Exp) && !body.is(op, math::Exp2) {
            return None;
        }
        let (state, difference, turned, steps) = difference(reader, body.operand(op, 0), MOST_STEPS)?;
        let exponent = Exponent { state, exp: op, difference, turned, steps };
        Some(Form::Moving(Moving { exponents: vec![exponent], ..Moving::default() }))
    }
}

/// How far a value is from what a fold comes to of it, perhaps scaled: the fold, the subtraction, whether the value is subtracted, and the steps behind.
fn difference(reader: &Reader<'_>, value: Value, steps: usize) -> Option<(usize, Op, bool, Vec<Scaling>)> {
    let body = reader.body;
    // One of two factors has a fold in it: only that is followed.
    if steps == 0 || !reader.depends(value).0 {
        return None;
    }
    let op = body.def_op(reader.resolved(value))?;
    if body.is(op, arith::Subf) {
        let [a, b] = [0, 1].map(|at| body.operand(op, at));
        let (value, state, turned) = match (reader.state_of(a), reader.state_of(b)) {
            (None, Some(state)) => (a, state, false),
            (Some(state), None) => (b, state, true),
            _ => return None,
        };
        let is_extreme = matches!(
            reader.states[state].kind,
            CombiningKind::MaximumF
                | CombiningKind::MinimumF
                | CombiningKind::MaxNumF
                | CombiningKind::MinNumF
        );
        return (is_extreme && reader.is_term_of(value, state)).then(|| (state, op, turned, Vec::new()));
    }
    let scaled = |of: usize, by: Option<usize>| {
        let by = by.map(|at| body.operand(op, at));
        if by.is_some_and(|by| !reader.is_outside(by)) {
            return None;
        }
        let (state, first, turned, mut all) = difference(reader, body.operand(op, of), steps - 1)?;
        all.push(Scaling { op, by });
        Some((state, first, turned, all))
    };
    if body.is(op, arith::Mulf) {
        return scaled(0, Some(1)).or_else(|| scaled(1, Some(0)));
    }
    if body.is(op, arith::Divf) {
        return scaled(0, Some(1));
    }
    let converts = body.is(op, arith::Negf) || body.is(op, arith::Extf) || body.is(op, arith::Truncf);
    converts.then(|| scaled(0, None)).flatten()
}
