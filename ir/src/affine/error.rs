//! Errors of affine expressions and maps.

use super::{AffineOp, MAX_DEPTH, MAX_SIZE};
use std::fmt;

/// The reason why an affine expression, map or set could not be built or evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum AffineError {
    /// A value left the range of a signed 64-bit integer.
    Overflow,
    /// The expression would have more than [`MAX_SIZE`] nodes.
    TooLarge,
    /// The expression would nest deeper than [`MAX_DEPTH`].
    TooDeep,
    /// Both operands of a multiplication, or the divisor of the named operator, depend on dimensions.
    NotAffine(&'static str),
    /// `floordiv` or `ceildiv` by 0, or `mod` by a value that is not positive.
    BadDivisor(AffineOp, i64),
    /// A dimension that the map does not have, or that has no value.
    NoSuchDim(u32),
    /// A symbol that the map does not have, or that has no value.
    NoSuchSymbol(u32),
}

impl fmt::Display for AffineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow => write!(f, "affine arithmetic overflows a 64-bit integer"),
            Self::TooLarge => write!(f, "affine expression has more than {MAX_SIZE} nodes"),
            Self::TooDeep => write!(f, "affine expression nests deeper than {MAX_DEPTH} levels"),
            Self::NotAffine("*") => write!(
                f,
                "non-affine expression: at least one of the multiply operands has to be either a constant or symbolic"
            ),
            Self::NotAffine(op) => write!(
                f,
                "non-affine expression: right operand of {op} has to be either a constant or symbolic"
            ),
            Self::BadDivisor(op, c) => write!(f, "'{}' has no value for the divisor {c}", op.spelling()),
            Self::NoSuchDim(d) => write!(f, "there is no dimension d{d}"),
            Self::NoSuchSymbol(s) => write!(f, "there is no symbol s{s}"),
        }
    }
}

impl std::error::Error for AffineError {}
