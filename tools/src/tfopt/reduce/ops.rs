//! Cuts that remove ops.

use std::ops::Range;
use tf_dialects::arith;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Def, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::registry::Traits;
use tf_ir::types::{Type, TypeData};
use tf_ir::walk::{preorder, walk_bodies, walk_bodies_mut};

/// How far back to search for a value of the same type.
const NEAR: usize = 64;

/// The removable ops: all except terminators and functions.
fn candidates(body: &Body) -> Vec<Op> {
    let mut ops = preorder(body);
    ops.retain(|op| body.child(*op).is_none() && !body.has(*op, Traits::TERMINATOR));
    ops
}

/// The number of removable ops of all bodies.
pub(super) fn count(module: &Body) -> usize {
    let mut count = 0;
    walk_bodies(module, &mut |body| count += candidates(body).len());
    count
}

/// Applies `cut` to the ops with these indices, the last one first; false if it changed nothing.
fn each(module: &mut Body, range: Range<usize>, cut: fn(&mut Body, Op) -> bool) -> bool {
    let (mut first, mut changed) = (0, false);
    walk_bodies_mut(module, &mut |body| {
        let ops = candidates(body);
        let (start, end) = (range.start.max(first), range.end.min(first + ops.len()));
        if start < end {
            for op in ops[start - first..end - first].iter().rev() {
                changed |= body.is_live(*op) && cut(body, *op);
            }
        }
        first += ops.len();
    });
    changed
}

/// Deletes ops; their uses take other values of the same type.
pub(super) fn delete(module: &mut Body, range: Range<usize>) -> bool {
    each(module, range, delete_one)
}

/// Replaces ops by the contents of their regions.
pub(super) fn unwrap(module: &mut Body, range: Range<usize>) -> bool {
    each(module, range, unwrap_one)
}

fn delete_one(body: &mut Body, op: Op) -> bool {
    let results: Vec<Value> = body.results(op).collect();
    let mut stand_ins = Vec::new();
    for result in &results {
        if body.is_unused(*result) {
            stand_ins.push(None);
            continue;
        }
        match replacement(body, op, body.ty(*result)) {
            Some(value) => stand_ins.push(Some(value)),
            None => return false,
        }
    }
    for (result, value) in results.into_iter().zip(stand_ins) {
        if let Some(value) = value {
            body.replace_uses(result, value);
        }
    }
    body.erase(op);
    true
}

/// A value of the type that is available before `op`, or a new constant.
fn replacement(body: &mut Body, op: Op, ty: Type) -> Option<Value> {
    let of_type = |value: &Value| body.ty(*value) == ty;
    let operand = body.operands(op).find(of_type);
    let before = || {
        let earlier = std::iter::successors(body.prev(op), |at| body.prev(*at)).take(NEAR);
        earlier.flat_map(|at| body.results(at)).find(of_type)
    };
    let around = || {
        let blocks = std::iter::successors(body.block_of(op), |block| {
            body.block_owner(*block).and_then(|owner| body.block_of(owner))
        });
        blocks.flat_map(|block| body.args(block).collect::<Vec<_>>()).find(of_type)
    };
    if let Some(value) = operand.or_else(before).or_else(around) {
        return Some(value);
    }
    let value = zero(body, ty)?;
    Some(Builder::before(body, op).value(arith::Constant, &[], ty, &[("value", value)]))
}

/// The zero of a numeric type.
fn zero(body: &Body, ty: Type) -> Option<Attribute> {
    let ctx = body.ctx();
    match ctx.type_data(ty) {
        TypeData::Integer { .. } | TypeData::Index => Some(ctx.int_attr(ty, 0)),
        TypeData::Float(_) => Some(ctx.float_attr(ty, 0.0)),
        TypeData::Tensor { dims, elem, .. } if dims.iter().all(|d| d.as_static().is_some()) => {
            let bits = ctx.scalar_width(*elem)?;
            Some(ctx.splat_attr(ty, vec![0; bits.div_ceil(8) as usize]))
        }
        TypeData::Vector { elem, .. } => {
            let bits = ctx.scalar_width(*elem)?;
            Some(ctx.splat_attr(ty, vec![0; bits.div_ceil(8) as usize]))
        }
        _ => None,
    }
}

/// Moves the ops of the first single-block region before `op`; block arguments become available values.
fn unwrap_one(body: &mut Body, op: Op) -> bool {
    let single = |body: &Body| {
        let mut regions = body.regions(op).filter_map(|region| body.entry(region));
        regions.find(|block| body.next_block(*block).is_none() && body.first(*block).is_some())
    };
    let Some(block) = single(body) else { return false };
    for arg in body.args(block).collect::<Vec<_>>() {
        if body.is_unused(arg) {
            continue;
        }
        let Some(value) = replacement(body, op, body.ty(arg)) else { return false };
        debug_assert!(!matches!(body.def(value), Def::Argument(b, _) if b == block));
        body.replace_uses(arg, value);
    }
    let mut handed = Vec::new();
    if let Some(last) = body.last(block).filter(|last| body.has(*last, Traits::TERMINATOR)) {
        handed = body.operands(last).collect();
        body.erase(last);
    }
    while let Some(first) = body.first(block) {
        body.move_before(first, op);
    }
    // The region's yielded values may replace the results.
    for result in body.results(op).collect::<Vec<_>>() {
        if let Some(value) = handed.iter().find(|value| body.ty(**value) == body.ty(result)) {
            body.replace_uses(result, *value);
        }
    }
    delete_one(body, op)
}
