//! The law of selections: terms that are 0 unless a condition holds, such as masked scores.
//!
//! A condition that varies from term to term stays in the term: the selected value changes as before, and
//! corrections keep 0 at 0. If it is the condition of the maximum's operand, exponentials of masked elements
//! may be infinite, but they are not selected. If no term is selected, the sum is 0, independent of the
//! maximum and of factors: another fold has to tell whether a term is selected.
//!
//! A loop-invariant condition, such as "the row has an unmasked element", chooses between two sums.

use super::reader::{After, Condition, Form, Law, Moving, Reader};
use tf_dialects::arith;
use tf_ir::body::Op;

pub(super) struct Selected;

impl Law for Selected {
    fn form(&self, reader: &Reader<'_>, op: Op) -> Option<Form> {
        let body = reader.body;
        if !body.is(op, arith::Select) {
            return None;
        }
        let choice = reader.choice(body.result(op, 0), 0.0)?;
        let Form::Moving(mut moving) = reader.form(choice.other)? else { return None };
        if moving.deviations.is_some() || moving.after.len() >= MOST_AFTER {
            return None;
        }
        let after = match reader.depends(choice.of.value) {
            (joined, false) => After::Kept { of: choice.of, joined },
            (false, true) => selected(reader, &mut moving, choice.of)?,
            (true, true) => return None,
        };
        moving.after.push(after);
        Some(Form::Moving(moving))
    }
}

/// The most operations that apply to a sum.
pub(super) const MOST_AFTER: usize = 8;

/// A condition that varies from term to term.
fn selected(reader: &Reader<'_>, moving: &mut Moving, of: Condition) -> Option<After> {
    moving.under.retain(|under| under.holds != of.holds || !reader.same(under.value, of.value));
    // With no selected term the sum is 0 anyway, unless an operation applies to it or an exponential has no
    // guard.
    let matters =
        !moving.after.is_empty() || moving.exponents.iter().any(|exponent| exponent.guard.is_none());
    let any = reader.any_of(of);
    (!matters || any.is_some()).then_some(After::Selected { of, any })
}
