//! `choose-fusion`: decides which computes are inlined and which are merged into one nest. The decisions are
//! data.
//!
//! Two decisions, until a fixed point ([`model`] is the code after fusion):
//! - a **producer is inlined at its reads** if this costs no more than storing and reading it ([`price`]), or
//!   if it is evaluated no more often, because its only consumer reads each point a bounded number of times
//!   ([`inline`]);
//! - **computes over one iteration domain become one nest** if one reads the other by identity access, or if
//!   they read the same tensors, in long folds the same elements ([`siblings`], [`shared`]).
//!
//! Then [`write`] puts each nest into a group, and `apply-fusion` rewrites it as one compute.

mod blocks;
mod changes;
mod inline;
mod model;
mod order;
mod price;
mod read;
mod reason;
mod replace;
mod shared;
mod siblings;
mod write;

pub(crate) use blocks::blocks;

use crate::apply::apply_fusion::fuse;
use model::Model;
use rustc_hash::FxHashSet;
use tf_dialects::func::Func;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

struct ChooseFusion;

/// The pass `choose-fusion`.
pub static INFO: PassInfo = PassInfo {
    name: "choose-fusion",
    title: "ChooseFusion",
    summary: "Put computes that become one loop nest into groups",
    docs: "Works on `tensor.compute` only: run `tensor-decompose` first. Inlined members have the placement \
        'inline' in the schedule of their group; members whose results one nest writes share all loops of \
        their box. A producer that is read with an out-of-bounds policy is inlined if its own reads can \
        have the policy, or, with the policy fill, if it is guarded by a bounds check. A sum of \
        unspecified order that a decision depends on (defined in `apply-numerics`) has the same bits for \
        all readers: a long one is computed once, and a short one in the order of its indices if several \
        readers compute it. 'apply-fusion' makes one compute of each group; a program may specify other \
        fusion before it.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-groups", help: "groups that were formed" },
        StatSpec { name: "num-inlined", help: "reads that were replaced by inlined code" },
        StatSpec { name: "num-merged", help: "computes whose results the nest of another one writes" },
        StatSpec { name: "num-erased", help: "unused computes" },
    ],
    rules: &[
        RuleSpec { name: "inline", help: "inlines a producer into its readers" },
        RuleSpec { name: "merge", help: "writes the results of computes over one box in one nest" },
    ],
    growth: Growth::applied_by(
        "apply-fusion",
        "members of groups are evaluated where the schedule places them",
    ),
    make: |_: &Options| Ok(Box::new(ChooseFusion)),
};

impl Pass for ChooseFusion {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let erased = erase_unused(body);
        let mut model = Model::of(body);
        let (mut inlined, mut merged) = (0, 0);
        loop {
            inlined += inline::run(body, &mut model, cx);
            let joined = siblings::run(body, &mut model, None, cx);
            merged += joined;
            // Only merged nests allow more inlining.
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

/// Erases unused computes and returns the count.
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

/// Merges sibling computes over one iteration domain at once, for passes that change domains. With `among`,
/// each pair holds one of these computes. Returns the count of computes that became part of another one. The
/// pass counts `num-merged` and `num-guarded`, and has a rule `merge`.
pub(crate) fn merge_siblings(
    body: &mut Body,
    among: Option<&FxHashSet<Op>>,
    cx: &mut PassContext<'_>,
) -> u64 {
    let mut model = Model::of(body);
    let merged = siblings::run(body, &mut model, among, cx);
    if merged > 0 {
        for group in write::write(body, &model) {
            fuse(body, group, cx);
        }
    }
    merged
}
