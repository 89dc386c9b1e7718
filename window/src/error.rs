//! Errors of pictures, files and windows.

use std::fmt;
use std::path::Path;

/// The error of a picture, a file or a window; its text has the remedy.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Error(String);

impl Error {
    /// An error with this text.
    pub fn new(text: impl Into<String>) -> Error {
        Error(text.into())
    }

    /// An error of a file.
    pub(crate) fn file(what: &str, path: &Path, cause: impl fmt::Display) -> Error {
        Error(format!("cannot {what} {}: {cause}", path.display()))
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Error {}

impl From<tensorforge::ArrayError> for Error {
    fn from(error: tensorforge::ArrayError) -> Error {
        Error(error.to_string())
    }
}
