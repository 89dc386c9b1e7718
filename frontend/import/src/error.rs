//! Why a program was not imported.

use std::fmt::{self, Display};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// What stands against the import of a program.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The program is sound, but uses what is not supported.
    Unsupported,
    /// The program breaks the rules of its own dialect.
    Invalid,
}

/// An op that was not imported: why, and where it is.
#[derive(Clone, PartialEq, Debug)]
pub struct ImportError {
    /// Whose fault it is.
    pub refusal: Refusal,
    /// The op's full name, `stablehlo.fft`.
    pub op: String,
    /// The message, with the place in the source.
    pub diagnostic: Diagnostic,
}

impl From<Diagnostic> for ImportError {
    fn from(diagnostic: Diagnostic) -> ImportError {
        let diagnostic = diagnostic.or_code(&codes::IMPORT);
        ImportError { refusal: Refusal::Invalid, op: String::new(), diagnostic }
    }
}

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for ImportError {}

/// Result of a step of an import.
pub(crate) type Done<T = ()> = Result<T, ImportError>;

/// The error that an op breaks the rules of its dialect.
#[cold]
pub(crate) fn invalid(op: OpRef<'_>, what: impl Display) -> ImportError {
    let diagnostic = op.error(what).code(&codes::IMPORT);
    ImportError { refusal: Refusal::Invalid, op: op.name().to_string(), diagnostic }
}

/// The error that an op is not imported because it `what`.
#[cold]
pub(crate) fn unsupported(op: OpRef<'_>, what: impl Display) -> ImportError {
    let error = invalid(op, format_args!("is not supported: it {what}"));
    ImportError { refusal: Refusal::Unsupported, ..error }
}
