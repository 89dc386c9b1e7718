//! Loop versioning on likely comparisons: checked once for a whole vector.

use super::shape::{Refusal, Shape, Shapes};
use crate::code::Code;
use crate::tensor_to_loops::LIKELY;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;
use tf_dialects::arith::{self, CmpI};
use tf_dialects::mem;
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::registry::Traits;
use tf_ir::types::Type;
use tf_ir::walk::walk;

/// Definitions followed from a comparison.
const MAX_DEPTH: usize = 64;

/// The comparisons marked likely in a loop's block whose outcome is known for all lanes from that of the first and
/// last one, before the body runs; and the shapes that follow if they hold.
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

/// True if a value is computed from what is known when the body of the loop starts.
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

/// True if `inner` is `outer` or lies inside its ops.
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

/// Builds the condition that all of some comparisons hold in all lanes; `None` if there are none.
pub(super) struct Check<'s> {
    pub(super) shapes: &'s Shapes,
    pub(super) lanes: i64,
    /// New scalars by old values: the arguments of the loop's block, then what was built.
    pub(super) scalars: FxHashMap<Value, Value>,
}

impl Check<'_> {
    /// The condition as code.
    pub(super) fn build(&mut self, code: &mut Code<'_>, comparisons: &[Op]) -> Option<Value> {
        let mut condition = None;
        for op in comparisons {
            condition = Some(self.comparison(code, *op, condition));
        }
        condition
    }

    fn comparison(&mut self, code: &mut Code<'_>, op: Op, mut condition: Option<Value>) -> Value {
        let predicate = CmpI::of(code.b.body.op(op)).expect("a verified comparison has a predicate");
        let (a, b) = (code.b.body.operand(op, 0), code.b.body.operand(op, 1));
        let stride = |v: Value| match self.shapes.of(v) {
            Shape::Affine(stride) => stride,
            _ => 0,
        };
        let (sa, sb) = (stride(a), stride(b));
        // A signed order that holds at the end it moves towards holds everywhere.
        let ends: &[i64] = match (predicate, (sa - sb).signum()) {
            (_, 0) => &[0],
            (CmpI::Slt | CmpI::Sle, 1) | (CmpI::Sgt | CmpI::Sge, -1) => &[1],
            (CmpI::Slt | CmpI::Sle, _) | (CmpI::Sgt | CmpI::Sge, _) => &[0],
            _ => &[0, 1],
        };
        for end in ends {
            let lane = end * (self.lanes - 1);
            let (x, y) = (self.at_lane(code, a, sa * lane), self.at_lane(code, b, sb * lane));
            let holds = code.cmpi(predicate, x, y);
            condition = Some(code.both(condition, holds));
        }
        condition.expect("there is an end")
    }

    fn at_lane(&mut self, code: &mut Code<'_>, value: Value, offset: i64) -> Value {
        let base = self.scalar(code, value);
        let ty = code.ty(base);
        let offset = code.int(ty, offset);
        code.add(base, offset)
    }

    /// Lane 0 of an old value.
    fn scalar(&mut self, code: &mut Code<'_>, value: Value) -> Value {
        if let Some(new) = self.scalars.get(&value) {
            return *new;
        }
        let Some(op) = code.b.body.def_op(value) else { return value };
        if self.is_outside(code.b.body, op) {
            return value;
        }
        let body = &*code.b.body;
        let operands: SmallVec<[Value; 3]> = body.operands(op).collect();
        if body.is(op, arith::Select) && self.shapes.is_true(body, operands[0]) {
            return self.scalar(code, operands[1]);
        }
        let name = body.name(op);
        let types: Vec<Type> = body.results(op).map(|v| body.ty(v)).collect();
        let attrs: Vec<(&str, Attribute)> = body.inherent(op).collect();
        let operands: Vec<Value> = operands.into_iter().map(|v| self.scalar(code, v)).collect();
        let new = code.b.op(name, &operands, &types, &attrs);
        let old: Vec<Value> = code.b.body.results(op).collect();
        for (i, old) in old.into_iter().enumerate() {
            self.scalars.insert(old, code.b.body.result(new, i));
        }
        self.scalars[&value]
    }

    /// True for ops outside of the loop.
    fn is_outside(&self, body: &Body, op: Op) -> bool {
        let arg = self.scalars.keys().find_map(|v| match body.def(*v) {
            tf_ir::body::Def::Argument(block, _) => Some(block),
            _ => None,
        });
        let (Some(block), Some(home)) = (arg, body.block_of(op)) else { return true };
        !within(body, block, home)
    }
}
