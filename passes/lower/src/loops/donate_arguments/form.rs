//! Linear forms of indices, for pairs of accesses.

use smallvec::SmallVec;
use tf_ir::arithmetic::{Arithmetic, Rounding, Signedness, constant_int};
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::control::{Bound, as_loop};
use tf_ir::extent::Extent;

/// Maximum depth of definitions followed. Sums may share parts, so each level doubles the work.
const DEPTH: u32 = 8;

/// The largest coefficient: indices have fewer than 48 bits, and linear forms must fit 64.
const LARGEST: u64 = 1 << 12;

/// The access to whose iteration a value belongs: the read, the write, or both.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Side {
    Both,
    Read,
    Write,
}

/// An axis of a loop around two accesses.
#[derive(Clone, Copy)]
pub(super) struct Level {
    pub op: Op,
    /// The induction variable.
    pub index: Value,
    /// The step, if it is a positive constant.
    pub step: Option<i64>,
    /// True if iterations run in any order.
    pub is_parallel: bool,
}

/// A linear combination of values, plus an extent term.
#[derive(Clone)]
pub(super) struct Form {
    pub terms: SmallVec<[(Value, Side, i64); 4]>,
    pub rest: Extent,
}

impl Form {
    pub(super) fn constant(value: i64) -> Form {
        Form { terms: SmallVec::new(), rest: Extent::constant(value) }
    }

    /// The sum with `factor` times another form; `None` if a coefficient becomes too large.
    pub(super) fn plus(mut self, other: &Form, factor: i64) -> Option<Form> {
        self.rest = self.rest.add(&other.rest.scale(factor).ok()?).ok()?;
        for (value, side, own) in &other.terms {
            let more = own.checked_mul(factor)?;
            match self.terms.iter_mut().find(|(known, on, _)| (known, on) == (value, side)) {
                Some((_, _, sum)) => *sum = sum.checked_add(more)?,
                None => self.terms.push((*value, *side, more)),
            }
        }
        self.terms.retain(|(_, _, factor)| *factor != 0);
        let is_small = |(_, _, factor): &(Value, Side, i64)| factor.unsigned_abs() <= LARGEST;
        self.terms.iter().all(is_small).then_some(self)
    }

    /// Splits off one of the terms: its coefficient, and the other terms.
    pub(super) fn without(&self, at: usize) -> (i64, Form) {
        let mut rest = self.clone();
        (rest.terms.remove(at).2, rest)
    }
}

/// The iterations of two accesses: the same in the first `fixed` of the common loops, independent in the
/// inner ones.
pub(super) struct Scope<'a> {
    pub body: &'a Body,
    pub levels: &'a [Level],
    /// Number of levels at which both are in the same iteration.
    pub fixed: usize,
}

impl Scope<'_> {
    /// A value as a linear form.
    pub(super) fn form(&self, value: Value, own: Side) -> Option<Form> {
        self.form_within(value, own, DEPTH)
    }

    fn form_within(&self, value: Value, own: Side, depth: u32) -> Option<Form> {
        if let Some(constant) = constant_int(self.body, value) {
            return Some(Form::constant(constant));
        }
        let atom = || {
            let mut form = Form::constant(0);
            form.terms.push((value, self.side(value, own), 1));
            Some(form)
        };
        let Some(depth) = depth.checked_sub(1) else { return atom() };
        let of = |value: Value| self.form_within(value, own, depth);
        let known = |value: Value| constant_int(self.body, value);
        match Arithmetic::of(self.body, value) {
            Some(Arithmetic::Extent(term)) => Some(Form { terms: SmallVec::new(), rest: term.clone() }),
            Some(Arithmetic::Sum(a, b)) => of(a)?.plus(&of(b)?, 1),
            // It stays one term, as a multiple of the divisor.
            Some(Arithmetic::Difference(..)) if self.multiple_of(value).is_some() => atom(),
            Some(Arithmetic::Difference(a, b)) => of(a)?.plus(&of(b)?, -1),
            Some(Arithmetic::Product(a, b)) => match (known(a), known(b)) {
                (Some(factor), _) => Form::constant(0).plus(&of(b)?, factor),
                (_, Some(factor)) => Form::constant(0).plus(&of(a)?, factor),
                _ => atom(),
            },
            _ => atom(),
        }
    }

    /// The `c` of a value `x - x mod c`.
    fn multiple_of(&self, value: Value) -> Option<i64> {
        let Some(Arithmetic::Difference(whole, part)) = Arithmetic::of(self.body, value) else { return None };
        match Arithmetic::of(self.body, part)? {
            Arithmetic::Remainder(a, b, _, _) if a == whole => constant_int(self.body, b).filter(|c| *c > 0),
            _ => None,
        }
    }

    /// The side of a value: `Both` if all loops in which it varies are around both accesses, in the same
    /// iteration.
    fn side(&self, value: Value, own: Side) -> Side {
        let fixed = &self.levels[..self.fixed];
        if fixed.iter().any(|level| level.index == value) {
            return Side::Both;
        }
        let first = match self.body.def(value) {
            Def::Argument(block, _) => self.body.block_owner(block),
            Def::Result(op, _) => self.body.parent_op(op),
        };
        let mut around = std::iter::successors(first, |op| self.body.parent_op(*op));
        let is_fixed = |op: Op| {
            let own = |level: &&Level| level.op == op;
            let among = fixed.iter().filter(own).count();
            among > 0 && among == self.levels.iter().filter(own).count()
        };
        match around.all(|op| as_loop(self.body, op).is_none() || is_fixed(op)) {
            true => Side::Both,
            false => own,
        }
    }

    /// Forms that bound a value from above (`most`) or below.
    pub(super) fn ends(&self, value: Value, own: Side, most: bool) -> SmallVec<[Form; 2]> {
        if let Some(form) = self.end_of_index(value, own, most) {
            return form.into_iter().collect();
        }
        let constant =
            |value: i64| -> SmallVec<[Form; 2]> { std::iter::once(Form::constant(value)).collect() };
        match Arithmetic::of(self.body, value) {
            Some(Arithmetic::Minimum(a, b, Signedness::Signed)) if most => {
                [a, b].into_iter().filter_map(|value| self.form(value, own)).collect()
            }
            Some(Arithmetic::Maximum(a, b, Signedness::Signed)) if !most => {
                [a, b].into_iter().filter_map(|value| self.form(value, own)).collect()
            }
            Some(Arithmetic::Remainder(_, b, rounding, sign)) => match constant_int(self.body, b) {
                Some(divisor) if divisor > 0 && most => constant(divisor - 1),
                Some(divisor)
                    if divisor > 0 && (rounding == Rounding::Floor || sign == Signedness::Unsigned) =>
                {
                    constant(0)
                }
                _ => SmallVec::new(),
            },
            _ => SmallVec::new(),
        }
    }

    /// The first or last value of an induction variable; `Some(None)` if it is unknown.
    fn end_of_index(&self, value: Value, own: Side, most: bool) -> Option<Option<Form>> {
        let Def::Argument(block, _) = self.body.def(value) else { return None };
        let op = self.body.block_owner(block)?;
        let inductions = as_loop(self.body, op)?.inductions(self.body.op(op));
        let induction = inductions.into_iter().find(|induction| induction.variable == value)?;
        let form = |bound: &Bound| match bound {
            Bound::Value(value) => self.form(*value, own),
            _ => bound.as_term().map(|rest| Form { terms: SmallVec::new(), rest }),
        };
        if !most {
            return Some(form(&induction.lower));
        }
        let last = || {
            let (lower, upper) = (form(&induction.lower)?, form(&induction.upper)?);
            let step = induction.step.as_const().filter(|step| *step > 0)?;
            let length = upper.clone().plus(&lower, -1)?;
            match length.rest.as_const().filter(|_| length.terms.is_empty()) {
                Some(length) => lower.plus(&Form::constant((length - 1).div_euclid(step) * step), 1),
                None => {
                    let back = if self.is_multiple(&length, step) { step } else { 1 };
                    upper.plus(&Form::constant(-back), 1)
                }
            }
        };
        Some(last())
    }

    /// True if a form is a multiple of a constant.
    fn is_multiple(&self, form: &Form, of: i64) -> bool {
        let terms = form.terms.iter().all(|(value, _, factor)| {
            factor % of == 0 || self.multiple_of(*value).is_some_and(|c| (c % of) == 0)
        });
        terms && form.rest.terms().iter().all(|term| term.coefficient() % of == 0)
    }
}
