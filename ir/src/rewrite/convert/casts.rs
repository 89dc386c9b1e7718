//! Materialization: `builtin.unrealized_conversion_cast` between converted and unconverted code.

use crate::body::{Body, Op, Value};
use crate::builtin::UnrealizedCast;
use crate::types::Type;
use smallvec::SmallVec;

/// Removes casts that are unused, that change nothing, or that undo another one. Returns how many were
/// removed.
pub fn reconcile_casts(body: &mut Body) -> usize {
    let casts: Vec<Op> =
        crate::walk::preorder(body).into_iter().filter(|op| body.is(*op, UnrealizedCast)).collect();
    for cast in &casts {
        if let Some(values) = source_of(body, *cast) {
            let results: Vec<Value> = body.results(*cast).collect();
            for (result, value) in results.into_iter().zip(values) {
                body.replace_uses(result, value);
            }
        }
    }
    let mut removed = 0;
    // Users follow definitions: one backward sweep is enough.
    for cast in casts.into_iter().rev() {
        if body.results_unused(cast) {
            body.erase(cast);
            removed += 1;
        }
    }
    removed
}

/// The values a chain of casts starts from, if they have the types it ends with.
fn source_of(body: &Body, cast: Op) -> Option<SmallVec<[Value; 2]>> {
    let want: SmallVec<[Type; 2]> = body.results(cast).map(|v| body.ty(v)).collect();
    let mut at = cast;
    loop {
        let sources: SmallVec<[Value; 2]> = body.operands(at).collect();
        if sources.iter().map(|v| body.ty(*v)).eq(want.iter().copied()) {
            return Some(sources);
        }
        let inner = sources
            .first()
            .and_then(|v| body.def_op(*v))
            .filter(|op| body.is(*op, UnrealizedCast) && *op != at)?;
        // Only a cast whose results are used completely and in order is transparent.
        if !body.results(inner).eq(sources.iter().copied()) {
            return None;
        }
        at = inner;
    }
}
