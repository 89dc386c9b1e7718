//! The law of exponentials: `exp(x - m)`, with the maximum or minimum `m` of all `x`, is a multiple of
//! `exp(-m)`.
//!
//! A partial sum made with `m` is multiplied by `exp(m - m')` once the maximum is `m'`. `m` must be the
//! maximum of `x` itself: else an exponential might overflow in one chunk, though the final one is finite.

use super::guard::Guard;
use super::reader::{Condition, Exponent, Form, Law, Moving, Reader, Scaling};
use tf_dialects::{arith, math};
use tf_ir::body::{Op, Value};

/// The most ops between a difference and its exponential.
const MOST_STEPS: usize = 16;

pub(super) struct Exponential;

impl Law for Exponential {
    fn form(&self, reader: &Reader<'_>, op: Op) -> Option<Form> {
        let body = reader.body;
        if !body.is(op, math::Exp) && !body.is(op, math::Exp2) {
            return None;
        }
        let Difference { state, op: difference, turned, steps, guard, under } =
            Difference::of(reader, body.operand(op, 0), MOST_STEPS)?;
        let exponent = Exponent { state, exp: op, difference, turned, steps, guard };
        Some(Form::Moving(Moving { exponents: vec![exponent], under, ..Moving::default() }))
    }
}

/// `x - m`, with the result `m` of a fold over `x`, perhaps scaled.
struct Difference {
    state: usize,
    /// The subtraction.
    op: Op,
    /// It is `m - x`.
    turned: bool,
    /// The scalings after the subtraction.
    steps: Vec<Scaling>,
    guard: Option<Guard>,
    under: Vec<Condition>,
}

/// The fold that a value is the result of, and the guard if the value is a guarded result.
fn leader(reader: &Reader<'_>, value: Value) -> Option<(usize, Option<Guard>)> {
    let guarded = || Guard::of(reader, value).map(|(state, guard)| (state, Some(guard)));
    reader.state_of(value).map(|state| (state, None)).or_else(guarded)
}

impl Difference {
    fn of(reader: &Reader<'_>, value: Value, steps: usize) -> Option<Difference> {
        let body = reader.body;
        // Only one of two factors depends on a fold: the other one ends here.
        if steps == 0 || !reader.depends(value).0 {
            return None;
        }
        let op = body.def_op(reader.resolved(value))?;
        if body.is(op, arith::Subf) {
            let [a, b] = [0, 1].map(|at| body.operand(op, at));
            let (value, (state, guard), turned) = match (leader(reader, a), leader(reader, b)) {
                (None, Some(leader)) => (a, leader, false),
                (Some(leader), None) => (b, leader, true),
                _ => return None,
            };
            let under = reader.is_term_under(value, state)?;
            return Some(Difference { state, op, turned, steps: Vec::new(), guard, under });
        }
        let scaled = |of: usize, by: Option<usize>| {
            let by = by.map(|at| body.operand(op, at));
            if by.is_some_and(|by| !reader.is_outside(by)) {
                return None;
            }
            let mut found = Difference::of(reader, body.operand(op, of), steps - 1)?;
            found.steps.push(Scaling { op, by });
            Some(found)
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
}
