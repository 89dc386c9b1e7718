//! Perfectly nested folds of one kind: a fold over several axes, written as several.
//!
//! The sum over the taps and channels of a convolution is such a chain. Its accumulators start once, outside,
//! and each loop continues with those of the loop before: no loop has partial sums that are added to outer
//! ones.

use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::{CombiningKind, Fold};
use tf_ir::body::{Body, Op, Value};

/// The fold directly inside a fold whose results the outer one combines, if both are equivalent to one fold:
/// they have the same kinds, which are exact or may be reassociated in both.
pub fn inner(body: &Body, fold: Op) -> Option<Op> {
    let view = body.cast(fold, Fold).filter(|view| view.combiner().is_none())?;
    let yielded = view.yielded();
    let inner = body.def_op(*yielded.first()?)?;
    let next = body.cast(inner, Fold).filter(|next| next.combiner().is_none())?;
    let results: Vec<Value> = body.results(inner).collect();
    let alone = results.iter().all(|result| body.has_one_use(*result));
    let same = view.combining_kinds() == next.combining_kinds();
    if yielded != results || !alone || !same || body.block_of(inner) != view.block() {
        return None;
    }
    let open = [view.op(), next.op()].iter().all(|op| FastMath::of(*op).has(FastMath::REASSOC));
    let exact = |(kind, result): (CombiningKind, &Value)| {
        dtype(body.ctx(), body.ty(*result)).is_some_and(|dtype| kind.is_exact(dtype))
    };
    let regroups = open || view.combining_kinds().into_iter().zip(&results).all(exact);
    regroups.then_some(inner)
}

/// The constant term count of a fold with all inner folds of its chain.
pub fn terms(body: &Body, fold: Op) -> Option<u64> {
    let own = crate::code::folds::fold_trip_count(body, fold)?;
    match inner(body, fold) {
        Some(inner) => Some(own.saturating_mul(terms(body, inner)?)),
        None => Some(own),
    }
}
