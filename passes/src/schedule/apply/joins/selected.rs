//! The law of selections: terms that are 0 unless a condition holds, as those of masked scores are.
//!
//! A condition of its own for each term stays one: what is selected moves as it does, and 0 moves along with anything. Where it is the condition under which the greatest was looked
//! for, an exponential of what was left out of that may be infinite, and is not looked at. Where no term was selected, neither what the greatest comes to then nor
//! factors have a part in the sum: another of the folds has to say whether one was.
//!
//! A condition that is the same for all terms, as that a row has a number at all, chooses between two sums.

use super::reader::{After, Condition, Form, Law, Moving, Reader};
use tf_dialects::arith;
use tf_ir::body::Op;

/// The law.
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

/// The most that follows a sum.
pub(super) const MOST_AFTER: usize = 8;

/// A condition of each term.
fn selected(reader: &Reader<'_>, moving: &mut Moving, of: Condition) -> Option<After> {
    moving.under.retain(|under| under.holds != of.holds || !reader.same(under.value, of.value));
    // What none of the terms is in the end is 0 without it, too, unless something follows their sum.
    let matters =
        !moving.after.is_empty() || moving.exponents.iter().any(|exponent| exponent.guard.is_none());
    let any = reader.any_of(of);
    (!matters || any.is_some()).then_some(After::Selected { of, any })
}
