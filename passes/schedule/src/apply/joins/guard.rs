//! The masked-softmax guard `select(m == -inf, 0, m)`, which avoids `exp(-inf - -inf)`.
//!
//! The guard equals `m` for finite `m`, so exponentials of differences from it change as those of differences
//! from `m`. In a fully masked row they are 0 and not NaN.

use super::reader::Reader;
use std::cmp::Ordering;
use tf_dialects::arith::{self, CmpF, FastMath, FlagSet};
use tf_dialects::math;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;

/// A value that equals a fold's result where that is finite, and a finite constant for one or both
/// infinities.
#[derive(Clone, PartialEq, Debug)]
pub struct Guard {
    pub root: Value,
    /// The result of the fold, as the code reads it.
    pub from: Value,
    /// The ops that compute the root, in order.
    code: Vec<Op>,
}

impl Guard {
    /// Matches a guard: its fold, and the guard.
    pub fn of(reader: &Reader<'_>, value: Value) -> Option<(usize, Guard)> {
        let body = reader.body;
        let root = reader.resolved(value);
        let op = body.def_op(root).filter(|op| body.is(*op, arith::Select))?;
        let [condition, a, b] = [0, 1, 2].map(|at| body.operand(op, at));
        let (from, instead, holds) = match (reader.state_of(a), reader.state_of(b)) {
            (Some(_), None) => (a, b, true),
            (None, Some(_)) => (b, a, false),
            _ => return None,
        };
        let state = reader.state_of(from)?;
        let test = body.def_op(condition)?;
        let is_guard = reader.constant(instead).is_some_and(f64::is_finite)
            && holds_of_finite(reader, test, state) == Some(holds);
        let code: Vec<Op> = { body.operands(test).collect::<Vec<_>>() }
            .into_iter()
            .filter_map(|operand| body.def_op(operand).filter(|op| body.is(*op, math::Absf)))
            .chain([test, op])
            .collect();
        let reads_one = code
            .iter()
            .flat_map(|op| body.operands(*op))
            .all(|operand| reader.state_of(operand).is_none() || operand == from);
        (is_guard && reads_one).then_some((state, Guard { root, from, code }))
    }

    /// Recomputes the guard for another value.
    pub fn replayed(&self, b: &mut Builder<'_>, value: Value) -> Value {
        let mut known = vec![(self.from, value)];
        for op in &self.code {
            let operands: Vec<Value> = { b.body.operands(*op).collect::<Vec<_>>() }
                .into_iter()
                .map(|operand| {
                    let new = known.iter().find(|(old, _)| *old == operand).map(|(_, new)| *new);
                    new.unwrap_or_else(|| outside(b, operand))
                })
                .collect();
            let new = replayed(b, *op, &operands);
            known.push((b.body.result(*op, 0), new));
        }
        known.last().map_or(value, |(_, new)| *new)
    }
}

/// The outcome of a test for all finite results of a fold, if it is the same for all.
fn holds_of_finite(reader: &Reader<'_>, test: Op, state: usize) -> Option<bool> {
    let body = reader.body;
    let is_state = |value: Value| reader.state_of(value) == Some(state);
    // The result, or its magnitude.
    let is_of = |value: Value| {
        let size = body.def_op(value).filter(|op| body.is(*op, math::Absf));
        is_state(value) || size.is_some_and(|op| is_state(body.operand(op, 0)))
    };
    if body.is(test, math::Isfinite) {
        return is_of(body.operand(test, 0)).then_some(true);
    }
    if !body.is(test, arith::Cmpf) {
        return None;
    }
    let predicate = CmpF::of(body.op(test))?;
    let [a, b] = [0, 1].map(|at| body.operand(test, at));
    let (end, predicate) = match (is_of(a), is_of(b)) {
        (true, false) => (reader.constant(b)?, predicate),
        (false, true) => (reader.constant(a)?, predicate.swapped()),
        _ => return None,
    };
    let of = if end == f64::INFINITY { Ordering::Less } else { Ordering::Greater };
    end.is_infinite().then(|| predicate.accepts(of))
}

/// Flags that hold for terms, but not for the identities that folds start from.
const PROMISES: FastMath = FastMath::NNAN.with(FastMath::NINF);

/// The op on other operands, without the flags that exclude NaN and infinity.
pub(super) fn replayed(b: &mut Builder<'_>, op: Op, operands: &[Value]) -> Value {
    let (kind, ty) = (b.body.kind(op), b.body.ty(b.body.result(op, 0)));
    let flags = FastMath::from_bits(FastMath::of(b.body.op(op)).bits() & !PROMISES.bits());
    let own = |(name, _): &(&'static str, tf_ir::attr::Attribute)| *name != FastMath::ATTR;
    let mut attrs: Vec<_> = b.body.inherent(op).filter(own).collect();
    if flags.bits() != 0 {
        attrs.push((FastMath::ATTR, flags.attr(&b.ctx())));
    }
    b.value(kind, operands, ty, &attrs)
}

/// A value from outside of terms. Constants are cloned: they may be defined in a term's region.
pub(super) fn outside(b: &mut Builder<'_>, value: Value) -> Value {
    match constant_of(b.body, value) {
        Some(op) => {
            let (attr, ty) = (b.body.attr(op, "value").expect("constants have values"), b.body.ty(value));
            b.value(arith::Constant, &[], ty, &[("value", attr)])
        }
        None => value,
    }
}

fn constant_of(body: &Body, value: Value) -> Option<Op> {
    body.def_op(value).filter(|op| body.is(*op, arith::Constant))
}
