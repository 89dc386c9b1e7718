//! String literals: escapes as upstream writes and reads them.

use super::parser::{AsmParser, ParseResult, Pos};
use super::token::Tok;
use crate::codes;
use std::borrow::Cow;

impl<'s> AsmParser<'s> {
    /// Takes a string literal; its text with escapes resolved.
    pub fn string(&mut self) -> ParseResult<Cow<'s, str>> {
        if self.tok.kind != Tok::Str {
            return Err(self.expected(Tok::Str.words()));
        }
        let (at, spelling) = (self.pos(), self.spelling());
        let text = self.unescape(at, &spelling[1..spelling.len() - 1])?;
        self.advance();
        Ok(text)
    }

    /// Takes a keyword or a string literal.
    pub fn keyword_or_string(&mut self, what: &str) -> ParseResult<Cow<'s, str>> {
        match self.tok.kind {
            Tok::Str => self.string(),
            _ => self.any_keyword(what).map(Cow::Borrowed),
        }
    }

    /// Takes `@name` or `@"any text"`; the name without `@`.
    pub fn symbol_name(&mut self) -> ParseResult<Cow<'s, str>> {
        if self.tok.kind != Tok::AtId {
            return Err(self.expected(Tok::AtId.words()));
        }
        let (at, spelling) = (self.pos(), self.spelling());
        let name = match spelling.as_bytes()[1] {
            b'"' => self.unescape(Pos(at.0 + 1), &spelling[2..spelling.len() - 1])?,
            _ => Cow::Borrowed(&spelling[1..]),
        };
        self.advance();
        Ok(name)
    }

    /// As [`AsmParser::symbol_name`] if one comes next.
    pub fn optional_symbol_name(&mut self) -> ParseResult<Option<Cow<'s, str>>> {
        if self.tok.kind == Tok::AtId { self.symbol_name().map(Some) } else { Ok(None) }
    }

    /// Resolves `\"`, `\\`, `\n`, `\t` and `\XX` (a byte in hexadecimal); `at` is the position of the opening
    /// quote.
    pub(super) fn unescape(&mut self, at: Pos, raw: &'s str) -> ParseResult<Cow<'s, str>> {
        if !raw.contains('\\') {
            return Ok(Cow::Borrowed(raw));
        }
        let bytes = raw.as_bytes();
        let mut out = Vec::with_capacity(raw.len());
        let mut i = 0;
        while i < bytes.len() {
            if bytes[i] != b'\\' {
                out.push(bytes[i]);
                i += 1;
                continue;
            }
            let Some((byte, length)) = escape(&bytes[i + 1..]) else {
                let place = Pos(at.0 + 1 + i as u32);
                return Err(self.error_as(
                    &codes::LITERAL,
                    place,
                    "unknown escape: expected \\\", \\\\, \\n, \\t or two hexadecimal digits",
                ));
            };
            out.push(byte);
            i += 1 + length;
        }
        let text = String::from_utf8(out);
        text.map(Cow::Owned)
            .map_err(|_| self.error_as(&codes::LITERAL, at, "the bytes of this string are not UTF-8"))
    }
}

/// The byte that an escape encodes, and the length of the escape after its backslash.
fn escape(rest: &[u8]) -> Option<(u8, usize)> {
    match *rest.first()? {
        b'"' => Some((b'"', 1)),
        b'\\' => Some((b'\\', 1)),
        b'n' => Some((b'\n', 1)),
        b't' => Some((b'\t', 1)),
        high => {
            let digit = |b: u8| (b as char).to_digit(16);
            let byte = digit(high)? * 16 + digit(*rest.get(1)?)?;
            Some((byte as u8, 2))
        }
    }
}

/// Appends `text` with everything but printable ASCII escaped, as upstream does.
pub(super) fn write_escaped(out: &mut String, text: &str) {
    const HEX: &[u8; 16] = b"0123456789ABCDEF";
    let plain = |b: &u8| (b' '..=b'~').contains(b) && *b != b'"' && *b != b'\\';
    if text.as_bytes().iter().all(plain) {
        return out.push_str(text);
    }
    for b in text.bytes() {
        match b {
            b'\\' => out.push_str("\\\\"),
            b if plain(&b) => out.push(b as char),
            b => {
                out.push('\\');
                out.push(HEX[b as usize >> 4] as char);
                out.push(HEX[b as usize & 15] as char);
            }
        }
    }
}

/// True if the text is a bare identifier, so that it needs no quotes.
pub(super) fn is_bare_identifier(text: &str) -> bool {
    let first = text.as_bytes().first();
    first.is_some_and(|b| b.is_ascii_alphabetic() || *b == b'_')
        && text.bytes().all(super::token::continues_identifier)
}

/// Appends `name`, quoted unless it is a bare identifier.
pub(super) fn write_keyword_or_string(out: &mut String, name: &str) {
    if is_bare_identifier(name) {
        return out.push_str(name);
    }
    out.push('"');
    write_escaped(out, name);
    out.push('"');
}
