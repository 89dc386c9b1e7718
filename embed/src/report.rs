//! Reports of errors in a program: as text, and as single findings for tools that display them.

use std::fmt;
use std::ops::Deref;
use tf_ir::context::Context;
use tf_ir::diag::{Diagnostic, Severity, Sources};
use tf_ir::location::Location;

/// A location in a source.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The name of the source.
    pub file: String,
    /// Line, from 1.
    pub line: u32,
    /// Column in characters, from 1.
    pub column: u32,
}

impl Place {
    /// Parses `file:line:column`; `None` for other texts.
    pub(crate) fn parse(text: &str) -> Option<Place> {
        let (rest, column) = text.rsplit_once(':')?;
        let (file, line) = rest.rsplit_once(':')?;
        Some(Place { file: file.to_string(), line: line.parse().ok()?, column: column.parse().ok()? })
    }

    fn of(ctx: &Context, loc: Location) -> Option<Place> {
        let (file, line, column) = loc.anchor(ctx)?;
        Some(Place { file: ctx.text(file).to_string(), line, column })
    }
}

/// One finding.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    /// The code of the error, such as `E0105`, which has a page in `docs/reference/errors`.
    pub code: Option<&'static str>,
    /// The location in the program; `None` if it has none, or it is unknown.
    pub place: Option<Place>,
    /// The problem and the remedy.
    pub message: String,
    /// Further locations and facts.
    pub notes: Vec<(Option<Place>, String)>,
}

impl Finding {
    /// A finding without a location.
    pub(crate) fn new(message: impl Into<String>) -> Finding {
        Finding { code: None, place: None, message: message.into(), notes: Vec::new() }
    }
}

/// All findings about a program. It derefs to its text, which has locations, source lines and codes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    text: String,
    findings: Vec<Finding>,
}

impl Report {
    /// Diagnostics with their source lines, without a final line break.
    pub(crate) fn new(ctx: &Context, sources: &Sources, diagnostics: &[Diagnostic]) -> Report {
        let text: String = diagnostics.iter().map(|diagnostic| sources.render(ctx, diagnostic)).collect();
        let errors = diagnostics.iter().filter(|diagnostic| diagnostic.severity == Severity::Error);
        let findings = errors.map(|error| Finding {
            code: error.code.map(|code| code.id),
            place: Place::of(ctx, error.loc),
            message: error.message.clone(),
            notes: error.notes.iter().map(|(loc, message)| (Place::of(ctx, *loc), message.clone())).collect(),
        });
        Report { text: text.trim_end().to_string(), findings: findings.collect() }
    }

    /// The same findings with another text.
    pub(crate) fn worded(self, text: impl FnOnce(String) -> String) -> Report {
        Report { text: text(self.text), findings: self.findings }
    }

    /// Each finding, in order.
    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }

    /// The text.
    pub fn into_text(self) -> String {
        self.text
    }
}

impl From<String> for Report {
    fn from(text: String) -> Report {
        Report { findings: vec![Finding::new(text.clone())], text }
    }
}

impl Deref for Report {
    type Target = str;

    fn deref(&self) -> &str {
        &self.text
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}
