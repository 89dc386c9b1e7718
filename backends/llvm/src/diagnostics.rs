//! Captures MLIR's and LLVM's diagnostics as values.

use crate::failure::{Message, Severity};
use melior::Context;
use melior::diagnostic::{Diagnostic, DiagnosticSeverity};
use melior::ir::{Identifier, Location};
use std::cell::RefCell;
use std::rc::Rc;

/// Runs `action` and returns what MLIR reported meanwhile, in order, each message followed by its notes.
pub fn capture<T>(context: &Context, action: impl FnOnce() -> T) -> (T, Vec<Message>) {
    let messages = Rc::new(RefCell::new(Vec::new()));
    let sink = Rc::clone(&messages);
    let handler = context.attach_diagnostic_handler(move |diagnostic| {
        push(&diagnostic, &mut sink.borrow_mut());
        true
    });
    let result = action();
    context.detach_diagnostic_handler(handler);
    (result, messages.take())
}

fn push(diagnostic: &Diagnostic<'_>, out: &mut Vec<Message>) {
    let severity = match diagnostic.severity() {
        DiagnosticSeverity::Error => Severity::Error,
        DiagnosticSeverity::Warning => Severity::Warning,
        DiagnosticSeverity::Remark => Severity::Remark,
        DiagnosticSeverity::Note => Severity::Note,
    };
    let place = Position::of(diagnostic.location());
    out.push(Message {
        severity,
        file: place.file,
        line: place.line,
        column: place.column,
        text: diagnostic.to_string(),
    });
    for index in 0..diagnostic.note_count() {
        if let Ok(note) = diagnostic.note(index) {
            push(&note, out);
        }
    }
}

/// A position in a source file; lines and columns from 1, 0 where unknown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Position {
    /// File name; empty where unknown.
    pub file: String,
    /// Line.
    pub line: u32,
    /// Column.
    pub column: u32,
}

impl Position {
    /// The first source position inside a location: the callee's for a call, the first one found for a
    /// fusion. A location without a position gives its name, if it has one, as the file.
    pub fn of(location: Location<'_>) -> Self {
        find(location, 0).unwrap_or_default()
    }
}

/// Locations nest with each level of inlining; deeper positions are not worth the stack.
const DEPTH: usize = 64;

fn find(location: Location<'_>, depth: usize) -> Option<Position> {
    if depth == DEPTH {
        return None;
    }
    if location.is_file_line_col_range() {
        return Some(Position {
            file: text(location.file_line_col_range_filename()),
            line: u32::try_from(location.file_line_col_range_start_line()).unwrap_or(0),
            column: u32::try_from(location.file_line_col_range_start_column()).unwrap_or(0),
        });
    }
    if location.is_name() {
        let named = || Position { file: text(location.name_value()), ..Position::default() };
        return Some(find(location.name_child_location(), depth + 1).unwrap_or_else(named));
    }
    if location.is_call_site() {
        return find(location.call_site_callee(), depth + 1)
            .or_else(|| find(location.call_site_caller(), depth + 1));
    }
    if location.is_fused() {
        return (0..location.fused_num_locations()).find_map(|i| find(location.fused_location(i), depth + 1));
    }
    None
}

fn text(identifier: Identifier<'_>) -> String {
    identifier.as_string_ref().as_str().unwrap_or("").to_owned()
}
