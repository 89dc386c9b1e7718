//! The law of factors: a loop-invariant factor, such as the divisor of softmax, moves out of the sum.
//!
//! It needs no correction: the final sum is multiplied or divided once, after the loop. That would lose the
//! NaN of single terms, from a product with an infinity or a quotient by zero. So the factor must be finite
//! and not zero, as a sum of exponentials with the maximum 1 is, or fast-math flags must exclude NaN and
//! infinity. A sum of selected exponentials may be zero: then each of them is zero, and dividing by it gives
//! NaN for each term and for the sum alike.

use super::reader::{After, Condition, Exponent, Factor, Form, Law, Moving, Reader};
use super::selected::MOST_AFTER;
use tf_dialects::arith::{self, CmpF, FastMath, FlagSet};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::{Op, Value};

/// The most ops that a factor is followed through.
const MOST_FACTORS: usize = 8;

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
        let may_be =
            || is_number(reader, value, MOST_FACTORS) || (quotient && is_sum_of(reader, value, &moving));
        if moving.after.len() >= MOST_AFTER || !(promised || may_be()) {
            return None;
        }
        moving.after.push(After::Factor(Factor { value, divides: quotient }));
        Some(Form::Moving(moving))
    }
}

/// True if a value is neither zero nor infinite. It may be NaN: then all terms are NaN, too.
fn is_number(reader: &Reader<'_>, value: Value, depth: usize) -> bool {
    if let Some(state) = reader.state_of(value) {
        return exponentials(reader, state).is_some_and(|all| all.has_one);
    }
    let body = reader.body;
    let Some(op) = body.def_op(reader.resolved(value)) else { return false };
    let operand = |at: usize| depth > 0 && is_number(reader, body.operand(op, at), depth - 1);
    if body.is(op, arith::Constant) {
        return reader.constant(value).is_some_and(|number| number != 0.0 && number.is_finite());
    }
    if body.is(op, arith::Divf) {
        // A reciprocal of such a sum is not zero: the sum is at most the number of terms.
        return operand(0) && operand(1);
    }
    if body.is(op, arith::Maximumf) || body.is(op, arith::Addf) {
        return is_bounded_from_zero(reader, [body.operand(op, 0), body.operand(op, 1)]);
    }
    if body.is(op, arith::Select) {
        return is_chosen_for_zero(reader, op);
    }
    (body.is(op, arith::Extf) || body.is(op, arith::Negf)) && operand(0)
}

/// True for `max(l, c)` and `l + c` of a sum `l` of exponentials and a positive constant `c`.
fn is_bounded_from_zero(reader: &Reader<'_>, operands: [Value; 2]) -> bool {
    let is_sum =
        |value: Value| reader.state_of(value).is_some_and(|state| exponentials(reader, state).is_some());
    let is_positive =
        |value: Value| reader.constant(value).is_some_and(|number| number > 0.0 && number.is_finite());
    let [a, b] = operands;
    (is_sum(a) && is_positive(b)) || (is_positive(a) && is_sum(b))
}

/// True for `select(l == 0, c, l)` of a sum `l` of exponentials and a finite constant `c` other than 0.
fn is_chosen_for_zero(reader: &Reader<'_>, op: Op) -> bool {
    let body = reader.body;
    let [condition, a, b] = [0, 1, 2].map(|at| body.operand(op, at));
    let Some(test) = body.def_op(condition).filter(|test| body.is(*test, arith::Cmpf)) else { return false };
    let Some(predicate) = CmpF::of(body.op(test)) else { return false };
    let (sum, instead, chosen) = if reader.state_of(a).is_some() { (a, b, false) } else { (b, a, true) };
    let [x, y] = [0, 1].map(|at| body.operand(test, at));
    let is_test =
        (x == sum && reader.constant(y) == Some(0.0)) || (y == sum && reader.constant(x) == Some(0.0));
    is_test
        && predicate.accepts(std::cmp::Ordering::Equal) == chosen
        && reader.constant(instead).is_some_and(|number| number != 0.0 && number.is_finite())
        && reader.state_of(sum).is_some_and(|state| exponentials(reader, state).is_some())
}

/// True if a value is the sum of the selected exponentials that the terms are multiples of: if it is zero, so
/// are the terms.
fn is_sum_of(reader: &Reader<'_>, value: Value, terms: &Moving) -> bool {
    let Some(state) = reader.state_of(value) else { return false };
    let Some(Exponentials { of, selected, .. }) = exponentials(reader, state) else { return false };
    let is_selected = |of: &Condition| {
        terms.after.iter().any(|after| {
            matches!(after, After::Selected { of: own, .. } if own.holds == of.holds && reader.same(own.value, of.value))
        })
    };
    terms.deviations.is_none()
        && terms.exponents.iter().any(|own| own.moves_as(&of))
        && selected.iter().all(is_selected)
}

/// A sum of exponentials that are at most 1.
struct Exponentials {
    of: Exponent,
    /// The conditions under which terms are selected.
    selected: Vec<Condition>,
    /// One of them is 1, or all are NaN.
    has_one: bool,
}

/// The exponentials that a fold is the sum of, if it is.
fn exponentials(reader: &Reader<'_>, state: usize) -> Option<Exponentials> {
    let of = reader.states[state];
    let Form::Moving(Moving { exponents, deviations: None, after, .. }) = reader.form(of.term)? else {
        return None;
    };
    let selected = after.iter().map(|after| match after {
        After::Selected { of, .. } => Some(*of),
        _ => None,
    });
    let selected = selected.collect::<Option<Vec<_>>>()?;
    let [exponent] = &exponents[..] else { return None };
    let mut term = reader.resolved(of.term);
    for _ in &selected {
        term = reader.resolved(reader.choice(term, 0.0)?.other);
    }
    let is_greatest =
        matches!(reader.states[exponent.state].kind, CombiningKind::MaximumF | CombiningKind::MaxNumF);
    let is_plain = of.kind == CombiningKind::Add
        && reader.body.def_op(term) == Some(exponent.exp)
        && exponent.steps.iter().all(|step| step.by.is_none() && !reader.body.is(step.op, arith::Negf))
        && is_greatest != exponent.turned;
    let has_one = selected.is_empty() && exponent.guard.is_none();
    is_plain.then(|| Exponentials { of: exponent.clone(), selected, has_one })
}
