//! `settle-policies`: chooses the out-of-bounds policy of accesses with implicit policies.

use tf_dialects::func::Func;
use tf_dialects::tensor::policy::IMPLICIT;
use tf_dialects::tensor::{Access, Policy, set_policy};
use tf_ir::body::{Body, Op, Value};
use tf_ir::effects::is_dead;
use tf_ir::pass::{
    Anchor, Changed, Growth, OptionKind, OptionSpec, Options, Pass, PassContext, PassInfo, PassResult,
    RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `settle-policies`.
pub static INFO: PassInfo = PassInfo {
    name: "settle-policies",
    title: "SettlePolicies",
    summary: "Choose the policy of out-of-bounds accesses that the program does not specify",
    docs: "Reads and writes with the attribute `tf.implicit` have a default policy that the program did not \
        specify. With `checked` it becomes `trap`: an access out of bounds ends the call with an error. \
        Without it the policy stays, and unused reads, which are only checks, are erased. In both cases \
        the attribute is removed, so the pass is the first one in pipelines. Accesses without the \
        attribute are not changed.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[OptionSpec {
        name: "checked",
        kind: OptionKind::Bool,
        default: "false",
        help: "turn unspecified policies into 'trap'",
    }],
    statistics: &[
        StatSpec { name: "num-checked", help: "accesses that now stop the call" },
        StatSpec { name: "num-unused", help: "unused reads that were erased" },
    ],
    rules: &[
        RuleSpec { name: "trap", help: "turns an unspecified policy into 'trap'" },
        RuleSpec { name: "unused", help: "erases unused reads that do not stop the call" },
    ],
    growth: Growth::NONE,
    make: |options: &Options| Ok(Box::new(SettlePolicies { checked: options.bool("checked") })),
};

struct SettlePolicies {
    checked: bool,
}

impl Pass for SettlePolicies {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let marked = |op: &Op| body.attr(*op, IMPLICIT).is_some();
        let marked: Vec<Op> = preorder(body).into_iter().filter(marked).collect();
        let (mut checked, mut unused) = (0, 0);
        for op in &marked {
            if !body.is_live(*op) {
                // It was an operand of an erased check only.
                continue;
            }
            body.remove_attr(*op, IMPLICIT);
            if self.checked && redirects(body, *op) && cx.allows("trap") {
                set_policy(body, *op, Policy::Trap);
                checked += 1;
            } else if is_dead(body, *op) && cx.allows("unused") {
                erase(body, *op);
                unused += 1;
            }
        }
        cx.count("num-checked", checked);
        cx.count("num-unused", unused);
        Ok(Changed::from(!marked.is_empty()))
    }
}

/// Erases a read, and its operands if they are dead then.
fn erase(body: &mut Body, read: Op) {
    let mut dead = vec![read];
    while let Some(op) = dead.pop() {
        let operands: Vec<Value> = body.operands(op).collect();
        body.erase(op);
        for def in operands.into_iter().filter_map(|value| body.def_op(value)) {
            if is_dead(body, def) && !dead.contains(&def) {
                dead.push(def);
            }
        }
    }
}

/// True for accesses with a policy that specifies a value or an element out of bounds.
fn redirects(body: &Body, op: Op) -> bool {
    Access::of(body.op(op)).is_some_and(|access| !matches!(access.policy, Policy::Assumed | Policy::Trap))
}
