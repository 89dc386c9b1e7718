//! `settle-policies`: what happens outside where nobody said it.

use tf_dialects::tensor::policy::IMPLICIT;
use tf_dialects::tensor::{AtOp, Policy, PutOp};
use tf_ir::body::{Body, Op, Value};
use tf_ir::pass::{
    Anchor, Changed, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec,
    Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `settle-policies`.
pub static INFO: PassInfo = PassInfo {
    name: "settle-policies",
    title: "SettlePolicies",
    summary: "Decides what reads and writes outside mean where the program does not say it",
    docs: "Reads and writes with the attribute `tf.implicit` have a policy that nobody spelled out: the default of whatever made \
           them. With `checked` it becomes `trap`: an access outside ends the call with an error. Without it the policy stays. \
           Either way the mark goes, so the pass stands first in pipelines. Accesses without the mark are left as they are.",
    anchor: Anchor::Op("func.func"),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "checked",
        kind: OptionKind::Bool,
        default: "false",
        help: "turn policies that were not spelled out into 'trap'",
    }],
    statistics: &[StatSpec { name: "num-checked", help: "accesses that stop the call from now on" }],
    rules: &[RuleSpec { name: "trap", help: "turns a policy that was not spelled out into 'trap'" }],
    make: |options: &Options| Ok(Box::new(SettlePolicies { checked: options.bool("checked") })),
};

struct SettlePolicies {
    checked: bool,
}

impl Pass for SettlePolicies {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let marked = |op: &Op| body.attr(*op, IMPLICIT).is_some();
        let marked: Vec<Op> = preorder(body).into_iter().filter(marked).collect();
        let mut count = 0;
        for op in &marked {
            if self.checked && redirects(body, *op) && cx.allows("trap") {
                trap(body, *op);
                count += 1;
            }
            body.remove_attr(*op, IMPLICIT);
        }
        cx.count("num-checked", count);
        Ok(Changed::from(!marked.is_empty()))
    }
}

/// True for accesses with a policy that gives something outside.
fn redirects(body: &Body, op: Op) -> bool {
    let policy = AtOp::cast(body.op(op))
        .map(AtOp::out_of_bounds)
        .or_else(|| PutOp::cast(body.op(op)).map(PutOp::out_of_bounds));
    policy.is_some_and(|policy| !matches!(policy, Policy::Assumed | Policy::Trap))
}

/// Gives an access the policy `trap`; a value to fill with goes.
fn trap(body: &mut Body, op: Op) {
    if AtOp::cast(body.op(op)).is_some_and(|at| at.fill().is_some()) {
        let kept: Vec<Value> = body.operands(op).take(body.operand_count(op) - 1).collect();
        body.set_operands(op, &kept);
    }
    let name = Policy::Trap.name().expect("trap is written");
    let policy = body.ctx().string_attr(name);
    body.set_attr(op, "policy", policy);
}
