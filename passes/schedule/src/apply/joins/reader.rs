//! Classifies the values in a fold's terms by how they depend on other folds over the same index.
//!
//! Folds that are *joined* share one loop, so their results are not final inside of it. A term may use the
//! results of others only as the [laws](super::LAWS) allow. For each value, [`Reader`] determines whether it
//! depends on the joined folds, whether it is loop-invariant, and how it changes as the folds grow.

use super::guard::Guard;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::tensor::{CombiningKind, Compute, Fold};
use tf_ir::body::{Body, Op, Value};
use tf_ir::walk::walk;
use tf_passes_common::cost::figures::{DEVIATION, EXPONENT};

/// A running value of one of the joined folds, such as a sum or a maximum.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// How terms are combined.
    pub kind: CombiningKind,
    /// The operand that is combined.
    pub term: Value,
}

/// How a value depends on the joined folds.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// It does not depend on them.
    Free,
    /// It depends on their results and not on the index: all terms share it.
    Fixed,
    /// It depends on both: a product of factors that change as the folds grow and of loop-invariant factors.
    Moving(Moving),
}

/// How a term changes as the joined folds grow.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Moving {
    /// The exponentials that are factors of the term.
    pub exponents: Vec<Exponent>,
    /// The product of two deviations that is the term.
    pub deviations: Option<Deviations>,
    /// Loop-invariant operations that move out of the sum, in the order in which they apply to it.
    pub after: Vec<After>,
    /// The form holds under these conditions only: elsewhere an exponential may be infinite.
    pub under: Vec<Condition>,
}

/// A condition of a term, and the value that it must have.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Condition {
    pub value: Value,
    pub holds: bool,
}

/// A loop-invariant operation that applies to the sum of all terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum After {
    /// A factor.
    Factor(Factor),
    /// Terms that do not meet the condition are 0. `any` is the fold that tells whether a term meets it, if
    /// that matters.
    Selected { of: Condition, any: Option<usize> },
    /// All terms are 0 unless this loop-invariant condition holds. `joined`: it depends on the folds.
    Kept { of: Condition, joined: bool },
}

/// `exp(x - m)`, with the running maximum (or minimum) `m` of `x`.
#[derive(Clone, PartialEq, Debug)]
pub struct Exponent {
    /// The fold of `m`.
    pub state: usize,
    /// The exponential.
    pub exp: Op,
    /// The subtraction, and whether it is `m - x`.
    pub difference: Op,
    pub turned: bool,
    /// The ops between the subtraction and the exponential, in order.
    pub steps: Vec<Scaling>,
    /// The guard, if it is subtracted instead of `m`.
    pub guard: Option<Guard>,
}

/// A scaling of a difference before its exponential.
#[derive(Clone, PartialEq, Debug)]
pub struct Scaling {
    /// A product, a quotient, a negation or a conversion.
    pub op: Op,
    /// The other factor, or the divisor.
    pub by: Option<Value>,
}

/// A product of deviations of values whose sums are joined folds.
#[derive(Clone, PartialEq, Debug)]
pub struct Deviations {
    /// The sums of both values.
    pub states: [usize; 2],
    /// The values that are subtracted.
    pub from: [Value; 2],
}

/// A loop-invariant factor.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Factor {
    pub value: Value,
    pub divides: bool,
}

/// A law: how the result of an op changes as the folds grow.
pub trait Law: Sync {
    /// The form of the result of an op that depends on the folds; `None` if the law does not apply.
    fn form(&self, reader: &Reader<'_>, op: Op) -> Option<Form>;
}

impl Exponent {
    /// True if both change by the same factor.
    pub fn moves_as(&self, other: &Exponent) -> bool {
        let is_plain = self.steps.is_empty() && other.steps.is_empty();
        let is_alike = self.state == other.state && self.turned == other.turned && self.guard == other.guard;
        self.exp == other.exp || (is_alike && is_plain)
    }
}

impl Moving {
    /// The cost of correcting a partial result, in additions of one lane; `exponential` is the cost of one
    /// exponential.
    pub fn corrections(&self, exponential: f64) -> f64 {
        let deviations = if self.deviations.is_some() { DEVIATION } else { 0.0 };
        self.exponents.len() as f64 * (exponential + EXPONENT) + deviations
    }

    /// The folds whose final values are needed after the loop, besides those in loop-invariant values.
    pub fn ends(&self) -> impl Iterator<Item = usize> + '_ {
        let any = |after: &After| if let After::Selected { any, .. } = after { *any } else { None };
        self.leaders().chain(self.after.iter().filter_map(any))
    }

    /// The folds whose growth changes the terms.
    pub fn leaders(&self) -> impl Iterator<Item = usize> + '_ {
        let deviations = self.deviations.iter().flat_map(|deviations| deviations.states);
        self.exponents.iter().map(|exponent| exponent.state).chain(deviations)
    }
}

/// Reads the code of terms.
pub struct Reader<'a> {
    pub body: &'a Body,
    laws: &'static [&'static dyn Law],
    /// The joined folds that were read so far.
    pub states: Vec<State>,
    /// The results of the folds, with the indices of their states.
    pub finals: FxHashMap<Value, usize>,
    /// Loop indices, with an id of their range: equal ids are interchangeable. [`JOINED`] is the folds' id.
    pub indices: FxHashMap<Value, usize>,
    /// For a read of a member by identity access, the value that the member yields there.
    pub through: FxHashMap<Value, Value>,
    /// The folds are members of a group, each in its own compute.
    pub in_group: bool,
    /// The members of the group.
    pub members: FxHashSet<Op>,
    known: RefCell<FxHashMap<Value, (bool, bool)>>,
    forms: RefCell<FxHashMap<Value, Option<Form>>>,
}

/// A `select` between a constant and another value.
pub struct Selection {
    /// The condition for the other value.
    pub of: Condition,
    pub other: Value,
}

/// The most conditions of a term.
const MOST_CONDITIONS: usize = 8;

/// The index of the loop that folds are over.
pub const JOINED: usize = 0;

impl<'a> Reader<'a> {
    /// A reader without folds.
    pub fn new(body: &'a Body, laws: &'static [&'static dyn Law]) -> Reader<'a> {
        Reader {
            body,
            laws,
            states: Vec::new(),
            finals: FxHashMap::default(),
            indices: FxHashMap::default(),
            through: FxHashMap::default(),
            in_group: false,
            members: FxHashSet::default(),
            known: RefCell::default(),
            forms: RefCell::default(),
        }
    }

    /// Clears the caches, as more folds are joined.
    pub fn forget(&mut self) {
        self.known.get_mut().clear();
        self.forms.get_mut().clear();
    }

    /// The form of a value, looking through reads of members; `None` if no law applies.
    pub fn form(&self, value: Value) -> Option<Form> {
        let value = self.resolved(value);
        match self.depends(value) {
            (false, _) => Some(Form::Free),
            (true, false) => Some(Form::Fixed),
            (true, true) => self.moving(value),
        }
    }

    /// The form of a term; `None` also if that form needs a condition that the term does not have.
    pub fn term(&self, value: Value) -> Option<Form> {
        self.form(value).filter(|form| !matches!(form, Form::Moving(moving) if !moving.under.is_empty()))
    }

    /// The form of a value that depends on the folds and the index. A worklist visits operands first, so that
    /// laws find their forms and long code does not overflow the stack.
    fn moving(&self, value: Value) -> Option<Form> {
        let mut pending = vec![value];
        while let Some(value) = pending.last().copied() {
            if self.forms.borrow().contains_key(&value) {
                pending.pop();
                continue;
            }
            let Some(op) = self.body.def_op(value) else {
                self.forms.borrow_mut().insert(value, None);
                continue;
            };
            let is_open = |value: &Value| {
                self.depends(*value) == (true, true) && !self.forms.borrow().contains_key(value)
            };
            let before = pending.len();
            pending.extend(self.body.operands(op).map(|operand| self.resolved(operand)).filter(is_open));
            if pending.len() == before {
                let form = self.laws.iter().find_map(|law| law.form(self, op));
                self.forms.borrow_mut().insert(value, form);
            }
        }
        self.forms.borrow().get(&value).cloned().flatten()
    }

    /// Looks through reads of members.
    pub fn resolved(&self, mut value: Value) -> Value {
        while let Some(inner) = self.through.get(&value) {
            value = *inner;
        }
        value
    }

    /// Whether a value depends on the joined folds, and whether it varies from term to term.
    pub fn depends(&self, value: Value) -> (bool, bool) {
        let mut pending = vec![self.resolved(value)];
        let mut found = (false, false);
        while let Some(value) = pending.last().copied() {
            if let Some(known) = self.settled(value) {
                found = known;
                pending.pop();
                continue;
            }
            let parts = self.parts(value);
            let before = pending.len();
            pending.extend(parts.iter().filter(|part| self.settled(**part).is_none()));
            if pending.len() == before {
                let all = parts.into_iter().filter_map(|part| self.settled(part));
                let all = all.fold((false, false), |found, part| (found.0 || part.0, found.1 || part.1));
                self.known.borrow_mut().insert(value, all);
            }
        }
        found
    }

    /// The dependence of a value, if it is known without its operands.
    fn settled(&self, value: Value) -> Option<(bool, bool)> {
        if self.finals.contains_key(&value) {
            return Some((true, false));
        }
        if let Some(number) = self.indices.get(&value) {
            return Some((false, *number == JOINED));
        }
        self.known.borrow().get(&value).copied()
    }

    /// The values that a value is computed from. Values defined outside of the computes do not depend on the
    /// folds: they have none.
    fn parts(&self, value: Value) -> Vec<Value> {
        let body = self.body;
        let Some(op) = body.def_op(value).filter(|op| self.is_in_code(*op)) else { return Vec::new() };
        let mut operands = Vec::new();
        walk(body, op, &mut |body, inner| operands.extend(body.operands(inner)));
        // Values defined in the op's regions count by their operands.
        let is_inner =
            |value: &Value| body.def_op(*value).is_some_and(|def| def == op || body.encloses(op, def));
        operands.retain(|value| !is_inner(value));
        operands.into_iter().map(|value| self.resolved(value)).collect()
    }

    /// True for ops in computes, and for the members of the current group.
    fn is_in_code(&self, op: Op) -> bool {
        let mut around = std::iter::successors(self.body.parent_op(op), |op| self.body.parent_op(*op));
        self.members.contains(&op) || around.any(|op| self.body.is(op, Compute))
    }

    /// The fold whose result a value is.
    pub fn state_of(&self, value: Value) -> Option<usize> {
        self.finals.get(&self.resolved(value)).copied()
    }

    /// True if a value equals, term by term, the operand of a fold.
    pub fn is_term_of(&self, value: Value, state: usize) -> bool {
        self.states.get(state).is_some_and(|state| self.same(value, state.term))
    }

    /// The conditions under which a value equals, term by term, the operand of a maximum or minimum.
    /// Elsewhere that operand is the identity, an infinity.
    pub fn is_term_under(&self, value: Value, state: usize) -> Option<Vec<Condition>> {
        let of = self.states.get(state)?;
        let neutral = match of.kind {
            CombiningKind::MaximumF | CombiningKind::MaxNumF => f64::NEG_INFINITY,
            CombiningKind::MinimumF | CombiningKind::MinNumF => f64::INFINITY,
            _ => return None,
        };
        let (mut term, mut under) = (self.resolved(of.term), Vec::new());
        while under.len() <= MOST_CONDITIONS {
            if self.same(value, term) {
                return Some(under);
            }
            let choice = self.choice(term, neutral)?;
            under.push(choice.of);
            term = self.resolved(choice.other);
        }
        None
    }

    /// Matches a `select` between this constant and another value.
    pub fn choice(&self, value: Value, constant: f64) -> Option<Selection> {
        let body = self.body;
        let op = body.def_op(self.resolved(value)).filter(|op| body.is(*op, arith::Select))?;
        let [condition, a, b] = [0, 1, 2].map(|at| body.operand(op, at));
        let is = |value: Value| self.constant(value) == Some(constant);
        let (holds, other) = if is(b) { (true, a) } else { (false, is(a).then_some(b)?) };
        Some(Selection { of: Condition { value: condition, holds }, other })
    }

    /// The value of a constant.
    pub fn constant(&self, value: Value) -> Option<f64> {
        let op = self.body.def_op(self.resolved(value)).filter(|op| self.body.is(*op, arith::Constant))?;
        self.body.ctx().attr_float(self.body.attr(op, "value")?)
    }

    /// The fold that reduces a condition over all terms: `or` for a condition that must hold, else `and`.
    pub fn any_of(&self, of: Condition) -> Option<usize> {
        let kind = if of.holds { CombiningKind::Or } else { CombiningKind::And };
        self.states.iter().position(|state| state.kind == kind && self.same(of.value, state.term))
    }

    /// True if two values are equal in all iterations.
    pub fn same(&self, a: Value, b: Value) -> bool {
        let (mut pending, mut met) = (vec![(a, b)], FxHashSet::default());
        while let Some((a, b)) = pending.pop() {
            let pair = (self.resolved(a), self.resolved(b));
            if pair.0 == pair.1 || !met.insert(pair) {
                continue;
            }
            if let (Some(a), Some(b)) = (self.indices.get(&pair.0), self.indices.get(&pair.1)) {
                if a != b {
                    return false;
                }
                continue;
            }
            let Some((first, second)) = self.alike(pair) else { return false };
            pending.extend(self.body.operands(first).zip(self.body.operands(second)));
        }
        true
    }

    /// The ops that define two values, if equal operands give equal values.
    fn alike(&self, (a, b): (Value, Value)) -> Option<(Op, Op)> {
        let body = self.body;
        let (first, second) = (body.def_op(a)?, body.def_op(b)?);
        let number = |op: Op, value: Value| body.results(op).position(|own| own == value);
        let alike = body.kind(first) == body.kind(second)
            && number(first, a) == number(second, b)
            && body.operand_count(first) == body.operand_count(second)
            && body.regions(first).next().is_none()
            && body.regions(second).next().is_none()
            && tf_ir::effects::is_pure(body, first)
            && self.attrs(first) == self.attrs(second);
        alike.then_some((first, second))
    }

    /// The attributes that determine the result of an op.
    fn attrs(&self, op: Op) -> Vec<(&'static str, tf_ir::attr::Attribute)> {
        self.body.inherent(op).filter(|(name, _)| *name != FastMath::ATTR).collect()
    }

    /// Whether a value is available before the loops: a constant, or independent of the terms.
    pub fn is_outside(&self, value: Value) -> bool {
        let is_constant = self.body.def_op(value).is_some_and(|op| self.body.is(op, arith::Constant));
        is_constant || (!self.inner(value) && self.depends(value) == (false, false))
    }

    /// True for values of a fold's region, or of a member's.
    fn inner(&self, value: Value) -> bool {
        let owner = self.body.def_block(value).and_then(|block| self.body.block_owner(block));
        owner
            .is_some_and(|owner| self.body.is(owner, Fold) || (self.in_group && self.body.is(owner, Compute)))
    }
}
