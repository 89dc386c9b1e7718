//! What can go wrong between a program and its results.

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
/// `Debug` shows the text, as `Display` does: that is what `unwrap()` and a `main` that returns it print.
pub enum Error {
    /// The program could not be traced.
    Trace(TraceError),
    /// A text is no program: all that is wrong, with places and source lines.
    Parse(Report),
    /// A program breaks rules of the IR.
    Invalid(Report),
    /// A program to be imported uses ops that are not supported: which, with places.
    Unsupported(Report),
    /// The text of a pipeline is wrong: all that is, with places.
    Pipeline(Report),
    /// A pass failed: its name, and what it says.
    Pass {
        /// The pass.
        pass: String,
        /// What it says, with the places in the program.
        message: Report,
    },
    /// There is no function to call, or not the one that was asked for.
    NoEntry {
        /// The one that was asked for; empty if none was.
        name: String,
        /// Those that there are.
        functions: Vec<String>,
    },
    /// The function's signature cannot be called.
    Signature(SignatureError),
    /// The LLVM library is not there or does not fit.
    Library(LibraryError),
    /// The code generator refused what the pipeline left.
    Build(Report),
    /// A call whose arguments do not fit, or that the program stopped.
    Run(RunError),
    /// The interpreter stopped: what the program did, with the place in it.
    Stopped(Report),
    /// The run was cancelled.
    Cancelled {
        /// Where it was in the source: `file:line:column`; empty where unknown, as in machine code.
        place: String,
    },
    /// The run reached a limit.
    LimitReached {
        /// Which one, and what it was.
        limit: Limit,
        /// Where it was in the source: `file:line:column`; empty where unknown, as in machine code.
        place: String,
    },
    /// The device failed, or is not there.
    Device(DeviceError),
    /// A packed program is not used.
    Packed(PackedError),
    /// A text of measured schedules is damaged, or schedules are not measured for the device: the line, and why.
    Schedules(String),
    /// The text of a calibration is damaged: the line, and why.
    Calibration(String),
    /// Arguments by name that are not those of the function.
    Arguments(String),
    /// Another number of results than the program has.
    Results {
        /// How many the caller takes.
        wanted: usize,
        /// How many there are.
        found: usize,
    },
}

impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// A place as it stands before a message.
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
                write!(f, "the program has {found} results, but the call is written for {wanted}")
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
    /// A function that ought to be there is not.
    pub(crate) fn no_entry(name: &str) -> Error {
        Error::NoEntry { name: name.to_string(), functions: Vec::new() }
    }

    /// What is wrong, one by one, with places and codes where these are known; [`fmt::Display`] has the same as one text.
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
                let message = stops::said(*code, message);
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

    /// The run was ended from outside at this place.
    pub(crate) fn interrupted(why: Interrupt, place: String) -> Error {
        match why {
            Interrupt::Cancelled => Error::Cancelled { place },
            Interrupt::Limit(limit) => Error::LimitReached { limit, place },
        }
    }

    /// A failure to build machine code, with the places in the program.
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

/// Diagnostics, without a line break at the end of their text.
pub(crate) fn render(ctx: &Context, sources: &Sources, errors: &[Diagnostic]) -> Report {
    Report::new(ctx, sources, errors)
}

/// What the system says, without its number.
pub(crate) fn plain(error: &std::io::Error) -> String {
    match error.kind() {
        std::io::ErrorKind::UnexpectedEof => "the file ends too early".to_string(),
        _ => {
            let text = error.to_string();
            text.split(" (os error").next().unwrap_or_default().to_string()
        }
    }
}
