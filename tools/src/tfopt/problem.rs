//! Errors that do not concern the input.

use tf_ir::codes::{self, ErrorCode};

/// A failure to start a run or to write its output: not a diagnostic, because it does not concern the input.
#[derive(Debug)]
pub(super) struct Problem {
    pub(super) code: &'static ErrorCode,
    pub(super) message: String,
}

impl Problem {
    /// A file cannot be read or written.
    pub(super) fn file(message: String) -> Problem {
        Problem { code: &codes::FILES, message }
    }

    /// The command line uses a planned feature.
    pub(super) fn not_built(message: String) -> Problem {
        Problem { code: &codes::NOT_BUILT, message }
    }

    /// The error as a line.
    pub(super) fn line(&self, as_json: bool) -> String {
        match as_json {
            false => format!("tfopt: error: {} [{}]\n", self.message, self.code.id),
            true => format!(
                "{{\"severity\":\"error\",\"code\":\"{}\",\"file\":null,\"line\":null,\"column\":null,\
                 \"message\":{},\"notes\":[]}}\n",
                self.code.id,
                json_string(&self.message)
            ),
        }
    }
}

impl From<String> for Problem {
    fn from(message: String) -> Problem {
        Problem { code: &codes::USAGE, message }
    }
}

/// A JSON string.
pub(super) fn json_string(text: &str) -> String {
    let mut out = String::from("\"");
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            c if (c as u32) < 0x20 => out.push_str(&format!("\\u{:04x}", c as u32)),
            c => out.push(c),
        }
    }
    out + "\""
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_strings_are_escaped() {
        assert_eq!(json_string("a\"b\\c\nd\u{1}é"), "\"a\\\"b\\\\c\\nd\\u0001é\"");
    }
}
