//! The law of factors: what is the same for all terms, as the sum that softmax divides by, is a factor of their sum.
//!
//! Nothing is corrected as it grows: it is multiplied, or divided by, once the folds have ended.

use super::reader::{Factor, Form, Moving, Reader};
use super::Law;
use tf_dialects::arith;
use tf_ir::body::Op;

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
        moving.factors.push(Factor { value, divides: quotient });
        Some(Form::Moving(moving))
    }
}
