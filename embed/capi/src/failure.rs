//! Failures of functions: a kind, a text, and each finding with its source location.

use crate::text::{c_string, pointer};
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tensorforge::{Error, Finding, RunError};

/// What kind of failure it is.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FailureKind {
    /// An argument of a library function is wrong: NULL, a value out of range, a text that is not UTF-8.
    Argument = 1,
    /// A text does not parse as a program.
    Text = 2,
    /// A program breaks rules of the IR.
    Program = 3,
    /// A program to be imported uses an unsupported feature.
    Unsupported = 4,
    /// The text of a pipeline is wrong.
    Pipeline = 5,
    /// A pass failed.
    Pass = 6,
    /// The LLVM library is missing or incompatible.
    Library = 7,
    /// Machine code cannot be generated.
    Build = 8,
    /// Arrays do not fit the function of the program that is called.
    Call = 9,
    /// The program stopped itself: an index outside a tensor, an assertion.
    Stopped = 10,
    /// Out of memory.
    Memory = 11,
    /// The call was cancelled.
    Cancelled = 12,
    /// The call reached a limit.
    Limit = 13,
    /// A defect of this library.
    Defect = 14,
    /// The call was cancelled.
    Device = 15,
}

/// The reason for which a function failed. Free it with tf_failure_free; its texts live as long.
pub struct Failure {
    kind: FailureKind,
    message: CString,
    findings: Vec<(CString, CString, CString, [u32; 2])>,
}

/// Advice for a missing LLVM library.
const REMEDY: &str = "put libtensorforge_llvm.so of the same build next to libtensorforge_capi.so (`./x \
                      install --prefix=DIR` in Tensorforge's folder installs both), or set the member \
                      llvm_library of tf_session_options to its path; the device \"interp\" does not need it";

impl Failure {
    /// A failure without a source location.
    pub(crate) fn new(kind: FailureKind, message: impl Into<String>) -> Failure {
        let message = message.into();
        Failure::found(kind, &message, vec![(String::new(), None, message.clone())])
    }

    fn found(
        kind: FailureKind,
        message: &str,
        findings: Vec<(String, Option<tensorforge::Place>, String)>,
    ) -> Failure {
        let finding = |(code, place, text): (String, Option<tensorforge::Place>, String)| {
            let (file, at) = place.map_or((String::new(), [0, 0]), |p| (p.file, [p.line, p.column]));
            (c_string(&code), c_string(&file), c_string(&text), at)
        };
        Failure { kind, message: c_string(message), findings: findings.into_iter().map(finding).collect() }
    }

    /// The diagnostics of a compiler error.
    pub(crate) fn listed(kind: FailureKind, error: &Error) -> Failure {
        // Advice for Rust programs does not apply here.
        let said = match error {
            Error::Library(library) if library.wants_another() => {
                Some(format!("{}; {REMEDY}", library.what()))
            }
            _ => None,
        };
        let finding = |f: Finding| {
            let message = said.clone().unwrap_or(f.message);
            (f.code.unwrap_or("").to_string(), f.place, message)
        };
        let findings = error.findings().into_iter().map(finding).collect();
        Failure::found(kind, &said.clone().unwrap_or_else(|| error.to_string()), findings)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        let kind = match &error {
            Error::Parse(_) => FailureKind::Text,
            Error::Trace(_) | Error::Invalid(_) | Error::NoEntry { .. } | Error::Signature(_) => {
                FailureKind::Program
            }
            Error::Unsupported(_) => FailureKind::Unsupported,
            Error::Pipeline(_) => FailureKind::Pipeline,
            Error::Pass { .. } => FailureKind::Pass,
            Error::Library(_) => FailureKind::Library,
            Error::Device(_) => FailureKind::Device,
            Error::Build(_) | Error::Packed(_) | Error::Schedules(_) | Error::Calibration(_) => {
                FailureKind::Build
            }
            Error::Run(RunError::Trap { .. }) | Error::Stopped(_) => FailureKind::Stopped,
            Error::Run(RunError::OutOfMemory { .. }) => FailureKind::Memory,
            Error::Run(_) | Error::Arguments(_) | Error::Results { .. } => FailureKind::Call,
            Error::Cancelled { .. } => FailureKind::Cancelled,
            Error::LimitReached { .. } => FailureKind::Limit,
        };
        Failure::listed(kind, &error)
    }
}

/// An invalid call of a function of this library.
impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::new(FailureKind::Argument, message)
    }
}

impl From<&str> for Failure {
    fn from(message: &str) -> Failure {
        Failure::new(FailureKind::Argument, message)
    }
}

/// Runs `action`; a failure, or a panic, is written to `failure` and `failed` returned.
///
/// # Safety
/// `failure` is null or writable.
pub(crate) unsafe fn run<T>(
    failure: *mut *mut Failure,
    failed: T,
    action: impl FnOnce() -> Result<T, Failure>,
) -> T {
    let defect = "this is a defect of the library; please report it with the call";
    let outcome = catch_unwind(AssertUnwindSafe(action))
        .unwrap_or_else(|_| Err(Failure::new(FailureKind::Defect, defect)));
    let (value, found) = match outcome {
        Ok(value) => (value, None),
        Err(found) => (failed, Some(found)),
    };
    if !failure.is_null() {
        let raw = found.map_or(std::ptr::null_mut(), |found| Box::into_raw(Box::new(found)));
        // SAFETY: promised by the caller.
        unsafe { failure.write(raw) };
    }
    value
}

/// Frees a failure; NULL is allowed.
///
/// # Safety
/// `failure` is null or came from this library, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_failure_free(failure: *mut Failure) {
    if !failure.is_null() {
        // SAFETY: promised by the caller.
        drop(unsafe { Box::from_raw(failure) });
    }
}

/// The kind of a failure.
///
/// # Safety
/// `failure` is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_failure_get_kind(failure: *const Failure) -> FailureKind {
    // SAFETY: promised by the caller.
    unsafe { failure.as_ref() }.map_or(FailureKind::Argument, |f| f.kind)
}

/// All findings as one text for people: with source locations, the lines of the program, and codes.
///
/// # Safety
/// `failure` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_failure_message(failure: *const Failure) -> *const c_char {
    // SAFETY: promised by the caller.
    unsafe { failure.as_ref() }.map_or(std::ptr::null(), |f| f.message.as_ptr())
}

/// The number of findings: each has a code, a source location and a text.
///
/// # Safety
/// `failure` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_failure_count(failure: *const Failure) -> usize {
    // SAFETY: promised by the caller.
    unsafe { failure.as_ref() }.map_or(0, |f| f.findings.len())
}

/// The code of a finding, "E0105", which has a page in docs/reference/errors; NULL if it has none.
///
/// # Safety
/// `failure` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_failure_code(failure: *const Failure, finding: usize) -> *const c_char {
    // SAFETY: promised by the caller.
    let found = unsafe { failure.as_ref() }.and_then(|f| f.findings.get(finding));
    pointer(found.map(|(code, ..)| code).filter(|code| !code.is_empty()))
}

/// The name of the program's source that a finding is about; NULL if it is about none.
///
/// # Safety
/// `failure` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_failure_file(failure: *const Failure, finding: usize) -> *const c_char {
    // SAFETY: promised by the caller.
    let found = unsafe { failure.as_ref() }.and_then(|f| f.findings.get(finding));
    pointer(found.filter(|f| f.3[0] > 0).map(|(_, file, ..)| file))
}

/// The line that a finding is about, from 1; 0 if it is about none.
///
/// # Safety
/// `failure` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_failure_line(failure: *const Failure, finding: usize) -> u32 {
    // SAFETY: promised by the caller.
    unsafe { failure.as_ref() }.and_then(|f| f.findings.get(finding)).map_or(0, |f| f.3[0])
}

/// The column that a finding is about, in characters from 1; 0 if it is about none.
///
/// # Safety
/// `failure` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_failure_column(failure: *const Failure, finding: usize) -> u32 {
    // SAFETY: promised by the caller.
    unsafe { failure.as_ref() }.and_then(|f| f.findings.get(finding)).map_or(0, |f| f.3[1])
}

/// The text of a finding, without code and source location; NULL if the finding does not exist.
///
/// # Safety
/// `failure` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_failure_text(failure: *const Failure, finding: usize) -> *const c_char {
    // SAFETY: promised by the caller.
    let found = unsafe { failure.as_ref() }.and_then(|f| f.findings.get(finding));
    pointer(found.map(|(_, _, text, _)| text))
}
