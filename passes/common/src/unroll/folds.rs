//! Full unrolling of folds of constant length.

use crate::code::combine::combine;
use crate::code::folds::fold_bounds;
use crate::code::subscript::{Copier, Subscript};
use tf_dialects::arith;
use tf_dialects::arith::flags::{FastMath, FlagSet};
use tf_dialects::scalar::{Scalar, element_type, type_of};
use tf_dialects::tensor::{self, CombiningKind};
use tf_ir::attr::Attribute;
use tf_ir::body::{Block, Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::context::Context;

/// Unrolls a fold. `None` if its length is not constant, or code cannot be copied.
pub fn unroll(body: &mut Body, op: Op) -> Option<()> {
    let (lo, hi) = fold_bounds(body, op)?;
    let view = body.cast(op, tensor::Fold)?;
    let (kinds, block, index) = (view.combining_kinds(), view.block()?, view.index()?);
    if let Some(combiner) = view.combiner() {
        let inits = view.inits();
        return unroll_combining(body, op, (lo, hi), block, index, combiner, inits);
    }
    let flags = body.attr(op, "fastmath");
    let mut accumulators: Vec<Option<Value>> = vec![None; kinds.len()];
    let mut b = Builder::before(body, op);
    for i in lo..hi {
        let mut copier = Copier::of_subscripts([(index, Subscript::constant(i))]);
        let values = copier.block(&mut b, block).ok()?;
        for ((acc, kind), value) in accumulators.iter_mut().zip(&kinds).zip(values) {
            let start = match acc {
                None if first_is_exact(b.body, *kind, value, flags) => {
                    *acc = Some(value);
                    continue;
                }
                None => {
                    let ty = b.body.ty(value);
                    identity(&mut b, *kind, ty)?
                }
                Some(acc) => *acc,
            };
            *acc = Some(combine(&mut b, *kind, start, value, flags)?);
        }
    }
    let mut results = Vec::new();
    for (i, acc) in accumulators.into_iter().enumerate() {
        results.push(match acc {
            Some(value) => value,
            None => {
                let ty = b.body.ty(b.body.result(op, i));
                identity(&mut b, kinds[i], ty)?
            }
        });
    }
    body.replace(op, &results);
    Some(())
}

/// Like [`unroll`], for a fold with a combiner.
fn unroll_combining(
    body: &mut Body,
    op: Op,
    (lo, hi): (i64, i64),
    block: Block,
    index: Value,
    combiner: Block,
    inits: Vec<Value>,
) -> Option<()> {
    let arguments: Vec<Value> = body.args(combiner).collect();
    let mut accumulators = inits;
    let mut b = Builder::before(body, op);
    for i in lo..hi {
        let mut copier = Copier::of_subscripts([(index, Subscript::constant(i))]);
        let values = copier.block(&mut b, block).ok()?;
        let mut copier = Copier::of(arguments.iter().copied().zip(accumulators.into_iter().chain(values)));
        accumulators = copier.block(&mut b, combiner).ok()?;
    }
    body.replace(op, &accumulators);
    Some(())
}

/// True if combining the identity with the first value gives that value. The exception is a sum of floats: it
/// starts at +0, which turns −0 into +0. A reassociable sum may start at its first value.
fn first_is_exact(body: &Body, kind: CombiningKind, value: Value, flags: Option<Attribute>) -> bool {
    let ctx = body.ctx();
    if kind != CombiningKind::Add || !ctx.is_float(body.ty(value)) {
        return true;
    }
    flags.and_then(|f| FastMath::from_attr(ctx, f)).is_some_and(|f| f.has(FastMath::REASSOC))
}

fn identity(b: &mut Builder<'_>, kind: CombiningKind, ty: tf_ir::types::Type) -> Option<Value> {
    let ctx = b.ctx();
    let value = kind.identity(element_type(&ctx, ty)?)?;
    Some(b.value(arith::Constant, &[], ty, &[("value", scalar_attr(&ctx, value))]))
}

/// A scalar as an attribute of its type.
fn scalar_attr(ctx: &Context, value: Scalar) -> Attribute {
    let ty = type_of(ctx, value.dtype());
    if value.dtype().is_float() {
        return ctx.float_attr(ty, value.to_f64());
    }
    ctx.int_attr(ty, value.to_i64().into())
}
