//! Errors of imports.

use std::fmt::{self, Display};
use tf_ir::codes;
use tf_ir::diag::Diagnostic;
use tf_ir::opref::OpRef;

/// The kind of an import error.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The program is valid, but uses an unsupported feature.
    Unsupported,
    /// The program violates the rules of its dialect.
    Invalid,
}

/// An op that was not imported: the reason and the location.
#[derive(Clone, PartialEq, Debug)]
pub struct ImportError {
    /// Whether the op is invalid or only unsupported.
    pub refusal: Refusal,
    /// The op's full name, `stablehlo.fft`.
    pub op: String,
    /// The message, with the source location.
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

/// The result of an import step.
pub(crate) type Done<T = ()> = Result<T, ImportError>;

/// The error for an op that violates the rules of its dialect.
#[cold]
pub(crate) fn invalid(op: OpRef<'_>, what: impl Display) -> ImportError {
    let diagnostic = op.error(what).code(&codes::IMPORT);
    ImportError { refusal: Refusal::Invalid, op: op.name().to_string(), diagnostic }
}

/// The error for an op that is not imported because it `what`.
#[cold]
pub(crate) fn unsupported(op: OpRef<'_>, what: impl Display) -> ImportError {
    let error = invalid(op, format_args!("is not supported: it {what}"));
    ImportError { refusal: Refusal::Unsupported, ..error }
}
