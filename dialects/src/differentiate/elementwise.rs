//! Derivative rules of elementwise ops, from the scalar table: for scalars and tensors alike.

use super::mask::Masked;
use super::rule::{self, Formula, Names, float_op};
use super::{Forward, Reverse, is_differentiable};
use crate::arith::{self, FastMath, FlagSet};
use crate::elementwise::spec_of;
use crate::scalar::table::{Cast, Kind, OpSpec};
use tf_ir::attr::Attribute;
use tf_ir::body::{Body, Op, Value};
use tf_ir::builder::Builder;
use tf_ir::diag::Diagnostic;
use tf_ir::types::Type;

/// The reason why the bits of a float have no derivative.
pub(super) const BITS: &str = "it reinterprets the bits of a float format, which is not differentiable: \
    convert with arith.extf or arith.truncf, or detach its operand (tensor.detach)";
/// The reason for an unknown op.
pub(super) const NO_RULE: &str = "it has no derivative rule: register one with the op (the interface \
    Differentiable), or detach its operands (tensor.detach)";

/// The operands and results of an op, for the names of a formula.
struct Parts {
    spec: &'static OpSpec,
    operands: Vec<Value>,
    results: Vec<Value>,
    flags: Option<Attribute>,
}

impl Parts {
    fn of(body: &Body, op: Op) -> Option<Parts> {
        let spec = spec_of(body.op(op))?;
        let flags = body.attr(op, "fastmath");
        Some(Parts {
            spec,
            operands: body.operands(op).collect(),
            results: body.results(op).collect(),
            flags,
        })
    }

    /// The contribution of operand `i` and result `r`, linear in `g`; `None` is zero.
    fn term(
        &self,
        b: &mut Builder<'_>,
        r: usize,
        i: usize,
        g: Value,
        to: Type,
    ) -> Result<Option<Value>, Diagnostic> {
        if let Kind::Cast(Cast::ExtF | Cast::TruncF) = self.spec.kind {
            return Ok(converted(b, g, to, self.flags));
        }
        match self.formula(r, i) {
            Some(formula) => Ok(formula.build(b, &self.names(g))),
            None => self.without_rule(b, i, r, g),
        }
    }

    /// The contribution of operand `i` and result `r` to a cotangent. A formula that selects between a term
    /// and 0 determines the mask of the cotangent.
    fn masked_term(
        &self,
        b: &mut Builder<'_>,
        (r, i): (usize, usize),
        g: Masked,
        to: Type,
    ) -> Result<Option<Masked>, Diagnostic> {
        let Masked { value, mut mask } = g;
        let Some(mut formula) = self.formula(r, i) else {
            return Ok(self.term(b, r, i, value, to)?.map(|value| Masked { value, mask }));
        };
        let names = self.names(value);
        while let Some((condition, holds, rest)) = formula.as_masked() {
            let condition = condition.build(b, &names).expect("a condition is no zero");
            mask.require(condition, holds);
            formula = rest.clone();
        }
        Ok(formula.build(b, &names).map(|value| Masked { value, mask }))
    }

    fn formula(&self, r: usize, i: usize) -> Option<Formula> {
        let rules = self.spec.derivative?;
        Some(rule::parse(rules[r][i]).expect("a test parses all rules"))
    }

    fn names(&self, g: Value) -> Names<'_> {
        Names { operands: &self.operands, results: &self.results, g, flags: self.flags }
    }

    /// `g` for a bitcast to the same type; otherwise an error with the reason.
    fn without_rule(
        &self,
        b: &mut Builder<'_>,
        i: usize,
        r: usize,
        g: Value,
    ) -> Result<Option<Value>, Diagnostic> {
        let (from, to) = (b.body.ty(self.operands[i]), b.body.ty(self.results[r]));
        if from == to && self.spec.kind == Kind::Cast(Cast::Bits) {
            return Ok(Some(g));
        }
        let op = b.body.def_op(self.results[r]).expect("the result of an op");
        let why = if b.body.is(op, arith::Bitcast) { BITS } else { NO_RULE };
        Err(b.body.op(op).error(format_args!("cannot be differentiated: {why}")))
    }
}

/// A float in another format.
fn converted(b: &mut Builder<'_>, value: Value, to: Type, flags: Option<Attribute>) -> Option<Value> {
    let ctx = b.ctx();
    let bits = |ty: Type| crate::scalar::dtype(&ctx, crate::constraints::scalar_of(&ctx, ty));
    let (from, wanted) = (bits(b.body.ty(value))?, bits(to)?);
    if from == wanted {
        return Some(value);
    }
    if from.bits() == wanted.bits() {
        // f16 and bf16: neither is a subset of the other.
        let wide = rule_type(b, to);
        let value = arith::extf(b, value, wide);
        return Some(arith::truncf(b, value, to));
    }
    let flags = flags.and_then(|flags| FastMath::from_attr(&ctx, flags)).unwrap_or_default();
    let with_flags = &mut flags.on(b);
    Some(match from.bits() < wanted.bits() {
        true => arith::extf(with_flags, value, to),
        false => arith::truncf(with_flags, value, to),
    })
}

/// The type of f32 elements with the shape of `ty`.
fn rule_type(b: &Builder<'_>, ty: Type) -> Type {
    let ctx = b.body.ctx();
    match ctx.is_tensor(ty) {
        true => ctx.tensor(ctx.dims(ty).unwrap_or_default(), ctx.f32()),
        false => ctx.f32(),
    }
}

pub(super) fn vjp(cx: &mut Reverse<'_, '_>, op: Op) -> Result<bool, Diagnostic> {
    let Some(parts) = Parts::of(cx.b.body, op) else { return Ok(false) };
    for (i, operand) in parts.operands.iter().enumerate() {
        if !cx.active.has(*operand) {
            continue;
        }
        let to = cx.b.body.ty(*operand);
        for (r, result) in parts.results.iter().enumerate() {
            let Some(g) = cx.masked(*result) else { continue };
            if let Some(term) = parts.masked_term(cx.b, (r, i), g, to)? {
                cx.add_masked(*operand, term);
            }
        }
    }
    Ok(true)
}

pub(super) fn jvp(cx: &mut Forward<'_, '_>, op: Op) -> Result<bool, Diagnostic> {
    let Some(parts) = Parts::of(cx.b.body, op) else { return Ok(false) };
    for (r, result) in parts.results.iter().enumerate() {
        let to = cx.b.body.ty(*result);
        if !is_differentiable(cx.b.body.ctx(), to) {
            continue;
        }
        let mut sum: Option<Value> = None;
        for (i, operand) in parts.operands.iter().enumerate() {
            let Some(t) = cx.tangent(*operand) else { continue };
            let Some(term) = parts.term(cx.b, r, i, t, to)? else { continue };
            sum = Some(match sum {
                Some(sum) => float_op(cx.b, arith::Addf, &[sum, term], parts.flags),
                None => term,
            });
        }
        if let Some(sum) = sum {
            cx.set(*result, sum);
        }
    }
    Ok(true)
}
