//! Diagnostics: errors, warnings and notes with source locations, and their rendering with line and caret.

use crate::codes::ErrorCode;
use crate::context::Context;
use crate::location::Location;
use std::fmt::Write;
use std::sync::Arc;

/// The severity of a diagnostic.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Severity {
    /// The input is wrong; processing fails.
    Error,
    /// Suspicious, but processing continues.
    Warning,
    /// Additional information.
    Remark,
}

impl Severity {
    /// The word in rendered diagnostics.
    pub fn word(self) -> &'static str {
        match self {
            Severity::Error => "error",
            Severity::Warning => "warning",
            Severity::Remark => "remark",
        }
    }
}

/// A message to the user, at a source location, with notes.
#[derive(Clone, PartialEq, Debug)]
pub struct Diagnostic {
    /// The severity.
    pub severity: Severity,
    /// The location.
    pub loc: Location,
    /// The problem and how to fix it.
    pub message: String,
    /// Further locations and facts.
    pub notes: Vec<(Location, String)>,
    /// The class of the error, which has a page that explains it.
    pub code: Option<&'static ErrorCode>,
}

impl Diagnostic {
    /// An error at `loc`.
    pub fn error(loc: Location, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Error, loc, message: message.into(), notes: Vec::new(), code: None }
    }

    /// A warning at `loc`.
    pub fn warning(loc: Location, message: impl Into<String>) -> Diagnostic {
        Diagnostic { severity: Severity::Warning, ..Diagnostic::error(loc, message) }
    }

    /// The same with this code, replacing any other.
    pub fn code(mut self, code: &'static ErrorCode) -> Diagnostic {
        self.code = Some(code);
        self
    }

    /// The same with this code if it has none: the code that finds an error knows it best, a caller knows
    /// less.
    pub fn or_code(mut self, code: &'static ErrorCode) -> Diagnostic {
        self.code.get_or_insert(code);
        self
    }

    /// The same with a note.
    pub fn note(mut self, loc: Location, message: impl Into<String>) -> Diagnostic {
        self.notes.push((loc, message.into()));
        self
    }
}

/// The source texts that diagnostics may quote.
#[derive(Clone, Default)]
pub struct Sources(Vec<(String, Arc<str>)>);

impl Sources {
    /// Adds a file under the name used in locations.
    pub fn add(&mut self, name: impl Into<String>, text: impl Into<Arc<str>>) {
        self.0.push((name.into(), text.into()));
    }

    /// The text of a file.
    pub fn text(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(n, _)| n == name).map(|(_, text)| &**text)
    }

    /// Line `line` (from 1) of a file.
    pub fn line(&self, name: &str, line: u32) -> Option<&str> {
        self.text(name)?.lines().nth(line.checked_sub(1)? as usize)
    }

    /// Renders a diagnostic as `file:line:col: error: message [code]`, the source line and a caret, then its
    /// notes.
    pub fn render(&self, ctx: &Context, diag: &Diagnostic) -> String {
        let mut out = String::new();
        let code = diag.code.map_or(String::new(), |code| format!(" [{}]", code.id));
        self.entry(ctx, &mut out, diag.loc, diag.severity.word(), &format!("{}{code}", diag.message));
        for (loc, message) in &diag.notes {
            self.entry(ctx, &mut out, *loc, "note", message);
        }
        out
    }

    fn entry(&self, ctx: &Context, out: &mut String, loc: Location, word: &str, message: &str) {
        let Some((file, line, col)) = loc.anchor(ctx) else {
            let _ = writeln!(out, "<unknown>: {word}: {message}");
            return;
        };
        let file = ctx.text(file);
        let _ = writeln!(out, "{file}:{line}:{col}: {word}: {message}");
        let Some(text) = self.line(file, line) else { return };
        let (text, caret) = window(text, col as usize);
        let _ = writeln!(out, "{text}\n{}^", " ".repeat(caret));
    }
}

/// The part of a source line around a column, and the caret's position in it: lines may be megabytes long.
fn window(line: &str, col: usize) -> (String, usize) {
    const WIDTH: usize = 160;
    let column = col.saturating_sub(1);
    let start = if column < WIDTH { 0 } else { column - WIDTH / 2 };
    let clean = |c: char| if c.is_control() { ' ' } else { c };
    let text: String = line.chars().skip(start).take(WIDTH).map(clean).collect();
    let caret = (column - start).min(text.chars().count());
    (text, caret)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::registry::Registry;

    #[test]
    fn renders_line_caret_and_notes() {
        let ctx = Context::new(Registry::new());
        let mut sources = Sources::default();
        sources.add("a.mlir", "one\n  two three\n");
        let file = ctx.str("a.mlir");
        let at = |line, col| Location::file(&ctx, file, line, col);
        let diag = Diagnostic::error(at(2, 7), "bad word").note(at(1, 1), "first line here");
        let text = sources.render(&ctx, &diag);
        assert_eq!(
            text,
            "a.mlir:2:7: error: bad word\n  two three\n      ^\na.mlir:1:1: note: first line here\none\n^\n"
        );
    }

    #[test]
    fn long_lines_are_cut_around_the_caret() {
        let ctx = Context::new(Registry::new());
        let mut sources = Sources::default();
        sources.add("a", "x".repeat(1 << 20));
        let loc = Location::file(&ctx, ctx.str("a"), 1, 9000);
        assert!(sources.render(&ctx, &Diagnostic::error(loc, "m")).len() < 400);
    }
}
