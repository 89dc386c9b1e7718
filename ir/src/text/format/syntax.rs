//! Attribute syntaxes of custom assembly, and named custom parts of it.

use super::super::{AsmParser, OpParser, OpState, ParseResult, Printer, Tok, ValueNames};
use crate::attr::Attribute;
use crate::context::Context;
use crate::opref::OpRef;
use crate::types::Type;

/// The syntax of an attribute that a format names as `$name`.
#[derive(Clone, Copy)]
pub enum AttrSyntax {
    /// The generic syntax: `1 : i32`, `"text"`, `#d.a<…>`.
    Any,
    /// A scalar, constant or string whose type is not written: `1`.
    Typed(fn(&Context) -> Type),
    /// `array<i64: 1, 2>` as `[1, 2]`.
    Ints,
    /// A string in quotes.
    String,
    /// A string as one of these words; the first text describes them in errors.
    Words(&'static str, &'static [&'static str]),
    /// `extents<[n, m]>` as `[n, m]`.
    Extents,
    /// Nothing: the attribute is present if its optional group is.
    Unit,
    /// A custom syntax.
    Custom {
        /// True if the attribute may start at the current token.
        starts: fn(&AsmParser) -> bool,
        /// Parses the attribute.
        parse: fn(&mut AsmParser) -> ParseResult<Attribute>,
        /// Prints the attribute, without a space before it.
        print: fn(&mut Printer, Attribute),
    },
}

impl AttrSyntax {
    /// Parses an attribute.
    pub fn parse(self, p: &mut AsmParser) -> ParseResult<Attribute> {
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
            AttrSyntax::String => Ok(ctx.string_attr(&p.string()?)),
            AttrSyntax::Words(what, words) => Ok(ctx.string_attr(words[p.keyword_of(what, words)?])),
            AttrSyntax::Extents => Ok(ctx.extents_attr(&p.extents()?)),
            AttrSyntax::Unit => Ok(ctx.unit_attr()),
            AttrSyntax::Custom { parse, .. } => parse(p),
        }
    }

    /// True if the attribute may start at the current token.
    pub fn starts(self, p: &AsmParser) -> bool {
        match self {
            AttrSyntax::Any => p.at_attr(),
            AttrSyntax::Custom { starts, .. } => starts(p),
            AttrSyntax::String => p.peek() == Tok::Str,
            // A wrong word is a parse error, which lists the right ones.
            AttrSyntax::Words(..) => p.peek() == Tok::BareId,
            AttrSyntax::Typed(_) => p.at_number() || p.at_attr(),
            AttrSyntax::Ints | AttrSyntax::Extents => p.peek() == Tok::LSquare,
            AttrSyntax::Unit => false,
        }
    }

    /// Prints an attribute, without a space before it.
    pub fn print(self, p: &mut Printer, attr: Attribute) {
        let ctx = p.ctx();
        match self {
            AttrSyntax::Any => p.attr(attr),
            AttrSyntax::Typed(_) => p.attr_without_type(attr),
            AttrSyntax::Ints => {
                p.text("[");
                p.commas(ctx.attr_i64s(attr).unwrap_or_default(), |p, n| p.integer(n));
                p.text("]");
            }
            AttrSyntax::String => p.string(ctx.attr_str(attr).unwrap_or("")),
            AttrSyntax::Words(..) => p.text(ctx.attr_str(attr).unwrap_or("")),
            AttrSyntax::Extents => {
                p.extents(ctx.attr_extents(attr).unwrap_or(&[]));
            }
            AttrSyntax::Unit => {}
            AttrSyntax::Custom { print, .. } => print(p, attr),
        }
    }
}

/// A part of custom forms that several ops share, or that no other element can express:
/// `custom<Part>($a, $b)` in a format. The names list the attributes, region and operands that it parses
/// and prints; it reads everything else from the op.
pub trait Custom: Send + Sync {
    /// Parses the part, or nothing if an optional part is absent. Operands that it parses go into
    /// `state.given`. Other operands are already resolved if their names and types precede the part.
    fn parse(&self, p: &mut OpParser, state: &mut OpState) -> ParseResult;

    /// Prints the part, beginning with a space, or nothing.
    fn print(&self, op: OpRef<'_>, p: &mut Printer);
}

/// Suggests names for an op's results.
pub type NameFn = fn(OpRef<'_>, &mut ValueNames);

/// Settings of a format besides its string.
#[derive(Default)]
pub(super) struct Options {
    pub(super) syntaxes: Vec<(&'static str, AttrSyntax)>,
    pub(super) customs: Vec<(&'static str, Box<dyn Custom>)>,
    pub(super) regions: Vec<String>,
    pub(super) successors: Vec<String>,
    pub(super) result_names: Option<NameFn>,
}
