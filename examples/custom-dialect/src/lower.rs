//! `lower-fixed`: lowers fixed-point values to 32-bit integers, and their ops to arithmetic on them.

use crate::ops::{Add, Constant, FromFloat, Mul, Shift, ToFloat, shift_of};
use crate::types::{fraction_bits, number, raw};
use tf_dialects::arith;
use tf_dialects::math;
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::pass::{Anchor, Changed, Growth, Options, Pass, PassContext, PassInfo, PassResult, Scope};
use tf_ir::rewrite::Refusal;
use tf_ir::rewrite::convert::{
    ConversionConfig, ConversionRewriter, ConversionSet, Conversions, Target, TypeConverter, convert_tree,
};
use tf_ir::types::Type;

/// The pass `lower-fixed`.
pub static INFO: PassInfo = PassInfo {
    name: "lower-fixed",
    title: "LowerFixed",
    summary: "Lowers fixed-point values to integers, and their ops to arith and math ops",
    docs: "`!fixed.q<…>` becomes `i32`, in signatures, calls, loops and conditionals too. No op of the \
        dialect remains.",
    anchor: Anchor::Any,
    scope: Scope::Tree,
    options: &[],
    statistics: &[],
    rules: &[],
    growth: Growth::NONE,
    make: |_: &Options| Ok(Box::new(Lower)),
};

struct Lower;

impl Pass for Lower {
    fn run(&self, body: &mut Body, cx: &mut PassContext<'_>) -> PassResult {
        let types = TypeConverter::new().one(|ctx, ty| fraction_bits(ctx, ty).map(|_| ctx.i32()));
        let config = ConversionConfig { types: Some(&types), keep_casts: false };
        let target = Target::partial().illegal(&["fixed"]);
        let done = convert_tree(body, &target, &conversions(), config, cx.threads())
            .map_err(|errors| cx.errors(errors))?;
        Ok(Changed::from(done.changed))
    }
}

/// An integer constant.
fn int(rw: &mut ConversionRewriter<'_>, ty: Type, value: i64) -> Value {
    let value = rw.ctx().int_attr(ty, i128::from(value));
    rw.value(arith::Constant, &[], ty, &[("value", value)])
}

/// The number of fractional bits of an op's operand or result.
fn bits(rw: &ConversionRewriter<'_>, op: Op) -> Result<u32, Refusal> {
    let view = rw.body.op(op);
    let mut types = view.results().chain(view.operands()).map(|v| rw.body.ty(v));
    types.find_map(|ty| fraction_bits(view.ctx(), ty)).ok_or_else(|| Refusal::new("has no fixed-point type"))
}

/// 2 to the power of `bits`, as a float constant.
fn scale(rw: &mut ConversionRewriter<'_>, ty: Type, bits: i32) -> Value {
    let value: Attribute = rw.ctx().float_attr(ty, 2f64.powi(bits));
    rw.value(arith::Constant, &[], ty, &[("value", value)])
}

fn conversions() -> Conversions {
    let mut set = ConversionSet::new();
    set.on(Constant, |op, _, rw| {
        let (bits, ctx) = (bits(rw, op)?, rw.ctx());
        let value = rw.body.op(op).attr("value").and_then(|a| number(&ctx, a)).and_then(|x| raw(x, bits));
        let value = value.ok_or_else(|| Refusal::new("has a value that does not fit"))?;
        let value = int(rw, ctx.i32(), i64::from(value));
        rw.replace(op, &[value]);
        Ok(())
    });
    set.on(Add, |op, operands, rw| {
        let sum = arith::addi(rw, operands.one(0)?, operands.one(1)?);
        rw.replace(op, &[sum]);
        Ok(())
    });
    set.on(Mul, |op, operands, rw| {
        let (bits, [i32, i64]) = (bits(rw, op)?, [rw.ctx().i32(), rw.ctx().i64()]);
        let [a, b] = [operands.one(0)?, operands.one(1)?].map(|v| arith::extsi(rw, v, i64));
        let product = arith::muli(rw, a, b);
        let by = int(rw, i64, i64::from(bits));
        let shifted = arith::shrsi(rw, product, by);
        let result = arith::trunci(rw, shifted, i32);
        rw.replace(op, &[result]);
        Ok(())
    });
    set.on(Shift, |op, operands, rw| {
        let i32 = rw.ctx().i32();
        let by = shift_of(rw.body.op(op)).ok_or_else(|| Refusal::new("shifts too far"))?;
        let amount = int(rw, i32, i64::from(by.abs()));
        let x = operands.one(0)?;
        let result = if by < 0 { arith::shrsi(rw, x, amount) } else { arith::shli(rw, x, amount) };
        rw.replace(op, &[result]);
        Ok(())
    });
    set.on(FromFloat, |op, operands, rw| {
        let (bits, i32) = (bits(rw, op)?, rw.ctx().i32());
        let x = operands.one(0)?;
        let ty = rw.body.ty(x);
        let factor = scale(rw, ty, bits as i32);
        let scaled = arith::mulf(rw, x, factor);
        let rounded = math::roundeven(rw, scaled);
        // Conversions saturate, and convert NaN to 0.
        let result = arith::fptosi(rw, rounded, i32);
        rw.replace(op, &[result]);
        Ok(())
    });
    set.on(ToFloat, |op, operands, rw| {
        let bits = bits(rw, op)?;
        let ty = rw.body.ty(rw.body.result(op, 0));
        let whole = arith::sitofp(rw, operands.one(0)?, ty);
        let factor = scale(rw, ty, -(bits as i32));
        let result = arith::mulf(rw, whole, factor);
        rw.replace(op, &[result]);
        Ok(())
    });
    set.freeze()
}
