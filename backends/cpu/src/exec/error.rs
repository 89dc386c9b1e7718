//! Errors of calls.

use std::fmt;
use tf_abi::call::Trap;
use tf_dialects::array::{ArrayError, type_text};
use tf_dialects::limits::Interrupt;
use tf_dialects::scalar::DType;
use tf_dialects::signature::{CallError, Signature};
use tf_dialects::stops;

/// The reason for a failed call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunError {
    /// The arguments or results do not fit the signature.
    Call(Box<CallError>),
    /// A result overlaps an argument or another result.
    Overlap {
        /// The entry.
        entry: String,
        /// The result.
        result: String,
        /// The argument or other result.
        other: String,
    },
    /// Memory for a result, or for a copy of an argument, is not available.
    OutOfMemory {
        /// The entry.
        entry: String,
        /// The name of the result or argument that needs memory.
        name: String,
        /// Its type.
        r#type: String,
        /// The source location of the entry; empty if unknown.
        location: String,
    },
    /// The run was stopped from outside.
    Interrupted(Interrupt),
    /// The run cannot have such a limit; the reason.
    Unlimited(String),
    /// The program trapped.
    Trap {
        /// The entry.
        entry: String,
        /// The reason; `None` for a code that the program defines.
        trap: Option<Trap>,
        /// The code.
        code: i32,
        /// The message of the program.
        message: String,
        /// The source location; empty if unknown.
        location: String,
    },
    /// An array could not be created.
    Array(ArrayError),
}

impl From<CallError> for RunError {
    fn from(error: CallError) -> Self {
        Self::Call(Box::new(error))
    }
}

impl From<ArrayError> for RunError {
    fn from(error: ArrayError) -> Self {
        Self::Array(error)
    }
}

impl From<Interrupt> for RunError {
    fn from(why: Interrupt) -> Self {
        Self::Interrupted(why)
    }
}

impl RunError {
    /// The out-of-memory error for an argument or result of this type.
    pub fn no_memory(signature: &Signature, name: &str, dtype: DType, extents: &[usize]) -> RunError {
        RunError::OutOfMemory {
            entry: signature.title().to_owned(),
            name: name.to_owned(),
            r#type: type_text(dtype, extents),
            location: signature.place().to_owned(),
        }
    }
}

/// Writes the location before a message.
fn at(f: &mut fmt::Formatter<'_>, location: &str) -> fmt::Result {
    if location.is_empty() { Ok(()) } else { write!(f, "{location}: ") }
}

impl fmt::Display for RunError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(error) => error.fmt(f),
            Self::Array(error) => error.fmt(f),
            Self::Overlap { entry, result, other } => {
                write!(f, "result '{result}' of '{entry}' overlaps the memory of '{other}'")
            }
            Self::OutOfMemory { entry, name, r#type, location } => {
                at(f, location)?;
                write!(f, "no memory for '{name}' of '{entry}', a {type}")
            }
            Self::Interrupted(why) => why.fmt(f),
            Self::Unlimited(why) => f.write_str(why),
            Self::Trap { entry, code, message, location, .. } => {
                // The format of rendered diagnostics: the interpreter reports the same as a diagnostic.
                match location.is_empty() {
                    true => write!(f, "'{entry}': error: ")?,
                    false => write!(f, "{location}: error: ")?,
                }
                write!(f, "{} [{}]", stops::message(*code, message), stops::class(*code).id)
            }
        }
    }
}

impl std::error::Error for RunError {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Call(error) => Some(error),
            Self::Array(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both define the same statuses, each for its side.
    #[test]
    fn statuses_are_those_of_the_binary_boundary() {
        let pairs = [
            (Trap::OutOfBounds, stops::OUT_OF_BOUNDS),
            (Trap::Require, stops::REQUIRE),
            (Trap::OutOfMemory, stops::OUT_OF_MEMORY),
            (Trap::Overflow, stops::OVERFLOW),
            (Trap::Assert, stops::ASSERT),
            (Trap::NotFinite, stops::NOT_FINITE),
        ];
        for (trap, status) in pairs {
            assert_eq!(trap as i32, status);
        }
        for status in -1..20 {
            assert_eq!(Trap::from_code(status as u32).is_some(), stops::reason(status).is_some(), "{status}");
        }
    }
}
