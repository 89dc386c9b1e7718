//! Horizontal fusion: two computes over one iteration domain become one with the results of both.

use super::reuse::{element, is_plain_read, own_element};
use super::shared;
use super::{Done, blocks, computes, erase_unused, is_compute};
use crate::cost::figures::{MOST_MERGED_OPS, TRIED_TO_MERGE};
use crate::schedule::Joined;
use crate::subscript::Copier;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use tf_dialects::tensor::{self, Access, Compute, Fusion};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::dominance::Dominance;
use tf_ir::pass::PassContext;
use tf_ir::types::Type;
use tf_ir::walk;

/// Merges computes with ones before them that they read or share a tensor with. The pass counts `num-merged` and
/// `num-erased`.
pub(crate) fn run(body: &mut Body, cx: &mut PassContext<'_>) -> Done {
    run_among(body, None, cx)
}

/// The same for pairs one of which is among these, if that is given.
pub(crate) fn run_among(
    body: &mut Body,
    mut among: Option<&mut FxHashSet<Op>>,
    cx: &mut PassContext<'_>,
) -> Done {
    let mut done = Done::default();
    for block in blocks(body) {
        let mut readers: FxHashMap<Value, Vec<Op>> = FxHashMap::default();
        for compute in computes(body, block) {
            let mut current = compute;
            while let Some(merged) =
                merge_before(body, (block, current), (&readers, among.as_deref()), &mut done, cx)
            {
                current = merged;
                if let Some(among) = among.as_deref_mut() {
                    among.insert(merged);
                }
                done.rewrites += 1;
            }
            for source in sources(body, current) {
                readers.entry(source).or_default().push(current);
            }
        }
    }
    cx.count("num-merged", done.rewrites);
    done
}

/// Merges a compute with the first one before it that fits: the merged one.
fn merge_before(
    body: &mut Body,
    (block, second): (Block, Op),
    (readers, among): (&FxHashMap<Value, Vec<Op>>, Option<&FxHashSet<Op>>),
    done: &mut Done,
    cx: &mut PassContext<'_>,
) -> Option<Op> {
    let is_kept = |op: Op| Fusion::of(body, op).is_some_and(|wish| wish != Fusion::Fuse);
    if !is_small(body, second) || is_kept(second) {
        return None;
    }
    let mut candidates = Vec::new();
    for source in sources(body, second) {
        candidates.extend(body.def_op(source));
        candidates
            .extend(readers.get(&source).into_iter().flat_map(|all| all.iter().rev().take(TRIED_TO_MERGE)));
    }
    candidates.retain(|op| {
        body.is_live(*op)
            && is_compute(body, *op)
            && body.block_of(*op) == Some(block)
            && *op != second
            && !is_kept(*op)
            && among.is_none_or(|among| among.contains(op) || among.contains(&second))
    });
    candidates.sort_by(|a, b| match a == b {
        true => Ordering::Equal,
        false if body.is_before(*a, *b) => Ordering::Less,
        false => Ordering::Greater,
    });
    candidates.dedup();
    for first in candidates {
        if is_small(body, first)
            && body.is_before(first, second)
            && let Some(point) = insertion_point(body, first, second)
            && cx.allows("merge")
            && let Some(merged) = merge(body, first, second, point, cx)
        {
            cx.explain(body.loc(merged), || {
                "fusion: two computes over one box are one now: the second reads the first at its own point, or both read the same".to_string()
            });
            erase_unused(body, first, done, cx);
            return Some(merged);
        }
    }
    None
}

fn is_small(body: &Body, compute: Op) -> bool {
    fn count(body: &Body, op: Op, left: &mut usize) -> bool {
        for block in body.regions(op).flat_map(|r| body.blocks(r)) {
            for inner in body.ops(block) {
                if *left == 0 {
                    return false;
                }
                *left -= 1;
                if !count(body, inner, left) {
                    return false;
                }
            }
        }
        true
    }
    count(body, compute, &mut MOST_MERGED_OPS.clone())
}

/// The tensors that a compute reads, each once, in order.
pub(super) fn sources(body: &Body, compute: Op) -> Vec<Value> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    walk::walk(body, compute, &mut |body, op| {
        if let Some(read) = Access::of_read(body.op(op))
            && seen.insert(read.source)
        {
            found.push(read.source);
        }
    });
    found
}

/// Where the fused compute is inserted.
enum InsertionPoint {
    /// At the first: everything the second needs is defined before it.
    First,
    /// At the second: nothing in between uses the first.
    Second,
}

/// The insertion point for horizontal fusion; `None` if it is illegal or unprofitable.
fn insertion_point(body: &Body, first: Op, second: Op) -> Option<InsertionPoint> {
    let accumulates = [first, second].iter().any(|op| body.operand_count(*op) > 0);
    if accumulates || body.slot(first, Compute::BOX) != body.slot(second, Compute::BOX) {
        return None;
    }
    let reads_first = own_reads(body, first, second)?;
    let point = legal_insertion_point(body, first, second)?;
    // Asked last, as it looks at every read of both.
    (reads_first > 0 || shared::pays(body, first, second)).then_some(point)
}

/// The insertion point at which all operands dominate the fused compute, and it dominates all uses.
fn legal_insertion_point(body: &Body, first: Op, second: Op) -> Option<InsertionPoint> {
    let results: Vec<Value> = body.results(first).collect();
    let mut dominance = Dominance::new();
    let early = outside_values(body, second)
        .into_iter()
        .all(|v| results.contains(&v) || dominance.value_reaches(body, v, first));
    if early {
        return Some(InsertionPoint::First);
    }
    let between = results.iter().flat_map(|r| body.uses(*r)).all(|u| {
        let user = ancestor_in(body, u.op, body.block_of(first));
        user.is_some_and(|user| user == second || body.is_before(second, user))
    });
    between.then_some(InsertionPoint::Second)
}

/// How often the second reads the first at its own point, of small tensors single elements; `None` if it reads it
/// anywhere else.
fn own_reads(body: &Body, first: Op, second: Op) -> Option<usize> {
    let mut count = 0;
    let yielded = body.cast(first, Compute)?.yielded();
    for (result, yielded) in body.results(first).zip(yielded) {
        for u in body.uses(result) {
            if !body.encloses(second, u.op) {
                continue;
            }
            let plain = is_plain_read(body, u.op, result);
            let inner = own_element(body, u.op, second).filter(|_| plain)?;
            own_value(body, yielded, &inner)?;
            count += 1;
        }
    }
    Some(count)
}

/// What a read at the own point gives where the compute yields this value.
fn own_value(body: &Body, yielded: Value, inner: &[i64]) -> Option<Value> {
    if inner.is_empty() { Some(yielded) } else { element(body, yielded, inner) }
}

/// Values defined outside a compute that its region uses.
pub(crate) fn outside_values(body: &Body, compute: Op) -> Vec<Value> {
    let mut found = Vec::new();
    walk::walk(body, compute, &mut |body, op| {
        if op == compute {
            return;
        }
        let outside = |v: &Value| {
            let owner = body.def_block(*v).and_then(|b| body.block_owner(b));
            owner.is_none_or(|owner| !body.encloses(compute, owner))
        };
        found.extend(body.operands(op).filter(outside));
    });
    found
}

/// The op of `block` that is or encloses `op`.
fn ancestor_in(body: &Body, op: Op, block: Option<Block>) -> Option<Op> {
    std::iter::successors(Some(op), |op| body.parent_op(*op)).find(|op| body.block_of(*op) == block)
}

fn merge(
    body: &mut Body,
    first: Op,
    second: Op,
    point: InsertionPoint,
    cx: &mut PassContext<'_>,
) -> Option<Op> {
    let types: Vec<Type> = body.results(first).chain(body.results(second)).map(|v| body.ty(v)).collect();
    let slot = body.slot(first, Compute::BOX)?;
    let anchor = match point {
        InsertionPoint::First => first,
        InsertionPoint::Second => second,
    };
    let joined = Joined::of(body, first, second);
    let mut b = Builder::before(body, anchor);
    let merged = b.op(Compute, &[], &types, &[("box", slot)]);
    let rank = b.body.cast(merged, Compute)?.extents().len();
    let index = b.body.ctx().index();
    let (block, _) = b.enter(merged, 0, &vec![index; rank]);
    let indices: Vec<Value> = b.body.args(block).collect();
    let copies = [first, second].map(|compute| copy_region(&mut b, compute, &indices));
    let [Some(of_first), Some(of_second)] = copies else {
        body.erase(merged);
        return None;
    };
    let yields: Vec<Value> = of_first.iter().chain(&of_second).copied().collect();
    tensor::Yield::build(&mut b, &yields);
    replace_own_reads(body, first, merged, &of_first);
    if let Some(joined) = joined {
        joined.write(body, merged, cx);
    }
    let fresh: Vec<Value> = body.results(merged).collect();
    let (of_first, of_second) = fresh.split_at(body.result_count(first));
    let (of_first, of_second) = (of_first.to_vec(), of_second.to_vec());
    body.replace(second, &of_second);
    body.replace(first, &of_first);
    Some(merged)
}

/// Copies the code of a compute at the cursor; what it yields.
fn copy_region(b: &mut Builder<'_>, compute: Op, indices: &[Value]) -> Option<Vec<Value>> {
    let view = b.body.cast(compute, Compute)?;
    let (block, old) = (view.block()?, view.indices());
    Copier::of(old.into_iter().zip(indices.iter().copied())).block(b, block).ok()
}

/// In the merged region, reads of the first's results at the own point become the values it yields.
fn replace_own_reads(body: &mut Body, first: Op, merged: Op, values: &[Value]) {
    let results: Vec<Value> = body.results(first).collect();
    for (result, value) in results.into_iter().zip(values) {
        let reads: Vec<Op> =
            body.uses(result).map(|u| u.op).filter(|op| body.encloses(merged, *op)).collect();
        for at in reads {
            let value = own_element(body, at, merged).and_then(|inner| own_value(body, *value, &inner));
            body.replace(at, &[value.expect("such reads were looked for before")]);
        }
    }
}
