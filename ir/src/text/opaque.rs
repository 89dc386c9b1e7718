//! The parser of types and attributes of unregistered dialects, which are kept as text.

use super::parser::{AsmParser, ParseResult, Pos};
use super::suggest::did_you_mean;
use super::token::Tok;
use crate::codes;
use crate::context::Str;

impl<'s> AsmParser<'s> {
    /// The dialect and text of `!dialect.text` or `#dialect<text>`, kept verbatim.
    pub(super) fn opaque_symbol(
        &mut self,
        word: &'s str,
        kind: &str,
        known: &[&str],
    ) -> ParseResult<(Str, Str)> {
        let (at, end) = (self.pos(), self.tok.end as usize);
        let body = self.text.as_bytes().get(end) == Some(&b'<');
        let (dialect, pretty) = match word.split_once('.') {
            Some((dialect, rest)) => (dialect, Some(rest)),
            None => (word, None),
        };
        if !body && pretty.is_none() {
            let hint = match kind {
                "type" => did_you_mean(word, self.type_aliases.keys().copied()),
                _ => did_you_mean(word, self.attr_aliases.keys().copied()),
            };
            return Err(self.error_as(
                &codes::UNKNOWN_NAME,
                at,
                format!("undefined {kind} alias '{word}'{hint}"),
            ));
        }
        self.check_opaque(at, dialect, word, kind, known)?;
        let stop = if body { self.balanced_end(end)? } else { end };
        let text = match pretty {
            Some(rest) => {
                let start = end - rest.len();
                &self.text[start..stop]
            }
            None => &self.text[end + 1..stop - 1],
        };
        self.reset(stop);
        Ok((self.ctx.str(dialect), self.ctx.str(text)))
    }

    fn check_opaque(
        &mut self,
        at: Pos,
        dialect: &str,
        word: &str,
        kind: &str,
        known: &[&str],
    ) -> ParseResult {
        if self.ctx.registry().find_dialect(dialect).is_some() {
            let hint = did_you_mean(word, known.iter().copied());
            return Err(self.error_as(
                &codes::UNKNOWN_NAME,
                at,
                format!("unknown {kind} '{word}' in dialect '{dialect}'{hint}"),
            ));
        }
        if self.opts.allow_unregistered {
            return Ok(());
        }
        let message = format!(
            "{kind} '{word}' is of an unregistered dialect; --allow-unregistered-dialect keeps it as it is"
        );
        Err(self.error_as(&codes::UNKNOWN_NAME, at, message))
    }

    /// Position after the bracket that closes the one at `open`; strings may hold anything.
    fn balanced_end(&mut self, open: usize) -> ParseResult<usize> {
        let bytes = self.text.as_bytes();
        let mut closers: Vec<u8> = Vec::new();
        let mut i = open;
        while i < bytes.len() {
            match bytes[i] {
                b'<' => closers.push(b'>'),
                b'(' => closers.push(b')'),
                b'[' => closers.push(b']'),
                b'{' => closers.push(b'}'),
                b'-' if bytes.get(i + 1) == Some(&b'>') => i += 1,
                b'"' => i = self.string_end(i)?,
                b @ (b'>' | b')' | b']' | b'}') => {
                    if closers.pop() != Some(b) {
                        return Err(self.error(Pos(i as u32), format!("unbalanced '{}'", b as char)));
                    }
                    if closers.is_empty() {
                        return Ok(i + 1);
                    }
                }
                _ => {}
            }
            if closers.len() + self.depth as usize > self.opts.max_nesting as usize {
                self.reset(i);
                return Err(self.too_deep());
            }
            i += 1;
        }
        let open = bytes[open] as char;
        Err(self.error(Pos(self.tok.end), format!("this '{open}' is never closed")))
    }

    /// Position of the closing quote of the string that starts at `open`.
    fn string_end(&mut self, open: usize) -> ParseResult<usize> {
        let token = super::token::scan(self.text.as_bytes(), open);
        if token.kind != Tok::Str {
            return Err(self.error(Pos(open as u32), super::token::complaint(self.text.as_bytes(), token)));
        }
        Ok(token.end as usize - 1)
    }
}
