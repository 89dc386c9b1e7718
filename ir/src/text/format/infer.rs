//! Inference of types that a format does not mention.

use super::super::ssa::Operand;
use super::super::{OpParser, OpState, ParseResult};
use super::compile::{Program, Source};
use super::parse::Parts;
use crate::attr::Attribute;
use crate::codes;
use crate::context::Context;
use crate::interfaces::{InferArgs, InferTypes};
use crate::registry::OpInfo;
use crate::types::Type;
use smallvec::SmallVec;

/// How the type of an operand or result follows from something else.
#[derive(Clone, Copy)]
pub enum TypeRule {
    /// Always this type.
    Fixed(fn(&Context) -> Type),
    /// The type of another operand or result.
    Same(&'static str),
    /// A function of the type of another operand or result.
    From(&'static str, fn(&Context, Type) -> Type),
    /// A function of an attribute; `None` if the attribute tells no type.
    FromAttr(&'static str, fn(&Context, Attribute) -> Option<Type>),
}

/// Puts operands and result types into the state, with the types that were not written.
pub(super) fn finish(
    program: &Program,
    info: &OpInfo,
    p: &mut OpParser,
    state: &mut OpState,
    parts: &mut Parts,
) -> ParseResult {
    if program.same_type {
        return same_type(info, p, state, parts);
    }
    apply_rules(program, p, state, parts);
    for i in 0..parts.operands.len() {
        let (operands, types) = parts.operand(i);
        match types {
            Some(types) => p.resolve_all(&operands, &types, state)?,
            None => {
                for operand in operands {
                    let value = p.reader.resolve_untyped(operand)?;
                    state.operands.push(value);
                }
            }
        }
    }
    results(info, p, state, parts)
}

/// Ops whose operands and results have one type: any type that is written tells all.
fn same_type(info: &OpInfo, p: &mut OpParser, state: &mut OpState, parts: &Parts) -> ParseResult {
    let written = parts.types.first().copied();
    let known = written.or_else(|| parts.names.iter().find_map(|o| p.known_type(*o)));
    let Some(ty) = known else {
        return Err(p.error_as(
            &codes::FORM,
            p.op_pos(),
            "the type of this operation cannot be inferred here",
        ));
    };
    if parts.types.iter().any(|t| *t != ty) {
        return Err(p.error_as(&codes::FORM, p.op_pos(), "all operands and results have one type"));
    }
    p.resolve_same(&parts.names, ty, state)?;
    let count = info.results.as_ref().map_or(0, Vec::len);
    state.results.extend(std::iter::repeat_n(ty, count));
    Ok(())
}

fn apply_rules(program: &Program, p: &OpParser, state: &OpState, parts: &mut Parts) {
    let ctx = p.ctx();
    // Rules may build on each other: as many rounds as there are rules settle everything.
    for _ in 0..program.rules.len() {
        for (target, rule) in &program.rules {
            if parts.types_of(*target).is_some() {
                continue;
            }
            let from = |name: &Source| match name {
                Source::Operand(i) => parts.single_type(p, *i),
                Source::Result(_) => parts.types_of(*name).and_then(|t| t.first().copied()),
            };
            let ty = match rule {
                Rule::Fixed(make) => Some(make(ctx)),
                Rule::Same(name) => from(name),
                Rule::From(name, make) => from(name).map(|ty| make(ctx, ty)),
                Rule::FromAttr(slot, make) => state.slots[*slot].and_then(|a| make(ctx, a)),
            };
            if let Some(ty) = ty {
                let count = match target {
                    Source::Operand(i) => parts.operands[*i].names.len(),
                    Source::Result(_) => 1,
                };
                parts.set_types(*target, std::iter::repeat_n(ty, count));
            }
        }
    }
}

/// A [`TypeRule`] with its names resolved.
#[derive(Clone, Copy)]
pub(super) enum Rule {
    Fixed(fn(&Context) -> Type),
    Same(Source),
    From(Source, fn(&Context, Type) -> Type),
    FromAttr(usize, fn(&Context, Attribute) -> Option<Type>),
}

fn results(info: &OpInfo, p: &mut OpParser, state: &mut OpState, parts: &Parts) -> ParseResult {
    if (0..parts.results.len()).all(|i| parts.types_of(Source::Result(i)).is_some()) {
        for i in 0..parts.results.len() {
            state.results.extend_from_slice(parts.types_of(Source::Result(i)).unwrap_or(&[]));
        }
        return Ok(());
    }
    let Some(infer) = info.interface::<dyn InferTypes>() else {
        return Err(p.error_as(
            &codes::FORM,
            p.op_pos(),
            "the result types of this operation cannot be inferred",
        ));
    };
    if parts.names.iter().any(|o| p.reader.is_untyped(*o)) {
        return Err(p.error_as(
            &codes::FORM,
            p.op_pos(),
            "the types of the operands must be known here: define them above",
        ));
    }
    let operands: SmallVec<[Type; 4]> = super::super::op::types_of(&p.reader.body, &state.operands);
    let loc = p.op_location();
    let args = InferArgs { ctx: p.ctx(), loc, operands: &operands, attrs: &state.slots };
    match infer.infer(&args) {
        Ok(types) => {
            state.results.extend(types);
            Ok(())
        }
        Err(diagnostic) => Err(p.report(diagnostic)),
    }
}

impl Parts {
    /// The type of a single operand: written, or that of its value.
    fn single_type(&self, p: &OpParser, i: usize) -> Option<Type> {
        let written = self.types_of(Source::Operand(i)).and_then(|t| t.first().copied());
        written.or_else(|| {
            self.names[self.operands[i].names.clone()].first().and_then(|o: &Operand| p.known_type(*o))
        })
    }
}
