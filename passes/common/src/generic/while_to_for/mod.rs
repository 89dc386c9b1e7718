//! `while-to-for`: raises counting `loop.while` to `loop.for`.

mod counter;
mod derived;
mod raise;
mod scalars;

use counter::Counter;
use tf_dialects::loops::{For, While};
use tf_ir::body::{Body, Op};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `while-to-for`.
pub static INFO: PassInfo = PassInfo {
    name: "while-to-for",
    title: "WhileToFor",
    summary: "Turns loop.while with a counter into loop.for",
    docs: "A `loop.while` counts if its condition compares a carried integer (a scalar, or a tensor of rank \
        0) with a loop-invariant bound, and each iteration adds a constant to it. It becomes a `loop.for` \
        over an `index` if the counter cannot wrap around before the loop ends: the step is 1 or -1 and \
        the comparison strict, or constants prove it. The counter keeps its type and its meaning; its \
        final value is computed if it is used. Conditions with further terms are not supported.\n\nOther \
        induction variables of a loop of step 1 are computed from the index. Elementwise ops on a counter \
        in tensors of rank 0 become scalar ops, so that subscripts can be proved.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-raised", help: "loops that became loop.for" },
        StatSpec { name: "num-derived", help: "induction variables that are computed from the index" },
    ],
    rules: &[
        RuleSpec { name: "raise", help: "turns a loop.while that counts into a loop.for" },
        RuleSpec { name: "derive", help: "computes further induction variables from the index" },
    ],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(WhileToFor)),
};

struct WhileToFor;

impl Pass for WhileToFor {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let loops =
            |body: &Body| -> Vec<Op> { preorder(body).into_iter().filter(|op| is_loop(body, *op)).collect() };
        let (mut raised, mut derived) = (0, 0);
        let mut numbers = Vec::new();
        for op in loops(body) {
            let counter = Counter::of(body, op).filter(|counter| raise::is_possible(body, op, counter));
            let Some(counter) = counter.filter(|_| cx.allows("raise") && cx.may_rewrite()) else { continue };
            numbers.push(raise::raise(body, op, &counter));
            raised += 1;
        }
        for op in loops(body) {
            if !body.is(op, For) || !cx.allows("derive") || !cx.may_rewrite() {
                continue;
            }
            let found = derived::derive(body, op);
            derived += found.len() as u64;
            numbers.extend(found);
        }
        numbers.into_iter().for_each(|number| scalars::spread(body, number));
        cx.count("num-raised", raised);
        cx.count("num-derived", derived);
        Ok(Changed::from(raised + derived > 0))
    }
}

fn is_loop(body: &Body, op: Op) -> bool {
    body.is(op, While) || body.is(op, For)
}
