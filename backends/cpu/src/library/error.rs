//! What can go wrong with the LLVM library.

use std::fmt;
use std::path::PathBuf;
use tf_abi::library::{self as abi, FailureKind};

/// Why the library could not be opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LibraryError {
    /// It is at none of these places.
    Missing {
        /// Where it was looked for.
        tried: Vec<PathBuf>,
    },
    /// The system cannot open it.
    Open {
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// It is a dynamic library, but another one.
    NoEntry {
        /// The file.
        path: PathBuf,
    },
    /// Its table of functions has another version.
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

/// What helps in a project that depends on Tensorforge, in its own workspace, and with a library that lies elsewhere.
const REMEDY: &str = "to have Cargo build it beside your program, add the package tensorforge-llvm to its dependencies, from \
                      where tensorforge comes from (in Tensorforge's own workspace: `cargo build -p tensorforge-llvm`, in the \
                      profile of this program); or put one where all your programs find it: `./x install --cache` in \
                      Tensorforge's folder; or say where a library from the same sources is: \
                      `Session::builder().llvm_library(path)`";

impl LibraryError {
    /// What is wrong, without what to do about it in a program in Rust.
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

    /// Whether another library helps.
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

/// How serious a [`Diagnostic`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Severity {
    /// Makes the compilation fail.
    Error,
    /// Worth a look.
    Warning,
    /// Says what was done.
    Remark,
    /// Belongs to the diagnostic before it.
    Note,
}

/// One message about a unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Diagnostic {
    /// How serious it is.
    pub severity: Severity,
    /// File name; empty where unknown.
    pub file: String,
    /// Line from 1; 0 where unknown.
    pub line: u32,
    /// Column from 1; 0 where unknown.
    pub column: u32,
    /// What happened.
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

/// Why a unit could not be compiled, linked or looked up in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CompileError {
    /// Which step failed.
    pub kind: FailureKind,
    /// One line.
    pub message: String,
    /// Details, in the order they came up.
    pub diagnostics: Vec<Diagnostic>,
}

impl CompileError {
    /// Code lacks something, or cannot be used.
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
