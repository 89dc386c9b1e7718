//! `simplify-computes`: removes axes and folds of one iteration, then merges computes over one iteration
//! domain and sibling folds.

use crate::decide::choose_fusion::merge_siblings;
use tf_dialects::func::Func;
use tf_dialects::tensor::{Compute, Fold};
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::{postorder, preorder};
use tf_passes_common::code::guard::guard_unproved;
use tf_passes_common::rules::keep;
use tf_passes_common::unroll::{axes, folds, siblings};

/// The pass `simplify-computes`.
pub static INFO: PassInfo = PassInfo {
    name: "simplify-computes",
    title: "SimplifyComputes",
    summary: "Takes axes and folds of one trip away and merges sibling computes and folds",
    docs: "What has one trip is no loop: the last axes of a box, as far as they have one point, go, and folds of constant length that run once or \
           not at all become their code. Computes that have the same box now are merged, as 'choose-fusion' does before, and folds over one range that do \
           not need each other are one with all accumulators. Run 'cse' and 'canonicalize' after it. Longer loops are written out where their \
           schedule says so ('apply-unroll').",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-folds", help: "folds of one trip or none that became code" },
        StatSpec { name: "num-axes", help: "computes that lost axes of one point" },
        StatSpec { name: "num-merged", help: "computes merged into another one whose box became theirs" },
        StatSpec { name: "num-siblings", help: "folds merged into a sibling" },
        StatSpec { name: "num-guarded", help: "reads and writes not proved to be inside any more" },
    ],
    rules: &[
        RuleSpec { name: "axes", help: "takes last axes of one point away" },
        RuleSpec { name: "folds", help: "takes folds of one trip or none away" },
        RuleSpec { name: "merge", help: "merges computes whose box became the same" },
        RuleSpec { name: "siblings", help: "merges independent folds over one range" },
    ],
    growth: Growth::exchanging("as canonicalization"),
    make: |_: &Options| Ok(Box::new(SimplifyComputes)),
};

struct SimplifyComputes;

impl Pass for SimplifyComputes {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let allowed = cx.allowed();
        let axes = allowed.counted("axes", || single_points(body));
        let folds = allowed.counted("folds", || single_trips(body));
        let merged = if axes > 0 { merge_siblings(body, None, cx) } else { 0 };
        let root = body.root();
        let siblings = allowed.counted("siblings", || siblings::run(body, root));
        if axes + folds + merged > 0 {
            guard_unproved(body, cx);
        }
        cx.count("num-axes", axes);
        cx.count("num-folds", folds);
        cx.count("num-merged", merged);
        cx.count("num-siblings", siblings);
        Ok(Changed::from(axes + folds + merged + siblings > 0))
    }
}

fn single_points(body: &mut Body) -> u64 {
    let computes: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Compute)).collect();
    let mut count = 0;
    for op in computes {
        let single = axes::trailing(body, op, 1);
        let rank = body.view(op, Compute).extents().len() - single.len();
        if !single.is_empty() && !keep::names_axes_from(body, op, rank) {
            count += u64::from(axes::unroll(body, op, &single).is_some());
        }
    }
    count
}

fn single_trips(body: &mut Body) -> u64 {
    let is_single = |body: &Body, op: Op| {
        body.is(op, Fold)
            && tf_passes_common::code::folds::fold_trips(body, op).is_some_and(|trips| trips <= 1)
            && !keep::names_fold(body, op)
    };
    let mut count = 0;
    for op in postorder(body) {
        if is_single(body, op) {
            count += u64::from(folds::unroll(body, op).is_some());
        }
    }
    count
}
