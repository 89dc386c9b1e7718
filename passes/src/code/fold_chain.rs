//! Folds of one kind directly inside each other: one fold over several axes, written as several.
//!
//! The sum over the taps and channels of a convolution is such a chain. Its accumulators start once, outside, and every loop
//! goes on with what the one before left: no loop has sums of its own that are added to those outside.

use tf_dialects::arith::{FastMath, FlagSet};
use tf_dialects::scalar::dtype;
use tf_dialects::tensor::{CombiningKind, Fold};
use tf_ir::body::{Body, Op, Value};

/// The fold directly inside of a fold that gives all that the outer one combines, if combining them as one fold gives the same: their
/// kinds are the same, and either have no order or leave it open in both.
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

/// The constant number of terms of a fold with all that are one fold with it.
pub fn terms(body: &Body, fold: Op) -> Option<u64> {
    let own = crate::code::folds::fold_trips(body, fold)?;
    match inner(body, fold) {
        Some(inner) => Some(own.saturating_mul(terms(body, inner)?)),
        None => Some(own),
    }
}
