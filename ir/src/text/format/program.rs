//! A compiled format: its elements, with all names resolved.

use super::infer::Rule;
use super::syntax::AttrSyntax;
use crate::registry::{Arity, OpInfo};
use crate::text::Tok;

/// An operand or result position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Source {
    Operand(usize),
    Result(usize),
}

impl Source {
    /// The number of values the position holds.
    pub(super) fn arity(self, info: &OpInfo) -> Arity {
        let (specs, i) = match self {
            Source::Operand(i) => (&info.operands, i),
            Source::Result(i) => (&info.results, i),
        };
        specs.as_ref().and_then(|specs| specs.get(i)).map_or(Arity::One, |spec| spec.arity)
    }
}

/// The argument of `type(…)` and `functional-type(…)`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Values {
    One(Source),
    Operands,
    Results,
}

/// A literal to parse.
#[derive(Clone, Debug)]
pub(super) enum Literal {
    Word(String),
    Punct(Tok, String),
}

/// One element; `space` is true if a space is printed before it.
pub(super) struct Item {
    pub(super) space: bool,
    pub(super) kind: Kind,
}

pub(super) enum Kind {
    Literal(Literal),
    /// White space, printed verbatim; parsing skips white space anyway.
    White(&'static str),
    Operand(usize),
    Operands,
    Attr(usize, AttrSyntax),
    /// Custom part `.0`, with its arguments.
    Custom(usize, Vec<Anchor>),
    Types(Values),
    FunctionalType(Values, Values),
    AttrDict {
        keyword: bool,
    },
    /// `header`: print the entry block's arguments, which no element before has printed.
    Region {
        i: usize,
        header: bool,
    },
    Arguments(usize, Arguments),
    Successor(usize),
    Group {
        anchor: Anchor,
        then: Vec<Item>,
        otherwise: Vec<Item>,
    },
}

/// The syntax of a region's entry block arguments before the region.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Arguments {
    /// `(%a: f32, %b: i32)`: all.
    Typed,
    /// `(%i, %j)`: all but assigned ones, of type `index`, named from this letter on.
    Indices(u8),
    /// `%i`: the first, of this operand's type.
    Index(usize),
    /// `(%a = %x, %b = %y)`: one for each operand of this position, of its type; the last ones.
    Assigned(usize),
}

/// The condition for printing an optional group.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Anchor {
    Values(Values),
    /// The types of this position differ from its rule.
    OtherTypes(Source),
    Attr(usize),
    Region(usize),
}

/// A compiled format.
pub(super) struct Program {
    pub(super) items: Vec<Item>,
    /// Before this item, all types of operands are known, and no region was parsed.
    pub(super) resolve_at: usize,
    /// Attributes the dictionary leaves out.
    pub(super) elided: Vec<&'static str>,
    pub(super) rules: Vec<(Source, Rule)>,
    pub(super) arities: Vec<Arity>,
    pub(super) results: usize,
    /// All operands and results have one type, one of each position.
    pub(super) same_type: bool,
    /// Several operand positions are variadic: `operandSegmentSizes` has their sizes.
    pub(super) segments: bool,
    /// The op has exactly the regions of the format: one that is not written is empty.
    pub(super) all_regions: bool,
}

impl Kind {
    /// The anchor of a group that this element marks.
    pub(super) fn anchor(&self, rules: &[(Source, Rule)]) -> Option<Anchor> {
        match self {
            Kind::Operand(i) => Some(Anchor::Values(Values::One(Source::Operand(*i)))),
            Kind::Operands => Some(Anchor::Values(Values::Operands)),
            Kind::Types(Values::One(source)) if rules.iter().any(|rule| rule.0 == *source) => {
                Some(Anchor::OtherTypes(*source))
            }
            Kind::Types(values) => Some(Anchor::Values(*values)),
            Kind::Attr(slot, _) => Some(Anchor::Attr(*slot)),
            Kind::Region { i, .. } => Some(Anchor::Region(*i)),
            Kind::Arguments(_, Arguments::Assigned(i)) => {
                Some(Anchor::Values(Values::One(Source::Operand(*i))))
            }
            Kind::Arguments(i, _) => Some(Anchor::Region(*i)),
            _ => None,
        }
    }

    /// The operand position that this element names.
    pub(super) fn operand(&self) -> Option<usize> {
        match self {
            Kind::Operand(i) | Kind::Arguments(_, Arguments::Assigned(i)) => Some(*i),
            Kind::Custom(_, of) => of.iter().find_map(|anchor| match anchor {
                Anchor::Values(Values::One(Source::Operand(i))) => Some(*i),
                _ => None,
            }),
            _ => None,
        }
    }

    /// The region that this element holds.
    pub(super) fn region(&self) -> Option<usize> {
        match self {
            Kind::Region { i, .. } => Some(*i),
            Kind::Custom(_, of) => of.iter().find_map(|anchor| match anchor {
                Anchor::Region(i) => Some(*i),
                _ => None,
            }),
            _ => None,
        }
    }

    /// True if an optional group may begin with this element: its first token identifies it.
    pub(super) fn may_begin_a_group(&self) -> bool {
        !matches!(
            self,
            Kind::AttrDict { .. }
                | Kind::Custom(..)
                | Kind::FunctionalType(..)
                | Kind::Attr(_, AttrSyntax::Unit)
                | Kind::Group { .. }
        )
    }
}

/// Walks over items and those in their groups.
pub(super) fn each<'i>(items: &'i [Item], visit: &mut impl FnMut(&'i Kind)) {
    for item in items {
        visit(&item.kind);
        if let Kind::Group { then, otherwise, .. } = &item.kind {
            each(then, visit);
            each(otherwise, visit);
        }
    }
}
