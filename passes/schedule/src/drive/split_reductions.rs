//! `split-reductions`: long folds of few points become partial folds of chunks, for threads, and a fold of
//! the partial results.
//!
//! The sum of a whole tensor has one point, so no axis of its domain can run in parallel. Its fold is cut
//! into chunks of constant length:
//! ```text
//! %s = fold (%k) = 0 to n add f(%k)
//! ```
//! becomes a compute with an additional axis, and two folds instead of one:
//! ```text
//! %part[%c] = fold (%k) = %c * 4096 to %c * 4096 + 4096 add f(%k)      for %c in n floordiv 4096
//! %s = (fold (%c) = 0 to n floordiv 4096 add %part[%c]) + (fold (%k) = (n floordiv 4096) * 4096 to n add f(%k))
//! ```
//! The chunk length depends on the work of an iteration alone, never on the machine's cores: the result has
//! the same bits for any count of threads. The pass `choose-rfactors` chooses it, or a program by the step
//! `rfactor`, which this pass applies; `slice` finds the code around a fold that its chunks need. Scatters of
//! many points into few elements, as in a histogram, are split in the same manner (`puts`). If that would
//! change a bit, or if there are too many elements, each element gets an owner (`owners`).

use crate::apply::split_reductions as apply;
use crate::decide::split_reductions::{owners, puts};
use tf_dialects::func::Func;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;
use tf_passes_common::code::guard::guard_unproved;

/// The pass `split-reductions`.
pub struct SplitReductions;

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "split-reductions",
    title: "SplitReductions",
    summary: "Split folds into chunks as schedules specify, and long scatters, for threads",
    docs: "Applies the step 'rfactor' of schedules: partial results of chunks of constant length are stored \
        in a new tensor, and a second fold combines them in a fixed order. The result does not depend on the \
        number of threads. Folds that depend on an earlier fold read its result from a separate tensor. \
        Steps that cannot be applied are left out, with a remark. \
        Computes that put many points into few elements, such as \
        histograms, are split in the same manner if the result is exact in any order (integers, extremes) \
        or the order is unspecified: each chunk has separate accumulators. Other puts at computed indices, \
        and those into many elements, are parallelized by element if an update is much more expensive than \
        computing its index: each thread visits all points and puts into the elements that it owns, in the \
        order of the points, so that the bits are those of one thread.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-split", help: "folds split into chunks" },
        StatSpec {
            name: "num-put-apart",
            help: "computes whose points are split into chunks with separate accumulators",
        },
        StatSpec { name: "num-owned", help: "computes whose elements are owned by threads" },
        StatSpec { name: "num-guarded", help: "accesses whose proof was lost and that now clamp" },
    ],
    rules: &[
        RuleSpec {
            name: "owners",
            help: "assigns each element to a thread, its owner, which visits all points",
        },
        RuleSpec {
            name: "puts",
            help: "gives chunks of points that put into few elements separate accumulators",
        },
    ],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(SplitReductions)),
};

impl Pass for SplitReductions {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut count, mut put_apart, mut owned, mut changed) = (0, 0, 0, false);
        let computes: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Compute)).collect();
        for compute in computes {
            count += apply::rfactor::apply(body, compute, &mut changed, cx);
            if let Some(cut) = puts::candidate(body, compute)
                && cx.allows("puts")
                && apply::puts::split(body, compute, &cut).is_some()
            {
                (put_apart, changed) = (put_apart + 1, true);
            } else if let Some(cut) = owners::candidate(body, compute)
                && cx.allows("owners")
                && apply::owners::split(body, compute, &cut).is_some()
            {
                (owned, changed) = (owned + 1, true);
            }
        }
        cx.count("num-split", count);
        cx.count("num-put-apart", put_apart);
        cx.count("num-owned", owned);
        if changed {
            guard_unproved(body, cx);
        }
        Ok(Changed::from(changed))
    }
}
