//! Comparison predicates: upstream's values and spellings, with swapped and inverted predicates.

use crate::scalar::cmp::float_outcomes;
use tf_ir::attr::{AttrData, Attribute, ToAttribute};
use tf_ir::context::Context;
use tf_ir::opref::OpRef;
use tf_ir::registry::AttrConstraint;

/// Predicates of `arith.cmpi`; the discriminant is the attribute's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs)]
#[repr(u8)]
pub enum CmpI {
    Eq,
    Ne,
    Slt,
    Sle,
    Sgt,
    Sge,
    Ult,
    Ule,
    Ugt,
    Uge,
}

impl CmpI {
    /// All predicates, by value.
    pub const ALL: [CmpI; 10] = {
        use CmpI::*;
        [Eq, Ne, Slt, Sle, Sgt, Sge, Ult, Ule, Ugt, Uge]
    };
    /// Their spellings, by value.
    pub const NAMES: [&'static str; 10] =
        ["eq", "ne", "slt", "sle", "sgt", "sge", "ult", "ule", "ugt", "uge"];

    /// The predicate of an op's `predicate` attribute.
    pub fn of(op: OpRef<'_>) -> Option<CmpI> {
        let number = op.attr("predicate").and_then(|a| op.ctx().attr_int(a))?;
        CmpI::ALL.get(usize::try_from(number).ok()?).copied()
    }

    /// `p'` with `a p' b = b p a`.
    pub fn swapped(self) -> CmpI {
        use CmpI::*;
        match self {
            Eq => Eq,
            Ne => Ne,
            Slt => Sgt,
            Sle => Sge,
            Sgt => Slt,
            Sge => Sle,
            Ult => Ugt,
            Ule => Uge,
            Ugt => Ult,
            Uge => Ule,
        }
    }

    /// `p'` with `a p' b = !(a p b)`.
    pub fn inverted(self) -> CmpI {
        use CmpI::*;
        match self {
            Eq => Ne,
            Ne => Eq,
            Slt => Sge,
            Sle => Sgt,
            Sgt => Sle,
            Sge => Slt,
            Ult => Uge,
            Ule => Ugt,
            Ugt => Ule,
            Uge => Ult,
        }
    }

    /// The differences that the predicate implies for signed operands: for each `(less, greater, gap)`,
    /// operand `greater` is at least operand `less` plus `gap`. Empty for the other predicates.
    pub fn differences(self) -> &'static [(usize, usize, i64)] {
        match self {
            CmpI::Slt => &[(0, 1, 1)],
            CmpI::Sle => &[(0, 1, 0)],
            CmpI::Sgt => &[(1, 0, 1)],
            CmpI::Sge => &[(1, 0, 0)],
            CmpI::Eq => &[(0, 1, 0), (1, 0, 0)],
            _ => &[],
        }
    }

    /// The corresponding predicate on unsigned integers.
    pub fn unsigned(self) -> CmpI {
        use CmpI::*;
        match self {
            Slt => Ult,
            Sle => Ule,
            Sgt => Ugt,
            Sge => Uge,
            other => other,
        }
    }

    /// True for `slt`, `sle`, `sgt`, `sge`.
    pub fn is_signed(self) -> bool {
        self.unsigned() != self
    }

    /// The value of `x p x`.
    pub fn reflexive(self) -> bool {
        use CmpI::*;
        matches!(self, Eq | Sle | Sge | Ule | Uge)
    }
}

/// Predicates of `arith.cmpf`; the field is the attribute's value.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct CmpF(u8);

impl CmpF {
    /// Their spellings, by value.
    pub const NAMES: [&'static str; 16] = [
        "false", "oeq", "ogt", "oge", "olt", "ole", "one", "ord", "ueq", "ugt", "uge", "ult", "ule", "une",
        "uno", "true",
    ];
    /// Never.
    pub const FALSE: CmpF = CmpF(0);
    /// Equal, and no NaN.
    pub const OEQ: CmpF = CmpF(1);
    /// Greater, and no NaN.
    pub const OGT: CmpF = CmpF(2);
    /// Greater or equal, and no NaN.
    pub const OGE: CmpF = CmpF(3);
    /// Less, and no NaN.
    pub const OLT: CmpF = CmpF(4);
    /// Less or equal, and no NaN.
    pub const OLE: CmpF = CmpF(5);
    /// Not equal, and no NaN.
    pub const ONE: CmpF = CmpF(6);
    /// Ordered: no operand is NaN.
    pub const ORD: CmpF = CmpF(7);
    /// Equal, or a NaN.
    pub const UEQ: CmpF = CmpF(8);
    /// Greater, or a NaN.
    pub const UGT: CmpF = CmpF(9);
    /// Greater or equal, or a NaN.
    pub const UGE: CmpF = CmpF(10);
    /// Less, or a NaN.
    pub const ULT: CmpF = CmpF(11);
    /// Less or equal, or a NaN.
    pub const ULE: CmpF = CmpF(12);
    /// Not equal, or a NaN.
    pub const UNE: CmpF = CmpF(13);
    /// Unordered: an operand is NaN.
    pub const UNO: CmpF = CmpF(14);
    /// Always.
    pub const TRUE: CmpF = CmpF(15);

    /// The outcomes for which it is true: bit 0 equal, bit 1 greater, bit 2 less, bit 3 unordered.
    fn outcomes(self) -> u8 {
        float_outcomes(self.0)
    }

    fn from_outcomes(outcomes: u8) -> CmpF {
        let number = (0..16).find(|number| float_outcomes(*number) == outcomes & 15);
        CmpF(number.expect("every set of outcomes has a predicate"))
    }

    /// The predicate with this spelling.
    pub fn from_name(name: &str) -> Option<CmpF> {
        Self::NAMES.iter().position(|n| *n == name).map(|n| CmpF(n as u8))
    }

    /// The predicate of an op's `predicate` attribute.
    pub fn of(op: OpRef<'_>) -> Option<CmpF> {
        CmpF::from_number(op.attr("predicate").and_then(|a| op.ctx().attr_int(a))?)
    }

    /// The predicate with this attribute value.
    pub fn from_number(number: i128) -> Option<CmpF> {
        (0..16).contains(&number).then_some(CmpF(number as u8))
    }

    /// The attribute's value.
    pub fn number(self) -> u8 {
        self.0
    }

    /// `p'` with `a p' b = b p a`.
    pub fn swapped(self) -> CmpF {
        let outcomes = self.outcomes();
        let (greater, less) = (outcomes >> 1 & 1, outcomes >> 2 & 1);
        CmpF::from_outcomes(outcomes & 0b1001 | less << 1 | greater << 2)
    }

    /// `p'` with `a p' b = !(a p b)`.
    pub fn inverted(self) -> CmpF {
        CmpF::from_outcomes(!self.outcomes())
    }

    /// Whether the predicate holds for two ordered values with this comparison result.
    pub fn accepts(self, of: std::cmp::Ordering) -> bool {
        let outcome = match of {
            std::cmp::Ordering::Equal => 1,
            std::cmp::Ordering::Greater => 2,
            std::cmp::Ordering::Less => 4,
        };
        self.outcomes() & outcome != 0
    }

    /// The value of `x p x` for an x that is not NaN.
    pub fn accepts_equal(self) -> bool {
        self.outcomes() & 1 != 0
    }

    /// True if a NaN operand makes the comparison true.
    pub fn accepts_nan(self) -> bool {
        self.outcomes() & 8 != 0
    }
}

impl ToAttribute for CmpI {
    fn to_attribute(self, ctx: &Context) -> Attribute {
        ctx.i64_attr(self as i64)
    }
}

impl ToAttribute for CmpF {
    fn to_attribute(self, ctx: &Context) -> Attribute {
        ctx.i64_attr(self.0.into())
    }
}

/// Constraint of `cmpi`'s predicate.
pub const CMPI_ATTR: AttrConstraint = AttrConstraint {
    summary: "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9",
    check: |ctx, a| match ctx.attr_data(a) {
        AttrData::Integer(ty, n) => *ty == ctx.i64() && (0..10).contains(n),
        _ => false,
    },
};

/// Constraint of `cmpf`'s predicate.
pub const CMPF_ATTR: AttrConstraint = AttrConstraint {
    summary: "allowed 64-bit signless integer cases: 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15",
    check: |ctx, a| match ctx.attr_data(a) {
        AttrData::Integer(ty, n) => *ty == ctx.i64() && (0..16).contains(n),
        _ => false,
    },
};

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::{DType, Scalar, lookup};

    /// Compares through the scalar table.
    fn holds(op: &str, p: u8, d: DType, a: Scalar, b: Scalar) -> bool {
        let kernel = lookup(op).expect("in the table").kernel(&[d, d], &[DType::I1], Some(p));
        kernel.expect("its types").eval(&[a, b])[0].bits() == 1
    }

    #[test]
    fn integer_predicates_turn_round() {
        let d = DType::I8;
        let values = [0, 1, -1, 127, -128].map(|v| Scalar::from_i64(d, v));
        for p in CmpI::ALL {
            for a in values {
                assert_eq!(holds("arith.cmpi", p as u8, d, a, a), p.reflexive());
                for b in values {
                    let now = holds("arith.cmpi", p as u8, d, a, b);
                    assert_eq!(now, holds("arith.cmpi", p.swapped() as u8, d, b, a), "{p:?}");
                    assert_eq!(now, !holds("arith.cmpi", p.inverted() as u8, d, a, b), "{p:?}");
                }
            }
        }
    }

    #[test]
    fn names_and_codes_agree() {
        for (number, name) in CmpF::NAMES.iter().enumerate() {
            assert_eq!(CmpF::from_name(name).map(CmpF::number), Some(number as u8));
        }
        use CmpF as P;
        let ordered = [P::FALSE, P::OEQ, P::OGT, P::OGE, P::OLT, P::OLE, P::ONE, P::ORD];
        let unordered = [P::UEQ, P::UGT, P::UGE, P::ULT, P::ULE, P::UNE, P::UNO, P::TRUE];
        let named = ordered.iter().chain(&unordered).map(|p| CmpF::NAMES[p.number() as usize]);
        assert!(named.eq(CmpF::NAMES));
    }

    #[test]
    fn float_predicates_turn_round() {
        let d = DType::F32;
        let values = [0.0, -0.0, 1.0, f64::INFINITY, f64::NAN].map(|v| Scalar::from_f64(d, v));
        for p in (0..16).map(CmpF) {
            for a in values {
                let nan = holds("arith.cmpf", p.number(), d, values[4], a);
                assert_eq!(nan, p.accepts_nan(), "{p:?}");
                if !a.to_f64().is_nan() {
                    assert_eq!(holds("arith.cmpf", p.number(), d, a, a), p.accepts_equal(), "{p:?}");
                }
                for b in values {
                    let now = holds("arith.cmpf", p.number(), d, a, b);
                    assert_eq!(now, holds("arith.cmpf", p.swapped().number(), d, b, a), "{p:?}");
                    assert_eq!(now, !holds("arith.cmpf", p.inverted().number(), d, a, b), "{p:?}");
                }
            }
        }
    }
}
