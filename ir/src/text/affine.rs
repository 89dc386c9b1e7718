//! The parser of affine maps, sets and extents: their modules parse slices of the text.

use super::parser::{AsmParser, ParseResult, Pos};
use super::ssa::Operand;
use super::token::Tok;
use super::{OpParser, Operands};
use crate::affine::{AffineExpr, AffineMap, IntegerSet, Name};
use crate::attr::{AttrData, Attribute};
use crate::context::Context;
use crate::extent::Extent;

/// The operands of an op's affine expressions, in order of first use.
#[derive(Default)]
pub struct AffineNames {
    /// The values for the dimensions.
    pub values: Operands,
    /// The terms for the symbols.
    pub extents: Vec<Extent>,
}

impl AffineNames {
    fn dim(&mut self, operand: Operand) -> AffineExpr {
        let same = |known: &Operand| (known.slot, known.number) == (operand.slot, operand.number);
        let position = self.values.iter().position(same).unwrap_or_else(|| {
            self.values.push(operand);
            self.values.len() - 1
        });
        AffineExpr::dim(position as u32)
    }

    fn symbol(&mut self, extent: Extent) -> AffineExpr {
        let position = self.extents.iter().position(|e| *e == extent).unwrap_or_else(|| {
            self.extents.push(extent);
            self.extents.len() - 1
        });
        AffineExpr::symbol(position as u32)
    }
}

impl OpParser<'_, '_> {
    /// Takes an affine expression over values (`%i`), which become dimensions, and extent terms (`n`,
    /// `max(n, m)`), which become symbols: `2 * %i + n - 1`.
    pub fn affine_expr(&mut self, names: &mut AffineNames) -> ParseResult<AffineExpr> {
        let start = self.tok.start as usize;
        let text = self.text;
        let parsed = AffineExpr::parse_prefix(&text[start..], &mut |name, offset| match name {
            Name::Bare(term) | Name::Term(term) => term
                .parse()
                .map(|extent| names.symbol(extent))
                .map_err(|e: crate::affine::ParseError| e.message),
            Name::Value(name) => {
                let (name, number) = match name.split_once('#') {
                    Some((name, number)) => {
                        (name, number.parse().map_err(|_| "no result index".to_string())?)
                    }
                    None => (name, 0),
                };
                let from = start + offset;
                let slot = self.reader.names.slot(&text[from + 1..from + name.len()]);
                Ok(names.dim(Operand { slot, number, pos: Pos(from as u32) }))
            }
            Name::SymbolValue(name) => Err(format!("'symbol({name})' has no meaning here: write '{name}'")),
        });
        self.prefix(start, |_| parsed)
    }
}

impl<'s> AsmParser<'s> {
    /// `extents<[n, 2*m + 1, 3]>`
    pub(super) fn extents_attr(&mut self) -> ParseResult<Attribute> {
        self.advance();
        self.expect(Tok::Less)?;
        let extents = self.extents()?;
        self.expect(Tok::Greater)?;
        Ok(self.ctx.extents_attr(&extents))
    }

    /// Takes `[n, 2*m + 1, 3]`.
    pub fn extents(&mut self) -> ParseResult<Vec<Extent>> {
        let mut extents = Vec::new();
        self.list(super::Delimiter::Square, |p| {
            extents.push(p.extent()?);
            Ok(())
        })?;
        Ok(extents)
    }

    /// Takes a term over extent symbols: `2*n + 1`.
    pub fn extent(&mut self) -> ParseResult<Extent> {
        let start = self.tok.start as usize;
        self.prefix(start, Extent::parse_prefix)
    }

    /// `affine_map<(d0)[s0] -> (d0 + s0)>`
    pub(super) fn affine_map_attr(&mut self) -> ParseResult<Attribute> {
        let map = self.in_angles(AffineMap::parse_prefix)?;
        Ok(self.ctx.map_attr(map))
    }

    /// Takes a map whose dimensions have names, `(i, k) -> (k, i)`; also returns the names.
    pub fn named_map(&mut self) -> ParseResult<(AffineMap, Vec<String>)> {
        self.prefix(self.tok.start as usize, AffineMap::parse_named_prefix)
    }

    /// `affine_set<(d0)[s0] : (d0 >= 0)>`
    pub(super) fn affine_set_attr(&mut self) -> ParseResult<Attribute> {
        let set = self.in_angles(IntegerSet::parse_prefix)?;
        Ok(self.ctx.intern_attr(AttrData::IntegerSet(set)))
    }

    /// Takes a keyword, and parses the text between `<` and `>` by `parse`.
    fn in_angles<T>(
        &mut self,
        parse: impl FnOnce(&'s str) -> Result<(T, usize), crate::affine::ParseError>,
    ) -> ParseResult<T> {
        self.advance();
        self.expect(Tok::Less)?;
        let value = self.prefix(self.tok.start as usize, parse)?;
        self.expect(Tok::Greater)?;
        Ok(value)
    }

    /// Lets `parse` read a prefix of the text from `start` on; it returns the parsed value and its length.
    fn prefix<T>(
        &mut self,
        start: usize,
        parse: impl FnOnce(&'s str) -> Result<(T, usize), crate::affine::ParseError>,
    ) -> ParseResult<T> {
        match parse(&self.text[start..]) {
            Ok((value, length)) => {
                self.reset(start + length);
                Ok(value)
            }
            Err(error) => Err(self.error(Pos((start + error.offset) as u32), error.message)),
        }
    }
}

/// True for an identity map.
pub(super) fn is_identity(ctx: &Context, attr: Attribute) -> bool {
    ctx.attr_map(attr).is_some_and(AffineMap::is_identity)
}
