//! Reports to the user: diagnostics and texts, on stderr.

use super::expect::Expectations;
use super::input::Input;
use super::problem::json_string;
use std::io::Write;
use tf_ir::codes::{self, ErrorCode};
use tf_ir::context::Context;
use tf_ir::diag::{Diagnostic, Severity, Sources};
use tf_ir::location::Location;

/// Writes diagnostics and records whether there were errors.
pub(super) struct Reporter<'a> {
    ctx: &'a Context,
    json: bool,
    /// The input, until it is needed for the first time.
    input: Option<Input>,
    sources: Sources,
    pub(super) expectations: Option<Expectations>,
    /// Errors that determine the exit code.
    pub(super) errors: usize,
}

impl<'a> Reporter<'a> {
    pub(super) fn new(ctx: &'a Context, input: Input, json: bool) -> Reporter<'a> {
        let input = Some(input);
        Reporter { ctx, json, input, sources: Sources::default(), expectations: None, errors: 0 }
    }

    /// Registers another text, so that diagnostics can quote it.
    pub(super) fn source(&mut self, name: &str, text: &str) {
        self.sources.add(name, text);
    }

    /// Shows a diagnostic, or checks that it was expected.
    pub(super) fn diagnostic(&mut self, diag: &Diagnostic) {
        if let Some(expectations) = &mut self.expectations {
            return expectations.take(self.ctx, diag);
        }
        self.show(diag);
    }

    /// Shows a diagnostic whether expected or not.
    pub(super) fn show(&mut self, diag: &Diagnostic) {
        self.errors += usize::from(diag.severity == Severity::Error);
        if let Some((name, text)) = self.input.take().and_then(Input::quotable) {
            self.sources.add(name, String::from_utf8_lossy(&text));
        }
        let text = if self.json { json(self.ctx, diag) } else { self.sources.render(self.ctx, diag) };
        self.text(&text);
    }

    /// The text of the input, if it is still available.
    pub(super) fn source_text(&mut self, name: &str) -> String {
        if let Some((name, text)) = self.input.take().and_then(Input::quotable) {
            self.sources.add(name, String::from_utf8_lossy(&text));
        }
        self.sources.text(name).unwrap_or_default().to_string()
    }

    /// Releases the input's text if it can be read again.
    pub(super) fn release_input(&mut self) {
        if let Some(input) = &mut self.input {
            input.release();
        }
    }

    /// Ends the checks of expected diagnostics.
    pub(super) fn finish_expectations(&mut self) {
        let Some(expectations) = self.expectations.take() else { return };
        for (loc, message) in expectations.finish(self.ctx) {
            self.show(&Diagnostic::error(loc, message).code(&codes::EXPECTATION));
        }
    }

    /// Shows an error without a location in a text: the tool's own.
    pub(super) fn error(&mut self, code: &'static ErrorCode, message: impl Into<String>) {
        let diag = Diagnostic::error(Location::UNKNOWN, message).code(code);
        if self.json {
            return self.show(&diag);
        }
        self.errors += 1;
        self.text(&format!("tfopt: error: {} [{}]\n", diag.message, code.id));
    }

    /// Writes text to stderr. A closed stderr is ignored.
    pub(super) fn text(&self, text: &str) {
        let _ = std::io::stderr().lock().write_all(text.as_bytes());
    }
}

/// A diagnostic as one line of JSON.
pub(super) fn json(ctx: &Context, diag: &Diagnostic) -> String {
    let place = |loc: Location| match loc.anchor(ctx) {
        Some((file, line, col)) => {
            let file = json_string(ctx.text(file));
            format!("\"file\":{file},\"line\":{line},\"column\":{col}")
        }
        None => "\"file\":null,\"line\":null,\"column\":null".to_string(),
    };
    let note = |(loc, message): &(Location, String)| {
        format!("{{{},\"message\":{}}}", place(*loc), json_string(message))
    };
    let notes: Vec<String> = diag.notes.iter().map(note).collect();
    let code = diag.code.map_or("null".to_string(), |code| json_string(code.id));
    format!(
        "{{\"severity\":\"{}\",\"code\":{code},{},\"message\":{},\"notes\":[{}]}}\n",
        diag.severity.word(),
        place(diag.loc),
        json_string(&diag.message),
        notes.join(",")
    )
}
