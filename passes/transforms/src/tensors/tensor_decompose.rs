//! `tensor-decompose`: rewrites named and elementwise ops on tensors as comprehensions.

use tf_dialects::arith;
use tf_dialects::func::Func;
use tf_dialects::tensor::decompose::{decompose, is_decomposable, is_staged};
use tf_dialects::tensor::{Compute, FUSION, member};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::control::{Branch, as_branch};
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};

/// The pass `tensor-decompose`.
pub static INFO: PassInfo = PassInfo {
    name: "tensor-decompose",
    title: "TensorDecompose",
    summary: "Turn named and elementwise ops on tensors into tensor.compute",
    docs: "The interface `Decompose` of an op defines its decomposition; elementwise `arith` and `math` ops \
        on tensors read their operands by identity access. A `loop.if` on tensors whose regions only yield \
        becomes an elementwise select. Not changed are `tensor.cast`, constants, tiles (until \
        'lower-tiles'), and ops on small tensors inside of a comprehension.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-decomposed", help: "ops that became comprehensions" }],
    rules: &[],
    growth: Growth::stated(growth, "a conditional on tensors whose regions only yield selects each element"),
    make: |_: &Options| Ok(Box::new(TensorDecompose)),
};

/// A selection, and a read of the side that is not selected, per element of a conditional: before, the
/// conditional reads and writes it once, so that this is less than one per access.
fn growth(body: &Body, _: i64) -> Growth {
    if choices(body).is_empty() { Growth::NONE } else { Growth::per_access(1, "") }
}

struct TensorDecompose;

impl Pass for TensorDecompose {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut count = 0;
        for op in choices(body) {
            if !cx.may_rewrite() {
                break;
            }
            choose(body, op);
            count += 1;
        }
        let ops = decomposable(body);
        for op in &ops {
            if !cx.may_rewrite() {
                break;
            }
            let mut b = Builder::before(body, *op);
            match decompose(&mut b, *op) {
                Ok(Some(values)) => {
                    move_attributes(body, *op, &values);
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

/// Moves an op's attributes for fusion and for its loops to the compute that replaces it.
fn move_attributes(body: &mut Body, op: Op, values: &[Value]) {
    let compute = values.first().and_then(|value| body.def_op(*value)).filter(|op| body.is(*op, Compute));
    let Some(compute) = compute else { return };
    if let Some(wish) = body.attr(op, FUSION) {
        body.set_attr(compute, FUSION, wish);
    }
    member::move_schedule(body, op, compute);
}

/// Conditionals on tensors, not inside a comprehension, whose regions only yield.
fn choices(body: &Body) -> Vec<Op> {
    let is_empty = |region| {
        let only = |block| body.first(block).is_some_and(|first| body.last(block) == Some(first));
        body.entry(region).is_some_and(only)
    };
    let is_choice = |op: Op| {
        let sides = |rule: &dyn Branch| [0, 1].map(|side| rule.holds_in(body.op(op), side));
        as_branch(body, op).map(sides) == Some([Some(true), Some(false)]) && body.regions(op).len() == 2
    };
    let on_tensors = |op: Op| body.results(op).any(|v| body.ctx().is_tensor(body.ty(v)));
    outside_of_computes(body, &|op| is_choice(op) && on_tensors(op) && body.regions(op).all(is_empty))
}

/// Replaces a conditional whose regions only yield by selects; those on tensors are decomposed later.
fn choose(body: &mut Body, op: Op) {
    let rule = as_branch(body, op).expect("all regions only yield");
    let condition = rule.condition(body.op(op));
    let [first, second] = [0, 1].map(|region| rule.yielded(body.op(op), region));
    let mut b = Builder::before(body, op);
    let mut select = |(then, other): (&Value, &Value)| {
        if then == other { *then } else { arith::select(&mut b, condition, *then, *other) }
    };
    let values: Vec<Value> = first.iter().zip(&second).map(&mut select).collect();
    body.replace(op, &values);
}

/// The ops to decompose: those outside comprehensions, which do not nest, and not staged.
fn decomposable(body: &Body) -> Vec<Op> {
    outside_of_computes(body, &|op| is_decomposable(body.op(op)) && !is_staged(body.op(op)))
}

/// The ops with a property outside comprehensions.
fn outside_of_computes(body: &Body, wanted: &dyn Fn(Op) -> bool) -> Vec<Op> {
    fn go(body: &Body, op: Op, wanted: &dyn Fn(Op) -> bool, found: &mut Vec<Op>) {
        if wanted(op) {
            found.push(op);
        }
        if body.is(op, Compute) {
            return;
        }
        for block in body.regions(op).flat_map(|r| body.blocks(r)) {
            body.ops(block).for_each(|inner| go(body, inner, wanted, found));
        }
    }
    let mut found = Vec::new();
    go(body, body.root(), wanted, &mut found);
    found
}
