//! Finds the next nest over the same rows that can move up to a nest, past independent ops in between.

use super::nest::{Nest, is_known, joins};
use rustc_hash::FxHashSet;
use tf_dialects::loops::Parallel;
use tf_dialects::mem::Alloc;
use tf_ir::body::{Body, Op, Value};
use tf_ir::effects::visit_effects;
use tf_ir::interfaces::Effect;
use tf_ir::registry::Traits;

/// The limit of ops that a nest moves past, without pure ones.
const MOST_PASSED: usize = 16;

/// A nest that can move up to another one.
pub(super) struct Next {
    pub(super) second: Nest,
    /// The ops in between that it depends on, in order: pure ops and allocations.
    pub(super) needed: Vec<Op>,
}

/// The next nest after a nest that can be fused with it.
pub(super) fn following(body: &Body, first: &Nest) -> Option<Next> {
    let (mut free, mut passed): (Vec<Op>, Vec<Op>) = (Vec::new(), Vec::new());
    let mut at = body.next(first.op);
    while let Some(op) = at {
        if body.is(op, Parallel)
            && let Some(second) = Nest::of(body, op).filter(|second| joins(body, first, second))
            && passed.iter().all(|other| commute(body, *other, op))
            && let Some(needed) = needed(body, op, &free, &passed)
        {
            return Some(Next { second, needed });
        }
        match body.has(op, Traits::PURE) || body.is(op, Alloc) {
            true => free.push(op),
            false if passed.len() < MOST_PASSED && !body.has(op, Traits::TERMINATOR) => passed.push(op),
            false => return None,
        }
        at = body.next(op);
    }
    None
}

/// Of pure ops and allocations, those that an op depends on; `None` if it depends on other ops in between.
fn needed(body: &Body, op: Op, free: &[Op], passed: &[Op]) -> Option<Vec<Op>> {
    let mut wanted: FxHashSet<Value> =
        super::nest::preorder_of(body, op).into_iter().flat_map(|op| body.operands(op)).collect();
    let mut found = Vec::new();
    for inner in free.iter().rev() {
        if body.results(*inner).any(|result| wanted.contains(&result)) {
            let own = super::nest::preorder_of(body, *inner);
            wanted.extend(own.into_iter().flat_map(|op| body.operands(op)));
            found.push(*inner);
        }
    }
    found.reverse();
    passed.iter().all(|other| body.results(*other).all(|result| !wanted.contains(&result))).then_some(found)
}

/// True if two ops commute: neither writes memory that the other touches, and neither has other effects.
fn commute(body: &Body, a: Op, b: Op) -> bool {
    let [Some((reads, writes)), Some((others, changes))] = [a, b].map(|op| touched(body, op)) else {
        return false;
    };
    writes.is_disjoint(&others) && writes.is_disjoint(&changes) && changes.is_disjoint(&reads)
}

/// The memory that an op reads, and the memory that it writes.
fn touched(body: &Body, op: Op) -> Option<(FxHashSet<Value>, FxHashSet<Value>)> {
    let (mut reads, mut writes) = (FxHashSet::default(), FxHashSet::default());
    let known = visit_effects(body, op, &mut |effect| match effect {
        Effect::Read(Some(memory)) => {
            reads.insert(memory);
            is_known(body, memory)
        }
        Effect::Write(Some(memory)) => {
            writes.insert(memory);
            is_known(body, memory)
        }
        Effect::Allocate(_) => true,
        _ => false,
    });
    known.then_some((reads, writes))
}
