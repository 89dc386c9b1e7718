//! `choose-fusion`: decides which computes are evaluated where they are read, and which are written by one nest; what it decides is data.
//!
//! Two decisions, until nothing changes ([`model`] is what the code would be):
//! - a **producer is evaluated where it is read**, if the loops cost no more so than with it stored and read ([`price`]), or if it is
//!   evaluated no more often than before, as its only consumer reads each point a bounded number of times ([`again`]);
//! - **computes over one box are one nest** when one reads the other at its own point, or when they read the same
//!   tensors, in long folds the same elements ([`beside`], [`shared`]).
//!
//! Then [`write`] puts each nest into a group; `apply-fusion` makes one compute of it.

mod again;
mod beside;
mod blocks;
mod changes;
mod model;
mod order;
mod price;
mod read;
mod replace;
mod shared;
mod write;

pub(crate) use blocks::blocks;

use crate::schedule::apply::apply_fusion::fuse;
use model::Model;
use rustc_hash::FxHashSet;
use tf_dialects::func::Func;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass.
struct ChooseFusion;

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "choose-fusion",
    title: "ChooseFusion",
    summary: "Puts computes that are to be one loop nest into groups",
    docs: "Works on `tensor.compute` only: run `tensor-decompose` first. Members that are evaluated where they are read have the place 'inline' in the schedule of \
           their group; those whose results one nest writes share all loops of their box. A producer that is read with an out-of-bounds policy is code there \
           if its own reads can have the policy, or, with the policy fill, where the point is there. A sum without order by which something \
           is decided (`apply-numerics` says what that is) has the same bits for all who read it: a long one is evaluated at one place, a short one in the order of its \
           indices where several places evaluate it. 'apply-fusion' makes one compute of each group; until then a program may say otherwise.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-groups", help: "groups that were formed" },
        StatSpec { name: "num-inlined", help: "reads that code takes the place of" },
        StatSpec { name: "num-merged", help: "computes whose results the nest of another one writes" },
        StatSpec { name: "num-erased", help: "computes without a use" },
    ],
    rules: &[
        RuleSpec { name: "inline", help: "evaluates a producer where it is read" },
        RuleSpec { name: "merge", help: "writes the results of computes over one box by one nest" },
    ],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(ChooseFusion)),
};

impl Pass for ChooseFusion {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let erased = erase_unused(body);
        let mut model = Model::of(body);
        let (mut inlined, mut merged) = (0, 0);
        loop {
            inlined += again::run(body, &mut model, cx);
            let joined = beside::run(body, &mut model, None, cx);
            merged += joined;
            // Only computes that became one nest let more be evaluated in it.
            if joined == 0 {
                break;
            }
        }
        order::set(body, model.ordered.iter().copied());
        let groups = write::write(body, &model);
        cx.count("num-groups", groups.len() as u64);
        cx.count("num-inlined", inlined);
        cx.count("num-merged", merged);
        cx.count("num-erased", erased);
        Ok(Changed::from(erased > 0 || !groups.is_empty()))
    }
}

/// Erases computes that nothing uses; how many there were.
fn erase_unused(body: &mut Body) -> u64 {
    let mut erased = 0;
    for op in preorder(body).into_iter().rev().filter(|op| body.is(*op, Compute)).collect::<Vec<_>>() {
        if body.is_live(op) && body.results_unused(op) && tf_ir::effects::is_dead(body, op) {
            body.erase(op);
            erased += 1;
        }
    }
    erased
}

/// Makes one compute of those over one box that belong together, at once: for passes that change boxes. Only pairs one of which is among these
/// computes, if some are given. How many became part of another one; the pass counts `num-merged` and `num-guarded`, and has a rule `merge`.
pub(crate) fn merge_siblings(
    body: &mut Body,
    among: Option<&FxHashSet<Op>>,
    cx: &mut PassContext<'_>,
) -> u64 {
    let mut model = Model::of(body);
    let merged = beside::run(body, &mut model, among, cx);
    if merged > 0 {
        for group in write::write(body, &model) {
            fuse(body, group, cx);
        }
    }
    merged
}
