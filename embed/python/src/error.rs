//! Python's exceptions for the errors of the compiler.

use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;

create_exception!(tensorforge, Error, PyException, "Base class of Tensorforge's errors.");
create_exception!(
    tensorforge,
    TraceError,
    Error,
    "A traced function is invalid; the message names the line of its source."
);
create_exception!(tensorforge, CompileError, Error, "A program cannot be parsed or compiled.");
create_exception!(
    tensorforge,
    CallError,
    Error,
    "The arguments of a call do not fit, or a check in the program failed."
);
create_exception!(tensorforge, LibraryError, Error, "The LLVM library is missing or does not match.");
create_exception!(tensorforge, LimitError, Error, "A call that was cancelled or reached a limit.");

/// The exception for an error of the compiler, with its message.
pub(crate) fn raised(error: tensorforge::Error) -> PyErr {
    use tensorforge::Error::*;
    let text = error.to_string();
    match error {
        Trace(_) => TraceError::new_err(text),
        Library(_) => LibraryError::new_err(text),
        Run(_) | Stopped(_) | Arguments(_) | Results { .. } | Device(_) => CallError::new_err(text),
        Cancelled { .. } | LimitReached { .. } => LimitError::new_err(text),
        Parse(_)
        | Invalid(_)
        | Unsupported(_)
        | Pipeline(_)
        | Pass { .. }
        | NoEntry { .. }
        | Signature(_)
        | Build(_)
        | Packed(_)
        | Schedules(_)
        | Calibration(_) => CompileError::new_err(text),
    }
}
