//! Owner analysis: whether each element of an accumulator has one owner, a value of an index of the domain
//! that alone updates it.
//!
//! Each put is guarded by `loop.if %owner == %p` with the index `%p`, and `%owner` depends only on the put's
//! subscripts and on loop-invariant values. Two points that update one element have the same subscripts,
//! hence the same owner, hence the same `%p`.

use rustc_hash::FxHashSet;
use tf_dialects::arith::{CmpI, Cmpi};
use tf_dialects::loops::If;
use tf_dialects::tensor::{Access, Policy};
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::effects::is_pure;

/// True if all puts, those of one accumulator of a compute, are guarded by the index being the owner of the
/// element.
pub(super) fn put_alone(body: &Body, compute: Op, puts: &[Op], index: Value) -> bool {
    let Some((first, rest)) = puts.split_first() else { return false };
    // Several conditions may compare the index: one condition of each put must have the same owner as the
    // others.
    owners_of(body, compute, *first, index).into_iter().any(|owner| {
        let first = UpdatedElement { subscripts: subscripts(body, *first), owner };
        let is_same = |put: &Op| {
            owners_of(body, compute, *put, index).into_iter().any(|owner| {
                let place = UpdatedElement { subscripts: subscripts(body, *put), owner };
                follows(body, compute, [&first, &place])
            })
        };
        follows(body, compute, [&first, &first]) && rest.iter().all(is_same)
    })
}

/// The element of a put, and its owner.
struct UpdatedElement {
    /// For each axis, the subscript, if it is a single value.
    subscripts: Vec<Option<Value>>,
    owner: Value,
}

fn subscripts(body: &Body, put: Op) -> Vec<Option<Value>> {
    // Policies that move subscripts hide the element.
    let access = Access::of_write(body.op(put));
    let Some(access) = access.filter(|access| !matches!(access.policy, Policy::Clamp | Policy::Wrap)) else {
        return Vec::new();
    };
    access.map.results().iter().map(|expr| expr.as_dim().map(|d| access.indices[d as usize])).collect()
}

/// The values that guards of a put require an index to equal.
fn owners_of(body: &Body, compute: Op, put: Op, index: Value) -> Vec<Value> {
    let mut found = Vec::new();
    let mut at = put;
    while let Some(around) = body.parent_op(at).filter(|around| *around != compute) {
        let region = body.block_of(at).and_then(|block| body.region_of(block));
        let is_then = body.is(around, If) && body.regions(around).next() == region;
        let condition = is_then.then(|| body.def_op(body.operand(around, 0))).flatten();
        let is_equal = |op: &Op| body.is(*op, Cmpi) && CmpI::of(body.op(*op)) == Some(CmpI::Eq);
        if let Some(condition) = condition.filter(is_equal) {
            let sides = [body.operand(condition, 0), body.operand(condition, 1)];
            if sides.contains(&index) {
                found.extend(sides.into_iter().filter(|side| *side != index));
            }
        }
        at = around;
    }
    found
}

/// True if the owners of two elements are the same function of the subscripts and of loop-invariant values.
fn follows(body: &Body, compute: Op, [a, b]: [&UpdatedElement; 2]) -> bool {
    let (mut pending, mut seen) = (vec![[a.owner, b.owner]], FxHashSet::default());
    while let Some(pair) = pending.pop() {
        if !seen.insert(pair) {
            continue;
        }
        let is_subscript =
            a.subscripts.iter().zip(&b.subscripts).any(|both| both == (&Some(pair[0]), &Some(pair[1])));
        if is_subscript || pair[0] == pair[1] && is_outside(body, compute, pair[0]) {
            continue;
        }
        let (Def::Result(x, i), Def::Result(y, j)) = (body.def(pair[0]), body.def(pair[1])) else {
            return false;
        };
        if i != j || !is_same_code(body, [x, y]) {
            return false;
        }
        pending.extend(body.operands(x).zip(body.operands(y)).map(|(x, y)| [x, y]));
    }
    true
}

/// True for pure ops with equal results for equal operands.
fn is_same_code(body: &Body, [x, y]: [Op; 2]) -> bool {
    let alike = body.kind(x) == body.kind(y) && body.operand_count(x) == body.operand_count(y);
    let plain = |op| body.regions(op).len() == 0 && is_pure(body, op);
    alike && plain(x) && plain(y) && body.inherent(x).eq(body.inherent(y))
}

fn is_outside(body: &Body, compute: Op, value: Value) -> bool {
    match body.def(value) {
        Def::Result(op, _) => !body.encloses(compute, op),
        Def::Argument(block, _) => {
            !body.block_owner(block).is_some_and(|owner| body.encloses(compute, owner))
        }
    }
}
