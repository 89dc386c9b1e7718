//! Parsing of ops by a compiled format.

use super::super::ssa::Operand;
use super::super::{OpParser, OpState, ParseResult, Tok};
use super::compile::{Item, Kind, Literal, Program, Source, Values};
use super::{AttrSyntax, infer};
use crate::codes;
use crate::registry::{Arity, OpInfo};
use crate::types::Type;
use smallvec::SmallVec;
use std::ops::Range;

/// What was read of one operand position.
#[derive(Clone, Default)]
pub(super) struct Position {
    /// Its operands in [`Parts::names`].
    pub(super) names: Range<usize>,
    /// Its types in [`Parts::types`], if they were read.
    types: Option<Range<usize>>,
}

/// What was read so far.
pub(super) struct Parts {
    pub(super) names: SmallVec<[Operand; 4]>,
    pub(super) types: SmallVec<[Type; 4]>,
    pub(super) operands: SmallVec<[Position; 4]>,
    /// Types of result positions, in `types`.
    pub(super) results: SmallVec<[Option<Range<usize>>; 2]>,
}

impl Parts {
    pub(super) fn operand(&self, i: usize) -> (SmallVec<[Operand; 4]>, Option<SmallVec<[Type; 4]>>) {
        let position = &self.operands[i];
        let names = SmallVec::from_slice(&self.names[position.names.clone()]);
        let types = position.types.clone().map(|range| SmallVec::from_slice(&self.types[range]));
        (names, types)
    }

    pub(super) fn types_of(&self, source: Source) -> Option<&[Type]> {
        let range = match source {
            Source::Operand(i) => self.operands[i].types.clone(),
            Source::Result(i) => self.results[i].clone(),
        };
        range.map(|range| &self.types[range])
    }

    pub(super) fn set_types(&mut self, source: Source, types: impl IntoIterator<Item = Type>) {
        let start = self.types.len();
        self.types.extend(types);
        let range = Some(start..self.types.len());
        match source {
            Source::Operand(i) => self.operands[i].types = range,
            Source::Result(i) => self.results[i] = range,
        }
    }
}

struct Run<'r, 'a, 's> {
    program: &'r Program,
    info: &'r OpInfo,
    p: &'r mut OpParser<'a, 's>,
    state: &'r mut OpState,
    parts: Parts,
}

pub(super) fn parse(program: &Program, info: &OpInfo, p: &mut OpParser, state: &mut OpState) -> ParseResult {
    let parts = Parts {
        names: SmallVec::new(),
        types: SmallVec::new(),
        operands: SmallVec::from_elem(Position::default(), program.arities.len()),
        results: SmallVec::from_elem(None, program.results),
    };
    let mut run = Run { program, info, p, state, parts };
    for item in &program.items {
        run.item(item)?;
    }
    if program.segments {
        run.segment_sizes();
    }
    let mut parts = run.parts;
    infer::finish(program, info, p, state, &mut parts)
}

impl Run<'_, '_, '_> {
    fn item(&mut self, item: &Item) -> ParseResult {
        match &item.kind {
            Kind::Literal(Literal::Punct(kind, _)) => self.p.expect(*kind),
            Kind::Literal(Literal::Word(word)) => self.p.keyword(word),
            Kind::White(_) => Ok(()),
            Kind::Operand(i) => self.operand(*i),
            Kind::Operands => self.all_operands(),
            Kind::Attr(slot, syntax) => self.attr(*slot, *syntax),
            Kind::Types(values) => self.types(*values),
            Kind::FunctionalType(inputs, results) => self.functional_type(*inputs, *results),
            Kind::AttrDict { keyword: false } => self.p.attr_dict(self.state),
            Kind::AttrDict { keyword: true } => self.p.attr_dict_with_keyword(self.state),
            Kind::Region(_) => self.p.region(self.state, &[]),
            Kind::Regions => self.regions(),
            Kind::Successor(_) => self.successor(),
            Kind::Successors => self.successors(),
            Kind::Group { then, otherwise, .. } => {
                let items = if self.starts(then) { then } else { otherwise };
                items.iter().try_for_each(|item| self.item(item))
            }
        }
    }

    /// True if the first element of a group comes next.
    fn starts(&self, items: &[Item]) -> bool {
        let Some(first) = items.iter().find(|i| !matches!(i.kind, Kind::White(_))) else { return false };
        match &first.kind {
            Kind::Literal(Literal::Punct(kind, _)) => self.p.peek() == *kind,
            Kind::Literal(Literal::Word(word)) => self.p.at_keyword(word),
            Kind::Operand(_) | Kind::Operands => self.p.peek() == Tok::PercentId,
            Kind::Attr(_, syntax) => syntax.starts(self.p),
            Kind::Types(_) => self.p.at_type(),
            Kind::Region(_) | Kind::Regions => self.p.peek() == Tok::LBrace,
            Kind::Successor(_) | Kind::Successors => self.p.peek() == Tok::CaretId,
            _ => false,
        }
    }

    fn operand(&mut self, i: usize) -> ParseResult {
        let start = self.parts.names.len();
        match self.program.arities[i] {
            Arity::One => {
                let operand = self.p.operand()?;
                self.parts.names.push(operand);
            }
            Arity::Optional => {
                let operand = self.p.optional_operand()?;
                self.parts.names.extend(operand);
            }
            Arity::Variadic => {
                let operands = self.p.operands(super::super::Delimiter::None)?;
                self.parts.names.extend(operands);
            }
        }
        self.parts.operands[i].names = start..self.parts.names.len();
        Ok(())
    }

    /// `operands`: the positions share the list in order.
    fn all_operands(&mut self) -> ParseResult {
        let at = self.p.pos();
        let operands = self.p.operands(super::super::Delimiter::None)?;
        let Some(sizes) = share(&self.program.arities, operands.len()) else {
            return Err(self
                .p
                .error(at, format!("{} operands are not what the operation takes", operands.len())));
        };
        let mut start = self.parts.names.len();
        self.parts.names.extend(operands);
        for (position, size) in self.parts.operands.iter_mut().zip(sizes) {
            position.names = start..start + size;
            start += size;
        }
        Ok(())
    }

    fn attr(&mut self, slot: usize, syntax: AttrSyntax) -> ParseResult {
        let at = self.p.pos();
        let value = syntax.parse(self.p)?;
        let spec = &self.info.attrs[slot];
        if !(spec.constraint.check)(self.p.ctx(), value) {
            let (name, want) = (spec.name, spec.constraint.summary);
            let message = format!("attribute '{name}' failed to satisfy constraint: {want}");
            return Err(self.p.error_as(&codes::FORM, at, message));
        }
        self.state.slots[slot] = Some(value);
        Ok(())
    }

    fn types(&mut self, values: Values) -> ParseResult {
        if let Values::One(source) = values
            && self.arity(source) == Arity::One
        {
            let ty = self.p.ty()?;
            self.parts.set_types(source, [ty]);
            return Ok(());
        }
        let at = self.p.pos();
        let types = if self.p.at_type() { self.p.types()? } else { Default::default() };
        self.give(values, at, &types)
    }

    fn functional_type(&mut self, inputs: Values, results: Values) -> ParseResult {
        let at = self.p.pos();
        let (given, given_results) = self.p.functional_type()?;
        self.give(inputs, at, &given)?;
        self.give(results, at, &given_results)
    }

    fn arity(&self, source: Source) -> Arity {
        match source {
            Source::Operand(i) => self.program.arities[i],
            Source::Result(i) => self.info.results.as_ref().map_or(Arity::One, |r| r[i].arity),
        }
    }

    /// Types for one position or for all operands or results in order.
    fn give(&mut self, values: Values, at: super::super::Pos, types: &[Type]) -> ParseResult {
        let sizes = match values {
            Values::One(source) => {
                if self.arity(source) == Arity::One && types.len() != 1 {
                    return Err(self.p.error_as(
                        &codes::FORM,
                        at,
                        format!("expected one type, not {}", types.len()),
                    ));
                }
                self.parts.set_types(source, types.iter().copied());
                return Ok(());
            }
            Values::Operands => Some(self.parts.operands.iter().map(|p| p.names.len()).collect()),
            Values::Results => {
                let results = self.info.results.as_deref().unwrap_or(&[]);
                let arities: SmallVec<[Arity; 4]> = results.iter().map(|s| s.arity).collect();
                share(&arities, types.len())
            }
        };
        let sizes: SmallVec<[usize; 4]> = sizes.unwrap_or_default();
        if sizes.iter().sum::<usize>() != types.len() {
            return Err(self.p.error_as(
                &codes::FORM,
                at,
                format!("{} types are not what the operation takes", types.len()),
            ));
        }
        let mut start = 0;
        for (i, size) in sizes.into_iter().enumerate() {
            let source = if values == Values::Operands { Source::Operand(i) } else { Source::Result(i) };
            self.parts.set_types(source, types[start..start + size].iter().copied());
            start += size;
        }
        Ok(())
    }

    fn regions(&mut self) -> ParseResult {
        while self.p.optional_region(self.state, &[])? {
            if !self.p.accept(Tok::Comma) {
                break;
            }
        }
        Ok(())
    }

    fn successor(&mut self) -> ParseResult {
        let block = self.p.successor()?;
        self.state.successors.push(block);
        Ok(())
    }

    fn successors(&mut self) -> ParseResult {
        while self.p.peek() == Tok::CaretId {
            self.successor()?;
            if !self.p.accept(Tok::Comma) {
                break;
            }
        }
        Ok(())
    }

    fn segment_sizes(&mut self) {
        let sizes: Vec<i32> = self.parts.operands.iter().map(|p| p.names.len() as i32).collect();
        let value = self.p.ctx().i32_array_attr(&sizes);
        self.p.set_attr(self.state, "operandSegmentSizes", value);
    }
}

/// How many of `count` values belong to each position, when one position at most is flexible.
pub(super) fn share(arities: &[Arity], count: usize) -> Option<SmallVec<[usize; 4]>> {
    let flexible = arities.iter().filter(|a| **a != Arity::One).count();
    let rest = count.checked_sub(arities.len() - flexible)?;
    let optional = arities.contains(&Arity::Optional);
    let sound = match flexible {
        0 => rest == 0,
        1 => !optional || rest <= 1,
        _ => false,
    };
    sound.then(|| arities.iter().map(|a| if *a == Arity::One { 1 } else { rest }).collect())
}
