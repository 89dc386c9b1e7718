//! `compute-in-tapes`: computes the states of a loop directly in the tape that stores them, without copies.
//!
//! ```text
//! for t { tape[t] = s; s = f(s) }        becomes        tape[0] = s; for t { tape[t + 1] = f(tape[t]) }; s = tape[n]
//! ```
//! A tape is a tensor with one slot per iteration, which the backward pass of a loop reads. Storing a state
//! copies all of it in each iteration. Here the body puts its result into the next slot, and reads the state
//! from the current one. The tape gets one more slot, for the state after the last iteration. A state that is
//! only handed on from another one, such as the step before the last of a wave, is another slot of the same
//! tape. [`chain`] finds and proves, [`rewrite`] rewrites. Bufferization must see that the reads and puts of
//! an iteration touch different slots (`tensor_to_loops/bufferize/dependence.rs`): the code has the form that
//! it recognizes.

mod chain;
mod rewrite;

use chain::Chain;
use tf_dialects::func::Func;
use tf_dialects::loops::For;
use tf_ir::body::Body;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `compute-in-tapes`.
pub static INFO: PassInfo = PassInfo {
    name: "compute-in-tapes",
    title: "ComputeInTapes",
    summary: "Compute the states of loops directly in their tapes",
    docs: "If a loop stores a carried tensor in a slot of a carried tape in each iteration, the compute of \
        the next tensor writes into the next slot, and its readers read the slot: only the first state is \
        copied, and the last one if it is used. Carried tensors that equal an earlier version of another \
        one are slots of its tape. Applies only if each slot is proved to be in bounds, carried tensors \
        are read by element, and tapes are initially empty. Run it after all passes that change computes, \
        and before 'schedule'.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-computed", help: "carried tensors that are computed in tapes" }],
    rules: &[RuleSpec { name: "slots", help: "computes a carried tensor in the slots of its tape" }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(ComputeInTapes)),
};

struct ComputeInTapes;

impl Pass for ComputeInTapes {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut count = 0;
        for op in preorder(body) {
            let mut looping = op;
            while body.is_live(looping)
                && body.is(looping, For)
                && let Some(chain) = Chain::find(body, looping)
                && cx.allows("slots")
            {
                looping = chain.rewrite(body, looping);
                count += 1;
            }
        }
        cx.count("num-computed", count);
        Ok(Changed::from(count > 0))
    }
}
