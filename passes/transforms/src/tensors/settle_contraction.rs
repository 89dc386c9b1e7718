//! `settle-contraction`: decides contraction once for values that decide.
//!
//! All copies of a value must be rounded alike. Code generators contract a product if it has no other use,
//! and that differs between the copies; this pass decides it in the program, before any value is copied.

use tf_dialects::arith::{self, Addf, FastMath, FlagSet, Mulf, Subf};
use tf_dialects::elementwise::spec_of;
use tf_dialects::func::Func;
use tf_dialects::gpu::Gpu;
use tf_dialects::math;
use tf_dialects::scalar::{DType, element_type};
use tf_dialects::target::Target;
use tf_dialects::tensor::{Fold, Yield};
use tf_ir::body::{Body, Op};
use tf_ir::builder::Builder;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::registry::Traits;
use tf_ir::walk::preorder;
use tf_passes_common::code::deciding::Deciding;

/// The pass `settle-contraction`.
pub static INFO: PassInfo = PassInfo {
    name: "settle-contraction",
    title: "SettleContraction",
    summary: "Make math.fma from products and sums that decide, and forbid other contractions of them",
    docs: "If a decision depends on a sum or difference (defined in `apply-numerics`) that may contract, a \
        product without other uses is fused with it into one operation, if the machine has an instruction \
        for that. The flag `contract` is removed from all other elementwise ops that decide: code \
        generators could use it in one copy of a value and not in another. Products that are only terms of \
        a long sum keep it, because such sums are computed once. Ops that may be regrouped (`fast` \
        numerics) are not changed. Run it after `set-target` or `set-gpu`.",
    anchor: Anchor::Op(Func::NAME),
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-contracted", help: "sums that became one operation with a product" },
        StatSpec { name: "num-settled", help: "ops that lost the flag `contract`" },
    ],
    rules: &[RuleSpec { name: "settle", help: "decides about contraction once for all copies" }],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(SettleContraction)),
};

struct SettleContraction;

impl Pass for SettleContraction {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let is_open = |op: &Op| may_contract(body, *op);
        let ops: Vec<Op> = preorder(body).into_iter().filter(is_open).collect();
        if ops.is_empty() || !cx.allows("settle") {
            return Ok(Changed::No);
        }
        let deciding = Deciding::of(body);
        let ops: Vec<Op> = ops.into_iter().filter(|op| deciding.has_result(body, *op)).collect();
        let has_fma = Gpu::of(body).is_some() || Target::of(body).has_fma();
        let (mut contracted, mut settled) = (0, 0);
        for op in ops.iter().filter(|_| has_fma) {
            contracted += u64::from(contract(body, *op).is_some());
        }
        for op in ops {
            if body.is_live(op) && !goes_into_sum(body, op) {
                let flags = without_contract(FastMath::of(body.op(op))).attr(body.ctx());
                body.set_attr(op, FastMath::ATTR, flags);
                settled += 1;
            }
        }
        cx.count("num-contracted", contracted);
        cx.count("num-settled", settled);
        Ok(Changed::from(contracted + settled > 0))
    }
}

/// True for an elementwise op that may contract, but not reassociate.
fn may_contract(body: &Body, op: Op) -> bool {
    let flags = FastMath::of(body.op(op));
    flags.has(FastMath::CONTRACT)
        && !flags.has(FastMath::REASSOC)
        && !body.has(op, Traits::COMBINES)
        && spec_of(body.op(op)).is_some()
}

fn without_contract(flags: FastMath) -> FastMath {
    FastMath::from_bits(flags.bits() & !FastMath::CONTRACT.bits())
}

/// Contracts a sum or difference with a product that has no other use; of two products, with the first.
fn contract(body: &mut Body, op: Op) -> Option<()> {
    let is_difference = body.is(op, Subf);
    let dtype = element_type(body.ctx(), body.ty(body.results(op).next()?));
    if !is_difference && !body.is(op, Addf) || !matches!(dtype, Some(DType::F32 | DType::F64)) {
        return None;
    }
    let at = (0..2).find(|at| is_own_product(body, op, *at))?;
    let product = body.def_op(body.operand(op, at))?;
    let (a, b, c) = (body.operand(product, 0), body.operand(product, 1), body.operand(op, 1 - at));
    let flags = without_contract(FastMath::of(body.op(op)));
    let mut builder = Builder::before(body, op);
    let mut with_flags = flags.on(&mut builder);
    let value = match (is_difference, at) {
        (false, _) => math::fma(&mut with_flags, a, b, c),
        (true, 0) => {
            let c = arith::negf(&mut with_flags, c);
            math::fma(&mut with_flags, a, b, c)
        }
        (true, _) => {
            let a = arith::negf(&mut with_flags, a);
            math::fma(&mut with_flags, a, b, c)
        }
    };
    body.replace(op, &[value]);
    body.erase(product);
    Some(())
}

/// True if an operand is a product in the same block that may contract and has no other use.
fn is_own_product(body: &Body, op: Op, at: usize) -> bool {
    let value = body.operand(op, at);
    body.has_one_use(value)
        && body.def_op(value).is_some_and(|product| {
            body.is(product, Mulf)
                && may_contract(body, product)
                && body.block_of(product) == body.block_of(op)
        })
}

/// True for a product whose only use is as the term of a reduction.
fn goes_into_sum(body: &Body, op: Op) -> bool {
    let Some(value) = body.results(op).next().filter(|value| body.has_one_use(*value)) else { return false };
    let Some(user) = body.users(value).first().copied().filter(|_| body.is(op, Mulf)) else { return false };
    let sum =
        if body.is(user, Yield) { body.parent_op(user).filter(|op| body.is(*op, Fold)) } else { Some(user) };
    sum.is_some_and(|sum| {
        body.has(sum, Traits::COMBINES)
            && FastMath::of(body.op(sum)).has(FastMath::CONTRACT.with(FastMath::REASSOC))
    })
}
