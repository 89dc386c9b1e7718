//! How often comparisons of indices hold: those that tell the inside of a grid from its edges hold for nearly all iterations of their loops, or for nearly none.
//!
//! What is compared is a linear form of indices of loops: of how far it falls below zero, and of how far it reaches, follows how often a comparison fails. Code is
//! chosen and priced by that; whether a comparison holds is asked at run time.

use crate::code::folding_builder::known;
use crate::schedule::cost::figures::{LIKELY_TRIPS, MOST_EDGE, RARELY};
use tf_dialects::arith::{Andi, CmpI, Cmpi, Ori, Select, Xori};
use tf_dialects::tensor::{Access, Compute, shape};
use tf_ir::affine::LinearForm;
use tf_ir::arithmetic::Arithmetic;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::{Bound, as_loop};
use tf_ir::extent::{Extent, Term};

/// The comparison of the same operands that nearly always holds.
pub(crate) struct Likely {
    pub predicate: CmpI,
    /// It holds where the one that there is does not.
    pub is_opposite: bool,
}

impl Likely {
    /// `None` if neither a comparison nor its opposite holds nearly always, as far as is known.
    pub fn of(body: &Body, op: Op) -> Option<Likely> {
        let predicate = CmpI::of(body.op(op))?;
        let range = Range::of(body, op)?;
        let likely = |predicate, is_opposite| Some(Likely { predicate, is_opposite });
        let orders = [predicate, predicate.inverted()].map(|predicate| range.order(predicate));
        match orders {
            [Some(order), _] if range.holds_nearly_always(order) => likely(order, false),
            [_, Some(order)] if range.holds_nearly_always(order) => likely(order, true),
            _ => None,
        }
    }
}

/// At how many places at an end of its range a comparison of order does not hold.
pub(crate) fn failing(body: &Body, op: Op) -> Option<i64> {
    Range::of(body, op)?.failing(CmpI::of(body.op(op))?)
}

/// True for a comparison that nearly always has one outcome, for what is made of such outcomes, and for a selection by one: for nearly all iterations there is code
/// without them.
pub(crate) fn is_decided(body: &Body, op: Op) -> bool {
    match body.kind(op) {
        Select::KIND => is_outcome(body, body.operand(op, 0)),
        _ => body.results(op).next().is_some_and(|result| is_outcome(body, result)),
    }
}

/// True for what is made of outcomes that nearly always are the same; each value is looked at once, however often it is part of another.
fn is_outcome(body: &Body, value: Value) -> bool {
    let (mut seen, mut pending): (Vec<Value>, Vec<Value>) = (Vec::new(), vec![value]);
    while let Some(value) = pending.pop() {
        if seen.contains(&value) {
            continue;
        }
        seen.push(value);
        let is_truth = seen.len() <= MOST_OUTCOMES && body.ty(value) == body.ctx().i1();
        let Some(op) = body.def_op(value).filter(|_| is_truth) else { return false };
        match body.kind(op) {
            Cmpi::KIND if Likely::of(body, op).is_some() => {}
            Andi::KIND | Ori::KIND | Xori::KIND => pending.extend(body.operands(op)),
            _ if known(body, value).is_some() => {}
            _ => return false,
        }
    }
    true
}

/// True for an access that is outside of its tensor at a few points at the ends of a box at most: for all others there is code that does not ask.
pub(crate) fn leaves_at_edges(body: &Body, access: &Access<'_>) -> bool {
    let forms = access.map.linear_forms();
    let extents = shape::extents(body.ctx(), body.ty(access.source));
    let axes = forms.zip(extents).map(|(forms, extents)| forms.into_iter().zip(extents).collect::<Vec<_>>());
    let is_near = |places: Extent| places.as_const().is_some_and(|places| places <= MOST_EDGE);
    axes.is_some_and(|axes| {
        axes.iter().all(|(form, extent)| {
            let outside = Form::of_subscript(body, access, form).and_then(|form| form.outside(body, extent));
            outside.is_some_and(|ends| ends.into_iter().all(is_near))
        })
    })
}

/// Definitions followed. Sums may share parts: each level doubles what is looked at.
const DEPTH: u32 = 8;

/// Values that are looked at for an outcome.
const MOST_OUTCOMES: usize = 32;

/// The most times that an extent may be counted: elements along an axis have numbers of fewer than 48 bits.
const LARGEST: u64 = 1 << 12;

/// A sum of indices of loops with constant factors, and a term of extents.
#[derive(Clone)]
struct Form {
    indices: Vec<(Value, i64)>,
    rest: Extent,
}

impl Form {
    /// What a value is; `None` if it is computed from something else.
    fn of(body: &Body, value: Value, depth: u32) -> Option<Form> {
        let of = |value: Value| Form::of(body, value, depth.checked_sub(1)?);
        if let Some(constant) = known(body, value) {
            return Some(Form::of_extent(Extent::constant(constant)));
        }
        match Arithmetic::of(body, value) {
            Some(Arithmetic::Extent(term)) => Some(Form::of_extent(term.clone())),
            Some(Arithmetic::Sum(a, b)) => of(a)?.plus(&of(b)?, 1),
            Some(Arithmetic::Difference(a, b)) => of(a)?.plus(&of(b)?, -1),
            Some(Arithmetic::Product(a, b)) => match (known(body, a), known(body, b)) {
                (Some(factor), _) => Form::of_extent(Extent::constant(0)).plus(&of(b)?, factor),
                (_, Some(factor)) => Form::of_extent(Extent::constant(0)).plus(&of(a)?, factor),
                _ => None,
            },
            Some(_) => None,
            None => {
                loop_of(body, value).map(|_| Form { indices: vec![(value, 1)], rest: Extent::constant(0) })
            }
        }
    }

    /// A subscript of an access; `None` where it moves with other loops than those over points.
    fn of_subscript(body: &Body, access: &Access<'_>, linear: &LinearForm) -> Option<Form> {
        let mut form = Form::of_extent(Extent::constant(linear.constant));
        for (extent, factor) in access.extents.iter().zip(&linear.symbols) {
            form = form.plus(&Form::of_extent(extent.clone()), *factor)?;
        }
        for (index, factor) in access.indices.iter().zip(&linear.dims).filter(|(_, factor)| **factor != 0) {
            form = form.plus(&Form::of(body, *index, DEPTH)?, *factor)?;
        }
        let is_of_points = |index: Value| loop_of(body, index).is_some_and(|op| body.is(op, Compute));
        form.indices.iter().all(|(index, _)| is_of_points(*index)).then_some(form)
    }

    /// How far it goes below zero, and how far to an extent and above.
    fn outside(&self, body: &Body, extent: &Extent) -> Option<[Extent; 2]> {
        let above = self.end(body, true)?.sub(extent).ok()?.add_const(1).ok()?;
        Some([self.end(body, false)?.neg().ok()?, above])
    }

    fn of_extent(rest: Extent) -> Form {
        Form { indices: Vec::new(), rest }
    }

    /// With so many times another one added.
    fn plus(mut self, other: &Form, factor: i64) -> Option<Form> {
        self.rest = self.rest.add(&other.rest.scale(factor).ok()?).ok()?;
        for (index, own) in &other.indices {
            let more = own.checked_mul(factor)?;
            match self.indices.iter_mut().find(|(known, _)| known == index) {
                Some((_, sum)) => *sum = sum.checked_add(more)?,
                None => self.indices.push((*index, more)),
            }
        }
        self.indices.retain(|(_, factor)| *factor != 0);
        Some(self)
    }

    /// The least that it is in all iterations of the loops, or the most.
    fn end(&self, body: &Body, most: bool) -> Option<Extent> {
        let mut form = self.clone();
        // Where an inner loop begins or ends may depend on the loops around it.
        while !form.indices.is_empty() {
            let (counter, factor) = form.innermost(body)?;
            let upwards = most == (factor > 0);
            let place = if upwards { counter.last()? } else { counter.lower.clone() };
            form.indices.retain(|(index, _)| *index != counter.variable);
            form = form.plus(&place, factor)?;
        }
        Some(form.rest)
    }

    /// True if no iteration computes a number that 64 bits do not hold.
    fn is_exact(&self, body: &Body) -> bool {
        let is_small = |term: &Term| match term.factors().len() {
            0 => true,
            1 => term.coefficient().unsigned_abs() <= LARGEST,
            _ => false,
        };
        // What is constant has been computed in 64 bits.
        [false, true].into_iter().all(|most| {
            self.end(body, most)
                .is_some_and(|end| end.as_const().is_some() || end.terms().iter().all(is_small))
        })
    }

    /// The index of the innermost loop, with its factor; `None` if a loop has bounds that are not known.
    fn innermost(&self, body: &Body) -> Option<(Counter, i64)> {
        let all = self.indices.iter().map(|(index, factor)| Some((Counter::of(body, *index)?, *factor)));
        all.collect::<Option<Vec<_>>>()?.into_iter().max_by_key(|(counter, _)| counter.depth)
    }
}

/// An induction variable with its iteration domain.
struct Counter {
    variable: Value,
    lower: Form,
    upper: Form,
    step: i64,
    /// How many ops are around its loop.
    depth: usize,
}

impl Counter {
    /// The loop that a value counts the iterations of, if its bounds are known as forms.
    fn of(body: &Body, variable: Value) -> Option<Counter> {
        let op = loop_of(body, variable)?;
        let inductions = as_loop(body, op)?.inductions(body.op(op));
        let own = inductions.iter().find(|induction| induction.variable == variable)?;
        let form = |bound: &Bound| match bound {
            Bound::Value(value) => Form::of(body, *value, DEPTH),
            _ => bound.as_term().map(Form::of_extent),
        };
        let depth = std::iter::successors(body.parent_op(op), |op| body.parent_op(*op)).count();
        let step = own.step.as_const()?.max(1);
        Some(Counter { variable, lower: form(&own.lower)?, upper: form(&own.upper)?, step, depth })
    }

    /// The variable in the last iteration.
    fn last(&self) -> Option<Form> {
        let span = self.upper.clone().plus(&self.lower, -1)?;
        let is_whole = span.indices.is_empty() && span.rest.as_const().is_some_and(|n| n % self.step == 0);
        let back = if is_whole { self.step } else { 1 };
        Some(Form { rest: self.upper.rest.add_const(-back).ok()?, ..self.upper.clone() })
    }
}

/// The loop whose region has a value as an argument.
fn loop_of(body: &Body, value: Value) -> Option<Op> {
    let block = body.def_op(value).is_none().then(|| body.def_block(value)).flatten()?;
    body.block_owner(block).filter(|op| as_loop(body, *op).is_some())
}

/// Where the difference of what is compared lies in all iterations.
struct Range {
    /// The ends, as far as they are constant.
    least: Option<i64>,
    most: Option<i64>,
    /// How far they are from each other.
    length: f64,
}

impl Range {
    fn of(body: &Body, comparison: Op) -> Option<Range> {
        let (a, b) = (body.operand(comparison, 0), body.operand(comparison, 1));
        if body.ty(a) != body.ctx().index() {
            return None;
        }
        let [a, b] = [a, b].map(|value| Form::of(body, value, DEPTH).filter(|form| form.is_exact(body)));
        let difference = a?.plus(&b?, -1)?;
        if difference.indices.is_empty() {
            return None;
        }
        let (least, most) = (difference.end(body, false)?, difference.end(body, true)?);
        let length = most.sub(&least).ok()?.as_const().map_or(LIKELY_TRIPS, |length| length as f64);
        Some(Range { least: least.as_const(), most: most.as_const(), length })
    }

    /// The comparison with zero as one of order: a difference that is never negative is zero where it is not positive.
    fn order(&self, predicate: CmpI) -> Option<CmpI> {
        let (never_negative, never_positive) = (self.least == Some(0), self.most == Some(0));
        match predicate {
            CmpI::Slt | CmpI::Sle | CmpI::Sgt | CmpI::Sge => Some(predicate),
            CmpI::Ne if never_negative => Some(CmpI::Sgt),
            CmpI::Ne if never_positive => Some(CmpI::Slt),
            CmpI::Eq if never_negative => Some(CmpI::Sle),
            CmpI::Eq if never_positive => Some(CmpI::Sge),
            _ => None,
        }
    }

    /// True if a difference in this order to zero is to be expected.
    fn holds_nearly_always(&self, order: CmpI) -> bool {
        self.failing(order).is_some_and(|places| places as f64 <= RARELY * self.length)
    }

    /// At how many places at an end of the range it does not hold.
    fn failing(&self, order: CmpI) -> Option<i64> {
        let places = match order {
            CmpI::Sgt => self.least.map(|least| 1 - least),
            CmpI::Sge => self.least.map(|least| -least),
            CmpI::Slt => self.most.map(|most| most + 1),
            CmpI::Sle => self.most,
            _ => None,
        };
        places.map(|places| places.max(0))
    }
}
