//! What the terms of a fold are to other folds over the same index, value by value.
//!
//! Folds that are to be *joined* share the trips of one loop, so that inside of it nobody knows yet what they come to. A term may use what others come to in
//! ways that the [laws](super::LAWS) know: [`Reader`] says of each value whether what the joined folds come to has a part in it, whether it is
//! the same for all terms, and how it changes as they grow.

use super::guard::Guard;
use crate::schedule::cost::figures::{DEVIATION, EXPONENT};
use rustc_hash::{FxHashMap, FxHashSet};
use std::cell::RefCell;
use tf_dialects::arith::{self, FastMath, FlagSet};
use tf_dialects::tensor::{CombiningKind, Compute, Fold};
use tf_ir::body::{Body, Op, Value};
use tf_ir::walk::walk;

/// What one of the joined folds adds up, or takes the greatest of.
#[derive(Clone, Copy, Debug)]
pub struct State {
    /// How terms are combined.
    pub kind: CombiningKind,
    /// The term.
    pub term: Value,
}

/// What a value is to the joined folds.
#[derive(Clone, PartialEq, Debug)]
pub enum Form {
    /// They have no part in it.
    Free,
    /// It follows from what they come to, the same for all terms.
    Fixed,
    /// It is the product of what moves along with them and what is the same for all terms.
    Moving(Moving),
}

/// How a term moves as the joined folds grow.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Moving {
    /// It is a multiple of these.
    pub exponents: Vec<Exponent>,
    /// It is the product of how far two values are from others that are the same for all terms.
    pub deviations: Option<Deviations>,
    /// What becomes of the sum of all terms, in this order: what is the same for all of them.
    pub after: Vec<After>,
    /// It holds where these conditions are what they are said to be: elsewhere an exponential may be infinite.
    pub under: Vec<Condition>,
}

/// A condition of a term, and whether it has to hold.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Condition {
    pub value: Value,
    pub holds: bool,
}

/// What is the same for all terms, and so follows their sum.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum After {
    /// A factor.
    Factor(Factor),
    /// Terms are only those of which the condition holds, others are 0. Which fold says whether there are any, if that has to be known.
    Selected { of: Condition, any: Option<usize> },
    /// Terms are 0, all of them, unless the condition holds, which is the same for all. Whether the folds have a part in it.
    Kept { of: Condition, joined: bool },
}

/// The exponential of how far a value is from what a fold comes to of it.
#[derive(Clone, PartialEq, Debug)]
pub struct Exponent {
    /// Which of the folds.
    pub state: usize,
    /// The exponential.
    pub exp: Op,
    /// The subtraction, and whether the value is subtracted from what the fold comes to.
    pub difference: Op,
    pub turned: bool,
    /// What stands between both, from the subtraction on.
    pub steps: Vec<Scaling>,
    /// What is subtracted is not what the fold comes to, but this where that is infinite.
    pub guard: Option<Guard>,
}

/// What becomes of a difference before it is an exponent.
#[derive(Clone, PartialEq, Debug)]
pub struct Scaling {
    /// A product, a quotient, a negation or a conversion.
    pub op: Op,
    /// The other factor, or the divisor.
    pub by: Option<Value>,
}

/// A product of deviations of a value whose sum is one of the folds.
#[derive(Clone, PartialEq, Debug)]
pub struct Deviations {
    /// The sums of both values.
    pub states: [usize; 2],
    /// What they are compared with.
    pub from: [Value; 2],
}

/// A factor that is the same for all terms.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Factor {
    pub value: Value,
    pub divides: bool,
}

/// A law: how the result of an op changes as the folds grow that have a part in it.
pub trait Law: Sync {
    /// What the result of an op is, some operand of which moves or is the same for all terms; `None` if the law does not speak of it.
    fn form(&self, reader: &Reader<'_>, op: Op) -> Option<Form>;
}

impl Exponent {
    /// True if it changes as another one does.
    pub fn moves_as(&self, other: &Exponent) -> bool {
        let is_plain = self.steps.is_empty() && other.steps.is_empty();
        let is_alike = self.state == other.state && self.turned == other.turned && self.guard == other.guard;
        self.exp == other.exp || (is_alike && is_plain)
    }
}

impl Moving {
    /// What correcting a part costs, in additions of one lane, where an exponential costs so much.
    pub fn corrections(&self, exponential: f64) -> f64 {
        let deviations = if self.deviations.is_some() { DEVIATION } else { 0.0 };
        self.exponents.len() as f64 * (exponential + EXPONENT) + deviations
    }

    /// The folds that have to be known behind the loop, besides those that are in values which are the same for all terms.
    pub fn ends(&self) -> impl Iterator<Item = usize> + '_ {
        let any = |after: &After| if let After::Selected { any, .. } = after { *any } else { None };
        self.leaders().chain(self.after.iter().filter_map(any))
    }

    /// The folds that it moves with.
    pub fn leaders(&self) -> impl Iterator<Item = usize> + '_ {
        let deviations = self.deviations.iter().flat_map(|deviations| deviations.states);
        self.exponents.iter().map(|exponent| exponent.state).chain(deviations)
    }
}

/// Reads the code of terms.
pub struct Reader<'a> {
    pub body: &'a Body,
    laws: &'static [&'static dyn Law],
    /// The joined folds so far.
    pub states: Vec<State>,
    /// What they come to, by value.
    pub finals: FxHashMap<Value, usize>,
    /// Indices of loops that count alike, by number; 0 is the loop that the folds are over.
    pub indices: FxHashMap<Value, usize>,
    /// Of a read of what a member of the group makes at its own point: the value that the member yields there.
    pub through: FxHashMap<Value, Value>,
    /// The folds are members of a group, each with code of its own.
    pub in_group: bool,
    /// The members of the group.
    pub members: FxHashSet<Op>,
    known: RefCell<FxHashMap<Value, (bool, bool)>>,
    forms: RefCell<FxHashMap<Value, Option<Form>>>,
}

/// A choice of a constant and another value.
pub struct Choice {
    /// When it is the other value.
    pub of: Condition,
    pub other: Value,
}

/// The most conditions of a term.
const MOST_CONDITIONS: usize = 8;

/// The index of the loop that folds are over.
pub const JOINED: usize = 0;

impl<'a> Reader<'a> {
    /// A reader that knows nothing of folds yet.
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

    /// Forgets what was found out: more folds are joined.
    pub fn forget(&mut self) {
        self.known.get_mut().clear();
        self.forms.get_mut().clear();
    }

    /// What a value is, behind reads of what members make; `None` if no law says how it changes.
    pub fn form(&self, value: Value) -> Option<Form> {
        let value = self.resolved(value);
        match self.depends(value) {
            (false, _) => Some(Form::Free),
            (true, false) => Some(Form::Fixed),
            (true, true) => self.moving(value),
        }
    }

    /// What a term is; `None` also where that holds under a condition that the term does not have.
    pub fn term(&self, value: Value) -> Option<Form> {
        self.form(value).filter(|form| !matches!(form, Form::Moving(moving) if !moving.under.is_empty()))
    }

    /// What a value is that moves with the folds. Operands come first, so that laws find them known, however long the code is.
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

    /// A value behind reads of what members make.
    pub fn resolved(&self, mut value: Value) -> Value {
        while let Some(inner) = self.through.get(&value) {
            value = *inner;
        }
        value
    }

    /// Whether joined folds have a part in a value, and whether it differs from term to term.
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

    /// What is known of a value without looking at what it is made of.
    fn settled(&self, value: Value) -> Option<(bool, bool)> {
        if self.finals.contains_key(&value) {
            return Some((true, false));
        }
        if let Some(number) = self.indices.get(&value) {
            return Some((false, *number == JOINED));
        }
        self.known.borrow().get(&value).copied()
    }

    /// The values that a value is made of. Joined folds have no part in what stands in front of all computes that are looked at.
    fn parts(&self, value: Value) -> Vec<Value> {
        let body = self.body;
        let Some(op) = body.def_op(value).filter(|op| self.is_in_code(*op)) else { return Vec::new() };
        let mut operands = Vec::new();
        walk(body, op, &mut |body, inner| operands.extend(body.operands(inner)));
        // Values of the op's own regions are found by what they are made of.
        let is_inner =
            |value: &Value| body.def_op(*value).is_some_and(|def| def == op || body.encloses(op, def));
        operands.retain(|value| !is_inner(value));
        operands.into_iter().map(|value| self.resolved(value)).collect()
    }

    /// True for the code of a compute, and for the members of the group that is looked at.
    fn is_in_code(&self, op: Op) -> bool {
        let mut around = std::iter::successors(self.body.parent_op(op), |op| self.body.parent_op(*op));
        self.members.contains(&op) || around.any(|op| self.body.is(op, Compute))
    }

    /// The fold whose result a value is.
    pub fn state_of(&self, value: Value) -> Option<usize> {
        self.finals.get(&self.resolved(value)).copied()
    }

    /// True if a value is, term by term, what a fold combines.
    pub fn is_term_of(&self, value: Value, state: usize) -> bool {
        self.states.get(state).is_some_and(|state| self.same(value, state.term))
    }

    /// The conditions under which a value is, term by term, what a fold takes the greatest or least of: elsewhere that is an infinity which none of them is beyond.
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

    /// What a value chooses that may be this constant: the condition under which it is the other value, and that.
    pub fn choice(&self, value: Value, constant: f64) -> Option<Choice> {
        let body = self.body;
        let op = body.def_op(self.resolved(value)).filter(|op| body.is(*op, arith::Select))?;
        let [condition, a, b] = [0, 1, 2].map(|at| body.operand(op, at));
        let is = |value: Value| self.constant(value) == Some(constant);
        let (holds, other) = if is(b) { (true, a) } else { (false, is(a).then_some(b)?) };
        Some(Choice { of: Condition { value: condition, holds }, other })
    }

    /// The number that a value is, if it is a constant.
    pub fn constant(&self, value: Value) -> Option<f64> {
        let op = self.body.def_op(self.resolved(value)).filter(|op| self.body.is(*op, arith::Constant))?;
        self.body.ctx().attr_float(self.body.attr(op, "value")?)
    }

    /// The fold that says whether a condition is what it has to be for any term: of one that has to hold the disjunction, else the conjunction.
    pub fn any_of(&self, of: Condition) -> Option<usize> {
        let kind = if of.holds { CombiningKind::Or } else { CombiningKind::And };
        self.states.iter().position(|state| state.kind == kind && self.same(of.value, state.term))
    }

    /// True if two values are the same in all trips.
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

    /// The ops that two values are the same results of, if these compute the same of the same operands.
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

    /// The attributes of an op that say what it computes.
    fn attrs(&self, op: Op) -> Vec<(&'static str, tf_ir::attr::Attribute)> {
        self.body.inherent(op).filter(|(name, _)| *name != FastMath::ATTR).collect()
    }

    /// Whether a value is there in front of the loops: it is a constant, or nothing of the terms is in it.
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
