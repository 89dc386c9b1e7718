//! Predicts code size after unrolling folds, and finds the short folds.

use crate::rules::keep;
use tf_dialects::tensor;
use tf_ir::body::{Body, Op};

/// The folds of a compute that may be unrolled, inner ones first, each with its height: 1 if it contains no
/// such fold.
pub struct ShortFolds {
    /// The folds and their heights.
    pub folds: Vec<(Op, u32)>,
    /// The largest height.
    pub height: u32,
}

impl ShortFolds {
    /// The folds of at most `most` iterations that no schedule refers to.
    pub fn of(body: &Body, compute: Op, most: u64) -> ShortFolds {
        let mut folds = Vec::new();
        let height = collect(body, compute, most, &mut folds);
        ShortFolds { folds, height }
    }
}

/// True if an inner fold of the same perfect nest stays a loop, because it is long or a schedule refers to
/// it.
fn is_one_with_long(body: &Body, op: Op, most: u64) -> bool {
    let stays = |inner: Op| {
        keep::names_fold(body, inner)
            || crate::code::folds::fold_trip_count(body, inner).is_none_or(|iterations| iterations > most)
    };
    let next = |op: &Op| crate::code::fold_chain::inner(body, *op);
    std::iter::successors(next(&op), next).any(stays)
}

fn collect(body: &Body, op: Op, most: u64, found: &mut Vec<(Op, u32)>) -> u32 {
    let mut height = 0;
    for inner in inner_ops(body, op) {
        let mut own = collect(body, inner, most, found);
        if is_short(body, inner, most) {
            own += 1;
            found.push((inner, own));
        }
        height = height.max(own);
    }
    height
}

/// True for a short fold that is worth unrolling. The copies of one long fold inside it run together in one
/// loop; those of nested long folds only lengthen the code. A fold that forms a perfect nest with a long one
/// stays a loop: each copy would need a separate accumulator, and jammed points share the registers.
fn is_short(body: &Body, op: Op, most: u64) -> bool {
    body.is(op, tensor::Fold)
        && !keep::names_fold(body, op)
        && crate::code::folds::fold_trip_count(body, op).is_some_and(|n| n <= most)
        && long_depth(body, op, most) <= 1
        && !is_one_with_long(body, op, most)
}

/// The nesting depth of long folds in an op.
fn long_depth(body: &Body, op: Op, most: u64) -> u32 {
    let depth = |inner: Op| {
        let own = body.is(inner, tensor::Fold)
            && crate::code::folds::fold_trip_count(body, inner).is_none_or(|n| n > most);
        long_depth(body, inner, most) + u32::from(own)
    };
    inner_ops(body, op).into_iter().map(depth).max().unwrap_or(0)
}

fn inner_ops(body: &Body, op: Op) -> Vec<Op> {
    let blocks = body.regions(op).filter_map(|region| body.entry(region));
    blocks.flat_map(|block| body.ops(block)).collect()
}

/// The count of ops in the regions of an op after unrolling these folds.
pub fn ops(body: &Body, op: Op, whole: &dyn Fn(Op) -> bool) -> u64 {
    inner_ops(body, op).into_iter().fold(0, |sum: u64, inner| {
        let within = ops(body, inner, whole);
        let size = match whole(inner) {
            true => within.saturating_mul(crate::code::folds::fold_trip_count(body, inner).unwrap_or(1)),
            false => within.saturating_add(1),
        };
        sum.saturating_add(size)
    })
}

/// The largest count of copies that a remaining fold has after unrolling these folds.
pub fn copies(body: &Body, op: Op, whole: &dyn Fn(Op) -> bool) -> u64 {
    let one = |inner: Op| {
        let within = copies(body, inner, whole);
        match whole(inner) {
            true if stays(body, inner, whole) => {
                within.max(1).saturating_mul(crate::code::folds::fold_trip_count(body, inner).unwrap_or(1))
            }
            _ => within,
        }
    };
    inner_ops(body, op).into_iter().map(one).max().unwrap_or(0)
}

/// True if a remaining fold is inside.
fn stays(body: &Body, op: Op, whole: &dyn Fn(Op) -> bool) -> bool {
    let is_left = |inner: Op| body.is(inner, tensor::Fold) && !whole(inner);
    inner_ops(body, op).into_iter().any(|inner| is_left(inner) || stays(body, inner, whole))
}
