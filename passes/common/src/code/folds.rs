//! Constant bounds and iteration counts of folds.

use tf_dialects::tensor;
use tf_ir::body::{Body, Op};
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
