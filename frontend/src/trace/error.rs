//! What can be wrong with a traced program, with the places in the user's source.

use std::fmt;
use std::panic;
use tf_ir::context::{Context, Str};
use tf_ir::diag::{Diagnostic, Sources};
use tf_ir::extent::ExtentError;
use tf_ir::location::Location;

/// A place in the user's source.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Site {
    /// In Rust: where the user calls this crate.
    Rust(&'static panic::Location<'static>),
    /// In another language: file (a string of the trace's context), line and column, from 1.
    Foreign(Str, u32, u32),
}

impl Site {
    /// The place of the call that leads here.
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

/// An error that has been recorded: whatever depends on the value is left out.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Reported;

/// A traced thing, unless an error was recorded.
pub(crate) type Traced<T> = Result<T, Reported>;

/// Why an extent could not be made; reported where the extent is used.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fault {
    what: &'static str,
    /// The divisor that was no divisor.
    number: Option<i64>,
    at: Option<Site>,
}

impl Fault {
    /// A fault that has been reported.
    pub(crate) const REPORTED: Fault = Fault { what: "", number: None, at: None };

    pub(crate) fn extent(error: &ExtentError, at: Site) -> Fault {
        let (what, number) = match error {
            ExtentError::Overflow => ("arithmetic on extents leaves the range of 64 bits", None),
            ExtentError::NonPositiveDivisor(n) => {
                ("the division of an extent needs a positive divisor, not", Some(*n))
            }
            ExtentError::DivisorNotConstant(_) => {
                ("the divisor of an extent is a constant, not an extent", None)
            }
            ExtentError::TooDeep => ("divisions, minima and maxima of extents nest too deeply", None),
            _ => ("the term of an extent gets too large", None),
        };
        Fault { what, number, at: Some(at) }
    }

    /// Where it happened; nothing if it has been reported.
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

/// One thing that is wrong with a program.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// File, line and column in the user's source, from 1; nothing if it has no place.
    pub place: Option<(String, u32, u32)>,
    /// What is wrong, and what to do.
    pub message: String,
    /// Further facts, with their places.
    pub notes: Vec<(Option<(String, u32, u32)>, String)>,
}

/// Why a program could not be traced: everything that is wrong with it, in order.
///
/// `Display` gives all of it, each error as `file:line:col: error: …` with the line of the source, where that
/// can be read.
///
/// `Debug` shows the same: that is what `unwrap()` and a `main` that returns it print.
#[derive(Clone, PartialEq, Eq)]
pub struct TraceError {
    problems: Vec<Problem>,
    /// Each of them as it is shown.
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

    /// Everything that is wrong, in the order of the program.
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

/// The text of a source file. Its name is the compiler's, usually relative to the workspace: it may not be there.
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
