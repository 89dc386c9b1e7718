//! The law of linear maps: a multiple of a term changes as the term does, a sum of terms as each of them if
//! they change alike.

use super::reader::{Form, Law, Moving, Reader};
use tf_dialects::arith;
use tf_ir::body::{Op, Value};

pub(super) struct Linear;

impl Law for Linear {
    fn form(&self, reader: &Reader<'_>, op: Op) -> Option<Form> {
        let body = reader.body;
        let operand = |at: usize| body.operand(op, at);
        let moving = |value: Value| match reader.form(value)? {
            // The correction of scaled deviations needs the scale, which `Moving` does not record.
            Form::Moving(moving) => moving.deviations.is_none().then_some(moving),
            _ => None,
        };
        let is_free = |value: Value| reader.form(value) == Some(Form::Free);
        let found = if body.is(op, arith::Mulf) {
            match (is_free(operand(0)), is_free(operand(1))) {
                (false, true) => moving(operand(0))?,
                (true, false) => moving(operand(1))?,
                _ => return None,
            }
        } else if body.is(op, arith::Divf) && is_free(operand(1)) {
            moving(operand(0))?
        } else if body.is(op, arith::Addf) || body.is(op, arith::Subf) {
            let (a, b) = (moving(operand(0))?, moving(operand(1))?);
            alike(&a, &b).then_some(a)?
        } else if body.is(op, arith::Negf) || body.is(op, arith::Extf) || body.is(op, arith::Truncf) {
            moving(operand(0))?
        } else {
            return None;
        };
        Some(Form::Moving(found))
    }
}

/// True if terms change alike, and the same operations apply to their sums.
fn alike(a: &Moving, b: &Moving) -> bool {
    let same = a.exponents.iter().zip(&b.exponents).all(|(a, b)| a.moves_as(b));
    same && a.exponents.len() == b.exponents.len() && a.after == b.after && a.under == b.under
}
