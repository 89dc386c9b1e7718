//! The parser of operations: results, generic form, dispatch to custom forms, creation.

use super::op_parser::OpParser;
use super::parser::{ParseResult, Pos};
use super::reader::Reader;
use super::ssa::{Operand, Slot};
use super::token::Tok;
use super::{Failed, Types};
use crate::attr::{AttrData, Attribute};
use crate::body::{Block, Body, Op, OpParts, Region, Value};
use crate::codes;
use crate::context::{Context, Str};
use crate::location::Location;
use crate::registry::{OpInfo, OpName, Traits};
use crate::types::Type;
use smallvec::SmallVec;

/// The parts of an op during parsing.
pub struct OpState {
    /// Its name.
    pub name: OpName,
    /// Operands so far.
    pub operands: SmallVec<[Value; 4]>,
    /// Result types so far.
    pub results: Types,
    /// Inherent attributes by slot.
    pub slots: SmallVec<[Option<Attribute>; 4]>,
    /// Discardable attributes.
    pub attrs: SmallVec<[(Str, Attribute); 2]>,
    /// Operands that a custom part of a format parsed for its position.
    pub given: SmallVec<[Value; 4]>,
    /// Successors.
    pub successors: SmallVec<[Block; 2]>,
    pub(super) regions: SmallVec<[Region; 2]>,
    pub(super) child: Option<Box<Body>>,
    pub(super) isolated: bool,
}

/// Largest number of attributes, with slots: it fits a record's 16-bit length.
const MAX_ATTRS: usize = 30_000;

impl OpState {
    pub(super) fn new(name: OpName, info: &OpInfo) -> OpState {
        OpState {
            name,
            operands: SmallVec::new(),
            results: Types::new(),
            slots: SmallVec::from_elem(None, info.attrs.len()),
            attrs: SmallVec::new(),
            given: SmallVec::new(),
            successors: SmallVec::new(),
            regions: SmallVec::new(),
            child: None,
            isolated: info.has(Traits::ISOLATED),
        }
    }

    /// Sets an attribute, inherent or discardable.
    pub fn set_attr(&mut self, ctx: &Context, name: &str, value: Attribute) {
        match ctx.op_info(self.name).slot(name) {
            Some(slot) => self.slots[slot] = Some(value),
            None => {
                let name = ctx.str(name);
                self.attrs.retain(|(n, _)| *n != name);
                self.attrs.push((name, value));
            }
        }
    }

    /// An attribute set so far.
    pub fn attr(&self, ctx: &Context, name: &str) -> Option<Attribute> {
        match ctx.op_info(self.name).slot(name) {
            Some(slot) => self.slots[slot],
            None => self.attrs.iter().find(|(n, _)| ctx.text(*n) == name).map(|(_, value)| *value),
        }
    }
}

/// Results that a name defines: `%a:2, %b`.
#[derive(Clone, Copy)]
pub(super) struct ResultName {
    pub(super) slot: Slot,
    pub(super) pos: Pos,
    pub(super) count: u32,
}

pub(super) type ResultNames = SmallVec<[ResultName; 2]>;

impl<'s> Reader<'s> {
    /// Parses an op to the end of a block. After an error its names count as defined.
    pub(super) fn operation(&mut self, block: Block) -> ParseResult<Op> {
        self.count_op(1)?;
        let mut names = ResultNames::new();
        let result = self.operation_parts(block, &mut names);
        if result.is_err() {
            for name in names {
                self.poison(name.slot, name.pos);
            }
        }
        result
    }

    fn operation_parts(&mut self, block: Block, names: &mut ResultNames) -> ParseResult<Op> {
        if self.tok.kind == Tok::PercentId {
            self.result_names(names)?;
        }
        match self.tok.kind {
            Tok::BareId => self.custom_op(block, names),
            Tok::Str => self.generic_op(block, names),
            _ => Err(self.p.expected("an operation")),
        }
    }

    fn result_names(&mut self, names: &mut ResultNames) -> ParseResult {
        loop {
            let (slot, pos) = self.value_name()?;
            let mut count = 1;
            if self.p.accept(Tok::Colon) {
                let at = self.p.pos();
                count = self.p.integer()?;
                if count == 0 || count > MAX_RESULTS {
                    return Err(self.p.error_as(
                        &codes::FORM,
                        at,
                        format!("a name denotes 1 to {MAX_RESULTS} results"),
                    ));
                }
            }
            names.push(ResultName { slot, pos, count });
            if !self.p.accept(Tok::Comma) {
                return self.p.expect(Tok::Equal);
            }
        }
    }

    fn custom_op(&mut self, block: Block, names: &ResultNames) -> ParseResult<Op> {
        let (at, word) = (self.p.pos(), self.p.spelling());
        let name = self.custom_op_name(at, word)?;
        self.p.advance();
        let info = self.ctx.op_info(name);
        let Some(assembly) = &info.assembly else {
            let message = format!("'{}' has no custom form: write it in generic form", info.name);
            return Err(self.p.error_as(&codes::FORM, at, message));
        };
        let mut state = OpState::new(name, info);
        let mut parser = OpParser { reader: self, name, at };
        assembly.parse(&mut parser, &mut state)?;
        self.finish(state, at, block, names)
    }

    /// `"dialect.op"(operands)[successors] <{properties}> ({regions}) {attributes} : (types) -> types`
    fn generic_op(&mut self, block: Block, names: &ResultNames) -> ParseResult<Op> {
        let at = self.p.pos();
        let spelling = self.p.spelling();
        let name = self.op_name(at, &spelling[1..spelling.len() - 1])?;
        self.p.advance();
        let mut state = OpState::new(name, self.ctx.op_info(name));
        let operands = self.generic_operands()?;
        if self.tok.kind == Tok::LSquare {
            self.generic_successors(&mut state)?;
        }
        if self.p.accept(Tok::Less) {
            self.properties(&mut state)?;
            self.p.expect(Tok::Greater)?;
        }
        if self.tok.kind == Tok::LParen {
            self.generic_regions(&mut state)?;
        }
        if self.tok.kind == Tok::LBrace {
            self.attr_dict(&mut state)?;
        }
        self.p.expect(Tok::Colon)?;
        self.generic_types(&mut state, at, &operands)?;
        self.finish(state, at, block, names)
    }

    fn generic_operands(&mut self) -> ParseResult<SmallVec<[Operand; 4]>> {
        let mut operands = SmallVec::new();
        self.p.expect(Tok::LParen)?;
        if self.p.accept(Tok::RParen) {
            return Ok(operands);
        }
        let at = self.p.pos();
        loop {
            self.p.check_list(at, operands.len() + 1)?;
            operands.push(self.operand()?);
            if !self.p.accept(Tok::Comma) {
                break;
            }
        }
        if self.tok.kind != Tok::RParen {
            return Err(self.p.expected("',' or ')'"));
        }
        self.p.advance();
        Ok(operands)
    }

    fn generic_successors(&mut self, state: &mut OpState) -> ParseResult {
        self.p.advance();
        loop {
            let block = self.successor()?;
            state.successors.push(block);
            if !self.p.accept(Tok::Comma) {
                break;
            }
        }
        self.p.expect(Tok::RSquare)
    }

    /// The dictionary inside `<…>`: inherent attributes.
    fn properties(&mut self, state: &mut OpState) -> ParseResult {
        if self.tok.kind == Tok::LBrace {
            return self.attr_dict(state);
        }
        let at = self.p.pos();
        let attr = self.p.attr()?;
        let AttrData::Dict(entries) = self.ctx.attr_data(attr) else {
            return Err(self.p.error_as(&codes::FORM, at, "the properties of an operation are a dictionary"));
        };
        for (name, value) in entries {
            self.set_attr(state, at, self.ctx.text(*name), *value)?;
        }
        Ok(())
    }

    fn generic_regions(&mut self, state: &mut OpState) -> ParseResult {
        self.p.advance();
        loop {
            self.region_of(state, &[])?;
            if !self.p.accept(Tok::Comma) {
                break;
            }
        }
        self.p.expect(Tok::RParen)
    }

    fn generic_types(&mut self, state: &mut OpState, at: Pos, operands: &[Operand]) -> ParseResult {
        if self.tok.kind != Tok::LParen {
            return Err(self.p.expected("a function type '(…) -> …'"));
        }
        let types_at = self.p.pos();
        self.p.advance();
        let mut count = 0;
        if !self.p.accept(Tok::RParen) {
            loop {
                let ty = self.p.ty()?;
                if let Some(operand) = operands.get(count) {
                    let value = self.resolve(*operand, ty)?;
                    state.operands.push(value);
                }
                count += 1;
                if !self.p.accept(Tok::Comma) {
                    break;
                }
            }
            self.p.expect(Tok::RParen)?;
        }
        if count != operands.len() {
            let message = format!("{} operand(s) but {count} operand type(s)", operands.len());
            return Err(self.p.error_as(
                &codes::FORM,
                if operands.is_empty() { at } else { types_at },
                message,
            ));
        }
        self.p.expect(Tok::Arrow)?;
        state.results = self.p.result_types()?;
        Ok(())
    }

    /// Takes `{name = value, …}` into the op's attributes.
    pub(super) fn attr_dict(&mut self, state: &mut OpState) -> ParseResult {
        self.p.expect(Tok::LBrace)?;
        if self.p.accept(Tok::RBrace) {
            return Ok(());
        }
        self.p.enter()?;
        loop {
            let at = self.p.pos();
            let name = self.p.keyword_or_string("an attribute name")?;
            if name.is_empty() {
                return Err(self.p.error_as(&codes::FORM, at, "an attribute name is not empty"));
            }
            let value = if self.p.accept(Tok::Equal) { self.p.attr()? } else { self.ctx.unit_attr() };
            self.set_attr(state, at, &name, value)?;
            if !self.p.accept(Tok::Comma) {
                break;
            }
        }
        self.p.leave();
        if self.tok.kind != Tok::RBrace {
            return Err(self.p.expected("',' or '}'"));
        }
        self.p.advance();
        Ok(())
    }

    fn set_attr(&mut self, state: &mut OpState, at: Pos, name: &str, value: Attribute) -> ParseResult {
        let twice = match self.ctx.op_info(state.name).slot(name) {
            Some(slot) => state.slots[slot].replace(value).is_some(),
            None => {
                let name = self.ctx.str(name);
                let twice = state.attrs.iter().any(|(n, _)| *n == name);
                state.attrs.push((name, value));
                twice
            }
        };
        if twice {
            return Err(self.p.error_as(&codes::REDEFINED, at, format!("attribute '{name}' is given twice")));
        }
        if state.attrs.len() > MAX_ATTRS {
            return Err(self.p.error_as(
                &codes::FORM,
                at,
                format!("an operation has at most {MAX_ATTRS} attributes"),
            ));
        }
        Ok(())
    }

    /// Creates the op at the end of the block and names its results.
    fn finish(&mut self, state: OpState, at: Pos, block: Block, names: &ResultNames) -> ParseResult<Op> {
        let loc = match self.p.optional_location()? {
            Some(loc) => loc,
            None => self.p.location(at),
        };
        let named: u64 = names.iter().map(|n| n.count as u64).sum();
        if named != state.results.len() as u64 && !names.is_empty() {
            return Err(self.wrong_result_count(&state, at, named));
        }
        let op = match state.isolated {
            true => self.create_isolated(state, at, loc)?,
            false => self.create(state, at, loc)?,
        };
        self.body.append(block, op);
        if !names.is_empty() {
            self.define_results(op, names)?;
        }
        Ok(op)
    }

    #[inline]
    fn define_results(&mut self, op: Op, names: &ResultNames) -> ParseResult {
        let mut first = self.body.result(op, 0);
        for name in names {
            self.define(name.slot, name.pos, first, name.count)?;
            first = Value(first.0 + name.count);
        }
        Ok(())
    }

    #[cold]
    fn wrong_result_count(&mut self, state: &OpState, at: Pos, named: u64) -> Failed {
        let op = &self.ctx.op_info(state.name).name;
        let results = state.results.len();
        self.p.error_as(&codes::FORM, at, format!("'{op}' has {results} result(s), but {named} are named"))
    }

    fn create(&mut self, state: OpState, at: Pos, loc: Location) -> ParseResult<Op> {
        if state.regions.len() > u16::MAX as usize || state.successors.len() > u16::MAX as usize {
            return Err(self.p.error_as(
                &codes::FORM,
                at,
                "an operation has at most 65535 regions and as many successors",
            ));
        }
        Ok(self.body.create_from(OpParts {
            name: state.name,
            loc,
            operands: &state.operands,
            results: &state.results,
            slots: &state.slots,
            attrs: &state.attrs,
            regions: &state.regions,
            successors: &state.successors,
        }))
    }

    fn create_isolated(&mut self, mut state: OpState, at: Pos, loc: Location) -> ParseResult<Op> {
        if !state.operands.is_empty() || !state.results.is_empty() || !state.successors.is_empty() {
            let op = &self.ctx.op_info(state.name).name;
            let message =
                format!("'{op}' is isolated: it takes no operands and has no results or successors");
            return Err(self.p.error_as(&codes::FORM, at, message));
        }
        self.count_op(ISOLATED_WEIGHT - 1)?;
        let mut child = self.child_of(&mut state);
        let root = child.root();
        child.set_loc(root, loc);
        child.init_attrs(root, &state.slots, &state.attrs);
        Ok(self.body.adopt(child))
    }
}

/// Weight of an isolated op against the op limit: its body takes the memory of about this many ops (1 KiB).
const ISOLATED_WEIGHT: u64 = 12;

/// Largest number of results under one name.
const MAX_RESULTS: u32 = 1 << 24;

/// Checks that there is one type for each operand.
pub(super) fn check_counts(reader: &mut Reader<'_>, at: Pos, operands: usize, types: usize) -> ParseResult {
    if operands == types {
        return Ok(());
    }
    Err(reader.p.error_as(&codes::FORM, at, format!("{operands} operand(s) but {types} type(s)")))
}

/// Types of values, for messages and inference.
pub(super) fn types_of(body: &Body, values: &[Value]) -> SmallVec<[Type; 4]> {
    values.iter().map(|v| body.ty(*v)).collect()
}
