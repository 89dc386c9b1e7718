//! Errors of traced programs, with locations in the user's source.

use std::fmt;
use std::panic;
use tf_ir::context::{Context, Str};
use tf_ir::diag::{Diagnostic, Sources};
use tf_ir::extent::ExtentError;
use tf_ir::location::Location;

/// A location in the user's source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Site {
    /// In Rust: the user's call of this crate.
    Rust(&'static panic::Location<'static>),
    /// In another language: file (a string of the trace's context), line and column, from 1.
    Foreign(Str, u32, u32),
}

impl Site {
    /// The location of the call that leads here.
    #[track_caller]
    pub(crate) fn caller() -> Site {
        Site::Rust(panic::Location::caller())
    }

    /// The location in the IR.
    pub(crate) fn location(self, ctx: &Context) -> Location {
        match self {
            Site::Rust(at) => Location::file(ctx, ctx.str(at.file()), at.line(), at.column()),
            Site::Foreign(file, line, column) => Location::file(ctx, file, line, column),
        }
    }
}

/// Marks a value whose error has been recorded: dependent code is skipped.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

/// The result of a tracing step, unless an error was recorded.
pub(crate) type Traced<T> = Result<T, Reported>;

/// The reason why an extent is invalid; reported where the extent is used.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    what: &'static str,
    /// The invalid divisor.
    number: Option<i64>,
    at: Option<Site>,
}

impl Fault {
    /// A fault that has been reported.
    pub(crate) const REPORTED: Fault = Fault { what: "", number: None, at: None };

    pub(crate) fn extent(error: &ExtentError, at: Site) -> Fault {
        let (what, number) = match error {
            ExtentError::Overflow => ("arithmetic on extents overflows 64 bits", None),
            ExtentError::NonPositiveDivisor(n) => {
                ("the division of an extent needs a positive divisor, not", Some(*n))
            }
            ExtentError::DivisorNotConstant(_) => {
                ("the divisor of an extent must be a constant, not an extent", None)
            }
            ExtentError::TooDeep => ("divisions, minima and maxima of extents nest too deeply", None),
            _ => ("the expression of an extent is too large", None),
        };
        Fault { what, number, at: Some(at) }
    }

    /// The location of the fault; `None` if it has been reported.
    pub(crate) fn site(self) -> Option<Site> {
        self.at
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.what)?;
        self.number.map_or(Ok(()), |n| write!(f, " {n}"))
    }
}

/// One error of a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// File, line and column in the user's source, from 1; `None` if the error has no location.
    pub place: Option<(String, u32, u32)>,
    /// The message: the error, and how to fix it.
    pub message: String,
    /// Further facts, with their locations.
    pub notes: Vec<(Option<(String, u32, u32)>, String)>,
}

/// The reasons why a program could not be traced: all its errors, in order.
///
/// `Display` prints all of them, each as `file:line:col: error: …` with the source line, if the file is
/// readable.
///
/// `Debug` prints the same text: `unwrap()` and a `main` that returns the error show it.
#[derive(Clone, PartialEq, Eq)]
pub struct TraceError {
    problems: Vec<Problem>,
    /// The text of each error.
    texts: Vec<String>,
}

impl TraceError {
    pub(crate) fn new(ctx: &Context, errors: &[Diagnostic]) -> TraceError {
        let place = |loc: Location| {
            let (file, line, col) = loc.anchor(ctx)?;
            Some((ctx.text(file).to_string(), line, col))
        };
        let mut sources = Sources::default();
        let mut problems = Vec::new();
        for error in errors {
            let notes = error.notes.iter().map(|(loc, message)| (place(*loc), message.clone()));
            problems.push(Problem {
                place: place(error.loc),
                message: error.message.clone(),
                notes: notes.collect(),
            });
            for loc in std::iter::once(error.loc).chain(error.notes.iter().map(|(loc, _)| *loc)) {
                add_source(&mut sources, place(loc));
            }
        }
        let texts = errors.iter().map(|e| sources.render(ctx, e)).collect();
        TraceError { problems, texts }
    }

    /// All errors, in program order.
    pub fn problems(&self) -> &[Problem] {
        &self.problems
    }

    /// The error without the problems that have this message.
    pub fn without(mut self, message: &str) -> TraceError {
        let mut kept = self.problems.iter().map(|problem| problem.message != message);
        self.texts.retain(|_| kept.next().unwrap_or(true));
        self.problems.retain(|problem| problem.message != message);
        self
    }
}

/// Adds the text of a source file. Its name is the compiler's, usually relative to the workspace, so the file
/// may not exist.
fn add_source(sources: &mut Sources, place: Option<(String, u32, u32)>) {
    let Some((file, ..)) = place else { return };
    if sources.line(&file, 1).is_none()
        && let Ok(text) = std::fs::read_to_string(&file)
    {
        sources.add(file, text);
    }
}

impl fmt::Display for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.texts.concat().trim_end())
    }
}

impl fmt::Debug for TraceError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl std::error::Error for TraceError {}
