//! Materialization: `builtin.unrealized_conversion_cast` where converted and unconverted code meet.

use crate::body::{Body, Def, Op, Value};
use crate::builder::{Builder, Cursor};
use crate::builtin::UnrealizedCast;
use crate::location::Location;
use crate::types::Type;
use smallvec::SmallVec;

/// Casts `from` to values of types `to`, right behind the definition of `anchor`.
pub(super) fn cast_after(body: &mut Body, anchor: Value, from: &[Value], to: &[Type]) -> Op {
    let (cursor, loc) = match body.def(anchor) {
        Def::Result(op, _) => (Cursor::After(op), body.loc(op)),
        Def::Argument(block, _) => {
            let owner = body.block_owner(block);
            (Cursor::Start(block), owner.map_or(Location::UNKNOWN, |op| body.loc(op)))
        }
    };
    Builder::new(body, cursor, loc).op(UnrealizedCast, from, to, &[])
}

/// If `value` is cast from values of exactly these types: those values.
pub(super) fn look_through(body: &Body, value: Value, types: &[Type]) -> Option<SmallVec<[Value; 2]>> {
    let cast = body.def_op(value).filter(|op| body.is(*op, UnrealizedCast) && body.result_count(*op) == 1)?;
    let same = body.operands(cast).map(|v| body.ty(v)).eq(types.iter().copied());
    same.then(|| body.operands(cast).collect())
}

/// Removes casts that nobody uses, that change nothing, or that undo another one. Returns how many were removed.
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
    // Users come after what they use: from the back, one sweep is enough.
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
        // Only a cast whose results are taken whole and in order can be looked through.
        if !body.results(inner).eq(sources.iter().copied()) {
            return None;
        }
        at = inner;
    }
}
