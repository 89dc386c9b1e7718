//! `apply-unroll`: fully unrolls loops of computes by their schedules, and merges computes and folds that
//! have the same range then.

use crate::decide::choose_fusion::merge_siblings;
use rustc_hash::FxHashSet;
use tf_dialects::func::Func;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Body, Op};
use tf_ir::context::Context;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::rewrite::{Patterns, canonicalization_patterns};
use tf_ir::walk::preorder;
use tf_passes_common::code::guard::guard_unproved;
use tf_passes_common::unroll::{apply, tidy};

/// The pass `apply-unroll`.
pub static INFO: PassInfo = PassInfo {
    name: "apply-unroll",
    title: "ApplyUnroll",
    summary: "Unroll the loops of computes whose schedules specify it",
    docs: "Applies the steps 'unroll(k)' without a factor, and removes them from the schedule: the last \
        axes of a box become separate values, folds become straight-line code, and copies of a longer fold \
        become one fold with all accumulators. The result is simplified. Steps that are not legal are not \
        removed, and 'apply-schedule' reports them.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-folds", help: "unrolled folds, counting each copy" },
        StatSpec { name: "num-axes", help: "unrolled axes" },
        StatSpec {
            name: "num-merged",
            help: "computes merged into another one, after their boxes became equal",
        },
        StatSpec { name: "num-siblings", help: "folds merged into a sibling" },
        StatSpec { name: "num-guarded", help: "reads and writes that are no longer proved to be in bounds" },
    ],
    rules: &[
        RuleSpec { name: "merge", help: "merges computes whose boxes became equal" },
        RuleSpec { name: "siblings", help: "merges independent folds over one range" },
    ],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(ApplyUnroll { patterns: None })),
};

struct ApplyUnroll {
    patterns: Option<Patterns>,
}

impl Pass for ApplyUnroll {
    fn prepare(&mut self, ctx: &Context) -> Result<(), String> {
        self.patterns = Some(canonicalization_patterns(ctx).freeze(ctx));
        Ok(())
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let merges = !cx.allowed().leaves_out("siblings");
        let (mut written, mut without_axes) = (Vec::new(), FxHashSet::default());
        let (mut axes, mut folds, mut siblings) = (0, 0, 0);
        let computes: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Compute)).collect();
        for op in computes {
            let loc = body.loc(op);
            let Some(done) = apply(body, op, merges) else { continue };
            for name in &done.left {
                cx.remark(
                    loc,
                    format!("the loop {name} is not unrolled: the subscripts in it become too large"),
                );
            }
            if done.axes > 0 {
                without_axes.insert(done.compute);
            }
            (axes, folds, siblings) = (axes + done.axes, folds + done.folds, siblings + done.siblings);
            written.push(done.compute);
        }
        if siblings > 0 {
            cx.allowed().applies("siblings");
        }
        let patterns = self.patterns.as_ref().expect("the pipeline prepared the pass");
        for op in &written {
            tidy(body, *op, patterns).map_err(|error| cx.error(error))?;
        }
        if !without_axes.is_empty() {
            let merged = merge_siblings(body, Some(&without_axes), cx);
            cx.count("num-merged", merged);
        }
        if !written.is_empty() {
            guard_unproved(body, cx);
        }
        cx.count("num-axes", axes);
        cx.count("num-folds", folds);
        cx.count("num-siblings", siblings);
        Ok(Changed::from(!written.is_empty()))
    }
}
