//! Generated checks of whole outputs, in the spirit of LLVM's `update_test_checks.py`.
//!
//! A test that has `COMPLETE: FULL` gets a check for each line of IR that is read with `--check-prefix=FULL
//! --match-full-lines`, after the function that the output's function comes from. Values are captured, so that only their
//! identity is checked. Checks with other prefixes remain as they are: they state the required properties.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use crate::directives;
use crate::ir;
use crate::record::{self, Checks, Reader};
use crate::suite::Suite;

/// Writes the complete checks of a test again; whether the file changed.
pub(crate) fn update(suite: &Suite, scratch: &Path, test: &Path) -> Result<bool, String> {
    let path = suite.root().join(test);
    let failed = |e| format!("{}: {e}", path.display());
    let source = fs::read_to_string(&path).map_err(failed)?;
    let script = directives::parse(&source).map_err(|message| format!("{}: {message}", path.display()))?;
    if script.complete.is_empty() {
        return Ok(false);
    }
    let readers = record::readers(suite, scratch, test, Checks::MayFail)?;
    let updated = with_checks(&source, &script.complete, &readers)
        .map_err(|message| format!("{}: {message}", path.display()))?;
    if updated == source {
        return Ok(false);
    }
    fs::write(&path, updated).map_err(failed)?;
    Ok(true)
}

/// The source of a test with the checks of some prefixes replaced by complete ones.
fn with_checks(source: &str, prefixes: &[String], readers: &[Reader]) -> Result<String, String> {
    let lines: Vec<&str> = source.lines().filter(|line| !is_generated(line, prefixes)).collect();
    let functions = functions(&lines);
    // FileCheck would read a variable `V3:` as a check with the prefix `V3`.
    let reserved: BTreeSet<String> = readers.iter().flat_map(Reader::prefixes).map(str::to_string).collect();
    // The checks to insert before a line.
    let mut inserted: BTreeMap<usize, String> = BTreeMap::new();
    for prefix in prefixes {
        let reads = |reader: &&Reader| reader.prefixes().any(|name| name == prefix);
        let reader = readers.iter().find(reads).ok_or_else(|| {
            format!("no `RUN:` line reads the complete checks `{prefix}` (--check-prefix={prefix})")
        })?;
        if !reader.arguments.iter().any(|argument| argument.ends_with("-match-full-lines")) {
            return Err(format!("complete checks need --match-full-lines with --check-prefix={prefix}"));
        }
        for (at, checks) in checks(prefix, reader, &functions, &reserved) {
            *inserted.entry(at.min(lines.len())).or_default() += &checks;
        }
    }
    let mut text = String::with_capacity(source.len());
    for at in 0..=lines.len() {
        text += inserted.get(&at).map_or("", String::as_str);
        if let Some(line) = lines.get(at) {
            text += line;
            text.push('\n');
        }
    }
    Ok(text)
}

/// Whether a line is a check with one of the prefixes.
fn is_generated(line: &str, prefixes: &[String]) -> bool {
    let Some(text) = line.strip_prefix("// ") else { return false };
    prefixes.iter().filter_map(|prefix| text.strip_prefix(prefix.as_str())).any(|rest| {
        ["", "-NEXT", "-EMPTY"]
            .iter()
            .any(|kind| rest.strip_prefix(kind).is_some_and(|rest| rest.starts_with(':')))
    })
}

/// The functions of a source, in order: their symbols, and the index after their last lines.
fn functions<'s>(lines: &[&'s str]) -> Vec<(&'s str, usize)> {
    let mut found = Vec::new();
    // Checks within a function have braces, too.
    let code = |line: &&str| if line.trim_start().starts_with("//") { 0 } else { ir::depth(line) };
    for (at, line) in lines.iter().enumerate() {
        let Some(name) = ir::function(line) else { continue };
        let mut depth = 0;
        let is_last = |line: &&str| {
            depth += code(line);
            depth <= 0
        };
        let length = lines[at..].iter().position(is_last).unwrap_or(lines.len() - at - 1);
        found.push((name, at + length + 1));
    }
    found
}

/// The checks of a text, by the index of the line of the source before which they are inserted.
fn checks(
    prefix: &str,
    reader: &Reader,
    functions: &[(&str, usize)],
    reserved: &BTreeSet<String>,
) -> BTreeMap<usize, String> {
    let mut found: BTreeMap<usize, String> = BTreeMap::new();
    let mut names = Names::new(reserved);
    // The functions before this index have been passed: checks keep the order of the output.
    let mut next = 0;
    let mut at = functions.first().map_or(usize::MAX, |(_, end)| *end);
    let mut is_next = false;
    // Lines before a function, as the header of its module, and the depth of regions in the current function.
    let (mut pending, mut depth) = (String::new(), 0);
    for (line, is_ir) in reader.text.lines().zip(&reader.is_ir) {
        if !is_ir {
            is_next = false;
            continue;
        }
        let is_outside = depth <= 0 && !line.trim().starts_with('}');
        if let Some(name) = ir::function(line).filter(|_| is_outside) {
            names = Names::new(reserved);
            depth = ir::depth(line);
            if let Some(offset) = functions[next..].iter().position(|(other, _)| *other == name) {
                at = functions[next + offset].1;
                next += offset + 1;
            }
        } else if is_outside {
            pending += &check(prefix, is_next, &names.pattern(line));
            is_next = true;
            continue;
        } else {
            depth += ir::depth(line);
        }
        let text = found.entry(at).or_default();
        *text += &std::mem::take(&mut pending);
        *text += &check(prefix, is_next, &names.pattern(line));
        is_next = true;
    }
    *found.entry(at).or_default() += &pending;
    found
}

/// The check of a line, which may have to follow the previous one.
fn check(prefix: &str, is_next: bool, pattern: &str) -> String {
    let kind = match (is_next, pattern.trim().is_empty()) {
        (true, true) => "-EMPTY",
        (true, false) => "-NEXT",
        (false, _) => "",
    };
    format!("{}\n", format!("// {prefix}{kind}: {pattern}").trim_end())
}

/// The variables of FileCheck that hold a function's values.
struct Names {
    variables: BTreeMap<String, String>,
    taken: BTreeSet<String>,
}

impl Names {
    /// Variables with other names than `reserved`.
    fn new(reserved: &BTreeSet<String>) -> Self {
        Names { variables: BTreeMap::new(), taken: reserved.clone() }
    }

    /// The pattern of a line: a value is captured where it first occurs.
    fn pattern(&mut self, line: &str) -> String {
        let mut text = String::new();
        let mut at = 0;
        while let Some(c) = line[at..].chars().next() {
            if let Some(value) = ir::value(&line[at..]) {
                let _ = write!(text, "%[[{}]]", self.variable(&value[1..]));
                at += value.len();
            } else if line[at..].starts_with("[[") || line[at..].starts_with("{{") {
                // FileCheck would read these as its own.
                let rest = line[at..].trim_start_matches(c);
                let count = line.len() - at - rest.len();
                let _ = write!(text, "{{{{{}}}}}", format!("\\{c}").repeat(count));
                at += count;
            } else {
                text.push(c);
                at += c.len_utf8();
            }
        }
        text
    }

    /// The variable of a value, with its pattern where it is captured.
    fn variable(&mut self, value: &str) -> String {
        if let Some(variable) = self.variables.get(value) {
            return variable.clone();
        }
        let part = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_uppercase() } else { '_' };
        let mut name: String = value.chars().map(part).collect();
        if name.starts_with(|c: char| c.is_ascii_digit()) {
            name.insert(0, 'V');
        }
        while !self.taken.insert(name.clone()) {
            name.push('_');
        }
        let captured = format!("{name}:.*");
        self.variables.insert(value.to_string(), name);
        captured
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "// COMPLETE: FULL\n// CHECK: a\n// FULL: old\n// FULL-NEXT: old\nfunc.func @f(%x: f32) {\n  \
                          return\n}\n\n// FULLY: kept\nfunc.func private @g()\n";

    fn updated(output: &str) -> String {
        let arguments = ["--check-prefix=FULL", "--match-full-lines"].map(str::to_string).to_vec();
        let reader = Reader::new(arguments, output.to_string());
        with_checks(SOURCE, &["FULL".to_string()], &[reader]).unwrap()
    }

    #[test]
    fn checks_follow_their_functions_and_replace_old_ones() {
        let output = "func.func @f(%x: f32) {\n  %0:2 = a.b %x, %c : f32\n  c.d %0#1, {e = [[1], [2]]}\n\n}\nfunc.func private @g()\n";
        let text = updated(output);
        let wanted = "// COMPLETE: FULL\n// CHECK: a\nfunc.func @f(%x: f32) {\n  return\n}\n\
                      // FULL: func.func @f(%[[X:.*]]: f32) {\n// FULL-NEXT:   %[[V0:.*]]:2 = a.b %[[X]], %[[C:.*]] : f32\n\
                      // FULL-NEXT:   c.d %[[V0]]#1, {e = {{\\[\\[}}1], [2]]}\n// FULL-EMPTY:\n// FULL-NEXT: }\n\n\
                      // FULLY: kept\nfunc.func private @g()\n// FULL-NEXT: func.func private @g()\n";
        assert_eq!(text, wanted);
    }

    #[test]
    fn the_header_of_a_module_is_checked_with_its_first_function() {
        let module = |name| format!("module {{\n  func.func private @{name}()\n}}\n");
        let text = updated(&[module("f"), "// -----\n".to_string(), module("g")].concat());
        let f = "// FULL: module {\n// FULL-NEXT:   func.func private @f()\n// FULL-NEXT: }\n\n";
        assert!(text.contains(&format!("  return\n}}\n{f}")), "{text}");
        assert!(
            text.ends_with(&format!("func.func private @g()\n{}", f.trim_end().replace("@f", "@g") + "\n")),
            "{text}"
        );
    }

    #[test]
    fn overlapping_prefixes_are_distinguished() {
        let prefixes = ["FULL".to_string(), "FULL_LATE".to_string()];
        for line in ["// FULL: a", "// FULL-NEXT: a", "// FULL_LATE-EMPTY:", "// FULL_LATE: a"] {
            assert!(is_generated(line, &prefixes), "{line}");
        }
        for line in ["// FULLY: a", "// FULL_LATER: a", "// CHECK: FULL: a", "FULL: a"] {
            assert!(!is_generated(line, &prefixes), "{line}");
        }
    }

    #[test]
    fn braces_of_checks_do_not_count() {
        let lines = ["func.func @f() {", "  // CHECK: loop.for {", "  return", "}", "func.func private @g()"];
        assert_eq!(functions(&lines), [("f", 4), ("g", 5)]);
        let text = updated("module {\n  \"a.b\"() : () -> ()\n}\n");
        let checks = "// FULL: module {\n// FULL-NEXT:   \"a.b\"() : () -> ()\n// FULL-NEXT: }\n";
        assert!(text.contains(checks), "{text}");
    }

    #[test]
    fn checks_keep_the_order_of_the_output() {
        let text = updated("func.func private @g()\nfunc.func private @f()\nnote\nfunc.func private @h()\n");
        let tail = "func.func private @g()\n// FULL: func.func private @g()\n// FULL-NEXT: func.func private @f()\n\
                    // FULL: func.func private @h()\n";
        assert!(text.ends_with(tail), "{text}");
    }

    #[test]
    fn a_prefix_that_nothing_reads_is_an_error() {
        let error = with_checks(SOURCE, &["FULL".to_string()], &[]).unwrap_err();
        assert!(error.contains("no `RUN:` line reads"), "{error}");
        let reader = Reader::new(vec!["--check-prefix=FULL".into()], String::new());
        let error = with_checks(SOURCE, &["FULL".to_string()], &[reader]).unwrap_err();
        assert!(error.contains("need --match-full-lines"), "{error}");
    }

    #[test]
    fn variables_differ() {
        let mut names = Names::new(&BTreeSet::from(["V3".to_string()]));
        assert_eq!(names.pattern("%a, %A, %a, %3"), "%[[A:.*]], %[[A_:.*]], %[[A]], %[[V3_:.*]]");
    }
}
