//! `kernel-expand`: expands warp reductions into shuffles, atomic operations without an instruction into
//! compare-exchange loops, and remainders of floats into long divisions.

mod remainder;

use tf_dialects::arith::{self, CmpI, const_index, const_int};
use tf_dialects::elementwise::constant;
use tf_dialects::kernel::{
    Atomic, AtomicKind, CompareExchange, Shuffle, WarpReduce, WarpReduceOp, has_instruction,
};
use tf_dialects::loops::build::while_loop;
use tf_dialects::scalar::{Scalar, dtype};
use tf_dialects::tensor::CombiningKind;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::opref::OpRef;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::walk::preorder;

/// The pass `kernel-expand`.
pub static INFO: PassInfo = PassInfo {
    name: "kernel-expand",
    title: "KernelExpand",
    summary: "Expand operations that GPUs have no instruction for",
    docs: "A reduction of a warp becomes five shuffles, each followed by a combination. An atomic operation \
        without an instruction becomes a compare-exchange loop. The remainder of two floats becomes a long \
        division. The pass runs before `arith-guard`, which guards the arithmetic that it creates.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[StatSpec { name: "num-expanded", help: "operations that were expanded" }],
    rules: &[
        RuleSpec { name: "reduce", help: "turns reductions of warps into shuffles" },
        RuleSpec { name: "remainder", help: "turns remainders of floats into long divisions" },
        RuleSpec { name: "atomic", help: "turns atomic operations without an instruction into loops" },
    ],
    growth: Growth::expanding(iterations, "shuffles, exchanges and divisions in place of one operation"),
    make: |_: &Options| Ok(Box::new(KernelExpand)),
};

struct KernelExpand;

/// The most iterations of a loop in the expansion of an op. The loop of an atomic operation runs once unless
/// threads compete for the element, which the interpreter runs one after the other between barriers.
fn iterations(op: OpRef<'_>) -> u64 {
    match op.is(arith::Remf) {
        true => remainder::iterations(op.ctx().scalar_width(op.ctx().elem_type(op.operand_type(0)))),
        false => 1,
    }
}

impl Pass for KernelExpand {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut count = 0;
        for op in preorder(body) {
            let made = if body.is(op, WarpReduce) && cx.allows("reduce") && cx.may_rewrite() {
                reduce(body, op)
            } else if lacks_instruction(body, op) && cx.allows("atomic") && cx.may_rewrite() {
                atomic(body, op)
            } else if body.is(op, arith::Remf) && cx.allows("remainder") && cx.may_rewrite() {
                remainder::expand(body, op)
            } else {
                None
            };
            if let Some(value) = made {
                body.replace(op, &[value]);
                count += 1;
            }
        }
        cx.count("num-expanded", count);
        Ok(Changed::from(count > 0))
    }
}

fn lacks_instruction(body: &Body, op: Op) -> bool {
    body.is(op, Atomic) && !has_instruction(body.op(op))
}

/// Combines two values.
fn combine(b: &mut Builder<'_>, kind: CombiningKind, left: Value, right: Value) -> Option<Value> {
    let ty = b.body.ty(left);
    let what = kind.op(dtype(b.body.ctx(), ty)?)?;
    Some(b.value(what, &[left, right], ty, &[]))
}

/// A butterfly reduction: combines with the lanes whose indices differ in one bit (16, 8, 4, 2 and 1).
fn reduce(body: &mut Body, op: Op) -> Option<Value> {
    let view = body.op(op);
    let kind = view.cast(WarpReduce).and_then(WarpReduceOp::combining_kind)?;
    let mut value = view.operand(0);
    kind.op(dtype(view.ctx(), view.operand_type(0))?)?;
    let mut b = Builder::before(body, op);
    for by in [16, 8, 4, 2, 1] {
        let by = const_index(&mut b, by);
        let ty = b.body.ty(value);
        let mode = [("mode", b.body.ctx().string_attr("xor"))];
        let other = b.value(Shuffle, &[value, by], ty, &mode);
        value = combine(&mut b, kind, value, other)?;
    }
    Some(value)
}

/// The bits of a value as an integer.
fn bits(b: &mut Builder<'_>, value: Value) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(value));
    match ctx.is_float(ty) {
        true => {
            let width = ctx.scalar_width(ty).unwrap_or(32);
            arith::bitcast(b, value, ctx.int(width))
        }
        false => value,
    }
}

/// A compare-exchange loop, which repeats until no other thread has changed the element in between. A first
/// exchange of 0 for 0 reads the element.
fn atomic(body: &mut Body, op: Op) -> Option<Value> {
    let view = body.op(op);
    let kind = view.view(Atomic).what();
    let scope: Vec<(&str, Attribute)> =
        view.attr("scope").map(|scope| ("scope", scope)).into_iter().collect();
    let (value, ty) = (view.operand(0), view.operand_type(0));
    let place: Vec<Value> = view.operands().skip(1).collect();
    let elem = dtype(view.ctx(), ty)?;
    if let AtomicKind::Combine(kind) = kind {
        kind.op(elem)?;
    }
    let mut b = Builder::before(body, op);
    let zero = zero(&mut b, ty, elem)?;
    let exchange = |b: &mut Builder<'_>, expected: Value, new: Value| {
        let operands = [&[expected, new], &place[..]].concat();
        b.value(CompareExchange, &operands, ty, &scope)
    };
    let first = exchange(&mut b, zero, zero);
    let ended = while_loop(
        &mut b,
        &[first],
        &[ty],
        |b, seen| {
            let new = match kind {
                AtomicKind::Exchange => value,
                AtomicKind::Combine(kind) => combine(b, kind, seen[0], value).unwrap_or(value),
            };
            let found = exchange(b, seen[0], new);
            let both = [seen[0], found].map(|value| bits(b, value));
            let differs = arith::cmpi(b, CmpI::Ne, both[0], both[1]);
            (differs, vec![found])
        },
        |_, found| found.to_vec(),
    );
    Some(b.body.result(ended, 0))
}

fn zero(b: &mut Builder<'_>, ty: tf_ir::types::Type, elem: tf_dialects::scalar::DType) -> Option<Value> {
    if !elem.is_float() {
        return Some(const_int(b, ty, 0));
    }
    let zero = constant::scalar_attr(b.body.ctx(), Scalar::from_f64(elem, 0.0))?;
    Some(arith::constant(b, zero))
}
