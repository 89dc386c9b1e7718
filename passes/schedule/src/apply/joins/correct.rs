//! Emits the corrections of the laws: partial results as the folds grow, and final results.

use super::guard::{Guard, outside, replayed};
use super::reader::{After, Condition, Deviations, Exponent, Factor, Moving, State};
use tf_dialects::arith::{self, CmpF};
use tf_dialects::tensor::CombiningKind;
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::types::Type;

/// The running values of the folds at one time, and the count of terms, as a float.
pub(crate) struct Growth<'a> {
    /// The value of a fold, by its index.
    pub values: &'a dyn Fn(usize) -> Value,
    /// The count of terms, if a law needs it.
    pub count: Option<Value>,
}

/// Corrects partial results of terms that change alike.
pub(crate) struct Corrector<'a> {
    pub moving: &'a Moving,
    pub states: &'a [State],
}

impl Corrector<'_> {
    /// Corrects a partial result from one time to a later one.
    pub fn grown(&self, b: &mut Builder<'_>, part: Value, from: &Growth<'_>, to: &Growth<'_>) -> Value {
        let ty = b.body.ty(part);
        let mut part = part;
        for exponent in &self.moving.exponents {
            let ends = [(from.values)(exponent.state), (to.values)(exponent.state)];
            let by = self.rescaling(b, exponent, ends);
            let by = converted(b, by, ty);
            part = arith::mulf(b, part, by);
        }
        if let (Some(deviations), Some(count), Some(total)) = (&self.moving.deviations, from.count, to.count)
        {
            let ends = |b: &mut Builder<'_>, at: usize| {
                let state = deviations.states[at];
                let before = mean(b, (from.values)(state), count, ty);
                let after = mean(b, (to.values)(state), total, ty);
                arith::subf(b, before, after)
            };
            part = self.moved(b, part, deviations, count, ends);
        }
        part
    }

    /// The final result.
    ///
    /// `any` is true if there was a term (`None`: there was one); `fixed` gives loop-invariant values.
    pub fn finished(
        &self,
        b: &mut Builder<'_>,
        part: Value,
        end: &Growth<'_>,
        any: Option<Value>,
        fixed: &mut dyn FnMut(&mut Builder<'_>, Value) -> Value,
    ) -> Value {
        let (ty, raw, mut part) = (b.body.ty(part), part, part);
        for exponent in &self.moving.exponents {
            part = self.poisoned(b, part, (exponent, (end.values)(exponent.state)), any);
        }
        if let (Some(deviations), Some(count)) = (&self.moving.deviations, end.count) {
            let ends = |b: &mut Builder<'_>, at: usize| {
                let mean = mean(b, (end.values)(deviations.states[at]), count, ty);
                let from = fixed(b, deviations.from[at]);
                let from = converted(b, from, ty);
                arith::subf(b, mean, from)
            };
            part = self.moved(b, part, deviations, count, ends);
        }
        for after in &self.moving.after {
            part = match after {
                After::Factor(Factor { value, divides }) => {
                    let by = fixed(b, *value);
                    let by = converted(b, by, ty);
                    if *divides { arith::divf(b, part, by) } else { arith::mulf(b, part, by) }
                }
                // If all terms are 0, their sum is 0 without a select.
                After::Selected { any: None, .. } => part,
                After::Selected { of, any: Some(any) } => chosen(b, (of, (end.values)(*any)), part, raw),
                After::Kept { of, .. } => {
                    let (is, zero) = (fixed(b, of.value), arith::const_float(b, ty, 0.0));
                    // A term that multiplies the selected 0 by an infinity is NaN: `raw * 0` keeps this.
                    let none = arith::mulf(b, raw, zero);
                    chosen(b, (of, is), part, none)
                }
            };
        }
        match any.filter(|_| !self.moving.after.is_empty()) {
            // The sum of no terms is 0, for any factor.
            Some(any) => arith::select(b, any, part, raw),
            None => part,
        }
    }

    /// The factor by which an exponential changes as a fold grows. It is 1 if the fold was at its identity:
    /// the partial result is then 0.
    fn rescaling(&self, b: &mut Builder<'_>, exponent: &Exponent, [from, to]: [Value; 2]) -> Value {
        let was_start = self.is_start(b, exponent.state, from);
        let [from, to] = [from, to].map(|end| guarded(b, exponent.guard.as_ref(), end));
        let [first, second] = if exponent.turned { [to, from] } else { [from, to] };
        let mut value = replayed(b, exponent.difference, &[first, second]);
        for scaling in &exponent.steps {
            let by = scaling.by.map(|by| outside(b, by));
            let value_first = scaling.by.is_none_or(|by| b.body.operand(scaling.op, 1) == by);
            let operands: Vec<Value> = match by {
                None => vec![value],
                Some(by) if value_first => vec![value, by],
                Some(by) => vec![by, value],
            };
            value = replayed(b, scaling.op, &operands);
        }
        let factor = replayed(b, exponent.exp, &[value]);
        let ty = b.body.ty(factor);
        let one = arith::const_float(b, ty, 1.0);
        arith::select(b, was_start, one, factor)
    }

    /// Adds the product of two distances, once for each of `count` terms.
    fn moved(
        &self,
        b: &mut Builder<'_>,
        part: Value,
        deviations: &Deviations,
        count: Value,
        mut distance: impl FnMut(&mut Builder<'_>, usize) -> Value,
    ) -> Value {
        let ty = b.body.ty(part);
        let first = distance(b, 0);
        let same = deviations.states[0] == deviations.states[1] && deviations.from[0] == deviations.from[1];
        let second = if same { first } else { distance(b, 1) };
        let count = converted(b, count, ty);
        let product = arith::mulf(b, first, second);
        let all = arith::mulf(b, product, count);
        // Without terms there is no mean.
        let zero = arith::const_float(b, ty, 0.0);
        let none = arith::cmpf(b, CmpF::OEQ, count, zero);
        let all = arith::select(b, none, zero, all);
        arith::addf(b, part, all)
    }

    /// NaN if a fold ends at its identity though there were terms: each of them was `exp(inf - inf)`.
    fn poisoned(
        &self,
        b: &mut Builder<'_>,
        part: Value,
        (exponent, end): (&Exponent, Value),
        any: Option<Value>,
    ) -> Value {
        let end = guarded(b, exponent.guard.as_ref(), end);
        let mut is = self.is_start(b, exponent.state, end);
        if let Some(any) = any {
            is = arith::andi(b, is, any);
        }
        let ty = b.body.ty(part);
        let nan = arith::const_float(b, ty, f64::NAN);
        arith::select(b, is, nan, part)
    }

    fn is_start(&self, b: &mut Builder<'_>, state: usize, value: Value) -> Value {
        is_start(b, self.states[state], value)
    }
}

/// The value that exponentials subtract: a running value, or its guard if there is one.
fn guarded(b: &mut Builder<'_>, guard: Option<&Guard>, value: Value) -> Value {
    guard.map_or(value, |guard| guard.replayed(b, value))
}

/// Selects the first value if a condition has the value that it must have.
fn chosen(b: &mut Builder<'_>, (of, value): (&Condition, Value), then: Value, or: Value) -> Value {
    if of.holds { arith::select(b, value, then, or) } else { arith::select(b, value, or, then) }
}

impl Moving {
    /// True if corrections need the count of terms.
    pub fn counts(&self) -> bool {
        self.deviations.is_some()
    }
}

/// The value that exponentials subtract for a running maximum: 0 while that is infinite, so that a term at
/// the same infinity gives 0.
pub(crate) fn reference(b: &mut Builder<'_>, state: State, value: Value) -> Value {
    let is = is_start(b, state, value);
    let ty = b.body.ty(value);
    let zero = arith::const_float(b, ty, 0.0);
    arith::select(b, is, zero, value)
}

/// Whether a maximum is still at its identity, or, for kinds that ignore NaN, whether all terms so far are
/// NaN.
fn is_start(b: &mut Builder<'_>, state: State, value: Value) -> Value {
    let (start, predicate) = match state.kind {
        CombiningKind::MinimumF => (f64::INFINITY, CmpF::OEQ),
        CombiningKind::MinNumF => (f64::INFINITY, CmpF::UGE),
        CombiningKind::MaxNumF => (f64::NEG_INFINITY, CmpF::ULE),
        _ => (f64::NEG_INFINITY, CmpF::OEQ),
    };
    let ty = b.body.ty(value);
    let start = arith::const_float(b, ty, start);
    arith::cmpf(b, predicate, value, start)
}

/// A sum divided by its count of terms.
pub(crate) fn mean(b: &mut Builder<'_>, sum: Value, count: Value, ty: Type) -> Value {
    let (sum, count) = (converted(b, sum, ty), converted(b, count, ty));
    arith::divf(b, sum, count)
}

/// A float in another format.
pub(crate) fn converted(b: &mut Builder<'_>, value: Value, ty: Type) -> Value {
    let from = b.body.ty(value);
    let width = |ty: Type| b.body.ctx().scalar_width(ty).unwrap_or(0);
    if from == ty {
        return value;
    }
    if width(from) < width(ty) { arith::extf(b, value, ty) } else { arith::truncf(b, value, ty) }
}
