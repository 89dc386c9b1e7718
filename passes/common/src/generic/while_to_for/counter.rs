//! Recognition of counting loops: a carried integer that changes by a constant until it reaches a bound.

use crate::cost::figures::MOST_CONDITION_OPS;
use tf_dialects::arith::{Addi, CmpI, Cmpi, Subi};
use tf_dialects::elementwise::constant;
use tf_dialects::loops::{While, WhileOp};
use tf_dialects::scalar::{DType, Scalar, dtype, element_type};
use tf_dialects::tensor::{At, FromElements};
use tf_ir::body::{Body, Op, Value};
use tf_ir::effects::is_pure;
use tf_ir::rewrite::constant_value;

/// The counter of a `loop.while`.
pub(super) struct Counter {
    /// Its index among the carried values.
    pub position: usize,
    /// Its type.
    pub dtype: DType,
    /// True if the comparison is unsigned.
    pub is_unsigned: bool,
    /// Its first value.
    pub start: Bound,
    /// Its end: the loop runs while the counter is below, or above if the step is negative.
    pub end: Bound,
    /// The constant that each iteration adds; not 0.
    pub step: i64,
}

/// The first value of a counter, or its end.
#[derive(Clone, Copy)]
pub(super) enum Bound {
    /// A constant, with the signedness of the comparison.
    Constant(i64),
    /// A scalar or a tensor of rank 0: from outside the loop, or computed by its first region from
    /// loop-invariant values.
    Value(Value),
}

impl Bound {
    pub fn as_const(self) -> Option<i64> {
        match self {
            Bound::Constant(number) => Some(number),
            Bound::Value(_) => None,
        }
    }
}

/// The comparison of the counter with a bound, before the sign of the step is known.
struct Test {
    position: usize,
    predicate: CmpI,
    bound: Value,
    dtype: DType,
}

impl Counter {
    /// `None` if the loop does not count, or if the counter may leave the range of its type before it stops.
    pub fn of(body: &Body, op: Op) -> Option<Counter> {
        let view = body.cast(op, While)?;
        let first = body.entry(body.region(op, 0))?;
        if body.ops(first).count() > MOST_CONDITION_OPS || !body.ops(first).all(|inner| is_pure(body, inner))
        {
            return None;
        }
        let condition = body.operand(view.condition()?, 0);
        let comparison = body.def_op(root(body, condition)).filter(|def| body.is(*def, Cmpi))?;
        let predicate = CmpI::of(body.op(comparison))?;
        let [left, right] = [0, 1].map(|i| body.operand(comparison, i));
        let orders = [(left, predicate, right), (right, predicate.swapped(), left)];
        orders.into_iter().find_map(|(counter, predicate, bound)| {
            let before = view.before();
            let position = before.iter().position(|arg| *arg == root(body, counter))?;
            let dtype = element_type(body.ctx(), body.ty(before[position]))?;
            let counts = is_number(body, before[position]) && dtype.is_int() && dtype.bits() > 1;
            let test = Test { position, predicate, bound, dtype };
            counts.then(|| test.counter(body, view)).flatten()
        })
    }

    /// True if it counts up.
    pub fn is_rising(&self) -> bool {
        self.step > 0
    }

    /// True if the final value can be computed from the bounds in 64 bits.
    pub fn has_end(&self) -> bool {
        let constants = self.start.as_const().zip(self.end.as_const());
        let fits = constants.is_some_and(|(start, end)| end.checked_sub(start).is_some());
        !self.is_rising() || self.step == 1 || self.dtype.bits() < 64 || fits
    }
}

impl Test {
    fn counter(&self, body: &Body, view: WhileOp<'_>) -> Option<Counter> {
        use CmpI::*;
        let step = step(body, view, self.position)?;
        let is_unsigned = matches!(self.predicate, Ult | Ule | Ugt | Uge);
        let start = view.op().operand(self.position);
        let start = self.constant(body, start, is_unsigned).map_or(Bound::Value(start), Bound::Constant);
        let end = self.constant(body, self.bound, is_unsigned);
        if end.is_none() && !is_fixed(body, view, self.bound) {
            return None;
        }
        let (least, greatest) = self.range(is_unsigned);
        let end = match (self.predicate, step > 0) {
            (Slt | Ult, true) | (Sgt | Ugt, false) => end.map_or(Bound::Value(self.bound), Bound::Constant),
            (Sle | Ule, true) => {
                Bound::Constant(end.filter(|end| i128::from(*end) < greatest)?.checked_add(1)?)
            }
            (Sge | Uge, false) => {
                Bound::Constant(end.filter(|end| i128::from(*end) > least)?.checked_sub(1)?)
            }
            (Ne, rises) => Bound::Constant(end.filter(|end| reaches(start, *end, step, rises))?),
            _ => return None,
        };
        let counter = Counter { position: self.position, dtype: self.dtype, is_unsigned, start, end, step };
        let safe = is_inside(&counter, (least, greatest)) && fits_index(&counter);
        safe.then_some(counter)
    }

    /// A constant with this signedness, if it fits into a signed 64-bit integer.
    fn constant(&self, body: &Body, value: Value, is_unsigned: bool) -> Option<i64> {
        let scalar = constant_scalar(body, value)?;
        match is_unsigned {
            true => i64::try_from(scalar.bits()).ok(),
            false => Some(scalar.to_i64()),
        }
    }

    fn range(&self, is_unsigned: bool) -> (i128, i128) {
        let width = self.dtype.bits();
        match is_unsigned {
            true => (0, (1 << width) - 1),
            false => (-(1 << (width - 1)), (1 << (width - 1)) - 1),
        }
    }
}

/// True if a counter with a `!=` test equals the constant bound in some iteration.
fn reaches(start: Bound, end: i64, step: i64, rises: bool) -> bool {
    let Some(start) = start.as_const() else { return false };
    let distance = i128::from(end) - i128::from(start);
    distance % i128::from(step) == 0 && (if rises { distance >= 0 } else { distance <= 0 })
}

/// True if the counter stays in the range of its type: a step of one reaches every bound, but others may
/// exceed it.
fn is_inside(counter: &Counter, (least, greatest): (i128, i128)) -> bool {
    let step = i128::from(counter.step);
    let Some(end) = counter.end.as_const().map(i128::from) else { return step.abs() == 1 };
    let farthest = match counter.is_rising() {
        true => end - 1 + step,
        false => end + 1 + step,
    };
    let inside = |value: i128| (least..=greatest).contains(&value);
    if inside(farthest) {
        return true;
    }
    let Some(start) = counter.start.as_const().map(i128::from) else { return false };
    let distance = (end - start) * step.signum();
    let iterations = (distance + step.abs() - 1).div_euclid(step.abs()).max(0);
    inside(start + iterations * step)
}

/// True if a signed 64-bit index can represent the counter, or the remaining distance.
fn fits_index(counter: &Counter) -> bool {
    let (start, end) = (counter.start.as_const(), counter.end.as_const());
    if counter.dtype.bits() < 64 {
        return true;
    }
    let distance = || start.zip(end).is_some_and(|(start, end)| start.checked_sub(end).is_some());
    match (counter.is_unsigned, counter.is_rising()) {
        (false, true) => true,
        (true, true) => start.is_some() && end.is_some(),
        (false, false) => end.is_some_and(|end| end >= 0) || distance(),
        (true, false) => distance(),
    }
}

/// The constant that each iteration adds to a carried value, unless it is 0.
fn step(body: &Body, view: WhileOp<'_>, position: usize) -> Option<i64> {
    let (before, after) = (view.before(), view.after());
    let passed: Vec<Value> = body.operands(view.condition()?).skip(1).collect();
    let next = body.def_op(root(body, *view.yielded().get(position)?))?;
    let is_counter = |value: Value| {
        let argument = root(body, value);
        let at = after.iter().position(|arg| *arg == argument);
        at.is_some_and(|at| root(body, passed[at]) == before[position])
    };
    added(body, next, is_counter).filter(|step| *step != 0 && *step != i64::MIN)
}

/// The constant that an addition or subtraction adds to the counter, which `is_counter` recognizes.
pub(super) fn added(body: &Body, op: Op, is_counter: impl Fn(Value) -> bool) -> Option<i64> {
    if !body.is(op, Addi) && !body.is(op, Subi) {
        return None;
    }
    let [a, b] = [0, 1].map(|i| body.operand(op, i));
    let constant = |value| constant_scalar(body, value).map(Scalar::to_i64);
    if body.is(op, Subi) {
        let less = is_counter(a).then(|| constant(b)).flatten()?;
        // The negation of the least integer of a narrow type wraps to itself.
        let dtype = element_type(body.ctx(), body.ty(b))?;
        return Some(Scalar::from_i64(dtype, less.wrapping_neg()).to_i64());
    }
    match (is_counter(a), is_counter(b)) {
        (true, false) => constant(b),
        (false, true) => constant(a),
        _ => None,
    }
}

/// True if a value is loop-invariant: it comes from outside the loop, is carried unchanged, or is computed
/// from such values by the first region.
pub(super) fn is_fixed(body: &Body, view: WhileOp<'_>, value: Value) -> bool {
    let op = view.op().id();
    if is_outside(body, op, value) {
        return true;
    }
    let before = view.before();
    if let Some(at) = before.iter().position(|arg| *arg == value) {
        return comes_back(body, view, at);
    }
    let Some(def) = body.def_op(value) else { return false };
    body.regions(def).len() == 0 && is_pure(body, def) && body.operands(def).all(|v| is_fixed(body, view, v))
}

/// True if each iteration yields a carried value unchanged.
pub(super) fn comes_back(body: &Body, view: WhileOp<'_>, position: usize) -> bool {
    let Some(condition) = view.condition() else { return false };
    let next = view.yielded()[position];
    let mut passed = body.operands(condition).skip(1);
    let after = view.after().iter().position(|arg| *arg == next);
    let same = after.and_then(|at| passed.nth(at)).is_some_and(|value| value == view.before()[position]);
    same || next == view.op().operand(position)
}

/// True if a value is defined outside an op.
pub(super) fn is_outside(body: &Body, op: Op, value: Value) -> bool {
    let owner = body.def_block(value).and_then(|block| body.block_owner(block));
    owner.is_some_and(|owner| !body.encloses(op, owner))
}

/// The scalar or tensor of rank 0 that a value is read or built from.
pub(super) fn root(body: &Body, value: Value) -> Value {
    let mut found = value;
    while let Some(def) = body.def_op(found) {
        if !is_number(body, found) {
            return found;
        }
        let source = match () {
            () if body.is(def, At) || body.is(def, FromElements) => body.operand(def, 0),
            () => return found,
        };
        if !is_number(body, source) {
            return found;
        }
        found = source;
    }
    found
}

/// True for a scalar or a tensor of rank 0.
pub(super) fn is_number(body: &Body, value: Value) -> bool {
    let (ctx, ty) = (body.ctx(), body.ty(value));
    ctx.dims(ty).map_or_else(|| dtype(ctx, ty).is_some(), <[_]>::is_empty)
}

/// The constant value of a scalar or a tensor of rank 0.
pub(super) fn constant_scalar(body: &Body, value: Value) -> Option<Scalar> {
    constant::uniform(body.ctx(), constant_value(body, root(body, value))?)
}
