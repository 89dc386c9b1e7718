//! `raise-folds`: recognizes folds that select one term, and folds that are scans.
//!
//! Three patterns are recognized by the semantics of a fold's code, from any program or importer:
//! ```text
//! fold (%k) = 0 to n add (select (%k == %e), f(%k), 0)      one term counts: f(%e), where %e is a place of the fold      [`place`]
//! fold (%k) = 0 to n add (float (%k == %e) * f(%k))         the same, as the product of a matrix with a row of a unit matrix
//! fold (%k) = 0 to %i + 1 add f(%k)                         all up to the point: a `tensor.scan` along the point's axis  [`running`]
//! fold (%k) = 0 to n add (select (%k <= %i), f(%k), 0)      the same under a mask
//! ```
//! [`guards`] finds the conditions without which a term is neutral, [`code`] the backward slice of a value.

mod code;
mod guards;
mod one_hot;
mod running;

use tf_dialects::func::Func;
use tf_dialects::tensor::{Compute, Fold, Group};
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;
use tf_passes_common::code::guard::guard_unproved;
use tf_passes_common::rules::keep;

/// The pass `raise-folds`.
pub static INFO: PassInfo = PassInfo {
    name: "raise-folds",
    title: "RaiseFolds",
    summary: "Turn folds with one effective term into reads, and prefix folds into scans",
    docs: "A fold in which all terms but one equal the identity, such as the product of a one-hot row with \
        a table, becomes that term, or the identity if the term is outside of the fold. If excluded floats \
        are multiplied by zeros, a value that is not finite makes the sum NaN: such elements are counted \
        once for all points that share them, unless flags exclude them. A fold of all terms up to the \
        point of an axis, or from it on, by its bounds or by a mask, becomes a tensor.scan of a compute of \
        the terms, in reverse if its order is unspecified. Computes with a schedule, members of groups and \
        short folds are not changed.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-places", help: "folds that became their one effective term" },
        StatSpec { name: "num-scans", help: "folds that became scans" },
        StatSpec { name: "num-guarded", help: "accesses whose proof was lost and that now clamp" },
    ],
    rules: &[
        RuleSpec { name: "one-place", help: "turns a fold with one effective term into that term" },
        RuleSpec { name: "running-fold", help: "turns a prefix or suffix fold into a scan" },
    ],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(RaiseFolds)),
};

struct RaiseFolds;

impl Pass for RaiseFolds {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut places, mut scans) = (0, 0);
        for fold in preorder(body) {
            if !body.is_live(fold) || !body.is(fold, Fold) {
                continue;
            }
            let Some(compute) = only_compute(body, fold) else { continue };
            if keep::has_explicit_schedule(body, compute) {
                continue;
            }
            if let Some(one_hot) = one_hot::OneHot::of(body, compute, fold)
                && cx.allows("one-place")
            {
                places += u64::from(one_hot.raise(body, compute, fold).is_some());
            } else if let Some(running) = running::Running::of(body, compute, fold)
                && cx.allows("running-fold")
            {
                scans += u64::from(running.raise(body, compute, fold).is_some());
            }
        }
        cx.count("num-places", places);
        cx.count("num-scans", scans);
        if places + scans > 0 {
            guard_unproved(body, cx);
        }
        Ok(Changed::from(places + scans > 0))
    }
}

/// The compute around an op, if tensors may be computed before it: it is in no other compute and is not a
/// member of a group.
fn only_compute(body: &Body, op: Op) -> Option<Op> {
    let above = |op: Op| body.parent_op(op);
    let around = std::iter::successors(above(op), |op| above(*op));
    let mut found = around.filter(|op| body.is(*op, Compute) || body.is(*op, Group));
    found.next().filter(|op| found.next().is_none() && body.is(*op, Compute))
}
