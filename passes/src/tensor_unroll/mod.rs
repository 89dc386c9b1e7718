//! `tensor-unroll-small-axes`: unrolls short constant axes into registers, and fuses siblings.
//!
//! - A **fold** of constant length up to `limit` becomes straight-line code.
//! - The constant **trailing axes** of a compute, up to `limit` points, become several values of one point: the box
//!   loses them, and each result yields a small tensor (`tensor.from_elements`) for them.
//! - Computes that have the same box **now** and read the same tensors are merged, as `tensor-fuse` does before.
//! - **Sibling folds** over one range, independent of each other, become one fold with all accumulators, so that what
//!   they read and compute in common is shared (run `cse` afterwards).

mod axes;
mod folds;
mod siblings;

pub(crate) use folds::combine;

use crate::tensor_fuse::{guard_unproved, merge};
use tf_dialects::func::Func;
use tf_ir::body::Body;
use tf_ir::pass::{
    Anchor, Changed, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec,
    Scope, StatSpec,
};

/// The pass `tensor-unroll-small-axes`.
pub static INFO: PassInfo = PassInfo {
    name: "tensor-unroll-small-axes",
    title: "TensorUnrollSmallAxes",
    summary: "Turns short constant axes and folds into registers and merges sibling computes and folds",
    docs: "A compute is unrolled as far as it stays short: inner folds first, all of one depth or none, and \
           around long folds only while the sums of all copies stay in registers. Run `tensor-fuse` before it, \
           `cse` and `canonicalize` after it.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "limit",
        kind: OptionKind::Int,
        default: "8",
        help: "longest fold, and largest number of points of trailing axes, that is unrolled",
    }],
    statistics: &[
        StatSpec { name: "num-folds", help: "folds unrolled" },
        StatSpec { name: "num-axes", help: "computes whose trailing axes were unrolled" },
        StatSpec { name: "num-merged", help: "computes merged into another one whose box became theirs" },
        StatSpec { name: "num-erased", help: "computes without a use left" },
        StatSpec { name: "num-siblings", help: "folds merged into a sibling" },
        StatSpec { name: "num-guarded", help: "reads and writes not proved to be inside any more" },
    ],
    rules: &[
        RuleSpec { name: "axes", help: "turns short trailing axes into values of one point" },
        RuleSpec { name: "folds", help: "writes short folds as straight-line code" },
        RuleSpec { name: "merge", help: "merges computes whose box became the same" },
        RuleSpec { name: "siblings", help: "merges independent folds over one range" },
    ],
    make: |options: &Options| Ok(Box::new(TensorUnroll { limit: options.int("limit").max(1) as u64 })),
};

struct TensorUnroll {
    limit: u64,
}

impl Pass for TensorUnroll {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let allowed = cx.allowed();
        let axes = allowed.counted("axes", || axes::run(body, self.limit));
        let folds = allowed.counted("folds", || folds::run(body, self.limit));
        let merged = if axes > 0 { merge::run(body, cx).rewrites } else { 0 };
        let siblings = allowed.counted("siblings", || siblings::run(body));
        if axes + folds + merged > 0 {
            guard_unproved(body, cx);
        }
        cx.count("num-axes", axes);
        cx.count("num-folds", folds);
        cx.count("num-siblings", siblings);
        Ok(Changed::from(axes + folds + merged + siblings > 0))
    }
}
