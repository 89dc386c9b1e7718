//! The parser's cursor over the text: the current token, errors with source positions, limits.

use super::aliases::Expansion;
use super::options::ParseOptions;
use super::positions::LineCache;
use super::resources::Resources;
use super::suggest::did_you_mean;
use super::token::{Tok, Token, complaint, scan};
use crate::attr::Attribute;
use crate::codes::{self, ErrorCode};
use crate::context::{Context, Str};
use crate::diag::Diagnostic;
use crate::location::Location;
use crate::types::Type;
use rustc_hash::FxHashMap;
use std::ops::DerefMut;

/// A position in the text, in bytes from its start.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Pos(pub(crate) u32);

/// Parsing failed, and the parser has recorded the error. Only [`AsmParser::error`] and its variants create
/// it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Failed(());

/// Result of a parsing step.
pub type ParseResult<T = ()> = Result<T, Failed>;

/// How a comma-separated list is enclosed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Delimiter {
    /// `a, b`: at least one.
    None,
    /// `(a, b)`, possibly `()`.
    Paren,
    /// `[a, b]`, possibly `[]`.
    Square,
    /// `<a, b>`, possibly `<>`.
    Less,
    /// `{a, b}`, possibly `{}`.
    Brace,
    /// `(a, b)` or nothing.
    OptionalParen,
    /// `[a, b]` or nothing.
    OptionalSquare,
    /// `<a, b>` or nothing.
    OptionalLess,
    /// `{a, b}` or nothing.
    OptionalBrace,
}

impl Delimiter {
    fn tokens(self) -> Option<(Tok, Tok)> {
        match self {
            Delimiter::None => None,
            Delimiter::Paren | Delimiter::OptionalParen => Some((Tok::LParen, Tok::RParen)),
            Delimiter::Square | Delimiter::OptionalSquare => Some((Tok::LSquare, Tok::RSquare)),
            Delimiter::Less | Delimiter::OptionalLess => Some((Tok::Less, Tok::Greater)),
            Delimiter::Brace | Delimiter::OptionalBrace => Some((Tok::LBrace, Tok::RBrace)),
        }
    }

    fn optional(self) -> bool {
        use Delimiter::*;
        matches!(self, OptionalParen | OptionalSquare | OptionalLess | OptionalBrace)
    }
}

/// Type, sign and magnitude of an integer attribute, and the attribute.
type IntegerKey = ((Type, bool, u128), Attribute);

/// Parses tokens, types, attributes and locations; [`super::OpParser`] adds what ops need.
pub struct AsmParser<'s> {
    pub(super) ctx: &'s Context,
    pub(super) text: &'s str,
    pub(super) tok: Token,
    pub(super) opts: ParseOptions,
    pub(super) depth: u32,
    pub(super) file: Str,
    pub(super) file_index: u32,
    pub(super) ascii: bool,
    pub(super) line: LineCache,
    stopped: bool,
    pub(super) errors: Vec<Diagnostic>,
    pub(super) warnings: Vec<Diagnostic>,
    pub(super) attr_aliases: FxHashMap<&'s str, Attribute>,
    pub(super) type_aliases: FxHashMap<&'s str, Type>,
    /// Placeholder locations of aliases defined later in the text, with the position of each first use.
    pub(super) loc_placeholders: FxHashMap<Location, (&'s str, Pos)>,
    /// Location aliases may be used before they are defined.
    pub(super) forward_locations: bool,
    pub(super) resources: Resources,
    /// A cache of recent integer attributes, by a hash of type and value.
    pub(super) integers: Vec<Option<IntegerKey>>,
    pub(super) distinct: FxHashMap<u64, Attribute>,
    /// The deepest nesting so far, expanded aliases included.
    pub(super) deepest: u32,
    /// Total size in bytes of the aliases expanded so far.
    pub(super) written_out: u64,
    /// The sizes of aliases, by their names with the sigil.
    pub(super) expansions: FxHashMap<&'s str, Expansion>,
}

impl<'s> AsmParser<'s> {
    /// A parser at the first token of `text`, which holds no NUL byte and is shorter than 2^32.
    pub(super) fn new(ctx: &'s Context, name: &str, text: &'s str, opts: &ParseOptions) -> AsmParser<'s> {
        let file = ctx.str(name);
        AsmParser {
            ctx,
            text,
            tok: scan(text.as_bytes(), 0),
            opts: *opts,
            depth: 0,
            file,
            file_index: ctx.file_index(file),
            ascii: text.is_ascii(),
            line: LineCache { pos: 0, line: 1, line_start: 0, continued: 0 },
            stopped: false,
            errors: Vec::new(),
            warnings: Vec::new(),
            attr_aliases: FxHashMap::default(),
            type_aliases: FxHashMap::default(),
            loc_placeholders: FxHashMap::default(),
            forward_locations: false,
            resources: Resources::default(),
            integers: vec![None; 64],
            distinct: FxHashMap::default(),
            deepest: 0,
            written_out: 0,
            expansions: FxHashMap::default(),
        }
    }

    /// The context.
    pub fn ctx(&self) -> &'s Context {
        self.ctx
    }

    /// The limits and options in force.
    pub fn options(&self) -> &ParseOptions {
        &self.opts
    }

    // ---- tokens ----

    /// Position of the current token.
    #[inline]
    pub fn pos(&self) -> Pos {
        Pos(self.tok.start)
    }

    /// Kind of the current token.
    #[inline]
    pub fn peek(&self) -> Tok {
        self.tok.kind
    }

    /// Spelling of the current token.
    #[inline]
    pub fn spelling(&self) -> &'s str {
        self.slice(self.tok)
    }

    #[inline]
    pub(super) fn slice(&self, token: Token) -> &'s str {
        &self.text[token.start as usize..token.end as usize]
    }

    /// Goes to the next token.
    #[inline]
    pub(super) fn advance(&mut self) {
        self.tok = scan(self.text.as_bytes(), self.tok.end as usize);
    }

    /// Makes the token at or after `pos` the current one.
    #[inline]
    pub(super) fn reset(&mut self, pos: usize) {
        self.tok = scan(self.text.as_bytes(), pos);
    }

    /// Takes the current token if it is of this kind.
    #[inline]
    pub fn accept(&mut self, kind: Tok) -> bool {
        if self.tok.kind == kind {
            self.advance();
            return true;
        }
        false
    }

    /// Takes a token of this kind, or reports the token found instead.
    #[inline]
    pub fn expect(&mut self, kind: Tok) -> ParseResult {
        if self.accept(kind) { Ok(()) } else { Err(self.expected(kind.words())) }
    }

    /// The token after the current one.
    #[inline]
    pub(super) fn lookahead(&self) -> Token {
        scan(self.text.as_bytes(), self.tok.end as usize)
    }

    /// Takes this keyword if it comes next.
    #[inline]
    pub fn accept_keyword(&mut self, word: &str) -> bool {
        if self.at_keyword(word) {
            self.advance();
            return true;
        }
        false
    }

    /// True if this keyword comes next.
    #[inline]
    pub fn at_keyword(&self, word: &str) -> bool {
        self.tok.kind == Tok::BareId && self.spelling() == word
    }

    /// Takes this keyword.
    pub fn keyword(&mut self, word: &str) -> ParseResult {
        if self.accept_keyword(word) {
            return Ok(());
        }
        let hint = match self.tok.kind {
            Tok::BareId => did_you_mean(self.spelling(), [word]),
            _ => String::new(),
        };
        Err(self.expected_with(&format!("'{word}'"), &hint))
    }

    /// Takes any keyword.
    pub fn any_keyword(&mut self, what: &str) -> ParseResult<&'s str> {
        self.optional_any_keyword().ok_or_else(|| self.expected(what))
    }

    /// Takes a keyword if one comes next.
    pub fn optional_any_keyword(&mut self) -> Option<&'s str> {
        if self.tok.kind != Tok::BareId {
            return None;
        }
        let word = self.spelling();
        self.advance();
        Some(word)
    }

    /// Takes one of these keywords and returns its index.
    pub fn keyword_of(&mut self, what: &str, words: &[&str]) -> ParseResult<usize> {
        let found = if self.tok.kind == Tok::BareId { self.spelling() } else { "" };
        if let Some(i) = words.iter().position(|w| *w == found) {
            self.advance();
            return Ok(i);
        }
        let hint = did_you_mean(found, words.iter().copied());
        let list = if hint.is_empty() { format!(": one of {}", words.join(", ")) } else { hint };
        Err(self.expected_with(what, &list))
    }

    /// Parses `item, item, …` in the given delimiters.
    pub fn list(
        &mut self,
        delimiter: Delimiter,
        mut item: impl FnMut(&mut Self) -> ParseResult,
    ) -> ParseResult {
        list_with(&mut { self }, delimiter, |p| item(p))
    }

    /// Checks that a list, which began at `at`, may have this many elements.
    #[inline]
    pub(super) fn check_list(&mut self, at: Pos, count: usize) -> ParseResult {
        if count <= self.opts.max_list { Ok(()) } else { Err(self.list_too_long(at)) }
    }

    #[cold]
    fn list_too_long(&mut self, at: Pos) -> Failed {
        let limit = self.opts.max_list;
        self.error_as(
            &codes::LIMIT,
            at,
            format!("a list has more elements than the limit of {limit} (--max-list)"),
        )
    }

    // ---- errors ----

    /// Reports an error at a position.
    #[cold]
    pub fn error(&mut self, at: Pos, message: impl Into<String>) -> Failed {
        let loc = self.location(at);
        self.report(Diagnostic::error(loc, message))
    }

    /// As [`AsmParser::error`], for a class of errors other than syntax errors.
    #[cold]
    pub fn error_as(&mut self, code: &'static ErrorCode, at: Pos, message: impl Into<String>) -> Failed {
        let loc = self.location(at);
        self.report(Diagnostic::error(loc, message).code(code))
    }

    /// Reports a diagnostic.
    #[cold]
    pub fn report(&mut self, diagnostic: Diagnostic) -> Failed {
        if !self.stopped {
            let diagnostic = diagnostic.or_code(&codes::SYNTAX);
            let diagnostic = Diagnostic { message: clipped(diagnostic.message), ..diagnostic };
            self.errors.push(diagnostic);
        }
        if self.errors.len() >= self.opts.max_errors {
            self.stop();
        }
        Failed(())
    }

    /// The failure of an error that was reported before.
    pub(super) fn failed(&self) -> Failed {
        debug_assert!(!self.errors.is_empty());
        Failed(())
    }

    /// Goes to the end of the text: parsing ends.
    pub(super) fn stop(&mut self) {
        self.stopped = true;
        let end = self.text.len() as u32;
        self.tok = Token { kind: Tok::Eof, start: end, end };
    }

    /// True once parsing has ended: after too many errors, or at a limit.
    pub(super) fn stopped(&self) -> bool {
        self.stopped
    }

    /// Reports `expected WHAT but found …` at the current token.
    #[cold]
    pub fn expected(&mut self, what: &str) -> Failed {
        self.expected_with(what, "")
    }

    #[cold]
    pub(super) fn expected_with(&mut self, what: &str, more: &str) -> Failed {
        let found = self.found();
        let message = match self.tok.kind {
            Tok::Bad => found,
            _ => format!("expected {what} but found {found}{more}"),
        };
        self.error(self.pos(), message)
    }

    /// The current token in words.
    fn found(&self) -> String {
        const LONGEST: usize = 40;
        match self.tok.kind {
            Tok::Bad => complaint(self.text.as_bytes(), self.tok),
            Tok::Eof => Tok::Eof.words().to_string(),
            _ if self.spelling().chars().count() > LONGEST => {
                format!("'{}…'", self.spelling().chars().take(LONGEST).collect::<String>())
            }
            _ => format!("'{}'", self.spelling()),
        }
    }

    /// Takes one item, or a list of items in square brackets.
    pub fn one_or_list<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> ParseResult<T>,
    ) -> ParseResult<Vec<T>> {
        if self.peek() != Tok::LSquare {
            return Ok(vec![item(self)?]);
        }
        let mut items = Vec::new();
        self.list(Delimiter::Square, |p| {
            items.push(item(p)?);
            Ok(())
        })?;
        Ok(items)
    }

    // ---- limits ----

    /// Runs `f` one nesting level deeper.
    #[inline]
    pub fn nested<T>(&mut self, f: impl FnOnce(&mut Self) -> ParseResult<T>) -> ParseResult<T> {
        self.enter()?;
        let result = f(self);
        self.leave();
        result
    }

    #[inline]
    pub(super) fn enter(&mut self) -> ParseResult {
        if self.depth >= self.opts.max_nesting {
            return Err(self.too_deep());
        }
        self.depth += 1;
        self.deepest = self.deepest.max(self.depth);
        Ok(())
    }

    #[inline]
    pub(super) fn leave(&mut self) {
        self.depth -= 1;
    }

    #[cold]
    pub(super) fn too_deep(&mut self) -> Failed {
        let limit = self.opts.max_nesting;
        let failed = self.error_as(
            &codes::LIMIT,
            self.pos(),
            format!("nesting is deeper than the limit of {limit} (--max-nesting)"),
        );
        self.stop();
        failed
    }

    /// Checks a constant's size against the limit.
    pub(super) fn check_constant_bytes(&mut self, at: Pos, bytes: Option<u64>) -> ParseResult<usize> {
        let limit = self.opts.max_constant_bytes;
        match bytes {
            Some(n) if n <= limit => Ok(n as usize),
            _ => Err(self.error_as(
                &codes::LIMIT,
                at,
                format!("a constant takes more than {limit} bytes (--max-constant-bytes)"),
            )),
        }
    }
}

/// Bytes of an overlong message that are shown at its beginning and at its end.
const SHOWN: (usize, usize) = (600, 200);

/// A message that quotes a very long word, without its middle.
fn clipped(message: String) -> String {
    if message.len() <= SHOWN.0 + SHOWN.1 {
        return message;
    }
    let head = message.floor_char_boundary(SHOWN.0);
    let tail = message.ceil_char_boundary(message.len() - SHOWN.1);
    format!("{} … {}", &message[..head], &message[tail..])
}

/// Parses a list through any type that derefs to an [`AsmParser`].
pub(super) fn list_with<'s, P: DerefMut<Target = AsmParser<'s>>>(
    p: &mut P,
    delimiter: Delimiter,
    mut item: impl FnMut(&mut P) -> ParseResult,
) -> ParseResult {
    let close = match delimiter.tokens() {
        None => None,
        Some((open, _)) if delimiter.optional() && p.peek() != open => return Ok(()),
        Some((open, close)) => {
            p.expect(open)?;
            if p.accept(close) {
                return Ok(());
            }
            Some(close)
        }
    };
    let at = p.pos();
    let mut count = 0;
    loop {
        count += 1;
        p.check_list(at, count)?;
        item(p)?;
        if p.accept(Tok::Comma) {
            continue;
        }
        let Some(close) = close else { return Ok(()) };
        if p.accept(close) {
            return Ok(());
        }
        return Err(p.expected(&format!("',' or {}", close.words())));
    }
}
