//! Folding one op: through its [`crate::interfaces::Fold`], and by its traits.

use super::constants::constant_value;
use crate::attr::Attribute;
use crate::body::{Body, Op, Value};
use crate::interfaces::{Folded, FoldedResults};
use crate::registry::{OpInfo, Traits};
use smallvec::{SmallVec, smallvec};

/// The folded values of an op's results; `None` if nothing applies. Does not change the body.
pub fn fold_op(body: &Body, op: Op) -> Option<FoldedResults> {
    fold_with(body, op, body.info(op))
}

pub(super) fn fold_with(body: &Body, op: Op, info: &OpInfo) -> Option<FoldedResults> {
    let by_hook = info.fold.as_ref().and_then(|hook| {
        let constants: SmallVec<[Option<Attribute>; 4]> =
            body.operands(op).map(|v| constant_value(body, v)).collect();
        hook.fold(body.op(op), &constants)
    });
    let folded = by_hook.or_else(|| fold_by_traits(body, op, info))?;
    sound(body, op, &folded).then_some(folded)
}

/// `f(f(x)) = x` for involutions, `f(f(x)) = f(x)` for idempotent ops.
fn fold_by_traits(body: &Body, op: Op, info: &OpInfo) -> Option<FoldedResults> {
    if info.traits.0 & (Traits::INVOLUTION.0 | Traits::IDEMPOTENT.0) == 0 {
        return None;
    }
    if body.operand_count(op) != 1 || body.result_count(op) != 1 {
        return None;
    }
    let inner = body.def_op(body.operand(op, 0)).filter(|def| body.name(*def) == body.name(op))?;
    let same = body.inherent(inner).eq(body.inherent(op));
    if !same {
        return None;
    }
    let value = if info.has(Traits::INVOLUTION) { body.operand(inner, 0) } else { body.operand(op, 0) };
    Some(smallvec![Folded::Value(value)])
}

/// One entry per result, of the result's type, and not the result itself.
fn sound(body: &Body, op: Op, folded: &FoldedResults) -> bool {
    folded.len() == body.result_count(op)
        && folded.iter().zip(body.results(op)).all(|(to, result)| match to {
            Folded::Value(value) => *value != result && body.ty(*value) == body.ty(result),
            Folded::Constant(_) => true,
        })
}

/// The existing values an op's results fold to; `None` if nothing applies or a new constant would be needed.
pub fn fold_to_values(body: &Body, op: Op) -> Option<SmallVec<[Value; 2]>> {
    let value = |to: &Folded| match to {
        Folded::Value(value) => Some(*value),
        Folded::Constant(_) => None,
    };
    fold_op(body, op)?.iter().map(value).collect()
}
