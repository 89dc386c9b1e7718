//! Affine maps and sets, extents: bodies parsed by their own modules on slices of the text.

use super::parser::{AsmParser, ParseResult, Pos};
use super::token::Tok;
use crate::affine::{AffineMap, IntegerSet};
use crate::attr::{AttrData, Attribute};
use crate::context::Context;
use crate::extent::Extent;

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

    /// `affine_set<(d0)[s0] : (d0 >= 0)>`
    pub(super) fn affine_set_attr(&mut self) -> ParseResult<Attribute> {
        let set = self.in_angles(IntegerSet::parse_prefix)?;
        Ok(self.ctx.intern_attr(AttrData::IntegerSet(set)))
    }

    /// A keyword, and between `<` and `>` what `parse` reads.
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

    /// Lets `parse` read a prefix of the text from `start` on; it gives what it read and its length.
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

/// True for the affine map that is its operands.
pub(super) fn is_identity(ctx: &Context, attr: Attribute) -> bool {
    ctx.attr_map(attr).is_some_and(AffineMap::is_identity)
}
