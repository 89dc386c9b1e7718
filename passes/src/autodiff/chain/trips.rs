//! The trip count of a counted loop, as a value and as a term, and its induction variable in a trip.

use super::plan::Count;
use tf_dialects::arith::{self, const_index};
use tf_dialects::loops::{For, ForOp};
use tf_ir::arithmetic::{Arithmetic, Rounding, Signedness};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::extent::{Extent, Facts, Verdict};
use tf_ir::types::Type;

/// The trips of a loop.
#[derive(Clone, Debug)]
pub(in crate::autodiff) struct Trips {
    /// The trip count as an index; what is not positive means none.
    pub number: Value,
    /// What is known of the trip count.
    pub count: Count,
    /// The lower bound and the step, as indices, where they are not 0 and 1.
    start: Option<(Value, Value)>,
    /// The type of the induction variable.
    ty: Option<Type>,
}

impl Trips {
    /// Trips of a loop without an induction variable.
    pub fn counted(number: Value) -> Trips {
        Trips { number, count: Count::Unknown, start: None, ty: None }
    }

    /// The same, where the loop is left after `number` trips.
    pub fn ending_after(self, number: Value) -> Trips {
        Trips { number, count: Count::Unknown, ..self }
    }

    /// The trips of a counted loop, computed at the cursor; all of them, if it may be left early.
    pub fn of(b: &mut Builder<'_>, op: Op) -> Trips {
        let bounds = [0, 1, 2].map(|i| b.body.operand(op, i));
        let terms = bounds.map(|v| term(b.body, v));
        let known = b.body.cast(op, For).and_then(ForOp::constant_trips);
        let ty = b.body.ty(bounds[0]);
        let [lower, upper, step] = bounds.map(|v| as_index(b, v));
        let is = |i: usize, value: i64| terms[i].as_ref().and_then(Extent::as_const) == Some(value);
        let plain = is(0, 0) && is(2, 1);
        let count = match known {
            Some(n) => Count::Constant(i64::try_from(n).unwrap_or(i64::MAX)),
            None => trip_term(&terms).map_or(Count::Unknown, Count::Term),
        };
        let number = match &count {
            Count::Constant(n) => const_index(b, *n),
            _ if plain => upper,
            _ => {
                let length = arith::subi(b, upper, lower);
                arith::ceildivsi(b, length, step)
            }
        };
        Trips { number, count, start: (!plain).then_some((lower, step)), ty: Some(ty) }
    }

    /// The induction variable in trip `trip`.
    pub fn index(&self, b: &mut Builder<'_>, trip: Value) -> Option<Value> {
        let ty = self.ty?;
        let index = b.ctx().index();
        let at = match self.start {
            Some((lower, step)) => {
                let offset = arith::muli(b, trip, step);
                arith::addi(b, lower, offset)
            }
            None => trip,
        };
        Some(if ty == index { at } else { arith::index_cast(b, at, ty) })
    }
}

fn as_index(b: &mut Builder<'_>, value: Value) -> Value {
    let index = b.ctx().index();
    match b.body.ty(value) == index {
        true => value,
        false => arith::index_cast(b, value, index),
    }
}

/// `max(0, (upper - lower) ceildiv step)`.
fn trip_term([lower, upper, step]: &[Option<Extent>; 3]) -> Option<Extent> {
    let step = step.as_ref()?.as_const().filter(|s| *s > 0)?;
    let trips = upper.as_ref()?.sub(lower.as_ref()?).ok()?.ceildiv(step).ok()?;
    match trips.prove_ge0(&Facts::new()) {
        Verdict::Proved => Some(trips),
        _ => trips.maximum(&Extent::constant(0)).ok(),
    }
}

/// An integer value as a term over extents.
fn term(body: &Body, value: Value) -> Option<Extent> {
    use Signedness::Signed;
    let found = Arithmetic::of(body, value)?;
    match found {
        Arithmetic::Constant(constant) => return i64::try_from(constant).ok().map(Extent::constant),
        Arithmetic::Extent(extent) => return Some(extent.clone()),
        _ if body.ty(value) != body.ctx().index() => return None,
        _ => {}
    }
    let divisor = |value: Value| term(body, value)?.as_const().filter(|d| *d > 0);
    match found {
        Arithmetic::Sum(a, b) => term(body, a)?.add(&term(body, b)?).ok(),
        Arithmetic::Difference(a, b) => term(body, a)?.sub(&term(body, b)?).ok(),
        Arithmetic::Product(a, b) => term(body, a)?.mul(&term(body, b)?).ok(),
        Arithmetic::Quotient(a, b, Rounding::Floor, Signed) => term(body, a)?.floordiv(divisor(b)?).ok(),
        Arithmetic::Quotient(a, b, Rounding::Ceil, Signed) => term(body, a)?.ceildiv(divisor(b)?).ok(),
        Arithmetic::Minimum(a, b, Signed) => term(body, a)?.minimum(&term(body, b)?).ok(),
        Arithmetic::Maximum(a, b, Signed) => term(body, a)?.maximum(&term(body, b)?).ok(),
        _ => None,
    }
}
