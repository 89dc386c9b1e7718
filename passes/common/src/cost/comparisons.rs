//! Likely outcomes of comparisons of indices: a comparison that separates the interior of a grid from its
//! edges holds in nearly all iterations, or in nearly none.
//!
//! The operands are linear forms of loop indices, and their ranges tell how often a comparison fails. Only
//! the choice and the price of code depend on that; the comparison itself is evaluated at run time.

use crate::code::folding_builder::known;
use crate::cost::figures::{LIKELY_TRIP_COUNT, MOST_EDGE, RARELY};
use tf_dialects::arith::{Andi, CmpI, Cmpi, Ori, Select, Xori};
use tf_dialects::tensor::{Access, Compute, shape};
use tf_ir::affine::LinearForm;
use tf_ir::arithmetic::Arithmetic;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::{Bound, as_loop};
use tf_ir::extent::{Extent, Term};

/// A comparison that is likely to hold, or the opposite of one.
pub struct Likely {
    /// What is likely to hold.
    pub predicate: CmpI,
    /// It is the opposite of the original comparison.
    pub is_opposite: bool,
}

impl Likely {
    /// `None` if neither the comparison nor its opposite is known to hold nearly always.
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

/// The iterations at an end of its range in which an order comparison fails.
pub fn failing(body: &Body, op: Op) -> Option<i64> {
    Range::of(body, op)?.failing(CmpI::of(body.op(op))?)
}

/// True for a comparison with a likely outcome, for logic on such outcomes, and for a selection by one:
/// nearly all iterations run a loop version without them.
pub(crate) fn is_decided(body: &Body, op: Op) -> bool {
    match body.kind(op) {
        Select::KIND => is_outcome(body, body.operand(op, 0)),
        _ => body.results(op).next().is_some_and(|result| is_outcome(body, result)),
    }
}

/// True for logic on likely outcomes; shared values are visited once.
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

/// True for an access that is out of bounds at most at a few points at the ends of a domain: a loop version
/// without checks runs for all others.
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

/// Depth of the definitions that are followed. Sums may share parts, so each level may double the visits.
const DEPTH: u32 = 8;

/// Maximum number of values visited for an outcome.
const MOST_OUTCOMES: usize = 32;

/// Largest coefficient of an extent: indices of elements along an axis have fewer than 48 bits.
const LARGEST: u64 = 1 << 12;

/// A linear form of loop indices with constant coefficients, plus a term of extents.
#[derive(Clone)]
struct Form {
    indices: Vec<(Value, i64)>,
    rest: Extent,
}

impl Form {
    /// The linear form of a value; `None` if it depends on anything else.
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

    /// The linear form of a subscript; `None` if other loops than those over points move it.
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

    /// How far it falls below zero, and how far it exceeds the last element of an extent.
    fn outside(&self, body: &Body, extent: &Extent) -> Option<[Extent; 2]> {
        let above = self.end(body, true)?.sub(extent).ok()?.add_const(1).ok()?;
        Some([self.end(body, false)?.neg().ok()?, above])
    }

    fn of_extent(rest: Extent) -> Form {
        Form { indices: Vec::new(), rest }
    }

    /// The sum of this form and a multiple of another one.
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

    /// The minimum, or the maximum, over all iterations of the loops.
    fn end(&self, body: &Body, most: bool) -> Option<Extent> {
        let mut form = self.clone();
        // The bounds of an inner loop may depend on the loops around it.
        while !form.indices.is_empty() {
            let (counter, factor) = form.innermost(body)?;
            let upwards = most == (factor > 0);
            let place = if upwards { counter.last()? } else { counter.lower.clone() };
            form.indices.retain(|(index, _)| *index != counter.variable);
            form = form.plus(&place, factor)?;
        }
        Some(form.rest)
    }

    /// True if the value fits into 64 bits in all iterations.
    fn is_exact(&self, body: &Body) -> bool {
        let is_small = |term: &Term| match term.factors().len() {
            0 => true,
            1 => term.coefficient().unsigned_abs() <= LARGEST,
            _ => false,
        };
        // Constants have been computed in 64 bits.
        [false, true].into_iter().all(|most| {
            self.end(body, most)
                .is_some_and(|end| end.as_const().is_some() || end.terms().iter().all(is_small))
        })
    }

    /// The index of the innermost loop, with its factor; `None` if a loop has unknown bounds.
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
    /// Nesting depth of its loop.
    depth: usize,
}

impl Counter {
    /// The loop of an induction variable, if its bounds are known as linear forms.
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

/// The loop that has a value as a region argument.
fn loop_of(body: &Body, value: Value) -> Option<Op> {
    let block = body.def_op(value).is_none().then(|| body.def_block(value)).flatten()?;
    body.block_owner(block).filter(|op| as_loop(body, *op).is_some())
}

/// The range of the difference of a comparison's operands over all iterations.
struct Range {
    /// The ends, if constant.
    least: Option<i64>,
    most: Option<i64>,
    /// The distance of the ends.
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
        let length = most.sub(&least).ok()?.as_const().map_or(LIKELY_TRIP_COUNT, |length| length as f64);
        Some(Range { least: least.as_const(), most: most.as_const(), length })
    }

    /// The equivalent order comparison with zero: a difference that is never negative is zero unless it is
    /// positive.
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

    /// True if a difference is likely to have this order to zero.
    fn holds_nearly_always(&self, order: CmpI) -> bool {
        self.failing(order).is_some_and(|places| places as f64 <= RARELY * self.length)
    }

    /// The iterations at an end of the range in which it fails.
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
