//! Why a program was not imported.

use std::fmt;
use tf_ir::diag::Diagnostic;

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

impl fmt::Display for ImportError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.diagnostic.message)
    }
}

impl std::error::Error for ImportError {}
