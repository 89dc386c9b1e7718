//! Errors between a program and its results.

use crate::packed::PackedError;
use crate::report::{Finding, Place, Report};
use std::fmt;
use tf_cpu::exec::RunError;
use tf_cpu::library::LibraryError;
use tf_cpu::unit::BuildError;
use tf_device::DeviceError;
use tf_dialects::array::ArrayError;
use tf_dialects::limits::{Interrupt, Limit};
use tf_dialects::signature::{CallError, SignatureError};
use tf_dialects::stops;
use tf_frontend::TraceError;
use tf_ir::codes;
use tf_ir::context::Context;
use tf_ir::diag::{Diagnostic, Sources};

/// Why a program was not compiled, or a call gave no result.
///
/// `Debug` shows the same text as `Display`, because `unwrap()` and a `main` that returns it print `Debug`.
pub enum Error {
    /// The program could not be traced.
    Trace(TraceError),
    /// A text is not a program: all findings, with locations and source lines.
    Parse(Report),
    /// A program violates rules of the IR.
    Invalid(Report),
    /// An imported program uses unsupported ops: which, with locations.
    Unsupported(Report),
    /// The text of a pipeline is wrong: all findings, with locations.
    Pipeline(Report),
    /// A pass failed: its name and message.
    Pass {
        /// The pass.
        pass: String,
        /// Its message, with locations in the program.
        message: Report,
    },
    /// The program has no function to call, or not the requested one.
    NoEntry {
        /// The requested function; empty if none was requested.
        name: String,
        /// The existing functions.
        functions: Vec<String>,
    },
    /// The function's signature is not callable.
    Signature(SignatureError),
    /// The LLVM library is missing or incompatible.
    Library(LibraryError),
    /// The code generator rejected the output of the pipeline.
    Build(Report),
    /// The arguments of a call do not fit, or the program stopped it.
    Run(RunError),
    /// The interpreter stopped: the cause, with the location in the program.
    Stopped(Report),
    /// The run was cancelled.
    Cancelled {
        /// The source location: `file:line:column`; empty if unknown, as in machine code.
        place: String,
    },
    /// The run reached a limit.
    LimitReached {
        /// The limit and its value.
        limit: Limit,
        /// The source location: `file:line:column`; empty if unknown, as in machine code.
        place: String,
    },
    /// The device failed, or does not exist.
    Device(DeviceError),
    /// A packed program is rejected.
    Packed(PackedError),
    /// A text of measured schedules is damaged, or the device does not support measured schedules: the line,
    /// and the cause.
    Schedules(String),
    /// The text of a calibration is damaged: the line, and the cause.
    Calibration(String),
    /// Named arguments do not match those of the function.
    Arguments(String),
    /// The result count differs from that of the program.
    Results {
        /// The count that the caller expects.
        wanted: usize,
        /// The count that the program has.
        found: usize,
    },
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A location as the prefix of a message.
fn before(place: &str) -> String {
    if place.is_empty() { String::new() } else { format!("{place}: ") }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::Trace(error) => error.fmt(f),
            Error::Parse(text)
            | Error::Invalid(text)
            | Error::Unsupported(text)
            | Error::Pipeline(text)
            | Error::Build(text) => f.write_str(text),
            Error::Pass { pass, message } => write!(f, "pass '{pass}' failed\n{message}"),
            Error::NoEntry { name, .. } if name.is_empty() => f.write_str("the program has no function"),
            Error::NoEntry { name, functions } if functions.is_empty() => {
                write!(f, "the program has no function '{name}'")
            }
            Error::NoEntry { name, functions } => {
                write!(f, "the program has no function '{name}'; it has {}", functions.join(", "))
            }
            Error::Signature(error) => error.fmt(f),
            Error::Library(error) => error.fmt(f),
            Error::Run(error) => error.fmt(f),
            Error::Device(error) => error.fmt(f),
            Error::Packed(error) => error.fmt(f),
            Error::Stopped(text) => f.write_str(text),
            Error::Cancelled { place } => write!(f, "{}{}", before(place), Interrupt::Cancelled),
            Error::LimitReached { limit, place } => {
                write!(f, "{}{}", before(place), Interrupt::Limit(*limit))
            }
            Error::Arguments(text) | Error::Schedules(text) | Error::Calibration(text) => f.write_str(text),
            Error::Results { wanted, found } => {
                write!(f, "the program has {found} results, but the call expects {wanted}")
            }
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Error::Trace(error) => Some(error),
            Error::Signature(error) => Some(error),
            Error::Library(error) => Some(error),
            Error::Run(error) => Some(error),
            Error::Device(error) => Some(error),
            Error::Packed(error) => Some(error),
            _ => None,
        }
    }
}

macro_rules! from {
    ($($variant:ident($source:ty),)*) => {
        $(impl From<$source> for Error {
            fn from(error: $source) -> Error {
                Error::$variant(error)
            }
        })*
    };
}
from! { Trace(TraceError), Signature(SignatureError), Library(LibraryError), Device(DeviceError), Packed(PackedError), }

impl From<RunError> for Error {
    fn from(error: RunError) -> Error {
        match error {
            RunError::Interrupted(why) => Error::interrupted(why, String::new()),
            error => Error::Run(error),
        }
    }
}

impl From<CallError> for Error {
    fn from(error: CallError) -> Error {
        Error::Run(error.into())
    }
}

impl From<ArrayError> for Error {
    fn from(error: ArrayError) -> Error {
        Error::Run(error.into())
    }
}

impl Error {
    /// The error of a missing function.
    pub(crate) fn no_entry(name: &str) -> Error {
        Error::NoEntry { name: name.to_string(), functions: Vec::new() }
    }

    /// The findings, one by one, with locations and codes if known; [`fmt::Display`] shows the same as one
    /// text.
    pub fn findings(&self) -> Vec<Finding> {
        let at = |place: Option<Place>, message: String| vec![Finding { place, ..Finding::new(message) }];
        match self {
            Error::Trace(error) => {
                let place = |place: &Option<(String, u32, u32)>| {
                    place.clone().map(|(file, line, column)| Place { file, line, column })
                };
                let finding = |problem: &tf_frontend::Problem| Finding {
                    code: Some(codes::TRACE.id),
                    place: place(&problem.place),
                    message: problem.message.clone(),
                    notes: problem.notes.iter().map(|(at, note)| (place(at), note.clone())).collect(),
                };
                error.problems().iter().map(finding).collect()
            }
            Error::Parse(report)
            | Error::Invalid(report)
            | Error::Unsupported(report)
            | Error::Pipeline(report)
            | Error::Build(report)
            | Error::Stopped(report)
            | Error::Pass { message: report, .. } => report.findings().to_vec(),
            Error::Run(RunError::Trap { code, message, location, .. }) => {
                let message = stops::message(*code, message);
                let place = Place::parse(location);
                vec![Finding { code: Some(stops::class(*code).id), place, ..Finding::new(message) }]
            }
            Error::Cancelled { place } => at(Place::parse(place), Interrupt::Cancelled.to_string()),
            Error::LimitReached { limit, place } => {
                at(Place::parse(place), Interrupt::Limit(*limit).to_string())
            }
            other => at(None, other.to_string()),
        }
    }

    /// The error of a run that a limit or a cancellation ended at this location.
    pub(crate) fn interrupted(why: Interrupt, place: String) -> Error {
        match why {
            Interrupt::Cancelled => Error::Cancelled { place },
            Interrupt::Limit(limit) => Error::LimitReached { limit, place },
        }
    }

    /// A failure to build machine code, with locations in the program.
    pub(crate) fn build(ctx: &Context, error: BuildError) -> Error {
        match error {
            BuildError::Emit(diagnostic) => Error::Build(render(ctx, &Sources::default(), &[*diagnostic])),
            BuildError::Signature(error) => Error::Signature(error),
            BuildError::Compile(error) => Error::Build(error.to_string().into()),
            BuildError::Name(error) => Error::Build(format!("function {error}").into()),
            BuildError::Level(_) => Error::Build(error.to_string().into()),
        }
    }
}

/// Renders diagnostics, without a final line break.
pub(crate) fn render(ctx: &Context, sources: &Sources, errors: &[Diagnostic]) -> Report {
    Report::new(ctx, sources, errors)
}

/// The system's message, without the error code.
pub(crate) fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => "the file is truncated".to_string(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_string()
        }
    }
}
