//! `tensor-decompose`: named and elementwise ops on tensors become comprehensions.

use tf_dialects::tensor::decompose::{decompose, is_decomposable};
use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;
use tf_ir::pass::{Anchor, Changed, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec};
use tf_ir::walk;

/// The pass `tensor-decompose`.
pub static INFO: PassInfo = PassInfo {
    name: "tensor-decompose",
    title: "TensorDecompose",
    summary: "Turns named and elementwise ops on tensors into tensor.compute",
    docs: "Each op says by its interface `Decompose` what it means; elementwise `arith` and `math` ops on tensors read their \
           operands at the own point. `tensor.cast` and constants stay.",
    anchor: Anchor::Op("func.func"),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-decomposed", help: "ops that became comprehensions" }],
    make: |_: &Options| Ok(Box::new(TensorDecompose)),
};

struct TensorDecompose;

impl Pass for TensorDecompose {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let ops: Vec<Op> =
            walk::preorder(body).into_iter().filter(|op| is_decomposable(body.op(*op))).collect();
        for op in &ops {
            let mut b = Builder::before(body, *op);
            match decompose(&mut b, *op) {
                Ok(Some(values)) => body.replace(*op, &values),
                Ok(None) => {}
                Err(error) => return Err(cx.error(error)),
            }
        }
        cx.count("num-decomposed", ops.len() as u64);
        Ok(if ops.is_empty() { Changed::No } else { Changed::Yes })
    }
}
