//! Bounds, iteration counts and order of folds.

use super::conflicts::holds_put;
use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor;
use tf_ir::body::{Body, Op, Value};
use tf_ir::control::LoopLike;

/// The constant trip count of a fold.
pub fn fold_trip_count(body: &Body, op: Op) -> Option<u64> {
    tensor::Fold.constant_trip_count(body.cast(op, tensor::Fold)?.op())
}

/// The bounds of a fold, if both are constant.
pub fn fold_bounds(body: &Body, op: Op) -> Option<(i64, i64)> {
    let inductions = tensor::Fold.inductions(body.cast(op, tensor::Fold)?.op());
    let [induction] = &inductions[..] else { return None };
    Some((induction.lower.as_const()?, induction.upper.as_const()?))
}

/// True if the terms of a fold without a combiner may be added up in any order: its kinds are exact or may be
/// reassociated, and it writes nothing.
pub fn reorders(body: &Body, op: Op) -> bool {
    let Some(view) = body.cast(op, tensor::Fold).filter(|view| view.combiner().is_none()) else {
        return false;
    };
    let exact = |(kind, result): (tensor::CombiningKind, Value)| {
        dtype(body.ctx(), body.ty(result)).is_some_and(|dtype| kind.is_exact(dtype))
    };
    let exact = view.combining_kinds().into_iter().zip(body.results(op)).all(exact);
    (exact || FastMath::of(view.op()).has(FastMath::REASSOC)) && !holds_put(body, op)
}

/// True if a fold may be split into folds of its terms: they have no order, or its combiner is associative.
pub fn has_no_order(body: &Body, op: Op) -> bool {
    reorders(body, op) || body.cast(op, tensor::Fold).is_some_and(|view| view.laws().associative)
}
