//! The parser interface of custom assembly: operands, regions, successors, attribute dictionaries.

use super::Operands;
use super::op::OpState;
use super::parser::{AsmParser, Delimiter, ParseResult, Pos, list_with};
use super::reader::{Argument, Reader};
use super::ssa::Operand;
use super::token::Tok;
use crate::attr::Attribute;
use crate::body::{Block, Body, Region, Value};
use crate::builder::Builder;
use crate::codes::{self, ErrorCode};
use crate::context::Str;
use crate::location::Location;
use crate::registry::{OpInfo, OpName};
use crate::types::Type;
use std::ops::{Deref, DerefMut};

/// The parser of one op in custom form, from the end of its name on. It derefs to [`AsmParser`].
pub struct OpParser<'a, 's> {
    pub(super) reader: &'a mut Reader<'s>,
    pub(super) name: OpName,
    pub(super) at: Pos,
}

impl<'s> Deref for OpParser<'_, 's> {
    type Target = AsmParser<'s>;

    #[inline]
    fn deref(&self) -> &AsmParser<'s> {
        &self.reader.p
    }
}

impl<'s> DerefMut for OpParser<'_, 's> {
    #[inline]
    fn deref_mut(&mut self) -> &mut AsmParser<'s> {
        &mut self.reader.p
    }
}

impl<'s> OpParser<'_, 's> {
    /// The op's description.
    pub fn info(&self) -> &'s OpInfo {
        self.reader.p.ctx.op_info(self.name)
    }

    /// Position of the op's name.
    pub fn op_pos(&self) -> Pos {
        self.at
    }

    /// Location of the op's name.
    pub fn op_location(&mut self) -> Location {
        let at = self.at;
        self.location(at)
    }

    /// Reports an error at a position.
    #[cold]
    pub fn error(&mut self, at: Pos, message: impl Into<String>) -> super::Failed {
        self.reader.p.error(at, message)
    }

    /// As [`AsmParser::error_as`].
    #[cold]
    pub fn error_as(
        &mut self,
        code: &'static ErrorCode,
        at: Pos,
        message: impl Into<String>,
    ) -> super::Failed {
        self.reader.p.error_as(code, at, message)
    }

    /// Reports an error at the op's name: `'dialect.op' op MESSAGE`.
    #[cold]
    pub fn op_error(&mut self, message: impl std::fmt::Display) -> super::Failed {
        let message = format!("'{}' op {message}", self.info().name);
        self.reader.p.error_as(&codes::FORM, self.at, message)
    }

    // ---- operands ----

    /// Takes `%value`.
    #[inline]
    pub fn operand(&mut self) -> ParseResult<Operand> {
        self.reader.operand()
    }

    /// Takes `%value` if one comes next.
    pub fn optional_operand(&mut self) -> ParseResult<Option<Operand>> {
        if self.peek() == Tok::PercentId { self.operand().map(Some) } else { Ok(None) }
    }

    /// Takes `%a, %b, …`; with [`Delimiter::None`], possibly none.
    pub fn operands(&mut self, delimiter: Delimiter) -> ParseResult<Operands> {
        let mut operands = Operands::new();
        if delimiter == Delimiter::None && self.peek() != Tok::PercentId {
            return Ok(operands);
        }
        self.list_of(delimiter, |p| {
            operands.push(p.operand()?);
            Ok(())
        })?;
        Ok(operands)
    }

    /// Parses `item, item, …` in the given delimiters.
    pub fn list_of(
        &mut self,
        delimiter: Delimiter,
        item: impl FnMut(&mut Self) -> ParseResult,
    ) -> ParseResult {
        list_with(self, delimiter, item)
    }

    /// The value an operand names; it must have type `ty`. It may be defined later.
    #[inline]
    pub fn resolve(&mut self, operand: Operand, ty: Type) -> ParseResult<Value> {
        self.reader.resolve(operand, ty)
    }

    /// Adds an operand of type `ty` to the op.
    #[inline]
    pub fn resolve_into(&mut self, operand: Operand, ty: Type, state: &mut OpState) -> ParseResult {
        let value = self.reader.resolve(operand, ty)?;
        state.operands.push(value);
        Ok(())
    }

    /// Adds operands with one type each to the op.
    pub fn resolve_all(&mut self, operands: &[Operand], types: &[Type], state: &mut OpState) -> ParseResult {
        let at = operands.first().map_or(self.at, |o| o.pos);
        super::op::check_counts(self.reader, at, operands.len(), types.len())?;
        for (operand, ty) in operands.iter().zip(types) {
            self.resolve_into(*operand, *ty, state)?;
        }
        Ok(())
    }

    /// Adds operands that all have type `ty` to the op.
    pub fn resolve_same(&mut self, operands: &[Operand], ty: Type, state: &mut OpState) -> ParseResult {
        operands.iter().try_for_each(|operand| self.resolve_into(*operand, ty, state))
    }

    /// The type of an operand that was looked up.
    pub fn type_of(&self, value: Value) -> Type {
        self.reader.body.ty(value)
    }

    /// The type of the value an operand names, if the value is defined earlier in the text. A syntax should
    /// not depend on this: in graph regions values may be used before their definition.
    pub fn known_type(&self, operand: Operand) -> Option<Type> {
        self.reader.known_type(operand)
    }

    /// Takes `%a = %x, %b = %y, …` in the given delimiters: names for region arguments, and operands.
    pub fn assignments(&mut self, delimiter: Delimiter) -> ParseResult<(Operands, Operands)> {
        let (mut names, mut operands) = (Operands::new(), Operands::new());
        self.list_of(delimiter, |p| {
            names.push(p.operand()?);
            p.expect(Tok::Equal)?;
            operands.push(p.operand()?);
            Ok(())
        })?;
        Ok((names, operands))
    }

    // ---- attributes ----

    /// Takes `{name = value, …}` if it comes next.
    pub fn attr_dict(&mut self, state: &mut OpState) -> ParseResult {
        if self.peek() == Tok::LBrace { self.reader.attr_dict(state) } else { Ok(()) }
    }

    /// Takes `attributes {name = value, …}` if it comes next.
    pub fn attr_dict_with_keyword(&mut self, state: &mut OpState) -> ParseResult {
        if self.accept_keyword("attributes") { self.reader.attr_dict(state) } else { Ok(()) }
    }

    /// Sets an attribute of the op.
    pub fn set_attr(&mut self, state: &mut OpState, name: &str, value: Attribute) {
        state.set_attr(self.reader.p.ctx, name, value);
    }

    // ---- regions and successors ----

    /// Takes `%name : type {attributes} loc(…)`; `typed` requires the type, `dict` allows the dictionary.
    /// Without a type, the caller sets it before it parses the region.
    pub fn argument(&mut self, typed: bool, dict: bool) -> ParseResult<Argument> {
        let (slot, pos) = self.reader.value_name()?;
        let name = Operand { slot, number: 0, pos };
        let ty = if typed { self.colon_ty()? } else { self.ctx.intern_type(crate::types::TypeData::None) };
        let attrs: Vec<(Str, Attribute)> = match dict && self.peek() == Tok::LBrace {
            true => self.dict_entries()?,
            false => Vec::new(),
        };
        let loc = self.optional_location()?;
        Ok(Argument { name, ty, attrs, loc })
    }

    /// Takes arguments in the given delimiters.
    pub fn arguments(&mut self, delimiter: Delimiter, typed: bool, dict: bool) -> ParseResult<Vec<Argument>> {
        let mut arguments = Vec::new();
        self.list_of(delimiter, |p| {
            arguments.push(p.argument(typed, dict)?);
            Ok(())
        })?;
        Ok(arguments)
    }

    /// A region argument with a name from [`OpParser::operand`] or [`OpParser::assignments`].
    pub fn named_argument(&self, name: Operand, ty: Type) -> Argument {
        Argument { name, ty, attrs: Vec::new(), loc: None }
    }

    /// Takes `{ … }` as the op's next region. Its entry block has the arguments `args`; if there are none,
    /// the block may have a header.
    pub fn region(&mut self, state: &mut OpState, args: &[Argument]) -> ParseResult {
        self.reader.region_of(state, args)
    }

    /// The regions parsed so far of an op that is not isolated, and the body that holds them: for attributes
    /// that depend on the op's code.
    pub fn parsed_regions<'b>(&'b self, state: &'b OpState) -> (&'b Body, &'b [Region]) {
        (&self.reader.body, &state.regions)
    }

    /// As [`OpParser::region`] if a brace comes next; returns whether there was one.
    pub fn optional_region(&mut self, state: &mut OpState, args: &[Argument]) -> ParseResult<bool> {
        if self.peek() != Tok::LBrace {
            return Ok(false);
        }
        self.region(state, args)?;
        Ok(true)
    }

    /// Adds a region of one block that takes arguments of these types; `build` fills it. For forms that
    /// abbreviate a region of few ops. The op is not isolated.
    pub fn built_region(
        &mut self,
        state: &mut OpState,
        args: &[Type],
        build: impl FnOnce(&mut Builder<'_>, &[Value]),
    ) {
        let loc = self.op_location();
        let body = &mut self.reader.body;
        let region = body.create_region();
        state.regions.push(region);
        let block = body.add_block(region, args);
        let values: Vec<Value> = body.args(block).collect();
        build(&mut Builder::at_end(body, block, loc), &values);
    }

    /// Adds a region without blocks.
    pub fn empty_region(&mut self, state: &mut OpState) {
        if !state.isolated {
            let region = self.reader.body.create_region();
            return state.regions.push(region);
        }
        let mut child = self.reader.child_of(state);
        child.add_region(child.root());
        state.child = Some(Box::new(child));
    }

    /// Gives the op's last region a block if it has none: for ops that always have a body.
    pub fn ensure_block(&mut self, state: &mut OpState) {
        match (&mut state.child, state.regions.last()) {
            (Some(child), _) => {
                let region = child.regions(child.root()).last();
                if let Some(region) = region.filter(|r| child.entry(*r).is_none()) {
                    child.add_block(region, &[]);
                }
            }
            (None, Some(region)) if self.reader.body.entry(*region).is_none() => {
                self.reader.body.add_block(*region, &[]);
            }
            _ => {}
        }
    }

    /// Gives each of the op's regions without a terminator the op `name`, which has no operands.
    pub fn ensure_terminator(&mut self, state: &mut OpState, name: &str) {
        self.ensure_block(state);
        let loc = self.op_location();
        let (body, region) = match (&mut state.child, state.regions.last()) {
            (Some(child), _) => {
                let region = child.regions(child.root()).last();
                (&mut **child, region)
            }
            (None, region) => (&mut self.reader.body, region.copied()),
        };
        let Some(block) = region.and_then(|r| body.blocks(r).last()) else { return };
        if body.terminator(block).is_none() {
            let name = body.ctx().op_name(name);
            let op = body.create(name, loc, &[], &[], 0, &[]);
            body.append(block, op);
        }
    }

    /// Takes `^block`.
    pub fn successor(&mut self) -> ParseResult<Block> {
        self.reader.successor()
    }
}
