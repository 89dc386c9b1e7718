//! `tensor-to-loops`: lowers comprehensions to loops over memory, in three passes.
//!
//! | pass | lowers | to |
//! |---|---|---|
//! | `apply-schedule` | computes and folds | loop nests over tensors |
//! | `lower-access` | subscripts and policies | index arithmetic and comparisons |
//! | `bufferize` | tensors | memory |
//!
//! `docs/explanation/adr/0010-bufferization.md` has the intermediate forms.

mod access;
mod bufferize;
mod canonical_loop;
mod client;
mod schedule;
mod signature;

pub use access::INFO as LOWER_ACCESS;
pub use bufferize::INFO as BUFFERIZE;
pub use schedule::INFO as APPLY_SCHEDULE;

use signature::can_be_lowered;
use tf_dialects::func::Func;
use tf_ir::body::Body;
use tf_ir::diag::Diagnostic;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::rewrite::Allowed;
use tf_passes_common::code::marks;

struct TensorToLoops {
    share_buffers: bool,
}

/// The description of the pass.
pub static INFO: PassInfo = PassInfo {
    name: marks::RULES,
    title: "TensorToLoops",
    summary: "Lower computes to loop nests over memory, by their schedules",
    docs: "Runs 'apply-schedule', 'lower-access' and 'bufferize' in this order. Arguments and results \
        become memrefs, every tensor.compute a nest of loop.parallel and loop.for, every tensor.fold a \
        loop with accumulators, every tensor.at a load that is in bounds. The schedule of a compute is its \
        attribute 'schedule' (see docs/reference/schedule.md); without one, loops run in order. With \
        'share-buffers', temporaries of one type that are not live at the same time share a buffer, and \
        those of other types overlap in the arena of the call.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[bufferize::SHARE_BUFFERS],
    statistics: &[
        StatSpec { name: "num-computes", help: "computes that became loop nests" },
        bufferize::STATISTICS[0],
        bufferize::STATISTICS[1],
        bufferize::STATISTICS[2],
        bufferize::STATISTICS[3],
        bufferize::STATISTICS[4],
    ],
    rules: &[
        RuleSpec {
            name: "arena",
            help: "lets temporaries of several types that are not live at the same time overlap in memory",
        },
        RuleSpec { name: "blocks", help: "adds long sums of unspecified order in blocks" },
        RuleSpec { name: "chains", help: "lets nested folds of one kind share their accumulators" },
        RuleSpec {
            name: "in-place",
            help: "lets an iteration overwrite the buffer of a value that dies in it",
        },
        RuleSpec {
            name: "merges-in-parts",
            help: "merges sorted runs from several positions at once, if the comparator is a total order",
        },
        RuleSpec { name: "put-in-place", help: "lets a put write into the buffer of its initial value" },
        RuleSpec { name: "returned", help: "computes a returned tensor in the memory of the result" },
        RuleSpec {
            name: "scans-by-grid",
            help: "distributes the few long rows of a scan over all blocks of a GPU",
        },
        RuleSpec { name: "scans-in-chunks", help: "splits long scans into chunks for threads" },
        RuleSpec {
            name: "share-buffers",
            help: "gives temporaries that are not live at the same time one buffer",
        },
        RuleSpec {
            name: "sorts-in-blocks",
            help: "sorts blocks of long rows on several threads, and merges them",
        },
        RuleSpec { name: "team-scans", help: "lets the threads of a block or a warp of a GPU scan together" },
    ],
    growth: Growth::stated(growth, "as 'apply-schedule', 'lower-access' and 'bufferize'"),
    make: |options: &Options| Ok(Box::new(TensorToLoops { share_buffers: options.bool("share-buffers") })),
};

/// The allowances of the three passes.
fn growth(body: &Body, size: i64) -> Growth {
    let loops = schedule::growth(body, size).then(&access::growth(body, size));
    loops.then(&bufferize::growth(body, size))
}

impl Pass for TensorToLoops {
    // Subscripts without a policy are in bounds by the verifier's checks, which are not possible on memory.
    fn trusts_verifier(&self) -> bool {
        true
    }

    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        if !can_be_lowered(body) {
            return Ok(Changed::No);
        }
        let (computes, counts) =
            lower(body, self.share_buffers, cx.allowed()).map_err(|error| cx.error(error))?;
        cx.count("num-computes", computes);
        counts.report(cx);
        Ok(Changed::Yes)
    }
}

fn lower(
    body: &mut Body,
    share_buffers: bool,
    allowed: Allowed<'_>,
) -> Result<(u64, bufferize::Counts), Diagnostic> {
    let computes = schedule::apply(body, allowed)?.computes;
    access::lower(body)?;
    let settings = bufferize::Settings { share_buffers, conditions: bufferize::Conditions::default() };
    Ok((computes, bufferize::bufferize(body, settings, allowed)?))
}
