//! Full unrolling of folds of short constant trip count.

use crate::cost::figures::{LARGEST_UNROLLED, MOST_SUMS};
use crate::cost::fold_bounds;
use crate::subscript::{Copier, Subscript};
use tf_dialects::arith;
use tf_dialects::arith::flags::{FastMath, FlagSet};
use tf_dialects::scalar::{Scalar, element_type, type_of};
use tf_dialects::tensor::{self, CombiningKind, Compute};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;
use tf_ir::walk;

/// Unrolls inner folds before those around them, as many levels of every compute as its size allows; the number of
/// folds.
pub(super) fn run(body: &mut Body, limit: u64) -> u64 {
    let mut count = 0;
    for compute in walk::preorder(body) {
        if !body.is_live(compute) || !body.is(compute, Compute) {
            continue;
        }
        let mut folds = Vec::new();
        let height = short_folds(body, compute, limit, &mut folds);
        let level = (0..=height).rev().find(|level| {
            unrolled_ops(body, compute, limit, *level).0 <= LARGEST_UNROLLED
                && long_folds(body, compute, limit, *level).0 <= MOST_SUMS
        });
        folds.retain(|(_, height)| *height <= level.unwrap_or(0));
        count +=
            folds.iter().filter(|(op, _)| body.is_live(*op) && unroll(body, *op).is_some()).count() as u64;
    }
    count
}

/// Ops of a compute after its axes of `points` points and no fold are unrolled: whether that is not too many.
pub(super) fn takes_points(body: &Body, compute: Op, points: u64) -> bool {
    unrolled_ops(body, compute, 0, 0).0.saturating_mul(points) <= LARGEST_UNROLLED
}

/// True for a fold that may be unrolled: copies of a long fold inside run side by side, in one loop, but those of long folds in
/// each other only make the code longer. One that is one fold with a long fold inside stays a loop: its copies would each have an
/// accumulator of their own.
fn is_short(body: &Body, op: Op, limit: u64) -> bool {
    body.is(op, tensor::Fold)
        && !crate::schedule::names_fold(body, op)
        && crate::cost::fold_trips(body, op).is_some_and(|n| n <= limit)
        && long_depth(body, op, limit) <= 1
        && !is_one_with_long(body, op, limit)
}

/// True if a fold stays that is one fold with this one, since it is long or a schedule says how it runs.
fn is_one_with_long(body: &Body, op: Op, limit: u64) -> bool {
    let stays = |inner: Op| {
        crate::schedule::names_fold(body, inner)
            || crate::cost::fold_trips(body, inner).is_none_or(|trips| trips > limit)
    };
    let next = |op: &Op| crate::fold_chain::inner(body, *op);
    std::iter::successors(next(&op), next).any(stays)
}

/// How deep the folds that are not short nest in an op.
fn long_depth(body: &Body, op: Op, limit: u64) -> u32 {
    let depth = |inner: Op| {
        let own =
            body.is(inner, tensor::Fold) && crate::cost::fold_trips(body, inner).is_none_or(|n| n > limit);
        long_depth(body, inner, limit) + u32::from(own)
    };
    inner_ops(body, op).into_iter().map(depth).max().unwrap_or(0)
}

fn inner_ops(body: &Body, op: Op) -> Vec<Op> {
    let blocks = body.regions(op).filter_map(|region| body.entry(region));
    blocks.flat_map(|block| body.ops(block)).collect()
}

/// The short folds in an op, inner ones first, each with its height: 1 if no short fold is inside. The largest height.
fn short_folds(body: &Body, op: Op, limit: u64, found: &mut Vec<(Op, u32)>) -> u32 {
    let mut height = 0;
    for inner in inner_ops(body, op) {
        let mut own = short_folds(body, inner, limit, found);
        if is_short(body, inner, limit) {
            own += 1;
            found.push((inner, own));
        }
        height = height.max(own);
    }
    height
}

/// How many ops an op's regions have once short folds up to a height are unrolled, and their height.
fn unrolled_ops(body: &Body, op: Op, limit: u64, level: u32) -> (u64, u32) {
    let (mut ops, mut height) = (0u64, 0);
    for inner in inner_ops(body, op) {
        let (within, mut own) = unrolled_ops(body, inner, limit, level);
        let mut size = within.saturating_add(1);
        if is_short(body, inner, limit) {
            own += 1;
            if own <= level {
                size = within.saturating_mul(crate::cost::fold_trips(body, inner).unwrap_or(1));
            }
        }
        (ops, height) = (ops.saturating_add(size), height.max(own));
    }
    (ops, height)
}

/// How many long folds an op's regions have once short folds up to a height are unrolled around them, where that copies
/// any; and their height.
fn long_folds(body: &Body, op: Op, limit: u64, level: u32) -> (u64, u32) {
    let (mut copies, mut height) = (0u64, 0);
    for inner in inner_ops(body, op) {
        let (mut within, mut own) = long_folds(body, inner, limit, level);
        if is_short(body, inner, limit) {
            own += 1;
            if own <= level && holds_long(body, inner, limit) {
                within = within.max(1).saturating_mul(crate::cost::fold_trips(body, inner).unwrap_or(1));
            }
        }
        (copies, height) = (copies.max(within), height.max(own));
    }
    (copies, height)
}

/// True if a fold that stays is inside.
fn holds_long(body: &Body, op: Op, limit: u64) -> bool {
    let long = |inner: Op| body.is(inner, tensor::Fold) && !is_short(body, inner, limit);
    inner_ops(body, op).into_iter().any(|inner| long(inner) || holds_long(body, inner, limit))
}

fn unroll(body: &mut Body, op: Op) -> Option<()> {
    let (lo, hi) = fold_bounds(body, op)?;
    let view = body.cast(op, tensor::Fold)?;
    let (kinds, block, index) = (view.combining_kinds(), view.block()?, view.index()?);
    if let Some(combiner) = view.combiner() {
        let inits = view.inits();
        return unroll_combining(body, op, (lo, hi), block, index, combiner, inits);
    }
    let flags = body.attr(op, "fastmath");
    let mut accumulators: Vec<Option<Value>> = vec![None; kinds.len()];
    let mut b = Builder::before(body, op);
    for i in lo..hi {
        let mut copier = Copier::of_subscripts([(index, Subscript::constant(i))]);
        let values = copier.block(&mut b, block).ok()?;
        for ((acc, kind), value) in accumulators.iter_mut().zip(&kinds).zip(values) {
            let start = match acc {
                None if first_is_exact(b.body, *kind, value, flags) => {
                    *acc = Some(value);
                    continue;
                }
                None => {
                    let ty = b.body.ty(value);
                    identity(&mut b, *kind, ty)?
                }
                Some(acc) => *acc,
            };
            *acc = Some(combine(&mut b, *kind, start, value, flags)?);
        }
    }
    let mut results = Vec::new();
    for (i, acc) in accumulators.into_iter().enumerate() {
        results.push(match acc {
            Some(value) => value,
            None => {
                let ty = b.body.ty(b.body.result(op, i));
                identity(&mut b, kinds[i], ty)?
            }
        });
    }
    body.replace(op, &results);
    Some(())
}

/// As [`unroll`], for a fold with a combiner.
fn unroll_combining(
    body: &mut Body,
    op: Op,
    (lo, hi): (i64, i64),
    block: Block,
    index: Value,
    combiner: Block,
    inits: Vec<Value>,
) -> Option<()> {
    let arguments: Vec<Value> = body.args(combiner).collect();
    let mut accumulators = inits;
    let mut b = Builder::before(body, op);
    for i in lo..hi {
        let mut copier = Copier::of_subscripts([(index, Subscript::constant(i))]);
        let values = copier.block(&mut b, block).ok()?;
        let mut copier = Copier::of(arguments.iter().copied().zip(accumulators.into_iter().chain(values)));
        accumulators = copier.block(&mut b, combiner).ok()?;
    }
    body.replace(op, &accumulators);
    Some(())
}

/// True if combining the start with the first value gives that value: always but for a sum of floats, which starts at
/// +0 and so turns −0 into +0; there, a fold without a written order may start at its first value.
fn first_is_exact(body: &Body, kind: CombiningKind, value: Value, flags: Option<Attribute>) -> bool {
    let ctx = body.ctx();
    if kind != CombiningKind::Add || !ctx.is_float(body.ty(value)) {
        return true;
    }
    flags.and_then(|f| FastMath::from_attr(ctx, f)).is_some_and(|f| f.has(FastMath::REASSOC))
}

/// `acc ∘ value`, with the fold's flags on float ops.
pub(crate) fn combine(
    b: &mut Builder<'_>,
    kind: CombiningKind,
    acc: Value,
    value: Value,
    flags: Option<Attribute>,
) -> Option<Value> {
    let (ctx, ty) = (b.ctx(), b.body.ty(acc));
    let op = kind.op(element_type(&ctx, ty)?)?;
    let flagged = if ctx.is_float(ty) { flags } else { None };
    let attrs: Vec<(&str, Attribute)> = flagged.map(|f| ("fastmath", f)).into_iter().collect();
    Some(b.value(op, &[acc, value], ty, &attrs))
}

fn identity(b: &mut Builder<'_>, kind: CombiningKind, ty: tf_ir::types::Type) -> Option<Value> {
    let ctx = b.ctx();
    let value = kind.identity(element_type(&ctx, ty)?)?;
    Some(b.value(arith::Constant, &[], ty, &[("value", scalar_attr(&ctx, value))]))
}

/// A scalar as an attribute of its type.
fn scalar_attr(ctx: &Context, value: Scalar) -> Attribute {
    let ty = type_of(ctx, value.dtype());
    if value.dtype().is_float() {
        return ctx.float_attr(ty, value.to_f64());
    }
    ctx.int_attr(ty, value.to_i64().into())
}
