//! `tensor-fuse`: producer-consumer and horizontal fusion of computes, so that one loop nest does the work of many.
//!
//! Two rewrites, until nothing changes:
//! - a **producer is inlined** where it is read, if evaluating it there costs no more than reading it, or if it is
//!   evaluated no more often than before (its only consumer reads each point a bounded number of times);
//! - **computes over one box are merged** when one reads the other at its own point, or when they read the same
//!   tensors, in long folds the same elements: their results are written by one nest.
//!
//! Producers are visited from last to first, so that a producer's consumers have their final form.

mod inline;
pub(crate) mod merge;
mod permuted;
mod reuse;
mod shared;

use crate::schedule::settle;
use tf_dialects::func::Func;
use tf_dialects::tensor::bounds::guard;
use tf_dialects::tensor::{Compute, Group};
use tf_ir::body::{Block, Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `tensor-fuse`.
pub static INFO: PassInfo = PassInfo {
    name: "tensor-fuse",
    title: "TensorFuse",
    summary: "Inlines producers into the computes that read them and merges computes over one box",
    docs: "Works on `tensor.compute` only: run `tensor-decompose` first. Reads with an out-of-bounds policy keep their \
           producer in memory, unless it only permutes the axes of a tensor.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-inlined", help: "reads replaced by the code of their producer" },
        StatSpec { name: "num-merged", help: "computes merged into another one" },
        StatSpec { name: "num-erased", help: "computes without a use left" },
        StatSpec { name: "num-guarded", help: "reads and writes not proved to be inside any more" },
    ],
    rules: &[
        RuleSpec { name: "inline", help: "evaluates a producer where it is read" },
        RuleSpec { name: "merge", help: "merges computes over one box" },
    ],
    make: |_: &Options| Ok(Box::new(TensorFuse)),
};

struct TensorFuse;

impl Pass for TensorFuse {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut total = Done::default();
        loop {
            let mut done = inline::run(body, cx);
            done.add(&merge::run(body, cx));
            total.add(&done);
            if done.rewrites == 0 {
                break;
            }
        }
        if total.rewrites > 0 {
            guard_unproved(body, cx);
            // Folds that were taken in may not allow what the schedule of a compute says.
            for op in preorder(body) {
                settle(body, op, cx);
            }
        }
        Ok(Changed::from(total.rewrites + total.erased > 0))
    }
}

/// Guards reads and writes whose proof does not follow the code to its new place: subscripts that were indices of a box are quotients
/// and remainders there, and conditions stand in for boxes. They are inside as before, so no answer changes.
pub(crate) fn guard_unproved(body: &mut Body, cx: &mut PassContext<'_>) {
    for op in preorder(body) {
        if guard(body, op) {
            cx.count("num-guarded", 1);
        }
    }
}

/// What a round did.
#[derive(Default)]
pub(crate) struct Done {
    /// Reads replaced, computes merged: what may make room for more.
    pub(crate) rewrites: u64,
    /// Computes erased that had no use left.
    pub(crate) erased: u64,
}

impl Done {
    fn add(&mut self, other: &Done) {
        self.rewrites += other.rewrites;
        self.erased += other.erased;
    }
}

/// The blocks that may hold computes: of the function and of the loops and conditionals in it. Members of groups stay as they are.
pub(crate) fn blocks(body: &Body) -> Vec<Block> {
    let mut found = Vec::new();
    collect(body, body.root(), &mut found);
    found
}

fn collect(body: &Body, op: Op, found: &mut Vec<Block>) {
    for region in body.regions(op) {
        for block in body.blocks(region) {
            found.push(block);
            for inner in body.ops(block) {
                if !is_compute(body, inner) && !body.is(inner, Group) {
                    collect(body, inner, found);
                }
            }
        }
    }
}

fn is_compute(body: &Body, op: Op) -> bool {
    body.is(op, Compute)
}

/// The computes of a block, first to last.
fn computes(body: &Body, block: Block) -> Vec<Op> {
    body.ops(block).filter(|op| is_compute(body, *op)).collect()
}

/// The compute whose region holds an op.
fn enclosing_compute(body: &Body, op: Op) -> Option<Op> {
    std::iter::successors(body.parent_op(op), |p| body.parent_op(*p)).find(|p| is_compute(body, *p))
}

/// Erases a compute that nothing uses; true if it did.
fn erase_unused(body: &mut Body, compute: Op, done: &mut Done, cx: &mut PassContext<'_>) -> bool {
    let unused =
        body.is_live(compute) && body.results_unused(compute) && tf_ir::effects::is_dead(body, compute);
    if unused {
        body.erase(compute);
        done.erased += 1;
        cx.count("num-erased", 1);
    }
    unused
}
