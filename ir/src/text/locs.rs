//! The parser of locations: `loc(…)`.

use super::parser::{AsmParser, ParseResult};
use super::suggest::did_you_mean;
use super::token::Tok;
use crate::attr::AttrData;
use crate::codes;
use crate::location::{LocData, Location};

impl<'s> AsmParser<'s> {
    /// Takes `loc(…)` if it comes next: the trailing location of ops and block arguments.
    #[inline]
    pub fn optional_location(&mut self) -> ParseResult<Option<Location>> {
        if self.tok.kind == Tok::BareId && self.at_keyword("loc") {
            return self.trailing_location().map(Some);
        }
        Ok(None)
    }

    /// A location is printed as aliases again, so that what its own stand for counts once.
    fn trailing_location(&mut self) -> ParseResult<Location> {
        let at = self.pos();
        let outer = (self.deepest, std::mem::take(&mut self.written_out));
        let loc = self.forward_location()?;
        if self.written_out > self.opts.max_text_bytes {
            return Err(self.too_long_written_out(at));
        }
        (self.deepest, self.written_out) = outer;
        Ok(loc)
    }

    /// Takes `loc(…)`, in which aliases may be defined later in the text.
    pub(super) fn forward_location(&mut self) -> ParseResult<Location> {
        let outer = std::mem::replace(&mut self.forward_locations, true);
        let loc = self.location_literal();
        self.forward_locations = outer;
        loc
    }

    /// Takes `loc(…)`. Aliases in it are defined above.
    pub fn location_literal(&mut self) -> ParseResult<Location> {
        self.keyword("loc")?;
        self.expect(Tok::LParen)?;
        let loc = self.location_body()?;
        self.expect(Tok::RParen)?;
        Ok(loc)
    }

    fn location_body(&mut self) -> ParseResult<Location> {
        self.nested(|p| match p.tok.kind {
            Tok::HashId => p.location_alias(),
            Tok::Str => p.named_location(),
            Tok::BareId => match p.spelling() {
                "unknown" => {
                    p.advance();
                    Ok(Location::UNKNOWN)
                }
                "callsite" => p.call_site(),
                "fused" => p.fused(),
                _ => Err(p.expected("a location: a string, unknown, callsite, fused or an alias")),
            },
            _ => Err(p.expected("a location: a string, unknown, callsite, fused or an alias")),
        })
    }

    fn location_alias(&mut self) -> ParseResult<Location> {
        let at = self.pos();
        let word = &self.spelling()[1..];
        if let Some(attr) = self.attr_aliases.get(word).copied() {
            match self.forward_locations {
                true => self.note_alias(self.spelling()),
                false => self.use_alias(self.spelling())?,
            }
            self.advance();
            return match self.ctx.attr_data(attr) {
                AttrData::Location(loc) => Ok(*loc),
                _ => Err(self.error_as(&codes::UNKNOWN_NAME, at, format!("'#{word}' is no location"))),
            };
        }
        if !self.forward_locations {
            let hint = did_you_mean(word, self.attr_aliases.keys().copied());
            return Err(self.error_as(
                &codes::UNKNOWN_NAME,
                at,
                format!("undefined location alias '{word}'{hint}"),
            ));
        }
        self.advance();
        Ok(self.location_placeholder(word, at))
    }

    /// `"file":line:col`, `"file":line:col to …`, `"name"` or `"name"(location)`
    fn named_location(&mut self) -> ParseResult<Location> {
        let name = self.string()?;
        if !self.accept(Tok::Colon) {
            let child = match self.accept(Tok::LParen) {
                true => {
                    let child = self.location_body()?;
                    self.expect(Tok::RParen)?;
                    child
                }
                false => Location::UNKNOWN,
            };
            return Ok(Location::named(self.ctx, &name, child));
        }
        let file = self.ctx.str(&name);
        let line = self.integer()?;
        self.expect(Tok::Colon)?;
        let col = self.integer()?;
        if !self.accept_keyword("to") {
            return Ok(Location::file(self.ctx, file, line, col));
        }
        let start = (line, col);
        let end_line = if self.tok.kind == Tok::Int { self.integer()? } else { line };
        self.expect(Tok::Colon)?;
        let end = (end_line, self.integer()?);
        Ok(Location::new(self.ctx, LocData::Range { file, start, end }))
    }

    /// `callsite(callee at caller)`
    fn call_site(&mut self) -> ParseResult<Location> {
        self.advance();
        self.expect(Tok::LParen)?;
        let callee = self.location_body()?;
        self.keyword("at")?;
        let caller = self.location_body()?;
        self.expect(Tok::RParen)?;
        Ok(Location::new(self.ctx, LocData::CallSite(callee, caller)))
    }

    /// `fused<metadata>[location, …]`
    fn fused(&mut self) -> ParseResult<Location> {
        self.advance();
        let metadata = match self.accept(Tok::Less) {
            true => {
                // Attributes hold no placeholders.
                let outer = std::mem::replace(&mut self.forward_locations, false);
                let metadata = self.attr();
                self.forward_locations = outer;
                let metadata = metadata?;
                self.expect(Tok::Greater)?;
                Some(metadata)
            }
            false => None,
        };
        let mut parts = Vec::new();
        self.list(super::parser::Delimiter::Square, |p| {
            parts.push(p.location_body()?);
            Ok(())
        })?;
        Ok(Location::fused(self.ctx, &parts, metadata))
    }
}
