//! The flags of arithmetic ops: fast-math, integer overflow, rounding mode; spelled as upstream spells them.
//!
//! `#arith.fastmath<…>` and `#arith.overflow<…>` are dialect attributes with one parameter, the bit set as an
//! `i32`. An absent attribute and `<none>` are the same.

use tf_ir::attr::{AttrData, Attribute};
use tf_ir::body::{Body, Value};
use tf_ir::builder::{Attrs, Emit};
use tf_ir::context::Context;
use tf_ir::kind::WhichOp;
use tf_ir::opref::OpRef;
use tf_ir::registry::AttrConstraint;
use tf_ir::types::Type;

/// A set of flags that is an attribute of `arith`.
pub trait FlagSet: Sized + Copy {
    /// The attribute's mnemonic: `#arith.MNEMONIC<…>`.
    const MNEMONIC: &'static str;
    /// The inherent attribute that holds it.
    const ATTR: &'static str;
    /// The spelling of each bit, from bit 0.
    const NAMES: &'static [&'static str];
    /// The spelling of the set of all bits, if it has its own.
    const ALL: Option<&'static str>;
    /// Between flags in text.
    const SEPARATOR: &'static str;

    /// The set with these bits; others are dropped.
    fn from_bits(bits: u32) -> Self;
    /// Bit `i` is set if flag `NAMES[i]` is.
    fn bits(self) -> u32;

    /// The set with one name: a flag, the name of all, or `none`.
    fn parse_name(name: &str) -> Option<Self> {
        if name == "none" {
            return Some(Self::from_bits(0));
        }
        if Self::ALL == Some(name) {
            return Some(Self::from_bits(u32::MAX));
        }
        let bit = Self::NAMES.iter().position(|n| *n == name)?;
        Some(Self::from_bits(1 << bit))
    }

    /// The text between `<` and `>`.
    fn text(self) -> String {
        let all = Self::from_bits(u32::MAX).bits();
        match Self::ALL {
            _ if self.bits() == 0 => "none".to_string(),
            Some(name) if self.bits() == all => name.to_string(),
            _ => {
                let set = Self::NAMES.iter().enumerate().filter(|(i, _)| self.bits() >> i & 1 == 1);
                set.map(|(_, name)| *name).collect::<Vec<_>>().join(Self::SEPARATOR)
            }
        }
    }

    /// The set as an attribute.
    fn attr(self, ctx: &Context) -> Attribute {
        let params = Box::new([ctx.int_attr(ctx.i32(), self.bits() as i128)]);
        let (dialect, name) = (ctx.str("arith"), ctx.str(Self::MNEMONIC));
        ctx.intern_attr(AttrData::Dialect { dialect, name, params })
    }

    /// The set in an attribute.
    fn from_attr(ctx: &Context, attr: Attribute) -> Option<Self> {
        match ctx.attr_data(attr) {
            AttrData::Dialect { dialect, name, params }
                if ctx.text(*name) == Self::MNEMONIC && ctx.text(*dialect) == "arith" =>
            {
                params.first().and_then(|bits| ctx.attr_int(*bits)).map(|bits| Self::from_bits(bits as u32))
            }
            _ => None,
        }
    }

    /// The flags of an op; empty if it has none.
    fn of(op: OpRef<'_>) -> Self {
        let attr = op.attr(Self::ATTR);
        attr.and_then(|a| Self::from_attr(op.ctx(), a)).unwrap_or(Self::from_bits(0))
    }

    /// True if every flag of `other` is set.
    fn has(self, other: Self) -> bool {
        self.bits() & other.bits() == other.bits()
    }

    /// The flags in both.
    fn and(self, other: Self) -> Self {
        Self::from_bits(self.bits() & other.bits())
    }

    /// Builds ops with these flags.
    fn on<E: Emit>(self, b: &mut E) -> Flagged<'_, E, Self> {
        Flagged { b, flags: self }
    }

    /// The flags in either.
    fn or(self, other: Self) -> Self {
        Self::from_bits(self.bits() | other.bits())
    }
}

/// Builds elementwise ops with flags, if they have flags: `mulf(&mut flags.on(b), x, y)`.
pub struct Flagged<'a, E, F> {
    b: &'a mut E,
    flags: F,
}

impl<E: Emit, F: FlagSet> Emit for Flagged<'_, E, F> {
    fn body(&self) -> &Body {
        self.b.body()
    }

    fn emit(&mut self, what: impl WhichOp, operands: &[Value], result: Type, attrs: Attrs<'_>) -> Value {
        let (ctx, flags) = (self.body().ctx().clone(), self.flags);
        let name = what.name_in(&ctx);
        if flags.bits() == 0 || ctx.op_info(name).slot(F::ATTR).is_none() {
            return self.b.emit(name, operands, result, attrs);
        }
        self.b.emit(name, operands, result, &[attrs, &[(F::ATTR, flags.attr(&ctx))]].concat())
    }
}

/// Permissions to deviate from IEEE 754, as LLVM defines them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct FastMath(u32);

impl FastMath {
    /// Strict IEEE 754.
    pub const NONE: FastMath = FastMath(0);
    /// Sums and products may be regrouped.
    pub const REASSOC: FastMath = FastMath(1);
    /// Operands and results are not NaN.
    pub const NNAN: FastMath = FastMath(1 << 1);
    /// Operands and results are not infinite.
    pub const NINF: FastMath = FastMath(1 << 2);
    /// The sign of a zero does not matter.
    pub const NSZ: FastMath = FastMath(1 << 3);
    /// Division may multiply by the reciprocal.
    pub const ARCP: FastMath = FastMath(1 << 4);
    /// A product and a sum may become a fused multiply-add.
    pub const CONTRACT: FastMath = FastMath(1 << 5);
    /// Math functions may be approximated.
    pub const AFN: FastMath = FastMath(1 << 6);
    /// All of them.
    pub const FAST: FastMath = FastMath(0x7f);
}

impl FastMath {
    /// The flags of both, in constants.
    pub const fn with(self, other: FastMath) -> FastMath {
        FastMath(self.0 | other.0)
    }
}

impl FlagSet for FastMath {
    const MNEMONIC: &'static str = "fastmath";
    const ATTR: &'static str = "fastmath";
    const NAMES: &'static [&'static str] = &["reassoc", "nnan", "ninf", "nsz", "arcp", "contract", "afn"];
    const ALL: Option<&'static str> = Some("fast");
    const SEPARATOR: &'static str = ",";

    fn from_bits(bits: u32) -> Self {
        FastMath(bits & Self::FAST.0)
    }

    fn bits(self) -> u32 {
        self.0
    }
}

/// Promises that an integer op does not wrap; a result that breaks one is unspecified.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Overflow(u32);

impl Overflow {
    /// It may wrap.
    pub const NONE: Overflow = Overflow(0);
    /// No signed wrap.
    pub const NSW: Overflow = Overflow(1);
    /// No unsigned wrap.
    pub const NUW: Overflow = Overflow(2);
}

impl FlagSet for Overflow {
    const MNEMONIC: &'static str = "overflow";
    const ATTR: &'static str = "overflowFlags";
    const NAMES: &'static [&'static str] = &["nsw", "nuw"];
    const ALL: Option<&'static str> = None;
    const SEPARATOR: &'static str = ", ";

    fn from_bits(bits: u32) -> Self {
        Overflow(bits & 3)
    }

    fn bits(self) -> u32 {
        self.0
    }
}

/// Constraint of a `fastmath` attribute.
pub const FASTMATH_ATTR: AttrConstraint = AttrConstraint {
    summary: "Floating point fast math flags",
    check: |ctx, a| FastMath::from_attr(ctx, a).is_some(),
};

/// Constraint of an `overflowFlags` attribute.
pub const OVERFLOW_ATTR: AttrConstraint = AttrConstraint {
    summary: "Integer overflow arith flags",
    check: |ctx, a| Overflow::from_attr(ctx, a).is_some(),
};

/// Default of `fastmath`.
pub fn no_fastmath(ctx: &Context) -> Attribute {
    FastMath::NONE.attr(ctx)
}

/// Default of `overflowFlags`.
pub fn no_overflow(ctx: &Context) -> Attribute {
    Overflow::NONE.attr(ctx)
}

/// The rounding of `truncf`, indexed by its attribute (LLVM's).
pub const ROUNDING_MODES: [&str; 5] =
    ["to_nearest_even", "downward", "upward", "toward_zero", "to_nearest_away"];

/// Constraint of a `roundingmode` attribute: `0 : i32` to `4 : i32`.
pub const ROUNDING_ATTR: AttrConstraint = AttrConstraint {
    summary: "Floating point rounding mode",
    check: |ctx, a| match ctx.attr_data(a) {
        AttrData::Integer(ty, n) => *ty == ctx.i32() && (0..ROUNDING_MODES.len() as i128).contains(n),
        _ => false,
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::registry::Registry;

    #[test]
    fn texts_are_upstreams() {
        assert_eq!(FastMath::NONE.text(), "none");
        assert_eq!(FastMath::FAST.text(), "fast");
        assert_eq!(FastMath::NINF.or(FastMath::REASSOC).text(), "reassoc,ninf");
        assert_eq!(Overflow::NUW.or(Overflow::NSW).text(), "nsw, nuw");
        assert_eq!(Overflow::NONE.text(), "none");
        assert_eq!(FastMath::parse_name("fast"), Some(FastMath::FAST));
        assert_eq!(FastMath::parse_name("contract"), Some(FastMath::CONTRACT));
        assert_eq!(FastMath::parse_name("nsw"), None);
        assert_eq!(Overflow::parse_name("fast"), None);
    }

    #[test]
    fn attributes_hold_the_bits() {
        let ctx = Context::new(Registry::new());
        let flags = FastMath::NNAN.or(FastMath::AFN);
        assert_eq!(FastMath::from_attr(&ctx, flags.attr(&ctx)), Some(flags));
        assert_eq!(Overflow::from_attr(&ctx, flags.attr(&ctx)), None);
        assert!((ROUNDING_ATTR.check)(&ctx, ctx.int_attr(ctx.i32(), 4)));
        assert!(!(ROUNDING_ATTR.check)(&ctx, ctx.int_attr(ctx.i32(), 5)));
        assert!(!(ROUNDING_ATTR.check)(&ctx, ctx.i64_attr(1)));
    }
}
