//! Aliases of types and attributes: `!name = type`, `#name = attribute`.
//!
//! An alias may use others several times, so that a few lines expand to more text than any memory holds, and
//! nest deeper than any stack. Expansions of aliases therefore count against the limits on depth and length
//! as if they were written at each use. Locations are the exception: no code recurses into them, and they are
//! printed as aliases again.

use super::parser::{AsmParser, Failed, ParseResult, Pos};
use super::token::Tok;
use crate::attr::AttrData;
use crate::codes;

/// The size of an alias's expansion.
#[derive(Clone, Copy)]
pub(super) struct Expansion {
    bytes: u64,
    /// Levels of nesting.
    depth: u32,
}

impl<'s> AsmParser<'s> {
    /// `#name = attribute`
    pub(super) fn attr_alias(&mut self) -> ParseResult {
        let (at, word) = (self.pos(), self.spelling());
        let name = &word[1..];
        self.check_alias(at, name, self.attr_aliases.contains_key(name))?;
        let value = self.measured(word, |p| match p.at_keyword("loc") {
            true => {
                let loc = p.forward_location()?;
                Ok(p.ctx.intern_attr(AttrData::Location(loc)))
            }
            false => p.attr(),
        })?;
        self.attr_aliases.insert(name, value);
        Ok(())
    }

    /// `!name = type`
    pub(super) fn type_alias_def(&mut self) -> ParseResult {
        let (at, word) = (self.pos(), self.spelling());
        let name = &word[1..];
        self.check_alias(at, name, self.type_aliases.contains_key(name))?;
        let value = self.measured(word, Self::ty)?;
        self.type_aliases.insert(name, value);
        Ok(())
    }

    fn check_alias(&mut self, at: Pos, name: &str, known: bool) -> ParseResult {
        if known {
            return Err(self.error_as(&codes::REDEFINED, at, format!("redefinition of alias '{name}'")));
        }
        if name.contains('.') {
            return Err(self.error(at, "names of aliases have no '.': those are of dialects"));
        }
        self.advance();
        self.expect(Tok::Equal)
    }

    /// Parses the definition of an alias and records its size.
    fn measured<T>(
        &mut self,
        alias: &'s str,
        parse: impl FnOnce(&mut Self) -> ParseResult<T>,
    ) -> ParseResult<T> {
        let outer = (self.deepest, self.written_out);
        (self.deepest, self.written_out) = (self.depth, 0);
        let start = self.pos();
        let value = parse(self);
        let bytes = u64::from(self.pos().0 - start.0).saturating_add(self.written_out);
        self.expansions.insert(alias, Expansion { bytes, depth: self.deepest - self.depth });
        (self.deepest, self.written_out) = outer;
        value
    }

    /// Counts the use of an alias against the limits on depth and length, as if its expansion were written
    /// here.
    pub(super) fn use_alias(&mut self, alias: &str) -> ParseResult {
        let at = self.pos();
        self.note_alias(alias);
        if self.deepest > self.opts.max_nesting {
            return Err(self.too_deep());
        }
        if self.written_out > self.opts.max_text_bytes {
            return Err(self.too_long_written_out(at));
        }
        Ok(())
    }

    /// As [`AsmParser::use_alias`], without checking the limits.
    pub(super) fn note_alias(&mut self, alias: &str) {
        let Some(expansion) = self.expansions.get(alias) else { return };
        // The use itself counts the first level, except for locations, which count none.
        let depth = self.depth.saturating_add(expansion.depth).saturating_sub(1);
        self.deepest = self.deepest.max(depth);
        self.written_out = self.written_out.saturating_add(expansion.bytes);
    }

    #[cold]
    pub(super) fn too_long_written_out(&mut self, at: Pos) -> Failed {
        let limit = self.opts.max_text_bytes;
        let message = format!(
            "with its aliases written out, the text is longer than the limit of {limit} bytes (--max-text-bytes)"
        );
        let failed = self.error_as(&codes::LIMIT, at, message);
        self.stop();
        failed
    }
}
