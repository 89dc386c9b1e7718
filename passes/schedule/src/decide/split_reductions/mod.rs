//! `choose-rfactors`: chooses the folds that are reduced in chunks, and the chunk lengths; also the scatters
//! that are split, for `split-reductions`.

pub(crate) mod chunks;
pub(crate) mod owners;
pub(crate) mod puts;
mod updates;

use tf_dialects::func::Func;
use tf_dialects::tensor::Compute;
use tf_dialects::tensor::loop_names::{give_loop_names, loop_name};
use tf_dialects::tensor::schedule::steps::Rfactor;
use tf_dialects::tensor::schedule::{Author, Schedule, Step};
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `choose-rfactors`.
pub struct ChooseRfactors;

/// Its description.
pub static INFO: PassInfo = PassInfo {
    name: "choose-rfactors",
    title: "ChooseRfactors",
    summary: "Choose the folds that are reduced in chunks",
    docs: "Writes the step 'rfactor' on computes of few points without a schedule, for long folds of \
        unspecified order (reassoc, integers, extremes, associative combiners). The chunk length depends on \
        the work of an iteration, never on the number of threads. Directly nested folds of one kind are \
        split at the outermost one that is long enough. Sums whose terms are adjacent in memory are split \
        at each iteration of their outer fold. Products with few points and many more terms, such as that \
        of a tall matrix, transposed, and itself, are split if a chunk of both operands fits in a cache.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-chosen", help: "folds that are to be reduced in chunks" }],
    rules: &[RuleSpec { name: "chunks", help: "reduces a fold in chunks" }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(ChooseRfactors)),
};

impl Pass for ChooseRfactors {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut count = 0;
        let computes: Vec<Op> = preorder(body).into_iter().filter(|op| body.is(*op, Compute)).collect();
        for compute in computes {
            let mut chosen = chunks::candidates(body, compute);
            chosen.retain(|_| cx.allows("chunks"));
            if chosen.is_empty() {
                continue;
            }
            count += chosen.len() as u64;
            give_loop_names(body, compute);
            let step = |chunks: &chunks::Chunks| {
                let target = loop_name(body, chunks.at)?.to_string();
                Some(Step::from(Rfactor { target, length: chunks.length }))
            };
            let schedule = Schedule::by(Author::Heuristic, chosen.iter().filter_map(step).collect());
            let attr = schedule.to_attr(body.ctx());
            body.set_attr(compute, "schedule", attr);
        }
        cx.count("num-chosen", count);
        Ok(Changed::from(count > 0))
    }
}
