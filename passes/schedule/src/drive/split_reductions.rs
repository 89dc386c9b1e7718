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
    summary: "Cuts long folds of few points into chunks that threads share",
    docs: "For folds whose order is open (reassoc, integers, extremes, combiners that are associative) in computes of few points without a schedule: partial results of chunks of \
           constant length are the elements of a further tensor, and a second fold combines them in a fixed order. The answer does \
           not depend on the number of threads. Folds of one kind directly inside each other are cut at the outermost one that is long enough. Folds \
           that need the result of a fold before them read it from a tensor of its own. Sums whose terms lie around points in memory are cut at each trip of their outer fold. Products of some points with many more terms each, as that of a tall matrix, transposed, \
           and itself, are cut where a chunk of both operands stays in a cache. Computes that put many points into few elements, as histograms, \
           are cut in the same way where no order changes a bit (integers, extremes) or the order is open: each chunk has accumulators of its own. \
           Other puts at computed indices, and those into many elements, are shared out by element where changing one takes much longer than finding it: a thread goes through all points and puts \
           what belongs to its own elements, in the order of the points, so that the bits are those of one thread.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-split", help: "folds cut into chunks" },
        StatSpec {
            name: "num-put-apart",
            help: "computes whose points are cut into chunks with accumulators of their own",
        },
        StatSpec {
            name: "num-owned",
            help: "computes whose elements have owners, threads that put into them",
        },
        StatSpec { name: "num-guarded", help: "accesses whose proof did not follow them, which clamp now" },
    ],
    rules: &[
        RuleSpec { name: "chunks", help: "cuts a fold into chunks" },
        RuleSpec {
            name: "owners",
            help: "has each element put by one thread, its owner, which goes through all points",
        },
        RuleSpec {
            name: "puts",
            help: "gives chunks of points that put into few elements accumulators of their own",
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
