//! Reads the directives out of a test file.

/// One command of a test: the text of a `RUN:` directive with its continuations joined.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Run {
    /// 1-based line of the first `RUN:` of the command.
    pub line: usize,
    /// The command before substitution.
    pub command: String,
}

/// The directives of a test file.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Script {
    /// The commands, in order; never empty, but where there is a golden.
    pub runs: Vec<Run>,
    /// The command whose output is stored in a file next to the test.
    pub golden: Option<Run>,
    /// The prefixes of the checks that are generated.
    pub complete: Vec<String>,
    /// The texts of the `REQUIRES:` directives.
    pub requires: Vec<String>,
    /// The texts of the `UNSUPPORTED:` directives.
    pub unsupported: Vec<String>,
    /// The reason given by `XFAIL:`.
    pub xfail: Option<String>,
}

/// What follows `keyword` when it is the first word of the comment on this line.
fn directive<'a>(line: &'a str, keyword: &str) -> Option<&'a str> {
    let text = line.trim_start_matches(|c: char| c.is_whitespace() || "/#;*-<!".contains(c));
    let text = text.strip_prefix(keyword)?.strip_prefix(':')?;
    Some(text.trim().trim_end_matches("*/").trim_end_matches("-->").trim_end())
}

/// Whether this line is a check of FileCheck with one of its usual prefixes.
fn is_check(line: &str) -> bool {
    let text = line.trim_start_matches(|c: char| c.is_whitespace() || "/#;*-<!".contains(c));
    let Some(rest) = text.strip_prefix("CHECK") else { return false };
    let end = rest.find(|c: char| !(c.is_ascii_alphanumeric() || "-_{}".contains(c))).unwrap_or(rest.len());
    rest[end..].starts_with(':')
}

/// The program names of a command: its words, cut at white space and at what separates commands in a shell.
pub(crate) fn words(command: &str) -> impl Iterator<Item = &str> {
    command.split(|c: char| c.is_whitespace() || "|;&()".contains(c)).filter(|w| !w.is_empty())
}

/// Reads the directives of a test file; the error is a message for the author of the file.
pub(crate) fn parse(source: &str) -> Result<Script, String> {
    let mut script = Script::default();
    let mut open: Option<Run> = None;
    for (index, line) in source.lines().enumerate() {
        let number = index + 1;
        if let Some(text) = directive(line, "RUN") {
            let mut run = open.take().unwrap_or(Run { line: number, command: String::new() });
            if let Some(part) = text.strip_suffix('\\') {
                run.command.push_str(part.trim_end());
                run.command.push(' ');
                open = Some(run);
                continue;
            }
            run.command.push_str(text);
            script.runs.push(checked(run, "RUN")?);
        } else if let Some(text) = directive(line, "GOLDEN") {
            let run = checked(Run { line: number, command: text.to_string() }, "GOLDEN")?;
            if script.golden.replace(run).is_some() {
                return Err(format!(
                    "line {number}: a second `GOLDEN:` line; one output is kept beside a test"
                ));
            }
        } else if let Some(text) = directive(line, "COMPLETE") {
            let prefixes = named(text, "COMPLETE", "prefixes of checks", number)?;
            script.complete.extend(prefixes.split([',', ' ']).filter(|p| !p.is_empty()).map(str::to_string));
        } else if let Some(text) = directive(line, "REQUIRES") {
            script.requires.push(named(text, "REQUIRES", "a feature", number)?);
        } else if let Some(text) = directive(line, "UNSUPPORTED") {
            script.unsupported.push(named(text, "UNSUPPORTED", "a feature", number)?);
        } else if let Some(text) = directive(line, "XFAIL") {
            let reason = named(text, "XFAIL", "the reason why the test fails", number)?;
            if reason == "*" {
                return Err(format!("line {number}: `XFAIL:` needs the reason why the test fails, not `*`"));
            }
            script.xfail = Some(reason);
        }
    }
    if let Some(run) = open {
        return Err(format!("line {}: the command ends in `\\` but no `RUN:` line continues it", run.line));
    }
    if script.runs.is_empty() && script.golden.is_none() {
        return Err("no `RUN:` line: the file tests nothing".into());
    }
    let reads_checks = script.runs.iter().any(|r| words(&r.command).any(|w| w.ends_with("FileCheck")));
    match source.lines().position(is_check) {
        Some(at) if !reads_checks => {
            Err(format!("line {}: a check that no `RUN:` line reads: none calls FileCheck", at + 1))
        }
        _ => Ok(script),
    }
}

fn named(text: &str, keyword: &str, what: &str, line: usize) -> Result<String, String> {
    if text.is_empty() {
        return Err(format!("line {line}: `{keyword}:` needs {what}"));
    }
    Ok(text.to_string())
}

fn checked(run: Run, keyword: &str) -> Result<Run, String> {
    if run.command.trim().is_empty() {
        return Err(format!("line {}: empty `{keyword}:` line", run.line));
    }
    if run.command.trim_start().starts_with("! ") {
        return Err(format!(
            "line {}: `!` also accepts a crash as failure; write `not command` (from LLVM's tools)",
            run.line
        ));
    }
    Ok(run)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_continuations_and_keeps_the_first_line() {
        let script = parse("// RUN: a %s \\\n// RUN:   | b\nfunc.func @f()\n# RUN: c\n").unwrap();
        let expected = [Run { line: 1, command: "a %s | b".into() }, Run { line: 4, command: "c".into() }];
        assert_eq!(script.runs, expected);
    }

    #[test]
    fn reads_every_directive() {
        let script =
            parse("// REQUIRES: gpu, big\n// UNSUPPORTED: mac\n; XFAIL: no masks yet\n// COMPLETE: A, B\n// RUN: a\n").unwrap();
        assert_eq!(script.requires, ["gpu, big"]);
        assert_eq!(script.unsupported, ["mac"]);
        assert_eq!(script.complete, ["A", "B"]);
        assert_eq!(script.xfail.as_deref(), Some("no masks yet"));
    }

    #[test]
    fn a_keyword_inside_a_line_is_no_directive() {
        let error = parse("// see RUN: a\n\"RUN: b\"()\n").unwrap_err();
        assert!(error.contains("no `RUN:` line"), "{error}");
    }

    #[test]
    fn refuses_vacuous_tests() {
        for (source, part) in [
            ("module {}\n", "no `RUN:` line"),
            ("// RUN: a \\\nmodule {}\n", "line 1: the command ends in `\\`"),
            ("// RUN:\n", "empty `RUN:`"),
            ("// GOLDEN:\n", "empty `GOLDEN:`"),
            ("// GOLDEN: a\n// GOLDEN: b\n", "line 2: a second `GOLDEN:`"),
            ("// RUN: ! a\n", "write `not command`"),
            ("// RUN: a\n// COMPLETE:\n", "line 2: `COMPLETE:` needs prefixes of checks"),
            ("// RUN: a\n// XFAIL:\n", "line 2: `XFAIL:` needs the reason"),
            ("// RUN: a\n// XFAIL: *\n", "not `*`"),
            ("// RUN: a\n// REQUIRES:\n", "needs a feature"),
            ("// RUN: tfopt %s\n// CHECK-NEXT: x\n", "line 2: a check that no `RUN:` line reads"),
            ("// RUN: tfopt %s\n// CHECK-COUNT-2: x\n", "no `RUN:` line reads"),
        ] {
            let error = parse(source).expect_err(source);
            assert!(error.contains(part), "{source:?}: {error}");
        }
    }

    #[test]
    fn checks_are_read_by_filecheck_in_a_pipe() {
        assert!(parse("// RUN: tfopt %s|FileCheck %s\n// CHECK: x\n").is_ok());
        assert!(parse("// RUN: tfopt %s\n// CHECKED by hand: nothing\n").is_ok());
    }
}
