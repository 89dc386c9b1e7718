//! `trap-nans`: ends a call if an operation with finite operands gives a NaN or an infinity.

use tf_dialects::arith::{self, CmpF};
use tf_dialects::elementwise::spec_of;
use tf_dialects::func::Func;
use tf_dialects::func::local::Local;
use tf_dialects::loops::build::if_then;
use tf_dialects::mem;
use tf_dialects::scalar::table::{Cast, Kind};
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::{math, stops};
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope, StatSpec,
};
use tf_ir::types::Type;
use tf_ir::walk::preorder;

/// The pass `trap-nans`.
pub static INFO: PassInfo = PassInfo {
    name: "trap-nans",
    title: "TrapNans",
    summary: "End calls if an operation makes a NaN or an infinity from finite operands",
    docs: "After each scalar op of arith and math with a float result, the call ends (`mem.trap`) if the \
        result is not finite but all operands are. Selections, bit copies and widening casts need no \
        check. Run it after tensors have become loops and before vectorization, and after \
        `apply-numerics{strict=true}`: flags that promise finite values would remove the checks, and the \
        partial results of regrouped sums are not checked.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-checked", help: "ops whose results are checked" }],
    rules: &[],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(TrapNans)),
};

struct TrapNans;

impl Pass for TrapNans {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        if Local::of(body).is_some() {
            return Ok(Changed::No);
        }
        let found: Vec<Op> = preorder(body).into_iter().filter(|op| is_checked(body, *op)).collect();
        for op in &found {
            check(body, *op);
        }
        cx.count("num-checked", found.len() as u64);
        Ok(if found.is_empty() { Changed::No } else { Changed::Yes })
    }
}

/// True for ops that can give a NaN or an infinity for finite operands.
fn is_checked(body: &Body, op: Op) -> bool {
    let Some(spec) = spec_of(body.op(op)) else { return false };
    let makes = !matches!(spec.kind, Kind::Select | Kind::Cast(Cast::Bits | Cast::ExtF));
    makes && body.results(op).any(|result| body.ctx().is_float(body.ty(result)))
}

/// Inserts a check after the op, which stops the call if it fails.
fn check(body: &mut Body, op: Op) {
    let floats = |body: &Body, values: Vec<Value>| -> Vec<Value> {
        values.into_iter().filter(|value| body.ctx().is_float(body.ty(*value))).collect()
    };
    let results = floats(body, body.results(op).collect());
    let operands: Vec<Value> = body.operands(op).collect();
    let (name, loc) = (body.op(op).name().to_string(), body.loc(op));
    let mut b = Builder::after(body, op);
    b.loc = loc;
    for result in results {
        let finite = is_finite(&mut b, result);
        let i1 = b.ctx().i1();
        let yes = arith::const_int(&mut b, i1, 1);
        let mut bad = arith::xori(&mut b, finite, yes);
        for operand in floats(b.body, operands.clone()) {
            let finite = is_finite(&mut b, operand);
            bad = arith::andi(&mut b, bad, finite);
        }
        let shown = &operands[..if operands.len() <= stops::MOST_NUMBERS { operands.len() } else { 0 }];
        let elements = shown.iter().map(|v| element_type(b.body.ctx(), b.body.ty(*v)));
        let elements = elements.collect::<Option<Vec<DType>>>().unwrap_or_default();
        let text = stops::not_finite(&name, &elements);
        let numbers = if elements.len() == shown.len() { shown.to_vec() } else { Vec::new() };
        if_then(&mut b, bad, |b| {
            let numbers: Vec<Value> =
                numbers.iter().map(|value| tf_dialects::tensor::print::bits_as_number(b, *value)).collect();
            mem::Trap::with_status(b, &numbers, &text, stops::NOT_FINITE.into());
        });
    }
}

/// True if a float is neither a NaN nor an infinity.
fn is_finite(b: &mut Builder<'_>, value: Value) -> Value {
    let ty: Type = b.body.ty(value);
    let magnitude = math::absf(b, value);
    let infinity = arith::const_float(b, ty, f64::INFINITY);
    arith::cmpf(b, CmpF::OLT, magnitude, infinity)
}
