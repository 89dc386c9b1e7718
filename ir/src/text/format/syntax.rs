//! Attribute syntaxes of custom assembly, and enumerations.

use super::super::{AsmParser, ParamSyntax, Params, ParseResult, Printer, Tok};
use crate::attr::Attribute;
use crate::codes;
use crate::context::Context;
use crate::types::Type;

/// How an attribute is written where a format says `$name`.
#[derive(Clone, Copy)]
pub enum AttrSyntax {
    /// As anywhere: `1 : i32`, `"text"`, `#d.a<…>`.
    Any,
    /// A number, constant or string of a type that is not written: `1`.
    Typed(fn(&Context) -> Type),
    /// `array<i64: 1, 2>` as `[1, 2]`.
    Ints,
    /// A string as a word or in quotes.
    Keyword,
    /// A string as `@name`.
    Symbol,
    /// `extents<[n, m]>` as `[n, m]`.
    Extents,
    /// Nothing: it is there if its optional group is.
    Unit,
    /// An `i64` as one of these words, by value.
    Enum(&'static [&'static str]),
    /// The dialect attribute `dialect.name`, without `#dialect.name`: `<nnan,ninf>`.
    Params(&'static str, &'static str),
    /// Any other way; the printer begins without a space.
    Custom(fn(&mut AsmParser) -> ParseResult<Attribute>, fn(&mut Printer, Attribute)),
}

impl AttrSyntax {
    pub(super) fn parse(self, p: &mut AsmParser) -> ParseResult<Attribute> {
        let ctx = p.ctx();
        match self {
            AttrSyntax::Any => p.attr(),
            AttrSyntax::Typed(ty) => p.attr_of_type(ty(ctx)),
            AttrSyntax::Ints => {
                let mut values: Vec<i64> = Vec::new();
                p.list(super::super::Delimiter::Square, |p| {
                    values.push(p.integer()?);
                    Ok(())
                })?;
                Ok(ctx.i64_array_attr(&values))
            }
            AttrSyntax::Keyword => Ok(ctx.string_attr(&p.keyword_or_string("a word")?)),
            AttrSyntax::Symbol => Ok(ctx.string_attr(&p.symbol_name()?)),
            AttrSyntax::Extents => Ok(ctx.extents_attr(&p.extents()?)),
            AttrSyntax::Unit => Ok(ctx.unit_attr()),
            AttrSyntax::Enum(words) => Ok(ctx.i64_attr(p.keyword_of("one of the words", words)? as i64)),
            AttrSyntax::Params(dialect, name) => {
                let at = p.pos();
                match ctx.registry().attr_def(&format!("{dialect}.{name}")) {
                    Some(def) => p.dialect_attr(at, dialect, name, &*def.syntax),
                    None => Err(p.error_as(
                        &codes::UNKNOWN_NAME,
                        at,
                        format!("attribute '#{dialect}.{name}' is not registered"),
                    )),
                }
            }
            AttrSyntax::Custom(parse, _) => parse(p),
        }
    }

    /// True if the attribute may start at the current token.
    pub(super) fn starts(self, p: &AsmParser) -> bool {
        match self {
            AttrSyntax::Any | AttrSyntax::Custom(..) => p.at_attr(),
            AttrSyntax::Typed(_) => p.at_number() || p.at_attr(),
            AttrSyntax::Ints | AttrSyntax::Extents => p.peek() == Tok::LSquare,
            AttrSyntax::Keyword => matches!(p.peek(), Tok::BareId | Tok::Str),
            AttrSyntax::Symbol => p.peek() == Tok::AtId,
            AttrSyntax::Unit => false,
            AttrSyntax::Enum(words) => p.peek() == Tok::BareId && words.contains(&p.spelling()),
            AttrSyntax::Params(..) => p.peek() == Tok::Less,
        }
    }

    pub(super) fn print(self, p: &mut Printer, attr: Attribute) {
        let ctx = p.ctx();
        match self {
            AttrSyntax::Any => p.attr(attr),
            AttrSyntax::Typed(_) => p.attr_without_type(attr),
            AttrSyntax::Ints => {
                p.text("[");
                p.commas(ctx.attr_i64s(attr).unwrap_or_default(), |p, n| p.integer(n));
                p.text("]");
            }
            AttrSyntax::Keyword => p.keyword_or_string(ctx.attr_str(attr).unwrap_or("")),
            AttrSyntax::Symbol => p.symbol_name(ctx.attr_str(attr).unwrap_or("")),
            AttrSyntax::Extents => {
                p.extents(ctx.attr_extents(attr).unwrap_or(&[]));
            }
            AttrSyntax::Unit => {}
            AttrSyntax::Enum(words) => {
                let value = ctx.attr_int(attr).and_then(|n| usize::try_from(n).ok());
                match value.and_then(|n| words.get(n)) {
                    Some(word) => p.text(word),
                    None => p.attr(attr),
                }
            }
            AttrSyntax::Params(..) => p.attr_params(attr),
            AttrSyntax::Custom(_, print) => print(p, attr),
        }
    }
}

/// The syntax of a dialect attribute that is an enumeration or a set of flags, held as an `i32` parameter:
/// `#arith.fastmath<nnan,ninf>`, `#arith.roundingmode<upward>`.
#[derive(Clone, Copy)]
pub struct EnumSyntax {
    /// The words and their values; of equal values, the first is printed.
    pub cases: &'static [(&'static str, i32)],
    /// Between words of a set of flags; `None` for an enumeration.
    pub separator: Option<&'static str>,
}

impl EnumSyntax {
    /// One word.
    pub const fn one_of(cases: &'static [(&'static str, i32)]) -> EnumSyntax {
        EnumSyntax { cases, separator: None }
    }

    /// Any number of words, each with its bits. A word may stand for several bits, or for none.
    pub const fn flags(cases: &'static [(&'static str, i32)], separator: &'static str) -> EnumSyntax {
        EnumSyntax { cases, separator: Some(separator) }
    }

    /// Takes a word, or several with separators.
    pub fn parse_words(&self, p: &mut AsmParser) -> ParseResult<i32> {
        let words: Vec<&str> = self.cases.iter().map(|c| c.0).collect();
        let mut value = self.cases[p.keyword_of("a word", &words)?].1;
        let separator = match self.separator {
            Some(",") => Tok::Comma,
            Some("|") => Tok::VBar,
            _ => return Ok(value),
        };
        while p.accept(separator) {
            value |= self.cases[p.keyword_of("a word", &words)?].1;
        }
        Ok(value)
    }

    /// The words of a value: one that is exactly it, else those of its bits.
    pub fn words(&self, value: i32) -> String {
        if let Some((word, _)) = self.cases.iter().find(|(_, v)| *v == value) {
            return word.to_string();
        }
        let single = |v: i32| v.count_ones() == 1;
        let set = self.cases.iter().filter(|(_, v)| single(*v) && value & v != 0);
        set.map(|(word, _)| *word).collect::<Vec<_>>().join(self.separator.unwrap_or(","))
    }
}

impl ParamSyntax for EnumSyntax {
    fn parse(&self, p: &mut AsmParser) -> ParseResult<Params> {
        p.expect(Tok::Less)?;
        let value = self.parse_words(p)?;
        p.expect(Tok::Greater)?;
        let ctx = p.ctx();
        Ok(Params::from_slice(&[ctx.int_attr(ctx.i32(), value as i128)]))
    }

    fn print(&self, params: &[Attribute], p: &mut Printer) {
        let value = params.first().and_then(|a| p.ctx().attr_int(*a)).unwrap_or(0) as i32;
        p.text("<");
        p.text(&self.words(value));
        p.text(">");
    }

    fn verify(&self, ctx: &Context, params: &[Attribute]) -> Result<(), String> {
        let [param] = params else { return Err("takes one parameter".into()) };
        match ctx.attr_int(*param) {
            Some(value) if self.words(value as i32).is_empty() => Err(format!("has no word for {value}")),
            Some(_) => Ok(()),
            None => Err("takes an integer".into()),
        }
    }
}
