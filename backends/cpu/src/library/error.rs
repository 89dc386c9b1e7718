//! Errors of the LLVM library.

use std::fmt;
use std::path::PathBuf;
use tf_abi::library::{self as abi, FailureKind};

/// The reason that the library could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryError {
    /// None of the searched paths has it.
    Missing {
        /// The searched paths.
        tried: Vec<PathBuf>,
    },
    /// The system cannot open it.
    Open {
        /// The file.
        path: PathBuf,
        /// The error of the system.
        reason: String,
    },
    /// A dynamic library, but a different one.
    NoEntry {
        /// The file.
        path: PathBuf,
    },
    /// Its function table has another version.
    Version {
        /// The file.
        path: PathBuf,
        /// This program's version.
        expected: u32,
        /// The library's.
        found: u32,
    },
    /// It was built from other sources.
    Interface {
        /// The file.
        path: PathBuf,
        /// This program's id.
        expected: String,
        /// The library's.
        found: String,
    },
}

/// The remedies: in a project that depends on Tensorforge, in its workspace, and with a library at another
/// path.
const REMEDY: &str = "to have Cargo build it next to your program, add the package tensorforge-llvm to its \
    dependencies, from the same source as tensorforge (in Tensorforge's own workspace: `cargo build -p \
    tensorforge-llvm`, in the profile of this program); or install one for all your programs: `./x install \
    --cache` in Tensorforge's folder; or give the path of a library from the same sources: \
    `Session::builder().llvm_library(path)`";

impl LibraryError {
    /// The error, without the remedies for a Rust program.
    pub fn what(&self) -> String {
        match self {
            Self::Missing { tried } => {
                let places: Vec<String> = tried.iter().map(|path| path.display().to_string()).collect();
                format!("the LLVM library is missing; looked for {}", places.join(", "))
            }
            Self::Open { path, reason } => {
                format!("the LLVM library {} cannot be opened: {reason}", path.display())
            }
            Self::NoEntry { path } => format!("{} is not the LLVM library of this program", path.display()),
            Self::Version { path, expected, found } => format!(
                "the LLVM library {} has interface version {found}, this program version {expected}",
                path.display()
            ),
            Self::Interface { path, expected, found } => format!(
                "the LLVM library {} is from other sources ({found}) than this program ({expected})",
                path.display()
            ),
        }
    }

    /// True if another library helps.
    pub fn wants_another(&self) -> bool {
        !matches!(self, Self::Open { .. })
    }
}

impl fmt::Display for LibraryError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.what())?;
        match self.wants_another() {
            true => write!(f, "; {REMEDY}"),
            false => Ok(()),
        }
    }
}

impl std::error::Error for LibraryError {}

/// The severity of a [`Diagnostic`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Makes the compilation fail.
    Error,
    /// A possible problem.
    Warning,
    /// Reports an action.
    Remark,
    /// Belongs to the diagnostic before it.
    Note,
}

/// One message about a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// File name; empty if unknown.
    pub file: String,
    /// Line from 1; 0 if unknown.
    pub line: u32,
    /// Column from 1; 0 if unknown.
    pub column: u32,
    /// The text of the message.
    pub message: String,
}

impl fmt::Display for Diagnostic {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let severity = match self.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
            Severity::Note => "note",
        };
        if self.file.is_empty() && self.line == 0 {
            return write!(f, "{severity}: {}", self.message);
        }
        write!(f, "{}:{}:{}: {severity}: {}", self.file, self.line, self.column, self.message)
    }
}

/// The reason that a unit could not be compiled, linked or searched for a symbol.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// The step that failed.
    pub kind: FailureKind,
    /// One line.
    pub message: String,
    /// Details, in order of occurrence.
    pub diagnostics: Vec<Diagnostic>,
}

impl CompileError {
    /// Code that lacks a symbol, or cannot be used.
    pub(crate) fn missing(message: String) -> CompileError {
        CompileError { kind: FailureKind::Symbol, message, diagnostics: Vec::new() }
    }

    /// Copies a failure of the C interface.
    ///
    /// # Safety
    /// The failure is live, with its strings and its array.
    pub(super) unsafe fn from_raw(raw: &abi::Failure) -> Self {
        // SAFETY: promised by the caller.
        let text = |bytes: abi::Bytes| unsafe { String::from_utf8_lossy(bytes.as_slice()).into_owned() };
        let diagnostics: &[abi::Diagnostic] = if raw.diagnostic_count == 0 {
            &[]
        } else {
            // SAFETY: promised by the caller.
            unsafe { std::slice::from_raw_parts(raw.diagnostics, raw.diagnostic_count) }
        };
        let diagnostic = |d: &abi::Diagnostic| Diagnostic {
            severity: match d.severity {
                0 => Severity::Error,
                1 => Severity::Warning,
                2 => Severity::Remark,
                _ => Severity::Note,
            },
            file: text(d.file),
            line: d.line,
            column: d.column,
            message: text(d.message),
        };
        Self {
            kind: FailureKind::from_code(raw.kind),
            message: text(raw.message),
            diagnostics: diagnostics.iter().map(diagnostic).collect(),
        }
    }
}

impl fmt::Display for CompileError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)?;
        self.diagnostics.iter().try_for_each(|d| write!(f, "\n  {d}"))
    }
}

impl std::error::Error for CompileError {}
