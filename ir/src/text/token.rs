//! The lexer of MLIR text: bytes in, positions out, nothing allocated.

/// Kind of a token.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
pub enum Tok {
    /// End of the text.
    Eof,
    /// Bytes that form no token; error reporting determines the reason.
    Bad,
    /// `abc.d$e_1`
    BareId,
    /// `@name` or `@"any text"`
    AtId,
    /// `^bb0`
    CaretId,
    /// `#alias` or `#0`
    HashId,
    /// `!alias`
    ExclId,
    /// `%value`
    PercentId,
    /// `12` or `0x1f`
    Int,
    /// `1.5e-3`
    Float,
    /// `"text"`
    Str,
    /// `->`
    Arrow,
    /// `:`
    Colon,
    /// `,`
    Comma,
    /// `...`
    Ellipsis,
    /// `=`
    Equal,
    /// `>`
    Greater,
    /// `{`
    LBrace,
    /// `(`
    LParen,
    /// `[`
    LSquare,
    /// `<`
    Less,
    /// `-`
    Minus,
    /// `+`
    Plus,
    /// `?`
    Question,
    /// `}`
    RBrace,
    /// `)`
    RParen,
    /// `]`
    RSquare,
    /// `*`
    Star,
    /// `/`
    Slash,
    /// `|`
    VBar,
    /// `{-#`
    MetaBegin,
    /// `#-}`
    MetaEnd,
}

impl Tok {
    /// The spelling of punctuation, or the kind of token in words, for error messages.
    pub fn words(self) -> &'static str {
        match self {
            Tok::Eof => "the end of the text",
            Tok::Bad => "an unknown token",
            Tok::BareId => "an identifier",
            Tok::AtId => "a symbol name '@…'",
            Tok::CaretId => "a block name '^…'",
            Tok::HashId => "an attribute '#…'",
            Tok::ExclId => "a type '!…'",
            Tok::PercentId => "a value name '%…'",
            Tok::Int => "an integer",
            Tok::Float => "a float",
            Tok::Str => "a string",
            Tok::Arrow => "'->'",
            Tok::Colon => "':'",
            Tok::Comma => "','",
            Tok::Ellipsis => "'...'",
            Tok::Equal => "'='",
            Tok::Greater => "'>'",
            Tok::LBrace => "'{'",
            Tok::LParen => "'('",
            Tok::LSquare => "'['",
            Tok::Less => "'<'",
            Tok::Minus => "'-'",
            Tok::Plus => "'+'",
            Tok::Question => "'?'",
            Tok::RBrace => "'}'",
            Tok::RParen => "')'",
            Tok::RSquare => "']'",
            Tok::Star => "'*'",
            Tok::Slash => "'/'",
            Tok::VBar => "'|'",
            Tok::MetaBegin => "'{-#'",
            Tok::MetaEnd => "'#-}'",
        }
    }
}

/// A token: its kind and its bytes in the text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Token {
    pub(crate) kind: Tok,
    pub(crate) start: u32,
    pub(crate) end: u32,
}

/// May start a bare identifier.
const START: u8 = 1;
/// May continue a bare identifier.
const BARE: u8 = 2;
/// May continue a prefixed identifier (`%a-b`).
const SUFFIX: u8 = 4;
/// Decimal digit.
const DIGIT: u8 = 8;
/// White space.
const SPACE: u8 = 16;

const CLASS: [u8; 256] = {
    let mut table = [0u8; 256];
    let mut i = 0;
    while i < 256 {
        let b = i as u8;
        table[i] = match b {
            b'a'..=b'z' | b'A'..=b'Z' | b'_' => START | BARE | SUFFIX,
            b'0'..=b'9' => DIGIT | BARE | SUFFIX,
            b'$' | b'.' => BARE | SUFFIX,
            b'-' => SUFFIX,
            b' ' | b'\t' | b'\r' | b'\n' => SPACE,
            _ => 0,
        };
        i += 1;
    }
    table
};

#[inline(always)]
fn at(src: &[u8], i: usize) -> u8 {
    // NUL bytes are rejected before scanning, so 0 marks the end.
    if i < src.len() { src[i] } else { 0 }
}

#[inline(always)]
fn class(src: &[u8], i: usize) -> u8 {
    CLASS[at(src, i) as usize]
}

/// First position from `i` that is not of a class.
#[inline(always)]
fn skip(src: &[u8], mut i: usize, mask: u8) -> usize {
    while i < src.len() && CLASS[src[i] as usize] & mask != 0 {
        i += 1;
    }
    i
}

/// True if the byte may continue a bare identifier.
pub(crate) fn continues_identifier(b: u8) -> bool {
    CLASS[b as usize] & BARE != 0
}

/// Position of the first byte that is neither white space nor part of a `//` comment.
#[inline]
pub(crate) fn skip_trivia(src: &[u8], mut i: usize) -> usize {
    loop {
        i = skip(src, i, SPACE);
        if at(src, i) != b'/' || at(src, i + 1) != b'/' {
            return i;
        }
        i = memchr::memchr(b'\n', &src[i..]).map_or(src.len(), |n| i + n);
    }
}

/// The token at or after `pos`.
#[inline]
pub(crate) fn scan(src: &[u8], pos: usize) -> Token {
    let start = skip_trivia(src, pos);
    let (kind, end) = scan_at(src, start);
    Token { kind, start: start as u32, end: end as u32 }
}

#[inline]
fn scan_at(src: &[u8], start: usize) -> (Tok, usize) {
    let first = at(src, start);
    let next = start + 1;
    if CLASS[first as usize] & START != 0 {
        return (Tok::BareId, skip(src, next, BARE));
    }
    match first {
        b'%' => prefixed(src, next, Tok::PercentId),
        b'0'..=b'9' => number(src, start),
        b',' => (Tok::Comma, next),
        b':' => (Tok::Colon, next),
        b'=' => (Tok::Equal, next),
        b'(' => (Tok::LParen, next),
        b')' => (Tok::RParen, next),
        b'{' if at(src, next) == b'-' && at(src, next + 1) == b'#' => (Tok::MetaBegin, start + 3),
        b'{' => (Tok::LBrace, next),
        b'}' => (Tok::RBrace, next),
        b'[' => (Tok::LSquare, next),
        b']' => (Tok::RSquare, next),
        b'<' => (Tok::Less, next),
        b'>' => (Tok::Greater, next),
        b'-' if at(src, next) == b'>' => (Tok::Arrow, start + 2),
        b'-' => (Tok::Minus, next),
        b'"' => string(src, start),
        b'@' if at(src, next) == b'"' => match string(src, next) {
            (Tok::Str, end) => (Tok::AtId, end),
            bad => bad,
        },
        b'@' if class(src, next) & START != 0 => (Tok::AtId, skip(src, next, BARE)),
        b'^' => prefixed(src, next, Tok::CaretId),
        b'#' if at(src, next) == b'-' && at(src, next + 1) == b'}' => (Tok::MetaEnd, start + 3),
        b'#' => prefixed(src, next, Tok::HashId),
        b'!' => prefixed(src, next, Tok::ExclId),
        b'*' => (Tok::Star, next),
        b'+' => (Tok::Plus, next),
        b'?' => (Tok::Question, next),
        b'/' => (Tok::Slash, next),
        b'|' => (Tok::VBar, next),
        b'.' if at(src, next) == b'.' && at(src, next + 1) == b'.' => (Tok::Ellipsis, start + 3),
        0 if start >= src.len() => (Tok::Eof, start),
        _ => (Tok::Bad, character_end(src, next)),
    }
}

/// The first character boundary at or after a position: texts are UTF-8, and a token ends on a boundary.
fn character_end(src: &[u8], from: usize) -> usize {
    let end = (from..src.len()).find(|at| src[*at] & 0xC0 != 0x80);
    end.unwrap_or(src.len())
}

/// `digit+` or `(letter|[$._-]) (letter|[$._-]|digit)*` after the sigil.
#[inline]
fn prefixed(src: &[u8], from: usize, kind: Tok) -> (Tok, usize) {
    let first = class(src, from);
    if first & DIGIT != 0 {
        return (kind, skip(src, from, DIGIT));
    }
    if first & SUFFIX != 0 {
        return (kind, skip(src, from, SUFFIX));
    }
    (Tok::Bad, from)
}

#[inline]
fn number(src: &[u8], start: usize) -> (Tok, usize) {
    if src[start] == b'0' && at(src, start + 1) == b'x' && at(src, start + 2).is_ascii_hexdigit() {
        let mut i = start + 2;
        while at(src, i).is_ascii_hexdigit() {
            i += 1;
        }
        return (Tok::Int, i);
    }
    let i = skip(src, start, DIGIT);
    if at(src, i) != b'.' {
        return (Tok::Int, i);
    }
    let i = skip(src, i + 1, DIGIT);
    if !matches!(at(src, i), b'e' | b'E') {
        return (Tok::Float, i);
    }
    let digits = if matches!(at(src, i + 1), b'+' | b'-') { i + 2 } else { i + 1 };
    if class(src, digits) & DIGIT == 0 {
        return (Tok::Float, i);
    }
    (Tok::Float, skip(src, digits, DIGIT))
}

/// A string from its opening quote; strings end on their line.
fn string(src: &[u8], open: usize) -> (Tok, usize) {
    let mut i = open + 1;
    loop {
        match memchr::memchr3(b'"', b'\\', b'\n', &src[i.min(src.len())..]) {
            Some(n) if src[i + n] == b'"' => return (Tok::Str, i + n + 1),
            Some(n) if src[i + n] == b'\\' && at(src, i + n + 1) != b'\n' => i += n + 2,
            Some(n) => return (Tok::Bad, i + n),
            None => return (Tok::Bad, src.len()),
        }
    }
}

/// The reason why the bytes of a [`Tok::Bad`] token form none.
pub(crate) fn complaint(src: &[u8], token: Token) -> String {
    let start = token.start as usize;
    match at(src, start) {
        b'"' => "this string has no closing '\"' on its line".into(),
        b'@' if at(src, start + 1) == b'"' => "this symbol name has no closing '\"' on its line".into(),
        b'@' => "expected a name after '@'".into(),
        c @ (b'%' | b'^' | b'#' | b'!') => format!("expected a name or an integer after '{}'", c as char),
        c if c.is_ascii_graphic() => format!("unexpected character '{}'", c as char),
        _ => match std::str::from_utf8(&src[start..src.len().min(start + 4)]) {
            Ok(text) => unexpected(text),
            Err(e) => unexpected(std::str::from_utf8(&src[start..start + e.valid_up_to()]).unwrap_or("")),
        },
    }
}

fn unexpected(text: &str) -> String {
    match text.chars().next() {
        Some(c) => format!("unexpected character '{}' (U+{:04X})", c.escape_default(), c as u32),
        None => "unexpected byte".into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Tok> {
        let (mut pos, mut out) = (0, Vec::new());
        loop {
            let token = scan(text.as_bytes(), pos);
            if token.kind == Tok::Eof {
                return out;
            }
            out.push(token.kind);
            assert!(token.end as usize > pos, "the scanner makes progress");
            pos = token.end as usize;
        }
    }

    #[test]
    fn tokens_of_an_op() {
        use Tok::*;
        assert_eq!(
            kinds("%0:2 = \"a.b\"(%x#1) : (i32) -> f32 // c"),
            [
                PercentId, Colon, Int, Equal, Str, LParen, PercentId, HashId, RParen, Colon, LParen, BareId,
                RParen, Arrow, BareId
            ]
        );
    }

    #[test]
    fn a_character_is_one_token() {
        assert_eq!(kinds("1…é"), [Tok::Int, Tok::Bad, Tok::Bad]);
        let token = scan("…".as_bytes(), 0);
        assert_eq!((token.start, token.end), (0, 3));
    }

    #[test]
    fn numbers_and_sigils() {
        use Tok::*;
        assert_eq!(kinds("0x1F 12 1. 1.5e+3 1.5e -3"), [Int, Int, Float, Float, Float, BareId, Minus, Int]);
        assert_eq!(
            kinds("{-# #-} ... @\"a b\" ^0 !t.a-b #m"),
            [MetaBegin, MetaEnd, Ellipsis, AtId, CaretId, ExclId, HashId]
        );
    }

    #[test]
    fn broken_tokens_are_bad_and_explained() {
        for (text, word) in
            [("\"abc", "closing"), ("% 1", "after '%'"), ("é", "U+00E9"), ("\"a\\\nb\"", "closing")]
        {
            let token = scan(text.as_bytes(), 0);
            assert_eq!(token.kind, Tok::Bad, "{text}");
            assert!(complaint(text.as_bytes(), token).contains(word), "{text}");
        }
    }
}
