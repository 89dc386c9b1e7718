//! Errors of this library as Rust values, and their conversion to the C interface.

use std::fmt;
use tf_abi::library::{self as abi, Bytes, FailureKind};

/// How serious a [`Message`] is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Severity {
    /// Makes the compilation fail.
    Error = 0,
    /// Worth a look.
    Warning = 1,
    /// Reports a decision of the compiler.
    Remark = 2,
    /// Belongs to the message before it.
    Note = 3,
}

/// One message with its source location.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Message {
    /// How serious it is.
    pub severity: Severity,
    /// File name; empty where unknown.
    pub file: String,
    /// Line from 1; 0 where unknown.
    pub line: u32,
    /// Column from 1; 0 where unknown.
    pub column: u32,
    /// What happened.
    pub text: String,
}

/// Why a call of this library failed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// Which step failed.
    pub kind: FailureKind,
    /// One line.
    pub message: String,
    /// Details in the order they were reported.
    pub details: Vec<Message>,
}

impl Failure {
    /// A failure without details.
    pub fn new(kind: FailureKind, message: impl Into<String>) -> Self {
        Self { kind, message: message.into(), details: Vec::new() }
    }

    /// Adds details.
    pub fn with(mut self, details: Vec<Message>) -> Self {
        self.details = details;
        self
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)?;
        for detail in &self.details {
            write!(f, "\n{}:{}:{}: {}", detail.file, detail.line, detail.column, detail.text)?;
        }
        Ok(())
    }
}

impl std::error::Error for Failure {}

/// A failure together with its C view, which borrows from it; the view comes first so that a pointer to one
/// is a pointer to the other.
#[repr(C)]
struct Boxed {
    view: abi::Failure,
    diagnostics: Vec<abi::Diagnostic>,
    owner: Failure,
}

/// Turns a failure into its C form; [`free`] takes it back.
pub fn into_raw(owner: Failure) -> *mut abi::Failure {
    let diagnostics = owner.details.iter().map(view_of).collect::<Vec<_>>();
    let view = abi::Failure {
        kind: owner.kind as u32,
        message: Bytes::text(&owner.message),
        diagnostics: diagnostics.as_ptr(),
        diagnostic_count: diagnostics.len(),
    };
    // Moving the vectors and strings into the box does not move their heap memory, which the view points to.
    Box::into_raw(Box::new(Boxed { view, diagnostics, owner })).cast()
}

fn view_of(message: &Message) -> abi::Diagnostic {
    abi::Diagnostic {
        severity: message.severity as u32,
        line: message.line,
        column: message.column,
        file: Bytes::text(&message.file),
        message: Bytes::text(&message.text),
    }
}

/// Frees what [`into_raw`] made.
///
/// # Safety
/// `failure` is null or came from [`into_raw`] and is not used afterwards.
pub unsafe fn free(failure: *mut abi::Failure) {
    if failure.is_null() {
        return;
    }
    // SAFETY: `into_raw` made it from a `Box<Boxed>`, whose first field is the view.
    let boxed = unsafe { Box::from_raw(failure.cast::<Boxed>()) };
    debug_assert_eq!(boxed.diagnostics.len(), boxed.owner.details.len());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_c_view_shows_the_failure() {
        let message = Message {
            severity: Severity::Note,
            file: "a.mlir".into(),
            line: 3,
            column: 7,
            text: "here".into(),
        };
        let raw = into_raw(Failure::new(FailureKind::Unit, "does not parse").with(vec![message]));
        // SAFETY: `raw` is live until `free`, and its pointers are valid as long.
        unsafe {
            assert_eq!((*raw).kind, FailureKind::Unit as u32);
            assert_eq!((*raw).message.as_slice(), b"does not parse");
            assert_eq!((*raw).diagnostic_count, 1);
            let diagnostic = *(*raw).diagnostics;
            assert_eq!((diagnostic.severity, diagnostic.line, diagnostic.column), (3, 3, 7));
            assert_eq!(diagnostic.file.as_slice(), b"a.mlir");
            assert_eq!(diagnostic.message.as_slice(), b"here");
            free(raw);
            free(std::ptr::null_mut());
        }
    }
}
