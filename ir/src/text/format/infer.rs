//! Types that a format does not mention: inferred by rules, or from the values.

use super::super::{OpParser, OpState, ParseResult};
use super::parse::Parts;
use super::program::{Program, Source};
use crate::attr::Attribute;
use crate::body::Value;
use crate::codes;
use crate::context::Context;
use crate::interfaces::{InferArgs, InferTypes};
use crate::opref::OpRef;
use crate::registry::{Arity, OpInfo, TypeRule, ValueSpec};
use crate::types::Type;
use smallvec::SmallVec;

/// A [`TypeRule`] with its names resolved: positions of values, slots of attributes.
pub(super) type Rule = TypeRule<Source, usize>;

type List = SmallVec<[Type; 4]>;

/// The rules of an op's operands and results.
///
/// # Errors
/// A rule that names a missing operand, result or attribute.
pub(super) fn rules_of(info: &OpInfo) -> Result<Vec<(Source, Rule)>, String> {
    let (operands, results) = (info.operands.as_deref(), info.results.as_deref());
    let find = |name: &str| {
        let at = |specs: Option<&[ValueSpec]>| specs?.iter().position(|s| s.name == name);
        at(operands).map(Source::Operand).or_else(|| at(results).map(Source::Result))
    };
    let operands = operands.unwrap_or(&[]).iter().enumerate().map(|(i, spec)| (Source::Operand(i), spec));
    let results = results.unwrap_or(&[]).iter().enumerate().map(|(i, spec)| (Source::Result(i), spec));
    let ruled = operands.chain(results).filter_map(|(target, spec)| spec.ty.map(|rule| (target, spec, rule)));
    let resolved = ruled.map(|(target, spec, rule)| {
        let unknown = |from: &str, what: &str| {
            format!("the type of '{}' follows from '{from}', which is not {what} of the op", spec.name)
        };
        let rule = rule.resolve(
            |from| find(from).ok_or_else(|| unknown(from, "an operand or result")),
            |from| info.slot(from).ok_or_else(|| unknown(from, "an attribute")),
        )?;
        Ok((target, rule))
    });
    resolved.collect()
}

impl Rule {
    /// The inferred types for `count` values, or one for each value of the rule's source; `None` if nothing
    /// is known.
    fn types(
        self,
        info: &OpInfo,
        ctx: &Context,
        count: Option<usize>,
        from: impl Fn(Source) -> Option<List>,
        attr: impl Fn(usize) -> Option<Attribute>,
    ) -> Option<List> {
        let each = |ty: Type| List::from_elem(ty, count.unwrap_or(1));
        let (source, make): (Source, &dyn Fn(Type) -> Type) = match &self {
            Rule::Fixed(make) => return Some(each(make(ctx))),
            Rule::FromAttr(slot, make) => return attr(*slot).and_then(|a| make(ctx, a)).map(each),
            Rule::Same(source) => (*source, &|ty| ty),
            Rule::From(source, make) => (*source, &|ty| make(ctx, ty)),
        };
        if count == Some(0) {
            return Some(List::new());
        }
        let types = from(source)?;
        match source.arity(info) {
            Arity::One => types.first().map(|ty| each(make(*ty))),
            _ => Some(types.into_iter().take(count.unwrap_or(usize::MAX)).map(make).collect()),
        }
    }
}

/// True if the types of a position differ from those that its rule infers.
pub(super) fn differ(
    program: &Program,
    op: OpRef<'_>,
    target: Source,
    values: impl Fn(Source) -> SmallVec<[Value; 4]>,
) -> bool {
    let types = |source: Source| -> List { values(source).iter().map(|v| op.body().ty(*v)).collect() };
    let found = types(target);
    let Some((_, rule)) = program.rules.iter().find(|(t, _)| *t == target) else { return true };
    let wanted = rule.types(
        op.info(),
        op.ctx(),
        Some(found.len()),
        |source| Some(types(source)),
        |slot| op.slot(slot),
    );
    wanted != Some(found)
}

/// Adds operands to the state, with the types that were not written.
pub(super) fn operands(
    program: &Program,
    info: &OpInfo,
    p: &mut OpParser,
    state: &mut OpState,
    parts: &mut Parts,
) -> ParseResult {
    if program.same_type {
        return same_type(info, p, state, parts);
    }
    apply_rules(program, info, p, state, parts);
    for i in 0..parts.operands.len() {
        let (operands, types) = parts.operand(i);
        state.operands.extend_from_slice(&parts.operands[i].given);
        match types {
            _ if operands.is_empty() => {}
            Some(types) => p.resolve_all(&operands, &types, state)?,
            None => {
                for operand in operands {
                    let value = p.reader.resolve_untyped(operand)?;
                    state.operands.push(value);
                }
            }
        }
    }
    Ok(())
}

/// Ops whose operands and results have one type: any written type determines all.
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

fn apply_rules(program: &Program, info: &OpInfo, p: &OpParser, state: &OpState, parts: &mut Parts) {
    // Rules may build on each other: as many rounds as there are rules resolve all.
    for _ in 0..program.rules.len() {
        for (target, rule) in &program.rules {
            if parts.types_of(*target).is_some() {
                continue;
            }
            let count = match target {
                Source::Operand(i) => Some(parts.operands[*i].names.len()),
                Source::Result(_) => None,
            };
            let from = |source| parts.known_types(p, source);
            if let Some(types) = rule.types(info, p.ctx(), count, from, |slot| state.slots[slot]) {
                parts.set_types(*target, types);
            }
        }
    }
}

/// Adds result types to the state: written, inferred by rules, or inferred by `InferTypes`.
pub(super) fn results(
    program: &Program,
    info: &OpInfo,
    p: &mut OpParser,
    state: &mut OpState,
    parts: &mut Parts,
) -> ParseResult {
    if program.same_type {
        return Ok(());
    }
    apply_rules(program, info, p, state, parts);
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
    /// The types of a position: written, or those of its values.
    fn known_types(&self, p: &OpParser, source: Source) -> Option<List> {
        if let Some(types) = self.types_of(source) {
            return Some(List::from_slice(types));
        }
        let Source::Operand(i) = source else { return None };
        self.names[self.operands[i].names.clone()].iter().map(|operand| p.known_type(*operand)).collect()
    }
}
