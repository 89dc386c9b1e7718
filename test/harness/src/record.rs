//! Records what FileCheck reads in a test.

use std::fs;
use std::path::Path;

use crate::ir;
use crate::substitute::shell_word;
use crate::{Outcome, Suite};

/// One run of FileCheck.
#[derive(Debug, Clone)]
pub(crate) struct Reader {
    /// The arguments, without the file that is read.
    pub arguments: Vec<String>,
    /// The text that is read.
    pub text: String,
    /// Whether a line of the text belongs to IR.
    pub is_ir: Vec<bool>,
}

impl Reader {
    pub fn new(arguments: Vec<String>, text: String) -> Self {
        let is_ir = ir::is_ir(&text);
        Reader { arguments, text, is_ir }
    }

    /// The prefixes of the checks, without the default one.
    pub fn prefixes(&self) -> impl Iterator<Item = &str> {
        let names = self.arguments.iter().enumerate().filter_map(|(at, argument)| {
            let (option, value) = match argument.split_once('=') {
                Some((option, value)) => (option, Some(value)),
                None => (argument.as_str(), self.arguments.get(at + 1).map(String::as_str)),
            };
            ["check-prefix", "check-prefixes"].contains(&option.trim_start_matches('-')).then_some(value)?
        });
        names.flat_map(|names| names.split(','))
    }

    /// The lines of IR of the text.
    pub fn ir(&self) -> Vec<String> {
        let lines = self.text.lines().zip(&self.is_ir).filter(|(_, is_ir)| **is_ir);
        lines.map(|(line, _)| line.to_string()).collect()
    }

    /// The text with each line of IR replaced by that of `ir` with its index.
    pub fn with(&self, ir: &[Option<String>]) -> String {
        let mut text = String::with_capacity(self.text.len() + 64);
        let mut next = ir.iter();
        for (line, is_ir) in self.text.lines().zip(&self.is_ir) {
            let line = if *is_ir { next.next().and_then(Option::as_deref) } else { Some(line) };
            if let Some(line) = line {
                text += line;
                text.push('\n');
            }
        }
        text
    }
}

/// The meaning of a failing check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Checks {
    /// It fails the test.
    MustPass,
    /// Nothing: the checks are out of date.
    MayFail,
}

/// A script in place of FileCheck: it keeps arguments, text and status in a folder `N` below `folder`.
fn recorder(filecheck: &Path, folder: &Path, checks: Checks) -> String {
    let status = if checks == Checks::MustPass { "$status" } else { "0" };
    let (filecheck, folder) = (shell_word(filecheck), shell_word(folder));
    format!(
        r#"#!/bin/bash
number=0
until mkdir {folder}/$number 2>/dev/null; do number=$((number + 1)); done
at={folder}/$number
printf '%s\0' "$@" > "$at/arguments"
input=
previous=
for argument in "$@"; do
  case "$argument" in -input-file=* | --input-file=*) input=${{argument#*=}} ;; esac
  case "$previous" in -input-file | --input-file) input=$argument ;; esac
  previous=$argument
done
if [ -z "$input" ]; then
  input=$at/text
  cat > "$input"
else
  cp "$input" "$at/text"
fi
status=0
{filecheck} "$@" < "$input" || status=$?
[ "$status" -ne 0 ] || touch "$at/passed"
exit {status}
"#
    )
}

/// The arguments of FileCheck without `--input-file`.
fn arguments(recorded: &str) -> Vec<String> {
    let mut words = recorded.split_terminator('\0');
    let mut found = Vec::new();
    while let Some(word) = words.next() {
        let name = word.trim_start_matches('-');
        if word.starts_with('-') && name == "input-file" {
            words.next();
        } else if !(word.starts_with('-') && name.starts_with("input-file=")) {
            found.push(word.to_string());
        }
    }
    found
}

/// Runs a test and returns its runs of FileCheck that succeed, in order. A run that fails,
/// as that of `not FileCheck`, is left out, unless failures are ignored.
pub(crate) fn readers(
    suite: &Suite,
    folder: &Path,
    test: &Path,
    checks: Checks,
) -> Result<Vec<Reader>, String> {
    let filecheck = suite.find_tool("FileCheck").ok_or("FileCheck is missing")?;
    let _ = fs::remove_dir_all(folder);
    fs::create_dir_all(folder).map_err(|e| format!("cannot make {}: {e}", folder.display()))?;
    let own = suite.clone().scratch(folder.join("run"));
    let script = recorder(&filecheck, folder, checks);
    if let Outcome::Fail(report) = own.replaced_tool("FileCheck", script).run_file(test) {
        return Err(report);
    }
    let mut found = Vec::new();
    for number in 0.. {
        let at = folder.join(number.to_string());
        let Ok(recorded) = fs::read(at.join("arguments")) else { break };
        if checks == Checks::MustPass && !at.join("passed").is_file() {
            continue;
        }
        let text = fs::read(at.join("text")).map_err(|e| format!("cannot read {}: {e}", at.display()))?;
        let text = String::from_utf8_lossy(&text).into_owned();
        found.push(Reader::new(arguments(&String::from_utf8_lossy(&recorded)), text));
    }
    let _ = fs::remove_dir_all(folder);
    Ok(found)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_input_is_no_argument() {
        for input in ["--input-file=t", "-input-file=t", "--input-file\0t"] {
            let recorded = format!("a.mlir\0{input}\0--check-prefix=X\0");
            assert_eq!(arguments(&recorded), ["a.mlir", "--check-prefix=X"]);
        }
    }

    #[test]
    fn lines_are_replaced_dropped_and_kept() {
        let reader = Reader::new(Vec::new(), "note\nmodule {\n  x.y\n}\nnote\n".to_string());
        assert_eq!(reader.ir(), ["module {", "  x.y", "}"]);
        let with = |line: Option<&str>| {
            reader.with(&[Some("module {".into()), line.map(str::to_string), Some("}".into())])
        };
        assert_eq!(with(Some("  x.z")), "note\nmodule {\n  x.z\n}\nnote\n");
        assert_eq!(with(None), "note\nmodule {\n}\nnote\n");
    }
}
