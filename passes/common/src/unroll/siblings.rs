//! Horizontal fusion of sibling folds: folds over one range become one with all accumulators.

use crate::code::subscript::Copier;
use crate::rules::keep;
use rustc_hash::FxHashSet;
use tf_dialects::tensor::constraints::kinds_attr;
use tf_dialects::tensor::loop_names::loop_name;
use tf_dialects::tensor::{self, CombiningKind};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Def, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::types::Type;
use tf_ir::walk;

/// Merges folds inside an op until no pair is left; returns the count of merges.
pub fn run(body: &mut Body, within: Op) -> u64 {
    let mut count = 0;
    // A merged fold has a new block, in which folds of both become siblings.
    loop {
        let before = count;
        for block in fold_blocks(body, within) {
            while body.is_live_block(block) && merge_one(body, block).is_some() {
                count += 1;
            }
        }
        if count == before {
            return count;
        }
    }
}

/// Blocks with folds, outer ones first: merged folds get merged contents.
fn fold_blocks(body: &Body, within: Op) -> Vec<Block> {
    let (mut found, mut seen) = (Vec::new(), FxHashSet::default());
    walk::walk(body, within, &mut |body, op| {
        if body.is(op, tensor::Fold)
            && let Some(block) = body.block_of(op)
            && seen.insert(block)
        {
            found.push(block);
        }
    });
    found
}

fn merge_one(body: &mut Body, block: Block) -> Option<()> {
    // Merging interleaves the iterations of two folds, which would reorder side effects.
    let pure = |op: &Op| body.is(*op, tensor::Fold) && tf_ir::effects::is_pure(body, *op);
    let folds: Vec<Op> = body.ops(block).filter(pure).collect();
    for (i, first) in folds.iter().enumerate() {
        for second in &folds[i + 1..] {
            if same_range(body, *first, *second) && hoistable(body, *first, *second) {
                return merge(body, *first, *second);
            }
        }
    }
    None
}

fn same_range(body: &Body, a: Op, b: Op) -> bool {
    // Folds with combiners are not merged: a combiner handles the state as a unit.
    let combines = |op: Op| body.cast(op, tensor::Fold).is_some_and(|fold| fold.combiner().is_some());
    // A schedule step applies to one of the two only, unless both are copies of one fold.
    let is_named = |op| keep::names_fold(body, op);
    let are_copies = loop_name(body, a).is_some() && loop_name(body, a) == loop_name(body, b);
    if combines(a) || combines(b) || ((is_named(a) || is_named(b)) && !are_copies) {
        return false;
    }
    let attrs = |op: Op| ["bounds", "extents", "fastmath"].map(|name| body.attr(op, name));
    attrs(a) == attrs(b) && body.operands(a).eq(body.operands(b))
}

/// True if all operands of the second from its block are defined before the first, or can be: [`merge`]
/// hoists pure ops between them that do not depend on the first.
fn hoistable(body: &Body, first: Op, second: Op) -> bool {
    needed(body, first, second).is_some()
}

/// The ops between the first and the second that the second needs, in order; `None` if one depends on the
/// first or has effects.
fn needed(body: &Body, first: Op, second: Op) -> Option<Vec<Op>> {
    let block = body.block_of(first)?;
    let mut found: Vec<Op> = Vec::new();
    let mut pending = used_outside(body, second);
    while let Some(value) = pending.pop() {
        let Def::Result(def, _) = body.def(value) else { continue };
        if body.block_of(def) != Some(block) || found.contains(&def) || body.is_before(def, first) {
            continue;
        }
        if def == first || !tf_ir::effects::is_pure(body, def) {
            return None;
        }
        found.push(def);
        pending.extend(used_outside(body, def));
    }
    found.sort_by(|a, b| {
        if body.is_before(*a, *b) { std::cmp::Ordering::Less } else { std::cmp::Ordering::Greater }
    });
    Some(found)
}

/// The operands of an op and of the code in its regions; values defined inside are harmless extras.
fn used_outside(body: &Body, op: Op) -> Vec<Value> {
    let mut found = Vec::new();
    walk::walk(body, op, &mut |body, inner| {
        found.extend(body.operands(inner).filter(|v| match body.def(*v) {
            Def::Result(def, _) => def == op || !body.encloses(op, def),
            Def::Argument(block, _) => body.block_owner(block).is_none_or(|owner| !body.encloses(op, owner)),
        }));
    });
    found
}

fn merge(body: &mut Body, first: Op, second: Op) -> Option<()> {
    for op in needed(body, first, second)? {
        body.move_before(op, first);
    }
    let types: Vec<Type> = body.results(first).chain(body.results(second)).map(|v| body.ty(v)).collect();
    let kinds: Vec<CombiningKind> = [first, second]
        .iter()
        .filter_map(|op| body.cast(*op, tensor::Fold))
        .flat_map(|fold| fold.combining_kinds())
        .collect();
    let operands: Vec<Value> = body.operands(first).collect();
    let mut attrs: Vec<(&str, Attribute)> = Vec::new();
    for name in ["bounds", "extents", "fastmath", "axis"] {
        attrs.extend(body.attr(first, name).map(|value| (name, value)));
    }
    attrs.push(("kinds", kinds_attr(body.ctx(), &kinds)));
    let mut b = Builder::before(body, first);
    let merged = b.op_with_regions(tensor::Fold, &operands, &types, &attrs, 1);
    let index = b.body.ctx().index();
    let (block, _) = b.enter(merged, 0, &[index]);
    let fresh = b.body.arg(block, 0);
    let mut yields = Vec::new();
    for fold in [first, second] {
        let view = b.body.cast(fold, tensor::Fold)?;
        let (region, old) = (view.block()?, view.index()?);
        yields.extend(Copier::of([(old, fresh)]).block(&mut b, region).ok()?);
    }
    tensor::Yield::build(&mut b, &yields);
    let results: Vec<Value> = body.results(merged).collect();
    let (of_first, of_second) = results.split_at(body.result_count(first));
    body.replace(second, of_second);
    body.replace(first, of_first);
    Some(())
}
