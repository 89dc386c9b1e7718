//! `prove-bounds`: reads and writes that are proved to be inside need no policy.

use tf_dialects::func::Func;
use tf_dialects::tensor::bounds::{Indices, access_of};
use tf_dialects::tensor::{At, Policy};
use tf_ir::body::{Body, Op, Value};
use tf_ir::pass::{
    Anchor, Changed, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `prove-bounds`.
pub static INFO: PassInfo = PassInfo {
    name: "prove-bounds",
    title: "ProveBounds",
    summary: "Takes the policies off reads and writes that are proved to be inside",
    docs: "Proves subscripts of `tensor.at` and `tensor.put` to be inside from the boxes, folds and loops around them, \
           the conditions they stand under, the arithmetic that made them and constant tensors they were read from. \
           What is proved loses its policy (clamp, wrap, fill, drop, trap); the verifier repeats the proof. The \
           statistics say how many were proved.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-proved", help: "accesses that lost their policy" },
        StatSpec { name: "num-guarded", help: "accesses that keep their policy" },
    ],
    rules: &[RuleSpec { name: "access", help: "takes the policy off an access that is proved to be inside" }],
    make: |_: &Options| Ok(Box::new(ProveBounds)),
};

struct ProveBounds;

impl Pass for ProveBounds {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let (mut proved, mut guarded) = (Vec::new(), 0);
        let mut indices = Indices::new(body);
        for op in preorder(body) {
            let view = body.op(op);
            if access_of(view).is_none_or(|access| access.policy == Policy::Assumed) {
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
            unguard(body, op);
            count += 1;
        }
        cx.count("num-proved", count);
        Ok(Changed::from(count > 0))
    }
}

/// Takes the policy off, and the value to fill with.
fn unguard(body: &mut Body, op: Op) {
    if body.cast(op, At).is_some_and(|at| at.fill().is_some()) {
        let kept: Vec<Value> = body.operands(op).take(body.operand_count(op) - 1).collect();
        body.set_operands(op, &kept);
    }
    body.remove_attr(op, "policy");
}
