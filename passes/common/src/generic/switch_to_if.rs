//! `switch-to-if`: lowers `loop.switch` to trees of `loop.if`.

use tf_dialects::loops::{Switch, switch};
use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};

/// The pass `switch-to-if`.
pub static INFO: PassInfo = PassInfo {
    name: "switch-to-if",
    title: "SwitchToIf",
    summary: "Turns loop.switch into trees of loop.if",
    docs: "A binary search for the case: a tree of loop.if over the sorted cases halves the list in each \
        step. Each region occurs once in the result. Later passes (derivatives, vectorization, code \
        generation) support loop.if only.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-switches", help: "switches that became conditionals" }],
    rules: &[RuleSpec { name: "switch", help: "turns a switch into conditionals" }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(SwitchToIf)),
};

struct SwitchToIf;

impl Pass for SwitchToIf {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let switches: Vec<Op> =
            tf_ir::walk::preorder(body).into_iter().filter(|op| body.is(*op, Switch)).collect();
        let mut count = 0;
        for op in switches {
            if !cx.allows("switch") || !cx.may_rewrite() {
                break;
            }
            let mut b = Builder::before(body, op);
            let values = switch::to_ifs(&mut b, op);
            body.replace(op, &values);
            count += 1;
        }
        cx.count("num-switches", count);
        Ok(Changed::from(count > 0))
    }
}
