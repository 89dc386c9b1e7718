//! Parsing of ops by a compiled format.

use super::super::op::check_counts;
use super::super::ssa::Operand;
use super::super::{Argument, Delimiter, OpParser, OpState, ParseResult, Tok};
use super::infer;
use super::program::{Anchor, Arguments, Item, Kind, Literal, Program, Source, Values, each};
use super::syntax::{AttrSyntax, Options};
use crate::body::Value;
use crate::codes;
use crate::registry::{Arity, OpInfo, OperandSizes};
use crate::types::Type;
use smallvec::SmallVec;
use std::ops::Range;

/// The parsed operands and types of one operand position.
#[derive(Clone, Default)]
pub(super) struct Position {
    /// Its operands, as a range of [`Parts::names`].
    pub(super) names: Range<usize>,
    /// Operands that a custom part has looked up.
    pub(super) given: SmallVec<[Value; 4]>,
    /// Its types in [`Parts::types`], if they were read.
    types: Option<Range<usize>>,
}

/// The parts parsed so far.
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

/// An argument of a region that is parsed later; `like` is the operand whose type it has: position, and index
/// within it.
struct Pending {
    region: usize,
    argument: Argument,
    like: Option<(usize, usize)>,
}

struct Run<'r, 'a, 's> {
    program: &'r Program,
    options: &'r Options,
    info: &'r OpInfo,
    p: &'r mut OpParser<'a, 's>,
    state: &'r mut OpState,
    parts: Parts,
    arguments: Vec<Pending>,
}

pub(super) fn parse(
    program: &Program,
    options: &Options,
    info: &OpInfo,
    p: &mut OpParser,
    state: &mut OpState,
) -> ParseResult {
    let parts = Parts {
        names: SmallVec::new(),
        types: SmallVec::new(),
        operands: SmallVec::from_elem(Position::default(), program.arities.len()),
        results: SmallVec::from_elem(None, program.results),
    };
    let mut run = Run { program, options, info, p, state, parts, arguments: Vec::new() };
    let (before, after) = program.items.split_at(program.resolve_at);
    before.iter().try_for_each(|item| run.item(item))?;
    infer::operands(program, info, run.p, run.state, &mut run.parts)?;
    after.iter().try_for_each(|item| run.item(item))?;
    if program.segments {
        run.segment_sizes();
    }
    run.check_sizes()?;
    let mut parts = run.parts;
    infer::results(program, info, p, state, &mut parts)
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
            Kind::Custom(i, _) => self.custom(*i, item.kind.operand()),
            Kind::Region { i, .. } => self.region(*i),
            Kind::Arguments(i, how) => self.arguments(*i, *how),
            Kind::Successor(_) => self.successor(),
            Kind::Group { anchor, then, otherwise } => {
                if self.starts(*anchor, then) {
                    return then.iter().try_for_each(|item| self.item(item));
                }
                self.leave_out(then);
                otherwise.iter().try_for_each(|item| self.item(item))
            }
        }
    }

    fn custom(&mut self, i: usize, operand: Option<usize>) -> ParseResult {
        self.options.customs[i].1.parse(self.p, self.state)?;
        if let Some(operand) = operand {
            self.parts.operands[operand].given = std::mem::take(&mut self.state.given);
        }
        Ok(())
    }

    /// Records an absent optional group: empty regions, and result positions without results.
    fn leave_out(&mut self, items: &[Item]) {
        each(items, &mut |kind| match kind {
            Kind::Types(Values::One(source @ Source::Result(_)))
                if source.arity(self.info) != Arity::One && self.parts.types_of(*source).is_none() =>
            {
                self.parts.set_types(*source, []);
            }
            _ if self.program.all_regions && kind.region().is_some() => self.p.empty_region(self.state),
            _ => {}
        });
    }

    /// True if a group is present: a group of operand types if the operands exist, another if its first
    /// element is next.
    fn starts(&self, anchor: Anchor, items: &[Item]) -> bool {
        if let Anchor::Values(Values::One(Source::Operand(i))) = anchor
            && !items.iter().any(|item| item.kind.operand() == Some(i))
        {
            return !self.parts.operands[i].names.is_empty();
        }
        let Some(first) = items.iter().find(|i| !matches!(i.kind, Kind::White(_))) else { return false };
        match &first.kind {
            Kind::Literal(Literal::Punct(kind, _)) => self.p.peek() == *kind,
            Kind::Literal(Literal::Word(word)) => self.p.at_keyword(word),
            Kind::Operand(_) | Kind::Operands => self.p.peek() == Tok::PercentId,
            Kind::Attr(_, syntax) => syntax.starts(self.p),
            Kind::Types(_) => self.p.at_type(),
            Kind::Arguments(_, Arguments::Index(_)) => self.p.peek() == Tok::PercentId,
            Kind::Arguments(..) => self.p.peek() == Tok::LParen,
            Kind::Region { .. } => self.p.peek() == Tok::LBrace,
            Kind::Successor(_) => self.p.peek() == Tok::CaretId,
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
                let operands = self.p.operands(Delimiter::None)?;
                self.parts.names.extend(operands);
            }
        }
        self.parts.operands[i].names = start..self.parts.names.len();
        Ok(())
    }

    /// `operands`: all positions share the list, in order.
    fn all_operands(&mut self) -> ParseResult {
        let at = self.p.pos();
        let operands = self.p.operands(Delimiter::None)?;
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
            && source.arity(self.info) == Arity::One
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

    /// Assigns types to one position, or to all operands or results in order.
    fn give(&mut self, values: Values, at: super::super::Pos, types: &[Type]) -> ParseResult {
        let sizes = match values {
            Values::One(source) => {
                if source.arity(self.info) == Arity::One && types.len() != 1 {
                    return Err(self.p.error_as(
                        &codes::FORM,
                        at,
                        format!("expected one type, not {}", types.len()),
                    ));
                }
                self.parts.set_types(source, types.iter().copied());
                return Ok(());
            }
            Values::Operands => {
                check_counts(self.p.reader, at, self.parts.names.len(), types.len())?;
                Some(self.parts.operands.iter().map(|p| p.names.len()).collect())
            }
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

    /// Parses the arguments of region `i`, which follows later.
    fn arguments(&mut self, i: usize, how: Arguments) -> ParseResult {
        let (mut arguments, mut like) = (Vec::new(), None);
        match how {
            Arguments::Typed => arguments = self.p.arguments(Delimiter::Paren, true, false)?,
            Arguments::Indices(_) => {
                arguments = self.p.arguments(Delimiter::Paren, false, false)?;
                let index = self.p.ctx().index();
                arguments.iter_mut().for_each(|argument| argument.ty = index);
            }
            Arguments::Index(operand) => {
                arguments.push(self.p.argument(false, false)?);
                like = Some(operand);
            }
            Arguments::Assigned(operand) => {
                let (names, values) = self.p.assignments(Delimiter::Paren)?;
                let none = self.p.ctx().index();
                arguments.extend(names.iter().map(|name| self.p.named_argument(*name, none)));
                let start = self.parts.names.len();
                self.parts.names.extend(values);
                self.parts.operands[operand].names = start..self.parts.names.len();
                like = Some(operand);
            }
        }
        let pending = arguments.into_iter().enumerate().map(|(k, argument)| Pending {
            region: i,
            argument,
            like: like.map(|operand| (operand, k)),
        });
        self.arguments.extend(pending);
        Ok(())
    }

    /// Parses region `i`, whose arguments were parsed before.
    fn region(&mut self, i: usize) -> ParseResult {
        let mut arguments = Vec::new();
        for pending in self.arguments.extract_if(.., |pending| pending.region == i) {
            let start = |position: usize| {
                self.parts.operands[..position].iter().map(|p| p.names.len()).sum::<usize>()
            };
            let ty = match pending.like {
                Some((position, k)) => self.p.type_of(self.state.operands[start(position) + k]),
                None => pending.argument.ty,
            };
            arguments.push(Argument { ty, ..pending.argument });
        }
        self.p.region(self.state, &arguments)
    }

    fn successor(&mut self) -> ParseResult {
        let block = self.p.successor()?;
        self.state.successors.push(block);
        Ok(())
    }

    /// Checks that positions declared with equal sizes have them.
    fn check_sizes(&mut self) -> ParseResult {
        if !matches!(self.info.operand_sizes, Some(OperandSizes::Equal)) {
            return Ok(());
        }
        let specs = self.info.operands.as_deref().unwrap_or(&[]);
        let sizes = self.parts.operands.iter().map(|position| position.names.len());
        let mut flexible = specs.iter().zip(sizes).filter(|(spec, _)| spec.arity != Arity::One);
        let Some((first, count)) = flexible.next() else { return Ok(()) };
        match flexible.find(|(_, size)| *size != count) {
            Some((spec, size)) => {
                let (first, name) = (first.name, spec.name);
                Err(self.p.op_error(format_args!("has {count} operand(s) '{first}', but {size} of '{name}'")))
            }
            None => Ok(()),
        }
    }

    fn segment_sizes(&mut self) {
        let sizes: Vec<i32> = self.parts.operands.iter().map(|p| p.names.len() as i32).collect();
        let value = self.p.ctx().i32_array_attr(&sizes);
        self.p.set_attr(self.state, "operandSegmentSizes", value);
    }
}

/// Distributes `count` values over the positions, at most one of them optional or variadic.
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
