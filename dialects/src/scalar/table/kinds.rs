//! Kinds of ops: the valid combinations of operand and result types.

use std::fmt;

use super::OpSpec;
use crate::scalar::dtype::DType;

/// Conversions, by source and destination types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cast {
    /// Float to a wider float.
    ExtF,
    /// Float to a narrower float.
    TruncF,
    /// Integer to a wider integer.
    ExtI,
    /// Integer to a narrower integer.
    TruncI,
    /// Float to integer.
    FloatToInt,
    /// Integer to float.
    IntToFloat,
    /// Between `index` and an integer, in both directions.
    Index,
    /// Between types of the same width.
    Bits,
}

/// The types of an op's operands and results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One integer to the same type.
    IntUnary,
    /// Two integers of one type to the same type.
    IntBinary,
    /// Two integers to their sum and an `i1` carry.
    AddExtended,
    /// Two integers to the low and high halves of their product.
    MulExtended,
    /// Two integers to an `i1`.
    IntCompare,
    /// One float to the same type.
    FloatUnary,
    /// One float to two of the same type.
    FloatPair,
    /// Two floats of one type to the same type.
    FloatBinary,
    /// Three floats of one type to the same type.
    FloatTernary,
    /// A float and an integer to the float's type.
    FloatInt,
    /// One float to an `i1`.
    FloatTest,
    /// Two floats to an `i1`.
    FloatCompare,
    /// An `i1` and two values of any one type to that type.
    Select,
    /// Two 32-bit words of packed elements, to an `i32`.
    Words,
    /// Two 32-bit words of packed elements, to an `f32`.
    WordsToFloat,
    /// One value to another type.
    Cast(Cast),
}

impl Kind {
    /// The number of operands.
    pub const fn operands(self) -> usize {
        match self {
            Kind::IntUnary | Kind::FloatUnary | Kind::FloatPair | Kind::FloatTest | Kind::Cast(_) => 1,
            Kind::FloatTernary | Kind::Select => 3,
            _ => 2,
        }
    }

    /// The number of results.
    pub const fn results(self) -> usize {
        match self {
            Kind::AddExtended | Kind::MulExtended | Kind::FloatPair => 2,
            _ => 1,
        }
    }

    /// Whether operand 0 is a float that the op computes on; such ops carry fast-math flags.
    pub const fn computes_on_floats(self) -> bool {
        matches!(
            self,
            Kind::FloatUnary
                | Kind::FloatPair
                | Kind::FloatBinary
                | Kind::FloatTernary
                | Kind::FloatInt
                | Kind::FloatTest
                | Kind::FloatCompare
        )
    }

    /// Whether the types fit.
    pub fn accepts(self, operands: &[DType], results: &[DType]) -> bool {
        if operands.len() != self.operands() || results.len() != self.results() {
            return false;
        }
        let (a, r) = (operands[0], results[0]);
        let one_type = operands.iter().all(|&o| o == a);
        match self {
            Kind::IntUnary | Kind::IntBinary => one_type && a.is_int() && r == a,
            Kind::MulExtended => one_type && a.is_int() && r == a && results[1] == a,
            Kind::AddExtended => one_type && a.is_int() && r == a && results[1] == DType::I1,
            Kind::IntCompare => one_type && a.is_int() && r == DType::I1,
            Kind::FloatUnary | Kind::FloatBinary | Kind::FloatTernary => one_type && a.is_float() && r == a,
            Kind::FloatPair => a.is_float() && r == a && results[1] == a,
            Kind::FloatInt => a.is_float() && operands[1].is_int() && r == a,
            Kind::FloatTest | Kind::FloatCompare => one_type && a.is_float() && r == DType::I1,
            Kind::Words => one_type && a == DType::I32 && r == a,
            Kind::WordsToFloat => one_type && a == DType::I32 && r == DType::F32,
            Kind::Select => a == DType::I1 && operands[1] == r && operands[2] == r,
            Kind::Cast(cast) => cast.accepts(a, r),
        }
    }

    /// The types in words, for messages.
    fn describe(self) -> &'static str {
        match self {
            Kind::IntUnary => "takes one integer and gives the same type",
            Kind::IntBinary => "takes two integers of one type and gives that type",
            Kind::AddExtended => "takes two integers of one type and gives that type and i1",
            Kind::MulExtended => "takes two integers of one type and gives two of that type",
            Kind::IntCompare => "takes two integers of one type and gives i1",
            Kind::FloatUnary => "takes one float and gives the same type",
            Kind::FloatPair => "takes one float and gives two of the same type",
            Kind::FloatBinary => "takes two floats of one type and gives that type",
            Kind::FloatTernary => "takes three floats of one type and gives that type",
            Kind::FloatInt => "takes a float and an integer and gives the float's type",
            Kind::FloatTest => "takes one float and gives i1",
            Kind::FloatCompare => "takes two floats of one type and gives i1",
            Kind::Words => "takes two words of type i32 and gives an i32",
            Kind::WordsToFloat => "takes two words of type i32 and gives an f32",
            Kind::Select => "takes an i1 and two values of one type, and gives that type",
            Kind::Cast(Cast::ExtF) => "takes a float and gives a wider float",
            Kind::Cast(Cast::TruncF) => "takes a float and gives a narrower float",
            Kind::Cast(Cast::ExtI) => "takes an integer and gives a wider integer",
            Kind::Cast(Cast::TruncI) => "takes an integer and gives a narrower integer",
            Kind::Cast(Cast::FloatToInt) => "takes a float and gives an integer",
            Kind::Cast(Cast::IntToFloat) => "takes an integer and gives a float",
            Kind::Cast(Cast::Index) => "converts between index and an integer",
            Kind::Cast(Cast::Bits) => "converts between types of the same width other than index",
        }
    }
}

impl Cast {
    fn accepts(self, from: DType, to: DType) -> bool {
        let sized = |d: DType| matches!(d, DType::Int(_));
        match self {
            Cast::ExtF => from.is_float() && to.is_float() && from.bits() < to.bits(),
            Cast::TruncF => from.is_float() && to.is_float() && from.bits() > to.bits(),
            Cast::ExtI => sized(from) && sized(to) && from.bits() < to.bits(),
            Cast::TruncI => sized(from) && sized(to) && from.bits() > to.bits(),
            Cast::FloatToInt => from.is_float() && sized(to),
            Cast::IntToFloat => sized(from) && to.is_float(),
            Cast::Index => (from == DType::Index && sized(to)) || (sized(from) && to == DType::Index),
            Cast::Bits => from.bits() == to.bits() && from != DType::Index && to != DType::Index,
        }
    }
}

/// An op with types, or with a predicate, that it does not support.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SignatureError(String);

impl SignatureError {
    pub(super) fn new(spec: &OpSpec, operands: &[DType], results: &[DType]) -> Self {
        let list = |types: &[DType]| types.iter().map(DType::to_string).collect::<Vec<_>>().join(", ");
        let (given, gives) = (list(operands), list(results));
        SignatureError(format!("{} {}, not ({given}) -> ({gives})", spec.name, spec.kind.describe()))
    }

    pub(super) fn predicate(spec: &OpSpec, predicate: Option<u8>) -> Self {
        SignatureError(match (spec.predicates(), predicate) {
            (None, _) => format!("{} has no predicate", spec.name),
            (Some(n), None) => format!("{} needs a predicate, 0 to {}", spec.name, n - 1),
            (Some(n), Some(p)) => format!("{} has no predicate {p}, only 0 to {}", spec.name, n - 1),
        })
    }
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for SignatureError {}
