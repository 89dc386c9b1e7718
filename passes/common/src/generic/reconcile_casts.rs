//! `reconcile-unrealized-casts`: removes conversion casts that cancel.

use tf_ir::body::Body;
use tf_ir::pass::{Anchor, Changed, Growth, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec};
use tf_ir::rewrite::convert::reconcile_casts;

/// Description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: "reconcile-unrealized-casts",
    title: "ReconcileUnrealizedCasts",
    summary: "Remove unrealized conversion casts that cancel",
    docs: "Removes `builtin.unrealized_conversion_cast` ops that are unused, that do not change the type, \
        or whose chain ends with the types it began with.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-casts", help: "Number of casts removed" }],
    rules: &[],
    growth: Growth::NONE,
    make: |_| Ok(Box::new(ReconcileCasts)),
};

struct ReconcileCasts;

impl Pass for ReconcileCasts {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let removed = reconcile_casts(body) as u64;
        cx.count("num-casts", removed);
        Ok(Changed::from(removed > 0))
    }
}
