//! `tensor-hoist`, loop-invariant code motion: moves invariant pure ops out of the folds and loops inside a
//! compute.

use tf_dialects::func::Func;
use tf_dialects::tensor::Compute;
use tf_ir::body::{Block, Body, Def, Op, Region};
use tf_ir::control::as_loop;
use tf_ir::effects::is_pure;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk;

/// The pass `tensor-hoist`.
pub static INFO: PassInfo = PassInfo {
    name: "tensor-hoist",
    title: "TensorHoist",
    summary: "Move loop-invariant pure ops out of folds and loops inside computes",
    docs: "A read without a policy is moved only if it is proved to be in bounds outside of the loop: the \
        old proof may depend on the loop running at least once. Inner loops first, so that code leaves \
        several levels.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-hoisted", help: "ops moved out of a fold or loop" }],
    rules: &[RuleSpec { name: "invariant", help: "moves an invariant op out of a fold or loop" }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(TensorHoist)),
};

struct TensorHoist;

impl Pass for TensorHoist {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut count = 0;
        for op in walk::postorder(body) {
            if as_loop(body, op).is_some() && inside_compute(body, op) {
                count += hoist_out_of(body, op, cx);
            }
        }
        cx.count("num-hoisted", count);
        Ok(if count == 0 { Changed::No } else { Changed::Yes })
    }
}

fn inside_compute(body: &Body, op: Op) -> bool {
    std::iter::successors(body.parent_op(op), |p| body.parent_op(*p)).any(|p| body.is(p, Compute))
}

fn hoist_out_of(body: &mut Body, op: Op, cx: &PassContext<'_>) -> u64 {
    let mut count = 0;
    let regions: Vec<Region> = body.regions(op).collect();
    let blocks: Vec<Block> = regions.into_iter().flat_map(|r| body.blocks(r).collect::<Vec<_>>()).collect();
    for block in blocks {
        let ops: Vec<Op> = body.ops(block).collect();
        for inner in ops {
            count +=
                u64::from(can_leave(body, inner, op) && cx.allows("invariant") && leave(body, inner, op));
        }
    }
    count
}

/// True for a pure op without regions whose operands are all defined outside the loop; the terminator stays.
fn can_leave(body: &Body, inner: Op, around: Op) -> bool {
    let defined_inside = |value| match body.def(value) {
        Def::Result(def, _) => body.encloses(around, def),
        Def::Argument(block, _) => body.block_owner(block).is_some_and(|owner| body.encloses(around, owner)),
    };
    let last = body.next(inner).is_none();
    !last
        && body.regions(inner).len() == 0
        && is_pure(body, inner)
        && !body.operands(inner).any(defined_inside)
}

/// Moves the op before the loop, and back if it is invalid there.
fn leave(body: &mut Body, inner: Op, around: Op) -> bool {
    let next = body.next(inner).expect("a moved op is not a terminator");
    body.move_before(inner, around);
    let view = body.op(inner);
    let valid = view.info().verify.as_ref().is_none_or(|hook| hook.verify(view).is_ok());
    if !valid {
        body.move_before(inner, next);
    }
    valid
}
