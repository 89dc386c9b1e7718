//! Interfaces of structured control flow (loops and branches), which passes query instead of listing ops.

use crate::body::{Body, Op, Value};
use crate::extent::Extent;
use crate::opref::OpRef;
use smallvec::SmallVec;

/// A bound or step of an iteration domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Bound {
    /// A constant.
    Constant(i64),
    /// A term over the extents of the function.
    Term(Extent),
    /// An operand of the loop.
    Value(Value),
    /// Computed from several operands or extents.
    Computed,
}

impl Bound {
    /// The bound given by an operand: a constant if a constant op defines it.
    pub fn operand(op: OpRef<'_>, i: usize) -> Bound {
        let constant = op.operand_def(i).and_then(OpRef::constant).and_then(|attr| op.ctx().attr_int(attr));
        match constant.and_then(|number| i64::try_from(number).ok()) {
            Some(number) => Bound::Constant(number),
            None => Bound::Value(op.operand(i)),
        }
    }

    /// The bound given by an extent: a constant if it is one.
    pub fn extent(extent: &Extent) -> Bound {
        match extent.as_const() {
            Some(number) => Bound::Constant(number),
            None => Bound::Term(extent.clone()),
        }
    }

    /// The constant, if it is one.
    pub fn as_const(&self) -> Option<i64> {
        match self {
            Bound::Constant(number) => Some(*number),
            _ => None,
        }
    }

    /// The term, if it depends on extents only.
    pub fn as_term(&self) -> Option<Extent> {
        match self {
            Bound::Constant(number) => Some(Extent::constant(*number)),
            Bound::Term(term) => Some(term.clone()),
            Bound::Value(_) | Bound::Computed => None,
        }
    }
}

/// An induction variable with its iteration domain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Induction {
    /// The argument of the loop's region.
    pub variable: Value,
    /// The lower bound.
    pub lower: Bound,
    /// The upper bound, excluded.
    pub upper: Bound,
    /// The step.
    pub step: Bound,
}

impl Induction {
    /// The trip count, if it is a constant; `None` for a step that is not positive.
    pub fn trip_count(&self) -> Option<u64> {
        trip_count(self.lower.as_const()?, self.upper.as_const()?, self.step.as_const()?)
    }

    /// `upper - lower` as a term: the trip count if it is not negative and the step is 1.
    pub fn length(&self) -> Option<Extent> {
        (self.step.as_const() == Some(1)).then_some(())?;
        self.upper.as_term()?.sub(&self.lower.as_term()?).ok()
    }
}

/// The trip count of a counted loop; `None` for a step that is not positive.
pub fn trip_count(lower: i64, upper: i64, step: i64) -> Option<u64> {
    if step < 1 {
        return None;
    }
    let length = i128::from(upper) - i128::from(lower);
    let trips = (length + i128::from(step) - 1).div_euclid(step.into());
    u64::try_from(trips.max(0)).ok()
}

/// The loop-carried values, as lists of one length. Values that change in memory are not carried.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Carried {
    /// The initial values: operands of the loop.
    pub inits: Vec<Value>,
    /// The region arguments that hold them during an iteration.
    pub arguments: Vec<Value>,
    /// The values for the next iteration.
    pub next: Vec<Value>,
}

/// Loops: ops that run regions any number of times. The interface may assume that ops are verified.
pub trait LoopLike: Send + Sync {
    /// The induction variables, outermost first; the trip count is the product of their trip counts. Empty if
    /// only a condition ends the loop.
    fn inductions(&self, op: OpRef<'_>) -> SmallVec<[Induction; 2]>;

    /// The carried values.
    fn carried(&self, op: OpRef<'_>) -> Carried;

    /// The continuation condition of a loop that may end before its iteration domain does, or that has no
    /// such domain.
    fn early_exit(&self, op: OpRef<'_>) -> Option<Value>;

    /// The largest trip count, if it is a constant.
    fn max_trip_count(&self, op: OpRef<'_>) -> Option<u64> {
        let trips: SmallVec<[Option<u64>; 2]> =
            self.inductions(op).iter().map(|induction| induction.trip_count()).collect();
        if trips.is_empty() && self.early_exit(op).is_some() {
            return None;
        }
        if trips.contains(&Some(0)) {
            return Some(0);
        }
        trips.into_iter().try_fold(1u64, |product, trips| Some(product.saturating_mul(trips?)))
    }

    /// The trip count, if it is a constant and nothing ends the loop early.
    fn constant_trip_count(&self, op: OpRef<'_>) -> Option<u64> {
        self.max_trip_count(op).filter(|trips| *trips == 0 || self.early_exit(op).is_none())
    }
}

/// Conditionals: ops that run one of their regions, or none, once. The interface may assume that ops are
/// verified.
pub trait Branch: Send + Sync {
    /// The operand that selects the region.
    fn condition(&self, op: OpRef<'_>) -> Value;

    /// The region that runs for a value of the condition.
    fn region_for(&self, op: OpRef<'_>, number: i64) -> usize;

    /// Whether the condition, of type `i1`, holds when the region runs; `None` if that is not known.
    fn holds_in(&self, op: OpRef<'_>, region: usize) -> Option<bool>;

    /// The values that a region yields: the results, if it runs.
    fn yielded(&self, op: OpRef<'_>, region: usize) -> Vec<Value>;

    /// The region that runs, if the condition is constant or there is only one region.
    fn known_region(&self, op: OpRef<'_>) -> Option<usize> {
        if op.body().regions(op.id()).len() == 1 {
            return Some(0);
        }
        let at = op.operands().position(|operand| operand == self.condition(op))?;
        Some(self.region_for(op, Bound::operand(op, at).as_const()?))
    }
}

/// The interface of a loop; `None` for other ops.
pub fn as_loop(body: &Body, op: Op) -> Option<&dyn LoopLike> {
    body.info(op).interface::<dyn LoopLike>()
}

/// The interface of a conditional; `None` for other ops.
pub fn as_branch(body: &Body, op: Op) -> Option<&dyn Branch> {
    body.info(op).interface::<dyn Branch>()
}

/// The continuation condition of a loop that may end early.
pub fn early_exit(body: &Body, op: Op) -> Option<Value> {
    as_loop(body, op)?.early_exit(body.op(op))
}
