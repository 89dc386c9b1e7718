//! Horizontal fusion decisions: computes over one iteration domain become one nest if one reads the other by
//! identity access, or if they read the same tensors.

use super::model::{Model, State};
use super::read::Read;
use super::shared;
use crate::apply::apply_fusion::element::{element, is_plain_read};
use crate::apply::apply_fusion::merge::ancestor_in;
use rustc_hash::{FxHashMap, FxHashSet};
use std::cmp::Ordering;
use tf_dialects::tensor::{Compute, Fusion};
use tf_ir::affine::AffineExpr;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::dominance::Dominance;
use tf_ir::pass::PassContext;
use tf_passes_common::cost::figures::{MOST_MERGED_OPS, TRIED_TO_MERGE};

/// Merges nests with earlier ones and returns the count. With `among`, each pair holds one of these computes.
pub(super) fn run(
    body: &Body,
    model: &mut Model,
    among: Option<&FxHashSet<Op>>,
    cx: &mut PassContext<'_>,
) -> u64 {
    let mut count = 0;
    for (_, nests) in by_block(body, model) {
        let mut readers: FxHashMap<Value, Vec<usize>> = FxHashMap::default();
        for nest in nests {
            let mut current = nest;
            while let Some(joined) = join_before(body, model, current, (&readers, among), cx) {
                current = joined;
                count += 1;
            }
            for source in sources(model, current) {
                readers.entry(source).or_default().push(current);
            }
        }
    }
    count
}

/// The nests of each block, first to last.
fn by_block(body: &Body, model: &Model) -> Vec<(Block, Vec<usize>)> {
    let mut found: Vec<(Block, Vec<usize>)> = Vec::new();
    let mut places: FxHashMap<Block, usize> = FxHashMap::default();
    for (at, nest) in model.nests.iter().enumerate() {
        let is_free = nest.roots.iter().all(|root| model.nodes[*root].is_free);
        if nest.live && is_free && !nest.roots.is_empty() {
            let place = *places.entry(nest.block).or_insert_with(|| {
                found.push((nest.block, Vec::new()));
                found.len() - 1
            });
            found[place].1.push(at);
        }
    }
    for (_, nests) in &mut found {
        nests.sort_by(|a, b| order(body, model.nests[*a].anchor, model.nests[*b].anchor));
    }
    found
}

/// The order of two ops of a block.
fn order(body: &Body, a: Op, b: Op) -> Ordering {
    match a == b {
        true => Ordering::Equal,
        false if body.is_before(a, b) => Ordering::Less,
        false => Ordering::Greater,
    }
}

/// The tensors that a nest reads, each once, in order.
fn sources(model: &Model, nest: usize) -> Vec<Value> {
    let mut seen = FxHashSet::default();
    model.reads_in(nest).map(|read| read.source).filter(|source| seen.insert(*source)).collect()
}

/// Merges a nest with the first earlier one that fits; the new nest.
fn join_before(
    body: &Body,
    model: &mut Model,
    second: usize,
    (readers, among): (&FxHashMap<Value, Vec<usize>>, Option<&FxHashSet<Op>>),
    cx: &mut PassContext<'_>,
) -> Option<usize> {
    let roots = |nest: usize| model.nests[nest].roots.iter().map(|root| model.nodes[*root].op);
    let is_kept =
        |nest: usize| roots(nest).any(|op| Fusion::of(body, op).is_some_and(|wish| wish != Fusion::Fuse));
    let is_among = |nest: usize| among.is_none_or(|among| roots(nest).any(|op| among.contains(&op)));
    if !is_small(model, second) || is_kept(second) {
        return None;
    }
    let mut candidates = Vec::new();
    for source in sources(model, second) {
        candidates.extend(model.maker(body, source).map(|maker| model.nest_of(maker)));
        candidates
            .extend(readers.get(&source).into_iter().flat_map(|all| all.iter().rev().take(TRIED_TO_MERGE)));
    }
    candidates.retain(|nest| {
        let found = &model.nests[*nest];
        found.live
            && found.block == model.nests[second].block
            && *nest != second
            && !found.roots.is_empty()
            && !is_kept(*nest)
            && (is_among(*nest) || is_among(second))
    });
    candidates.sort_by(|a, b| order(body, model.nests[*a].anchor, model.nests[*b].anchor));
    candidates.dedup();
    let found = candidates.into_iter().find_map(|first| {
        let is_first =
            is_small(model, first) && body.is_before(model.nests[first].anchor, model.nests[second].anchor);
        let anchor = is_first.then(|| anchor(body, model, first, second)).flatten()?;
        Some((first, anchor))
    });
    let (first, anchor) = found?;
    if !cx.allows("merge") {
        return None;
    }
    cx.explain(body.loc(anchor), || {
        "fusion: two computes over one box become one nest: the second reads the first by identity access, \
         or both read the same"
            .to_string()
    });
    Some(model.join(body, (first, second), anchor))
}

fn is_small(model: &Model, nest: usize) -> bool {
    let sizes = model.nests[nest].roots.iter().map(|root| model.nodes[*root].size);
    sizes.sum::<usize>() <= MOST_MERGED_OPS
}

/// The compute at whose position the merged nest is; `None` if the merge is illegal or does not pay.
fn anchor(body: &Body, model: &Model, first: usize, second: usize) -> Option<Op> {
    let mut roots = [first, second].into_iter().flat_map(|nest| &model.nests[nest].roots);
    let accumulates = roots.any(|root| body.operand_count(model.nodes[*root].op) > 0);
    let slot = |nest: usize| body.slot(model.nodes[model.nests[nest].roots[0]].op, Compute::BOX);
    if accumulates || slot(first) != slot(second) {
        return None;
    }
    let reads_first = reads_by_identity(body, model, first, second)?;
    let anchor = legal_anchor(body, model, first, second)?;
    // Last, because this check visits every read of both.
    (reads_first || shared::pays(body, model, first, second)).then_some(anchor)
}

/// Whether the second reads the first by identity accesses, for small tensors at constant elements; `None` if
/// it reads it elsewhere.
fn reads_by_identity(body: &Body, model: &Model, first: usize, second: usize) -> Option<bool> {
    let is_in_second = |user: &Op| {
        let node = model.node_around(body, *user);
        node.is_some_and(|node| !model.nodes[node].stored || model.nest_of(node) == second)
    };
    let mut held = model.nests[first].roots.iter().flat_map(|root| &model.nodes[*root].held_by);
    if held.any(is_in_second) {
        return None;
    }
    let mut found = false;
    let made =
        |read: &&Read| model.maker(body, read.source).is_some_and(|maker| model.nest_of(maker) == first);
    for read in model.reads_in(second).filter(made) {
        let maker = model.maker(body, read.source)?;
        is_identity_access(body, model, read, model.nodes[maker].op).then_some(())?;
        found = true;
    }
    Some(found)
}

fn is_identity_access(body: &Body, model: &Model, read: &Read, maker: Op) -> bool {
    let own = body.view(model.nodes[read.consumer].op, Compute).indices();
    let Some((leading, inner)) = read.place.map.results().split_at_checked(own.len()) else { return false };
    let index = |expr: &AffineExpr| expr.as_dim().map(|d| read.place.values[d as usize]);
    let is_own = leading.iter().zip(own).all(|(expr, own)| index(expr) == Some(own));
    let at: Option<Vec<i64>> = inner.iter().map(AffineExpr::as_const).collect();
    let result = body.results(maker).position(|result| result == read.source);
    let yielded = result.and_then(|result| body.view(maker, Compute).yielded().get(result).copied());
    is_own
        && is_plain_read(body, read.at, read.source)
        && at.zip(yielded).is_some_and(|(at, yielded)| element(body, yielded, &at).is_some())
}

/// The position at which all operands of both are defined and no result is used earlier.
fn legal_anchor(body: &Body, model: &Model, first: usize, second: usize) -> Option<Op> {
    let (early, late) = (model.nests[first].anchor, model.nests[second].anchor);
    let mut dominance = Dominance::new();
    let mut is_there = |value: Value| match model.maker(body, value).map(|maker| model.nest_of(maker)) {
        Some(nest) if nest == first => true,
        Some(nest) if model.nests[nest].block == model.nests[first].block => {
            model.nests[nest].anchor != early && body.is_before(model.nests[nest].anchor, early)
        }
        _ => dominance.value_reaches(body, value, early),
    };
    let reads = model.reads_in(second).map(|read| read.source);
    let others = model.nests[second].roots.iter().flat_map(|root| model.nodes[*root].outside.iter().copied());
    if reads.chain(others).all(&mut is_there) {
        return Some(early);
    }
    let block = Some(model.nests[first].block);
    let is_after = |user: Op| {
        let user = ancestor_in(body, user, block);
        user.is_some_and(|user| user == late || body.is_before(late, user))
    };
    let is_used_only_after = |root: &usize| {
        let readers = model.reads_of(body, *root, State::Live).into_iter();
        let mut readers = readers.map(|id| model.nest_of(model.reads[id].consumer));
        let held = &model.nodes[*root].held_by;
        // A compute that uses the whole tensor may be inlined anywhere.
        readers.all(|nest| nest == second || is_after(model.nests[nest].anchor))
            && held.iter().all(|user| is_after(*user) && model.node_around(body, *user).is_none())
    };
    model.nests[first].roots.iter().all(is_used_only_after).then_some(late)
}
