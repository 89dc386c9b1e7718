//! `combine-reciprocals`: strength reduction of several divisions by one value to one division and products.
//!
//! If the flag `arcp` allows it, `x/d` and `y/d` become `x*r` and `y*r` with `r = 1/d`. A division costs as
//! much as four to ten multiplications, so two divisions are enough to pay. Divisions by square roots become
//! multiplications by reciprocal roots (`roots`).

mod roots;

use rustc_hash::FxHashMap;
use tf_dialects::arith;
use tf_dialects::arith::flags::{FastMath, FlagSet};
use tf_dialects::scalar::{Scalar, element_type};
use tf_ir::attr::{AttrData, Attribute, DenseData};
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::pass::{
    Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, RuleSpec, Scope, StatSpec,
};
use tf_ir::types::{Type, TypeData};
use tf_ir::walk;

/// The pass `combine-reciprocals`.
pub static INFO: PassInfo = PassInfo {
    name: "combine-reciprocals",
    title: "CombineReciprocals",
    summary: "Turn divisions by one value into multiplications by its reciprocal",
    docs: "For divisions with the flag `arcp` in one block that share their divisor, on scalars and vectors \
        of f32 and f64. A subnormal divisor may have an infinite reciprocal. With `afn`, also, divisions \
        by products with square roots, and powers of a half, become products with math.rsqrt.",
    anchor: Anchor::Any,
    scope: Scope::Body,
    options: &[],
    statistics: &[
        StatSpec { name: "num-combined", help: "divisions that became multiplications" },
        StatSpec { name: "num-roots", help: "divisions by roots, and powers, that became products" },
    ],
    rules: &[
        RuleSpec {
            name: "divisions",
            help: "turns divisions by one value into products with its reciprocal",
        },
        RuleSpec {
            name: "roots",
            help: "turns divisions by roots, and powers, into products with reciprocal roots",
        },
    ],
    growth: Growth {
        per_function: 1,
        ..Growth::exchanging(
            "quotients become products with a reciprocal; a root and a quotient a reciprocal root and a product",
        )
    },
    make: |_: &Options| Ok(Box::new(CombineReciprocals)),
};

struct CombineReciprocals;

impl Pass for CombineReciprocals {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let mut groups: FxHashMap<(Block, Value), Vec<Op>> = FxHashMap::default();
        let mut order = Vec::new();
        for op in walk::preorder(body) {
            let Some(block) = body.block_of(op).filter(|_| is_candidate(body, op)) else { continue };
            let key = (block, body.operand(op, 1));
            let group = groups.entry(key).or_default();
            if group.is_empty() {
                order.push(key);
            }
            group.push(op);
        }
        let mut count = 0;
        for key in order {
            let group = &groups[&key];
            if group.len() > 1 && cx.allows("divisions") && combine(body, group).is_some() {
                count += group.len() as u64;
            }
        }
        cx.count("num-combined", count);
        let roots = cx.allowed().counted("roots", || roots::rewrite(body));
        cx.count("num-roots", roots);
        Ok(if count + roots == 0 { Changed::No } else { Changed::Yes })
    }
}

/// A flagged division on scalars or vectors. Halves are excluded: the reciprocals of many of them overflow,
/// and products with an infinite reciprocal are infinite or NaN.
fn is_candidate(body: &Body, op: Op) -> bool {
    if !body.is(op, arith::Divf) {
        return false;
    }
    let ty = body.ty(body.result(op, 0));
    let is_wide = element_type(body.ctx(), ty).is_some_and(|dtype| dtype.bits() >= 32);
    is_wide && !body.ctx().is_tensor(ty) && FastMath::of(body.op(op)).has(FastMath::ARCP)
}

/// Combines the divisions of one block by one value, in order.
fn combine(body: &mut Body, group: &[Op]) -> Option<()> {
    let first = *group.first()?;
    let (divisor, ty) = (body.operand(first, 1), body.ty(body.result(first, 0)));
    let flags = FastMath::of(body.op(first));
    let one = one(body, ty)?;
    let mut b = Builder::before(body, first);
    let one = b.value(arith::Constant, &[], ty, &[("value", one)]);
    let reciprocal = arith::divf(&mut flags.on(&mut b), one, divisor);
    for op in group {
        let dividend = body.operand(*op, 0);
        let flags = FastMath::of(body.op(*op));
        let mut b = Builder::before(body, *op);
        let product = arith::mulf(&mut flags.on(&mut b), dividend, reciprocal);
        body.replace(*op, &[product]);
    }
    Some(())
}

/// The constant 1 of a float or vector type.
fn one(body: &Body, ty: Type) -> Option<Attribute> {
    let ctx = body.ctx();
    let dtype = element_type(ctx, ty)?;
    let one = Scalar::from_f64(dtype, 1.0);
    Some(match ctx.type_data(ty) {
        TypeData::Vector { .. } => {
            let bytes = one.bits().to_le_bytes();
            let size = dtype.bits().div_ceil(8) as usize;
            ctx.intern_attr(AttrData::Dense(DenseData { ty, splat: true, bytes: bytes[..size].into() }))
        }
        _ => ctx.float_attr(ty, 1.0),
    })
}
