//! Errors of building and evaluating extents.

use super::{MAX_DEPTH, MAX_SIZE, Symbol};
use std::fmt;

/// The reason why an extent could not be built or evaluated.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum ExtentError {
    /// A coefficient or a value left the range of a signed 64-bit integer.
    Overflow,
    /// The normal form would have more than [`MAX_SIZE`] parts.
    TooLarge,
    /// Divisions, minima and maxima would nest deeper than [`MAX_DEPTH`].
    TooDeep,
    /// `floordiv`, `ceildiv` or `mod` by something that is not a positive constant.
    NonPositiveDivisor(i64),
    /// `floordiv`, `ceildiv` or `mod` by an expression that is not a constant.
    DivisorNotConstant(String),
    /// A symbol's name that is not an identifier, or that is a keyword.
    InvalidName(String),
    /// `min` or `max` without operands.
    NoOperands,
    /// Evaluation met a symbol that has no value.
    UnboundSymbol(Symbol),
    /// A symbol was given a negative value; symbols are extents, which are not negative.
    NegativeSymbol {
        /// The symbol.
        symbol: Symbol,
        /// The value it was given.
        value: i64,
    },
}

impl fmt::Display for ExtentError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Overflow => write!(f, "extent arithmetic overflows a 64-bit integer"),
            Self::TooLarge => write!(f, "extent expression has more than {MAX_SIZE} parts"),
            Self::TooDeep => write!(f, "extent expression nests deeper than {MAX_DEPTH} levels"),
            Self::NonPositiveDivisor(c) => write!(f, "extent division needs a positive divisor, not {c}"),
            Self::DivisorNotConstant(d) => {
                write!(f, "extent division needs a constant divisor, not '{d}'")
            }
            Self::InvalidName(name) => write!(f, "'{name}' cannot name an extent symbol"),
            Self::NoOperands => write!(f, "min and max need at least one operand"),
            Self::UnboundSymbol(symbol) => write!(f, "extent symbol '{symbol}' has no value"),
            Self::NegativeSymbol { symbol, value } => {
                write!(f, "extent symbol '{symbol}' cannot be negative, but is {value}")
            }
        }
    }
}

impl std::error::Error for ExtentError {}
