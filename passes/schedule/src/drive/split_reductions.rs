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
//! the same bits for any count of threads. `slice` finds the code around a fold that its chunks need, and
//! `chunks` chooses their length. Scatters of many points into few elements, as in a histogram, are split in
//! the same manner (`puts`). If that would change a bit, or if there are too many elements, each element gets
//! an owner (`owners`).

use crate::apply::split_reductions as apply;
use crate::decide::split_reductions::{chunks, owners, puts};
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
    summary: "Split long folds of few points into chunks for threads",
    docs: "For folds of unspecified order (reassoc, integers, extremes, associative combiners) in computes \
        of few points without a schedule: partial results of chunks of constant length are stored in a new \
        tensor, and a second fold combines them in a fixed order. The result does not depend on the number \
        of threads. Directly nested folds of one kind are split at the outermost one that is long enough. \
        Folds that depend on an earlier fold read its result from a separate tensor. Sums whose terms are \
        adjacent in memory are split at each iteration of their outer fold. Products with few points and \
        many more terms, such as that of a tall matrix, transposed, and itself, are split if a chunk of \
        both operands fits in a cache. Computes that put many points into few elements, such as \
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
        RuleSpec { name: "chunks", help: "splits a fold into chunks" },
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
            for (fold, cut) in chunks::candidates(body, compute) {
                if cx.allows("chunks")
                    && apply::split::split(body, compute, fold, &cut, &mut changed).is_some()
                {
                    count += 1;
                }
            }
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
