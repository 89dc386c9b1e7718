//! The parser of whole texts (modules with resources), and of single types and attributes.

use super::options::ParseOptions;
use super::parser::{AsmParser, ParseResult, Pos};
use super::reader::Reader;
use super::resources::Resources;
use super::token::Tok;
use crate::attr::Attribute;
use crate::body::Body;
use crate::builtin::{self, Module};
use crate::codes;
use crate::context::Context;
use crate::diag::Diagnostic;
use crate::location::Location;
use crate::types::Type;

/// The result of parsing a text.
pub struct Parsed {
    /// The module: the only op of the text if that is a module, else one around its ops.
    pub body: Body,
    /// The text's resources.
    pub resources: Resources,
    /// Warnings about the text.
    pub warnings: Vec<Diagnostic>,
}

/// Parses a text; `name` is its file name in locations and messages.
///
/// # Errors
/// The errors in the text, up to [`ParseOptions::max_errors`]. The parsed module is well formed as a tree but
/// not verified; see [`crate::verify::verify`].
pub fn parse_module(
    ctx: &Context,
    name: &str,
    text: &(impl AsRef<[u8]> + ?Sized),
    opts: &ParseOptions,
) -> Result<Parsed, Vec<Diagnostic>> {
    let text = check_text(ctx, name, text.as_ref(), opts).map_err(|e| vec![e])?;
    let mut p = AsmParser::new(ctx, name, text, opts);
    let loc = p.location(Pos(0));
    let mut reader = Reader::new(p, builtin::module(ctx, loc));
    let top = reader.top_level();
    let errors = std::mem::take(&mut reader.p.errors);
    let warnings = std::mem::take(&mut reader.p.warnings);
    let resources = std::mem::take(&mut reader.p.resources);
    match top {
        Ok(()) if errors.is_empty() => Ok(Parsed { body: unwrap_module(reader.body), resources, warnings }),
        _ => Err(errors),
    }
}

/// Parses a type.
///
/// # Errors
/// The errors in the text.
pub fn parse_type(ctx: &Context, text: &str, opts: &ParseOptions) -> Result<Type, Vec<Diagnostic>> {
    parse_all(ctx, text, opts, |p| p.ty())
}

/// Parses an attribute.
///
/// # Errors
/// The errors in the text.
pub fn parse_attribute(ctx: &Context, text: &str, opts: &ParseOptions) -> Result<Attribute, Vec<Diagnostic>> {
    parse_all(ctx, text, opts, |p| p.attr())
}

fn parse_all<T>(
    ctx: &Context,
    text: &str,
    opts: &ParseOptions,
    parse: impl for<'s> FnOnce(&mut AsmParser<'s>) -> ParseResult<T>,
) -> Result<T, Vec<Diagnostic>> {
    let text = check_text(ctx, "<string>", text.as_bytes(), opts).map_err(|e| vec![e])?;
    let mut p = AsmParser::new(ctx, "<string>", text, opts);
    let result = parse(&mut p).and_then(|value| match p.peek() {
        Tok::Eof => Ok(value),
        _ => Err(p.expected(Tok::Eof.words())),
    });
    result.map_err(|_| p.errors)
}

/// The text as a string without NUL bytes, within the limit.
fn check_text<'t>(
    ctx: &Context,
    name: &str,
    text: &'t [u8],
    opts: &ParseOptions,
) -> Result<&'t str, Diagnostic> {
    let at = |offset: usize| {
        let before = &text[..offset];
        let line = memchr::memchr_iter(b'\n', before).count() as u32 + 1;
        let start = memchr::memrchr(b'\n', before).map_or(0, |n| n + 1);
        let col = before[start..].iter().filter(|b| **b & 0xC0 != 0x80).count() as u32 + 1;
        Location::file(ctx, ctx.str(name), line, col)
    };
    let limit = opts.max_text_bytes.min(u32::MAX as u64 - 1);
    if text.len() as u64 > limit {
        let message = format!("the text has {} bytes, the limit is {limit} (--max-text-bytes)", text.len());
        return Err(Diagnostic::error(at(0), message).code(&codes::LIMIT));
    }
    if let Some(nul) = memchr::memchr(0, text) {
        return Err(Diagnostic::error(at(nul), "NUL byte in the text").code(&codes::NOT_TEXT));
    }
    std::str::from_utf8(text).map_err(|e| {
        let message = format!("the text is not UTF-8: byte 0x{:02X}", text[e.valid_up_to()]);
        Diagnostic::error(at(e.valid_up_to()), message).code(&codes::NOT_TEXT)
    })
}

/// The module inside `outer` if it is the only op.
fn unwrap_module(mut outer: Body) -> Body {
    let only = outer.entry_block().and_then(|b| {
        let first = outer.first(b)?;
        (outer.last(b) == Some(first) && outer.is(first, Module)).then_some(first)
    });
    match only.and_then(|op| outer.release(op)) {
        Some(module) => *module,
        None => outer,
    }
}

impl<'s> Reader<'s> {
    fn top_level(&mut self) -> ParseResult {
        let block = self.body.entry_block().expect("the implicit module has a block");
        while self.tok.kind != Tok::Eof {
            let start = self.p.pos();
            let result = match self.tok.kind {
                Tok::HashId if self.p.lookahead().kind == Tok::Equal => self.p.attr_alias(),
                Tok::ExclId if self.p.lookahead().kind == Tok::Equal => self.p.type_alias_def(),
                Tok::MetaBegin => self.p.resources(),
                Tok::RBrace => {
                    let failed = self.p.error(start, "this '}' closes nothing");
                    self.p.advance();
                    Err(failed)
                }
                _ => self.operation(block).map(drop),
            };
            if result.is_err() {
                self.p.recover(start);
                // A brace left over from the op with the error is not a further error.
                self.p.accept(Tok::RBrace);
            }
        }
        self.check_blocks();
        self.check_forwards();
        self.resolve_location_aliases();
        if !self.opts.implicit_module {
            self.check_explicit_module(block);
        }
        if self.p.errors.is_empty() { Ok(()) } else { Err(self.p.failed()) }
    }

    fn check_explicit_module(&mut self, block: crate::body::Block) {
        let first = self.body.first(block);
        let single = first.is_some_and(|op| self.body.last(block) == Some(op) && self.body.is(op, Module));
        if !single {
            let message =
                "the top level must be one builtin.module op; without --no-implicit-module one is added";
            self.p.error(Pos(0), message);
        }
    }
}
