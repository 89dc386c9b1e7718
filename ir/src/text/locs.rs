//! The parser of locations: `loc(…)`.

use super::parser::{AsmParser, ParseResult, Pos};
use super::suggest::did_you_mean;
use super::token::Tok;
use crate::attr::{AttrData, Attribute};
use crate::codes;
use crate::context::Str;
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

    /// A location is printed as aliases again, so that its expansion counts once.
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

    /// Locations nest as deep as calls were inlined into each other: this does not recurse, and has no limit
    /// but the text's.
    fn location_body(&mut self) -> ParseResult<Location> {
        let mut open = Vec::new();
        loop {
            let Some(mut loc) = self.location_start(&mut open)? else { continue };
            loop {
                let Some(outer) = open.pop() else { return Ok(loc) };
                match self.location_end(outer, loc)? {
                    Next::Done(whole) => loc = whole,
                    Next::Part(outer) => {
                        open.push(outer);
                        break;
                    }
                }
            }
        }
    }

    /// Takes a location without parts, or the head of one with parts, which is then open.
    fn location_start(&mut self, open: &mut Vec<Open>) -> ParseResult<Option<Location>> {
        match self.tok.kind {
            Tok::HashId => return self.location_alias().map(Some),
            Tok::Str => return self.named_location(open),
            _ => {}
        }
        let word = if self.tok.kind == Tok::BareId { self.spelling() } else { "" };
        match word {
            "unknown" => {
                self.advance();
                Ok(Some(Location::UNKNOWN))
            }
            "callsite" => {
                self.advance();
                self.expect(Tok::LParen)?;
                open.push(Open::Callee);
                Ok(None)
            }
            "fused" => self.fused(open),
            _ => Err(self.expected("a location: a string, unknown, callsite, fused or an alias")),
        }
    }

    /// Takes what follows a part of an open location.
    fn location_end(&mut self, outer: Open, part: Location) -> ParseResult<Next> {
        Ok(match outer {
            Open::Name(name) => {
                self.expect(Tok::RParen)?;
                Next::Done(Location::new(self.ctx, LocData::Name(name, part)))
            }
            Open::Callee => {
                self.keyword("at")?;
                Next::Part(Open::Caller(part))
            }
            Open::Caller(callee) => {
                self.expect(Tok::RParen)?;
                Next::Done(Location::new(self.ctx, LocData::CallSite(callee, part)))
            }
            Open::Fused { at, mut parts, metadata } => {
                parts.push(part);
                self.check_list(at, parts.len())?;
                if self.accept(Tok::Comma) {
                    return Ok(Next::Part(Open::Fused { at, parts, metadata }));
                }
                if !self.accept(Tok::RSquare) {
                    return Err(self.expected("',' or ']'"));
                }
                Next::Done(Location::fused(self.ctx, &parts, metadata))
            }
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
                _ => Err(self.error_as(&codes::UNKNOWN_NAME, at, format!("'#{word}' is not a location"))),
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
    fn named_location(&mut self, open: &mut Vec<Open>) -> ParseResult<Option<Location>> {
        let name = self.string()?;
        if !self.accept(Tok::Colon) {
            if self.accept(Tok::LParen) {
                open.push(Open::Name(self.ctx.str(&name)));
                return Ok(None);
            }
            return Ok(Some(Location::named(self.ctx, &name, Location::UNKNOWN)));
        }
        let file = self.ctx.str(&name);
        let line = self.integer()?;
        self.expect(Tok::Colon)?;
        let col = self.integer()?;
        if !self.accept_keyword("to") {
            return Ok(Some(Location::file(self.ctx, file, line, col)));
        }
        let start = (line, col);
        let end_line = if self.tok.kind == Tok::Int { self.integer()? } else { line };
        self.expect(Tok::Colon)?;
        let end = (end_line, self.integer()?);
        Ok(Some(Location::new(self.ctx, LocData::Range { file, start, end })))
    }

    /// `fused<metadata>[location, …]`
    fn fused(&mut self, open: &mut Vec<Open>) -> ParseResult<Option<Location>> {
        self.advance();
        let metadata = match self.accept(Tok::Less) {
            true => {
                // Attributes hold no placeholders.
                let outer = std::mem::replace(&mut self.forward_locations, false);
                let metadata = self.nested(Self::attr);
                self.forward_locations = outer;
                let metadata = metadata?;
                self.expect(Tok::Greater)?;
                Some(metadata)
            }
            false => None,
        };
        let at = self.pos();
        self.expect(Tok::LSquare)?;
        if self.accept(Tok::RSquare) {
            return Ok(Some(Location::fused(self.ctx, &[], metadata)));
        }
        open.push(Open::Fused { at, parts: Vec::new(), metadata });
        Ok(None)
    }
}

/// A location with parts still to be parsed.
enum Open {
    /// `"name"(`
    Name(Str),
    /// `callsite(`
    Callee,
    /// `callsite(callee at`
    Caller(Location),
    /// `fused<metadata>[parts,`, which began there.
    Fused { at: Pos, parts: Vec<Location>, metadata: Option<Attribute> },
}

/// What follows a part of a location.
enum Next {
    /// The location is complete.
    Done(Location),
    /// Another part.
    Part(Open),
}
