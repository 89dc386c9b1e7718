//! Builds the right side of a matched rule.

use super::matcher::{Bindings, Bound, Slots, find};
use super::{AttrTerm, OpTerm, Rule, Term, number_attr};
use crate::attr::{AttrData, Attribute};
use crate::body::{Op, Value};
use crate::context::Context;
use crate::interfaces::{InferArgs, InferTypes};
use crate::registry::Traits;
use crate::rewrite::refusal::{Refusal, Rewrite};
use crate::rewrite::rewriter::Rewriter;
use crate::types::Type;
use smallvec::SmallVec;

pub(super) fn apply(rule: &Rule, op: Op, rw: &mut Rewriter<'_>) -> Rewrite {
    if rw.body.result_count(op) != 1 {
        return Err("the op has not exactly one result".into());
    }
    let slots = find(rule, rw.body, op).ok_or(Refusal::new("the left side does not match"))?;
    let slots = conditions(rule, op, rw, slots)?;
    let result = rw.body.ty(rw.body.result(op, 0));
    let mut build = Build { slots, created: SmallVec::new() };
    match build.term(&rule.to, Some(result), rw) {
        Ok(value) if rw.body.ty(value) == result => {
            rw.replace(op, &[value]);
            Ok(())
        }
        Ok(_) => build.undo(rw, "the right side has another type".into()),
        Err(why) => build.undo(rw, why),
    }
}

/// Checks the guards and computes the computed variables.
fn conditions(rule: &Rule, op: Op, rw: &Rewriter<'_>, slots: Slots) -> Result<Slots, Refusal> {
    let mut bindings = Bindings::new(rw.body, op, rule, slots);
    for (why, guard) in &rule.guards {
        if !guard(&bindings) {
            return Err((*why).into());
        }
    }
    for (var, compute) in &rule.computed {
        let Some(attr) = compute(&bindings) else { return Err("a constant cannot be computed".into()) };
        let is_attr = rule.vars[*var].starts_with('$');
        bindings.set(*var, if is_attr { Bound::Attr(Some(attr)) } else { Bound::Constant(attr, None) });
    }
    Ok(bindings.into_slots())
}

struct Build {
    slots: Slots,
    created: SmallVec<[Op; 4]>,
}

impl Build {
    /// Erases the ops created so far, so that the body is unchanged.
    fn undo(&mut self, rw: &mut Rewriter<'_>, why: Refusal) -> Rewrite {
        while let Some(op) = self.created.pop() {
            if rw.body.is_live(op) {
                rw.erase(op);
            }
        }
        Err(why)
    }

    /// The value of a term; `ty` is its type if known.
    fn term(&mut self, term: &Term, ty: Option<Type>, rw: &mut Rewriter<'_>) -> Result<Value, Refusal> {
        match term {
            Term::Value(var) => match self.slots[*var] {
                Some(Bound::Value(value)) => Ok(value),
                _ => Err("a variable is not bound".into()),
            },
            Term::Constant(var) => match self.slots[*var] {
                Some(Bound::Constant(_, Some(value))) => Ok(value),
                Some(Bound::Constant(attr, None)) => {
                    let ty = type_of(rw.body.ctx(), attr).or(ty);
                    constant(rw, attr, ty.ok_or(Refusal::new("the type of a constant is not known"))?)
                }
                _ => Err("a constant is not bound".into()),
            },
            Term::Number(number) => {
                let ty = ty.ok_or(Refusal::new("the type of a literal is not known"))?;
                let attr = number_attr(rw.body.ctx(), ty, *number);
                constant(rw, attr.ok_or(Refusal::new("the type cannot represent the literal"))?, ty)
            }
            Term::Wildcard => Err("a wildcard has no value".into()),
            Term::Op(op) => self.op(op, ty, rw),
        }
    }

    fn op(&mut self, term: &OpTerm, ty: Option<Type>, rw: &mut Rewriter<'_>) -> Result<Value, Refusal> {
        let operands = self.operands(term, ty, rw)?;
        let attrs = self.attrs(term, rw.body.ctx());
        let ty = match (ty, term.ty) {
            (Some(ty), None) => ty,
            (_, Some(var)) => match self.slots[var] {
                Some(Bound::Value(value) | Bound::Constant(_, Some(value))) => rw.body.ty(value),
                _ => return Err("the variable that gives a type is not bound".into()),
            },
            (None, None) => infer(term, &operands, &attrs, rw)?,
        };
        let value = rw.create_or_fold(&*term.name, &operands, ty, &attrs);
        self.created.extend(rw.body.def_op(value).filter(|def| rw.body.is_unused(value) && is_new(rw, *def)));
        Ok(value)
    }

    /// Literal operands take the type of the first operand that is not a literal, else the op's result type.
    fn operands(
        &mut self,
        term: &OpTerm,
        ty: Option<Type>,
        rw: &mut Rewriter<'_>,
    ) -> Result<SmallVec<[Value; 4]>, Refusal> {
        let mut values: SmallVec<[Option<Value>; 4]> = SmallVec::new();
        for operand in &term.operands {
            let later = matches!(operand, Term::Number(_));
            values.push(if later { None } else { Some(self.term(operand, None, rw)?) });
        }
        let known = values.iter().flatten().next().map(|v| rw.body.ty(*v)).or(ty);
        let mut out = SmallVec::new();
        for (operand, value) in term.operands.iter().zip(values) {
            out.push(match value {
                Some(value) => value,
                None => self.term(operand, known, rw)?,
            });
        }
        Ok(out)
    }

    fn attrs<'t>(&self, term: &'t OpTerm, ctx: &Context) -> SmallVec<[(&'t str, Attribute); 2]> {
        let value = |term: &AttrTerm| match term {
            AttrTerm::Var(var) => match self.slots[*var] {
                Some(Bound::Attr(attr)) => attr,
                Some(Bound::Constant(attr, _)) => Some(attr),
                _ => None,
            },
            AttrTerm::Present => Some(ctx.unit_attr()),
            AttrTerm::Absent => None,
        };
        term.attrs.iter().filter_map(|(name, term)| Some((name.as_str(), value(term)?))).collect()
    }
}

/// True if this rule created the op: it has no position in the original program and is right before the root.
fn is_new(rw: &Rewriter<'_>, def: Op) -> bool {
    let crate::builder::Cursor::Before(root) = rw.cursor else { return false };
    rw.body.block_of(def) == rw.body.block_of(root) && !rw.body.has(def, Traits::CONSTANT)
}

fn constant(rw: &mut Rewriter<'_>, attr: Attribute, ty: Type) -> Result<Value, Refusal> {
    rw.constant(attr, ty).ok_or(Refusal::new("no dialect has a constant op for the value"))
}

/// The type that an attribute carries.
fn type_of(ctx: &Context, attr: Attribute) -> Option<Type> {
    match ctx.attr_data(attr) {
        AttrData::Integer(ty, _) | AttrData::Float(ty, _) => Some(*ty),
        AttrData::Dense(dense) => Some(dense.ty),
        _ => None,
    }
}

/// The result type of an inner op.
fn infer(
    term: &OpTerm,
    operands: &[Value],
    attrs: &[(&str, Attribute)],
    rw: &Rewriter<'_>,
) -> Result<Type, Refusal> {
    let ctx = rw.body.ctx();
    let info = ctx.op_info(ctx.op_name(&term.name));
    let types: SmallVec<[Type; 4]> = operands.iter().map(|v| rw.body.ty(*v)).collect();
    if let Some(infer) = info.interface::<dyn InferTypes>() {
        let slots: Vec<Option<Attribute>> = info
            .attrs
            .iter()
            .map(|spec| attrs.iter().find(|(name, _)| *name == spec.name).map(|(_, value)| *value))
            .collect();
        let args = InferArgs { ctx, loc: rw.loc, operands: &types, attrs: &slots };
        return match infer.infer(&args) {
            Ok(types) if types.len() == 1 => Ok(types[0]),
            Ok(_) => Err("an inner op has not exactly one result".into()),
            Err(error) => Err(rw.refuse(|| error.message)),
        };
    }
    match types.first() {
        Some(ty) if info.has(Traits::SAME_TYPE) => Ok(*ty),
        _ => Err(rw.refuse(|| format!("the type of '{}' is not known", term.name))),
    }
}
