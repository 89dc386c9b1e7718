//! Errors of signatures and calls.

use crate::scalar::{DType, Scalar};
use std::fmt;
use tf_ir::extent::{BindError, Extent, Symbol};

/// The reason why a signature is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SignatureError {
    /// A symbol that the arguments' extents do not determine.
    Undetermined {
        /// The entry.
        entry: String,
        /// The symbol.
        symbol: Symbol,
    },
    /// A result reuses the memory of an argument that is not dense or has another size in bytes.
    TakesOver {
        /// The entry.
        entry: String,
        /// The result.
        result: String,
    },
}

impl fmt::Display for SignatureError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Undetermined { entry, symbol } => {
                write!(f, "'{entry}': the arguments do not determine the extent symbol '{symbol}'")
            }
            Self::TakesOver { entry, result } => {
                write!(
                    f,
                    "'{entry}': result '{result}' reuses the memory of an argument that is not dense or has \
                     another size in bytes"
                )
            }
        }
    }
}

impl std::error::Error for SignatureError {}

/// The mismatch of a call and a signature.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CallError {
    /// Another count of arguments.
    ArgumentCount {
        /// The entry.
        entry: String,
        /// The expected count.
        expected: usize,
        /// The actual count.
        found: usize,
    },
    /// Another count of result arrays.
    ResultCount {
        /// The entry.
        entry: String,
        /// The expected count.
        expected: usize,
        /// The actual count.
        found: usize,
    },
    /// An argument of another type.
    ArgumentType {
        /// The entry.
        entry: String,
        /// The argument.
        argument: String,
        /// Its declared type.
        expected: String,
        /// The type given.
        found: String,
        /// The symbols of its extents that earlier arguments have fixed, as `n = 4`.
        symbols: String,
    },
    /// A scalar that the argument's type cannot represent.
    Value {
        /// The entry.
        entry: String,
        /// The argument.
        argument: String,
        /// Its declared type.
        expected: DType,
        /// The value given.
        found: Scalar,
    },
    /// The program has a tensor inside with an invalid extent.
    InnerExtent {
        /// The entry.
        entry: String,
        /// The extent.
        extent: Extent,
        /// The reason why the extent is invalid.
        reason: String,
    },
    /// An argument's extent that is not a value of its term.
    Extent {
        /// The entry.
        entry: String,
        /// The argument.
        argument: String,
        /// The axis.
        axis: usize,
        /// The reason.
        error: BindError,
    },
    /// A scalar gives an extent an invalid value.
    Number {
        /// The entry.
        entry: String,
        /// The argument.
        argument: String,
        /// The extent.
        symbol: Symbol,
        /// The value.
        value: i64,
        /// The reason.
        reason: String,
    },
    /// A result's extent is invalid for these arguments.
    ResultExtent {
        /// The entry.
        entry: String,
        /// The result.
        result: String,
        /// The axis.
        axis: usize,
        /// The term.
        extent: Extent,
        /// The reason.
        reason: String,
    },
    /// A result array of another type.
    ResultType {
        /// The entry.
        entry: String,
        /// The result.
        result: String,
        /// Its declared type.
        expected: String,
        /// Its type for these arguments.
        needed: String,
        /// The type given.
        found: String,
    },
}

impl fmt::Display for CallError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::InnerExtent { entry, extent, reason } => {
                write!(
                    f,
                    "'{entry}' computes a tensor of extent '{extent}', which is invalid for these arguments: \
                     {reason}"
                )
            }
            Self::ArgumentCount { entry, expected, found } => {
                write!(f, "'{entry}' takes {expected} arguments, not {found}")
            }
            Self::ResultCount { entry, expected, found } => {
                write!(f, "'{entry}' has {expected} results, not {found}")
            }
            Self::ArgumentType { entry, argument, expected, found, symbols } => {
                write!(f, "argument '{argument}' of '{entry}' is {expected}, not {found}")?;
                if symbols.is_empty() { Ok(()) } else { write!(f, " (with {symbols})") }
            }
            Self::Value { entry, argument, expected, found } => {
                write!(
                    f,
                    "argument '{argument}' of '{entry}' is {expected}, which cannot represent {found}"
                )?;
                match expected.range() {
                    Some((least, greatest)) => {
                        write!(f, " ({}): its range is {least} to {greatest}", found.dtype())
                    }
                    None => write!(f, " ({})", found.dtype()),
                }
            }
            Self::Extent { entry, argument, axis, error } => {
                write!(f, "argument '{argument}' of '{entry}', axis {axis}: {error}")
            }
            Self::Number { entry, argument, symbol, value, reason } => {
                write!(
                    f,
                    "argument '{argument}' of '{entry}' gives the extent {symbol} the value {value}: {reason}"
                )
            }
            Self::ResultExtent { entry, result, axis, extent, reason } => {
                write!(
                    f,
                    "result '{result}' of '{entry}', axis {axis}: the extent '{extent}' is invalid for \
                    these arguments: {reason}"
                )
            }
            Self::ResultType { entry, result, expected, needed, found } => {
                write!(f, "result '{result}' of '{entry}' is {expected}")?;
                if needed != expected {
                    write!(f, ", here {needed}")?;
                }
                write!(f, ", not {found}")
            }
        }
    }
}

impl std::error::Error for CallError {}
