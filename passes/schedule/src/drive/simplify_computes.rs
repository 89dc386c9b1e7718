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
    summary: "Remove axes and folds of one iteration, and merge sibling computes and folds",
    docs: "Loops of one iteration are removed: the last axes of a box that have one point, and folds of \
        constant length that run at most once. Computes with equal boxes are then merged, as by \
        'choose-fusion', and independent folds over one range become one with all accumulators. Run 'cse' \
        and 'canonicalize' after it. 'apply-unroll' unrolls longer loops if their schedule specifies it.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-folds", help: "folds of at most one iteration that became code" },
        StatSpec { name: "num-axes", help: "computes that lost axes of one point" },
        StatSpec {
            name: "num-merged",
            help: "computes merged into another one, after their boxes became equal",
        },
        StatSpec { name: "num-siblings", help: "folds merged into a sibling" },
        StatSpec { name: "num-guarded", help: "reads and writes that are no longer proved to be in bounds" },
    ],
    rules: &[
        RuleSpec { name: "axes", help: "removes last axes of one point" },
        RuleSpec { name: "folds", help: "removes folds of at most one iteration" },
        RuleSpec { name: "merge", help: "merges computes whose boxes became equal" },
        RuleSpec { name: "siblings", help: "merges independent folds over one range" },
    ],
    growth: Growth::exchanging("as canonicalization").and_copies(),
    make: |_: &Options| Ok(Box::new(SimplifyComputes)),
};

struct SimplifyComputes;

impl Pass for SimplifyComputes {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let allowed = cx.allowed();
        let axes = allowed.counted("axes", || single_points(body));
        let folds = allowed.counted("folds", || inline_single_iterations(body));
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

fn inline_single_iterations(body: &mut Body) -> u64 {
    let is_single = |body: &Body, op: Op| {
        body.is(op, Fold)
            && tf_passes_common::code::folds::fold_trip_count(body, op)
                .is_some_and(|iterations| iterations <= 1)
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
