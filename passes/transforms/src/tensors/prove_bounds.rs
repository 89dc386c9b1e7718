//! `prove-bounds`: removes the out-of-bounds policies of reads and writes that are proved to be inside.

use tf_dialects::func::Func;
use tf_dialects::tensor::bounds::Indices;
use tf_dialects::tensor::{Access, Policy, set_policy};
use tf_ir::body::Body;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `prove-bounds`.
pub static INFO: PassInfo = PassInfo {
    name: "prove-bounds",
    title: "ProveBounds",
    summary: "Remove the policies of reads and writes that are proved to be in bounds",
    docs: "Proves that subscripts of accesses (`tensor.at`, `tensor.put`, ops with the interface \
        `AffineAccess`) are in bounds, from the enclosing boxes, folds, loops and conditions, the \
        arithmetic that computes them, and constant tensors that they are read from. Proved accesses lose \
        their policy (clamp, wrap, fill, drop, trap); the verifier repeats the proof. The statistics count \
        the proved accesses.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-proved", help: "accesses that lost their policy" },
        StatSpec { name: "num-guarded", help: "accesses that keep their policy" },
    ],
    rules: &[RuleSpec {
        name: "access",
        help: "removes the policy of an access that is proved to be in bounds",
    }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(ProveBounds)),
};

struct ProveBounds;

impl Pass for ProveBounds {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut proved, mut guarded) = (Vec::new(), 0);
        let mut indices = Indices::new(body);
        for op in preorder(body) {
            let view = body.op(op);
            if Access::of(view).is_none_or(|access| access.policy == Policy::Assumed) {
                continue;
            }
            match indices.is_inside(view) {
                true => proved.push(op),
                false => guarded += 1,
            }
        }
        cx.count("num-guarded", guarded);
        let mut count = 0;
        for op in proved {
            if !cx.allows("access") {
                continue;
            }
            if !cx.may_rewrite() {
                break;
            }
            set_policy(body, op, Policy::Assumed);
            count += 1;
        }
        cx.count("num-proved", count);
        Ok(Changed::from(count > 0))
    }
}
