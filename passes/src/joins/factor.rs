//! The law of factors: what is the same for all terms, as the sum that softmax divides by, is a factor of their sum.
//!
//! Nothing is corrected as it grows: it is multiplied, or divided by, once the folds have ended. That a product with an infinity, or a quotient by zero, is NaN
//! for some terms and none for others would be lost: a factor has to be a number that is not zero, as the sum of exponentials is of which the greatest is 1, or flags
//! have to promise that there is neither NaN nor infinity.

use super::reader::{Factor, Form, Law, Moving, Reader};
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Op, Value};

/// The most factors of a term, and the most ops that one is followed through.
const MOST_FACTORS: usize = 8;

/// The law.
pub(super) struct Factored;

impl Law for Factored {
    fn form(&self, reader: &Reader<'_>, op: Op) -> Option<Form> {
        let body = reader.body;
        let (product, quotient) = (body.is(op, arith::Mulf), body.is(op, arith::Divf));
        if !product && !quotient {
            return None;
        }
        let [a, b] = [0, 1].map(|at| body.operand(op, at));
        let (other, value) = match (reader.form(a)?, reader.form(b)?) {
            (other, Form::Fixed) => (other, b),
            (Form::Fixed, other) if product => (other, a),
            _ => return None,
        };
        let mut moving = match other {
            Form::Free => Moving::default(),
            Form::Moving(moving) => moving,
            Form::Fixed => return None,
        };
        let promised = FastMath::of(body.op(op)).has(FastMath::NNAN.with(FastMath::NINF));
        if !promised && !is_number(reader, value, MOST_FACTORS) {
            return None;
        }
        if moving.factors.len() >= MOST_FACTORS {
            return None;
        }
        moving.factors.push(Factor { value, divides: quotient });
        Some(Form::Moving(moving))
    }
}

/// True if a value is neither zero nor infinite: it may be NaN, which all terms are then.
fn is_number(reader: &Reader<'_>, value: Value, depth: usize) -> bool {
    if let Some(state) = reader.state_of(value) {
        return is_sum_of_exponentials(reader, state);
    }
    let body = reader.body;
    let Some(op) = body.def_op(reader.resolved(value)) else { return false };
    let operand = |at: usize| depth > 0 && is_number(reader, body.operand(op, at), depth - 1);
    if body.is(op, arith::Constant) {
        let number = body.attr(op, "value").and_then(|attr| body.ctx().attr_float(attr));
        return number.is_some_and(|number| number != 0.0 && number.is_finite());
    }
    if body.is(op, arith::Divf) {
        // The reciprocal of such a sum: it is at most as many as there are terms.
        return operand(0) && operand(1);
    }
    (body.is(op, arith::Extf) || body.is(op, arith::Negf)) && operand(0)
}

/// True for a sum of exponentials none of which is more than 1, and one of which is 1.
fn is_sum_of_exponentials(reader: &Reader<'_>, state: usize) -> bool {
    let of = reader.states[state];
    let Some(Form::Moving(Moving { exponents, deviations: None, factors })) = reader.form(of.term) else {
        return false;
    };
    let [exponent] = &exponents[..] else { return false };
    let is_greatest =
        matches!(reader.states[exponent.state].kind, CombiningKind::MaximumF | CombiningKind::MaxNumF);
    of.kind == CombiningKind::Add
        && factors.is_empty()
        && reader.body.def_op(reader.resolved(of.term)) == Some(exponent.exp)
        && exponent.steps.iter().all(|step| step.by.is_none() && !reader.body.is(step.op, arith::Negf))
        && is_greatest != exponent.turned
}
