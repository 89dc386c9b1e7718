//! Loop versioning on likely comparisons: checked once for a whole vector.

use super::refusal::Refusal;
use super::shape::{Shape, Shapes};
use super::widen::Widen;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::mem;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Values;
use tf_ir::registry::Traits;
use tf_ir::rewrite::Rebuild;
use tf_ir::walk::walk;
use tf_passes_common::code::marks::LIKELY;

/// Maximum depth of definitions followed from a comparison.
const MAX_DEPTH: usize = 64;

/// The likely comparisons in a loop's block that can be checked for all lanes at the first and last lane,
/// before the body runs; and the shapes under the assumption that they hold.
pub(super) fn find(body: &Body, block: Block, index: Value) -> Result<(Vec<Op>, Shapes), Refusal> {
    let mut candidates = Vec::new();
    for op in body.ops(block) {
        walk(body, op, &mut |body, op| {
            let marked = body.attr(op, LIKELY).is_some() && body.is(op, arith::Cmpi);
            if marked && body.operands(op).all(|v| depends_on_index_only(body, block, v, MAX_DEPTH)) {
                candidates.push(op);
            }
        });
    }
    loop {
        let shapes = Shapes::of_block(body, block, index, &[], &candidates)?;
        let before = candidates.len();
        candidates.retain(|op| body.operands(*op).all(|v| shapes.of(v) != Shape::Varying));
        if candidates.len() == before {
            return Ok((candidates, shapes));
        }
    }
}

/// True if a value is computed only from values that are known when the loop's body begins.
fn depends_on_index_only(body: &Body, block: Block, value: Value, depth: usize) -> bool {
    let Some(home) = body.def_block(value) else { return false };
    let Some(op) = body.def_op(value) else {
        return home == block || !within(body, block, home);
    };
    if !within(body, block, home) {
        return true;
    }
    let info = body.info(op);
    let pure = info.has(Traits::ELEMENTWISE) || info.has(Traits::CONSTANT) || body.is(op, mem::ExtentOf);
    pure && depth > 0 && body.operands(op).all(|v| depends_on_index_only(body, block, v, depth - 1))
}

/// True if `inner` is `outer` or nested in its ops.
fn within(body: &Body, outer: Block, inner: Block) -> bool {
    let mut at = inner;
    while at != outer {
        match body.block_owner(at).and_then(|op| body.block_of(op)) {
            Some(next) => at = next,
            None => return false,
        }
    }
    true
}

/// The condition that all of the comparisons hold in all lanes, built before the widened body; `None` if
/// there are none.
pub(super) fn check(widen: &mut Widen<'_, '_>, block: Block, comparisons: &[Op]) -> Option<Value> {
    let (mut condition, loc) = (None, widen.code.b.loc);
    for op in comparisons {
        condition = Some(comparison(widen, block, *op, condition));
    }
    widen.code.b.loc = loc;
    condition
}

fn comparison(w: &mut Widen<'_, '_>, block: Block, op: Op, mut condition: Option<Value>) -> Value {
    let view = w.source().op(op);
    let predicate = CmpI::of(view).expect("a verified comparison has a predicate");
    let (a, b) = (view.operand(0), view.operand(1));
    let stride = |v: Value| match w.shapes.of(v) {
        Shape::Affine(stride) => stride,
        _ => 0,
    };
    let (sa, sb) = (stride(a), stride(b));
    // A signed inequality is monotonic: if it holds at the tighter end, it holds for all lanes.
    let ends: &[i64] = match (predicate, (sa - sb).signum()) {
        (_, 0) => &[0],
        (CmpI::Slt | CmpI::Sle, 1) | (CmpI::Sgt | CmpI::Sge, -1) => &[1],
        (CmpI::Slt | CmpI::Sle, _) | (CmpI::Sgt | CmpI::Sge, _) => &[0],
        _ => &[0, 1],
    };
    for end in ends {
        let lane = end * (w.lanes - 1);
        let (x, y) = (at_lane(w, block, a, sa * lane), at_lane(w, block, b, sb * lane));
        let holds = w.code.cmpi(predicate, x, y);
        condition = Some(w.code.both(condition, holds));
    }
    condition.expect("the comparison bounds the index")
}

fn at_lane(w: &mut Widen<'_, '_>, block: Block, value: Value, offset: i64) -> Value {
    let base = first_lane(w, block, value);
    let ty = w.code.ty(base);
    let offset = w.code.int(ty, offset);
    w.code.add(base, offset)
}

/// Lane 0 of an old value, computed with its operands.
fn first_lane(w: &mut Widen<'_, '_>, block: Block, value: Value) -> Value {
    let body = w.source();
    let inside = |op: &Op| body.block_of(*op).is_some_and(|home| within(body, block, home));
    if let Some(op) = body.def_op(value).filter(inside)
        && !w.forms().has(value)
    {
        for operand in deciding(w, op) {
            first_lane(w, block, operand);
        }
        let Ok(()) = w.visit(op);
    }
    w.scalar(value)
}

/// The operands that determine an op's result under the assumption that likely comparisons hold.
fn deciding(w: &Widen<'_, '_>, op: Op) -> Values {
    let body = w.source();
    let operands: Values = body.operands(op).collect();
    if w.shapes.is_true(body, body.result(op, 0)) {
        return Values::new();
    }
    if body.is(op, arith::Select) && w.shapes.is_true(body, operands[0]) {
        return Values::from_slice(&operands[1..2]);
    }
    operands
}
