//! `tensor-decompose`: named and elementwise ops on tensors become comprehensions.

use tf_dialects::tensor::Compute;
use tf_dialects::tensor::decompose::{decompose, is_decomposable};
use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;
use tf_ir::pass::{Anchor, Changed, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec};

/// The pass `tensor-decompose`.
pub static INFO: PassInfo = PassInfo {
    name: "tensor-decompose",
    title: "TensorDecompose",
    summary: "Turns named and elementwise ops on tensors into tensor.compute",
    docs: "Each op says by its interface `Decompose` what it means; elementwise `arith` and `math` ops on tensors read their \
           operands at the own point. `tensor.cast` and constants stay, and so do ops on small tensors inside of a \
           comprehension.",
    anchor: Anchor::Op("func.func"),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-decomposed", help: "ops that became comprehensions" }],
    make: |_: &Options| Ok(Box::new(TensorDecompose)),
};

struct TensorDecompose;

impl Pass for TensorDecompose {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let ops = decomposable(body);
        let mut count = 0;
        for op in &ops {
            if !cx.may_rewrite() {
                break;
            }
            let mut b = Builder::before(body, *op);
            match decompose(&mut b, *op) {
                Ok(Some(values)) => {
                    body.replace(*op, &values);
                    count += 1;
                }
                Ok(None) => {}
                Err(error) => return Err(cx.error(error)),
            }
        }
        cx.count("num-decomposed", count);
        Ok(Changed::from(count > 0))
    }
}

/// The ops to decompose: those that are not inside a comprehension, which holds no other.
fn decomposable(body: &Body) -> Vec<Op> {
    fn go(body: &Body, op: Op, found: &mut Vec<Op>) {
        if is_decomposable(body.op(op)) {
            found.push(op);
        }
        if body.is(op, Compute::NAME) {
            return;
        }
        for block in body.regions(op).flat_map(|r| body.blocks(r)) {
            body.ops(block).for_each(|inner| go(body, inner, found));
        }
    }
    let mut found = Vec::new();
    go(body, body.root(), &mut found);
    found
}
