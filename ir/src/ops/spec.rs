//! The parts of an op's description: its values, attributes and regions, and the rules of their types.

use crate::attr::Attribute;
use crate::context::Context;
use crate::ops::opref::OpRef;
use crate::types::Type;
use smallvec::SmallVec;

/// The number of values in an operand or result position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Arity {
    /// Exactly one.
    One,
    /// None or one.
    Optional,
    /// Any number of values.
    Variadic,
}

/// A named predicate on types; `summary` completes "operand #0 must be …".
#[derive(Clone, Copy)]
pub struct TypeConstraint {
    /// Description of the accepted types.
    pub summary: &'static str,
    /// The predicate.
    pub check: fn(&Context, Type) -> bool,
}

/// A named predicate on attributes; `summary` completes "attribute 'x' failed to satisfy constraint: …".
#[derive(Clone, Copy)]
pub struct AttrConstraint {
    /// Description of the accepted attributes.
    pub summary: &'static str,
    /// The predicate.
    pub check: fn(&Context, Attribute) -> bool,
}

/// An operand or result position.
#[derive(Clone, Copy)]
pub struct ValueSpec {
    /// Name, for accessors, assembly formats and messages.
    pub name: &'static str,
    /// The types it takes.
    pub constraint: TypeConstraint,
    /// The number of its values.
    pub arity: Arity,
    /// The rule for a type that is not written.
    pub ty: Option<TypeRule>,
}

/// A rule that infers the type of an operand or result. If both positions are variadic, it holds one by one;
/// if only the other is not, for each. `V` identifies values and `A` attributes: by name, until a format
/// looks them up.
#[derive(Clone, Copy)]
pub enum TypeRule<V = &'static str, A = &'static str> {
    /// Always this type.
    Fixed(fn(&Context) -> Type),
    /// The type of another operand or result.
    Same(V),
    /// A function of the type of another operand or result.
    From(V, fn(&Context, Type) -> Type),
    /// A function of an attribute; `None` if the attribute determines no type.
    FromAttr(A, fn(&Context, Attribute) -> Option<Type>),
}

impl<V, A> TypeRule<V, A> {
    /// The same rule with other identifiers for values and attributes.
    ///
    /// # Errors
    /// Errors of `value` and `attribute` for names that they do not find.
    pub fn resolve<W, B, E>(
        self,
        value: impl FnOnce(V) -> Result<W, E>,
        attribute: impl FnOnce(A) -> Result<B, E>,
    ) -> Result<TypeRule<W, B>, E> {
        Ok(match self {
            TypeRule::Fixed(make) => TypeRule::Fixed(make),
            TypeRule::Same(from) => TypeRule::Same(value(from)?),
            TypeRule::From(from, make) => TypeRule::From(value(from)?, make),
            TypeRule::FromAttr(from, make) => TypeRule::FromAttr(attribute(from)?, make),
        })
    }
}

/// The numbers of operands, one per position.
pub type Sizes = SmallVec<[usize; 4]>;

/// The distribution of operands over positions.
#[derive(Clone, Copy)]
pub enum OperandSizes {
    /// All positions that are not single have equally many operands.
    Equal,
    /// A function of the op, which has an operand for each single position at least; its verifier checks the
    /// rest.
    Computed(fn(OpRef<'_>) -> Sizes),
}

/// The sizes of operand positions by the op's declared rule, if it has one; empty if the op has too few
/// operands.
pub(crate) fn operand_sizes(op: OpRef<'_>, kind: &str) -> Option<Sizes> {
    let sizes = op.info().operand_sizes.filter(|_| kind == "operand")?;
    let specs = op.info().operands.as_deref().unwrap_or_default();
    let fixed = specs.iter().filter(|spec| spec.arity == Arity::One).count();
    let Some(rest) = op.operand_count().checked_sub(fixed) else { return Some(Sizes::new()) };
    Some(match sizes {
        OperandSizes::Computed(sizes) => sizes(op),
        OperandSizes::Equal => {
            let each = rest / (specs.len() - fixed).max(1);
            specs.iter().map(|spec| if spec.arity == Arity::One { 1 } else { each }).collect()
        }
    })
}

/// An inherent attribute: it has a fixed slot in the op.
#[derive(Clone, Copy)]
pub struct AttrSpec {
    /// Name.
    pub name: &'static str,
    /// The values it takes.
    pub constraint: AttrConstraint,
    /// May be absent.
    pub optional: bool,
    /// The value of an absent attribute: elided from custom assembly.
    pub default: Option<fn(&Context) -> Attribute>,
}

/// Number of regions or successors an op has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Count {
    /// Exactly this many.
    Exactly(usize),
    /// This many or more.
    AtLeast(usize),
}

impl Count {
    /// The least count allowed.
    pub fn least(self) -> usize {
        match self {
            Count::Exactly(n) | Count::AtLeast(n) => n,
        }
    }

    /// True if `n` is allowed.
    pub fn admits(self, n: usize) -> bool {
        match self {
            Count::Exactly(want) => n == want,
            Count::AtLeast(want) => n >= want,
        }
    }
}
