//! `--verify-diagnostics`: diagnostics against the `expected-error {{…}}` comments of the input.

use super::options::Expect;
use tf_ir::context::Context;
use tf_ir::diag::Diagnostic;
use tf_ir::location::Location;

/// One `expected-…` of the input.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Expected {
    /// `error`, `warning`, `remark`, `note`.
    kind: &'static str,
    /// The line it refers to; `None` for an unknown location.
    line: Option<u32>,
    /// Part of the message.
    text: String,
    /// Its own location: line and column.
    at: (u32, u32),
    met: bool,
}

/// The expectations of one input.
pub(super) struct Expectations {
    list: Vec<Expected>,
    mode: Expect,
    /// Violated expectations: location, kind, message.
    pub(super) problems: Vec<(Location, String)>,
    file: String,
}

const KINDS: [&str; 4] = ["error", "warning", "remark", "note"];

impl Expectations {
    /// Reads the expectations of a text, whose first line has the index `first`.
    pub(super) fn read(ctx: &Context, file: &str, text: &str, first: u32, mode: Expect) -> Expectations {
        let mut found = Expectations { list: Vec::new(), mode, problems: Vec::new(), file: file.to_string() };
        for (i, line) in text.lines().enumerate() {
            let number = first + i as u32;
            for (start, _) in line.match_indices("expected-") {
                let col = line[..start].chars().count() as u32 + 1;
                match expectation(&line[start..], number) {
                    Some(Ok((kind, line, text))) => {
                        found.list.push(Expected { kind, line, text, at: (number, col), met: false });
                    }
                    Some(Err(message)) => found.problem(ctx, number, col, message),
                    None => {}
                }
            }
        }
        found
    }

    fn problem(&mut self, ctx: &Context, line: u32, col: u32, message: String) {
        let loc = Location::file(ctx, ctx.str(&self.file), line, col);
        self.problems.push((loc, message));
    }

    /// Matches a diagnostic and its notes.
    pub(super) fn take(&mut self, ctx: &Context, diag: &Diagnostic) {
        self.one(ctx, diag.severity.word(), diag.loc, &diag.message);
        for (loc, message) in &diag.notes {
            self.one(ctx, "note", *loc, message);
        }
    }

    fn one(&mut self, ctx: &Context, kind: &str, loc: Location, message: &str) {
        let place = loc.anchor(ctx);
        let here = place.filter(|(file, ..)| ctx.text(*file) == self.file).map(|(_, line, _)| line);
        let fits = |e: &&mut Expected| {
            let same_place = if e.line.is_none() { place.is_none() } else { e.line == here };
            !e.met && e.kind == kind && same_place && message.contains(&e.text)
        };
        match self.list.iter_mut().find(fits) {
            Some(expected) => expected.met = true,
            None if self.mode == Expect::OnlyExpected => {}
            None => self.problems.push((loc, format!("unexpected {kind}: {message}"))),
        }
    }

    /// The expectations that were not met, after all other problems.
    pub(super) fn finish(mut self, ctx: &Context) -> Vec<(Location, String)> {
        for expected in std::mem::take(&mut self.list).into_iter().filter(|e| !e.met) {
            let message = format!("expected {} \"{}\" was not produced", expected.kind, expected.text);
            self.problem(ctx, expected.at.0, expected.at.1, message);
        }
        self.problems
    }
}

type Parsed = (&'static str, Option<u32>, String);

/// Reads `expected-error @+1 {{text}}` in line `here`. `None`: this is something else.
fn expectation(text: &str, here: u32) -> Option<Result<Parsed, String>> {
    let rest = text.strip_prefix("expected-")?;
    let kind = KINDS.into_iter().find(|kind| rest.starts_with(kind))?;
    if rest[kind.len()..].starts_with("-re") {
        let advice = "regular expressions are not supported: write a part of the message";
        return Some(Err(format!("expected-{kind}-re: {advice} with expected-{kind} {{{{…}}}}")));
    }
    let rest = rest[kind.len()..].trim_start();
    let (line, rest) = match rest.strip_prefix('@') {
        None => (Some(here), rest),
        Some(rest) => {
            let end = rest.find(|c: char| c.is_whitespace() || c == '{').unwrap_or(rest.len());
            match designator(&rest[..end], here) {
                Ok(line) => (line, rest[end..].trim_start()),
                Err(message) => return Some(Err(message)),
            }
        }
    };
    let inner = rest.strip_prefix("{{")?;
    match inner.find("}}") {
        Some(end) => Some(Ok((kind, line, inner[..end].to_string()))),
        None => Some(Err(format!("expected-{kind}: the '{{{{' is not closed on its line"))),
    }
}

fn designator(text: &str, here: u32) -> Result<Option<u32>, String> {
    let bad = || format!("'@{text}' is not a line: write @+N, @-N, @above, @below or @unknown");
    match text {
        "above" => Ok(Some(here.saturating_sub(1))),
        "below" => Ok(Some(here + 1)),
        "unknown" => Ok(None),
        _ => {
            let offset: i64 = text.strip_prefix('+').unwrap_or(text).parse().map_err(|_| bad())?;
            let line = u32::try_from(here as i64 + offset).map_err(|_| bad())?;
            if text.starts_with(['+', '-']) { Ok(Some(line)) } else { Err(bad()) }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tf_ir::registry::Registry;

    fn check(text: &str, diags: &[(u32, &str)], mode: Expect) -> Vec<String> {
        let ctx = Context::new(Registry::new());
        let mut expectations = Expectations::read(&ctx, "f", text, 1, mode);
        for (line, message) in diags {
            let loc = match line {
                0 => Location::UNKNOWN,
                line => Location::file(&ctx, ctx.str("f"), *line, 1),
            };
            expectations.take(&ctx, &Diagnostic::error(loc, *message));
        }
        let show = |(loc, message): (Location, String)| match loc.anchor(&ctx) {
            Some((_, line, col)) => format!("{line}:{col}: {message}"),
            None => message,
        };
        expectations.finish(&ctx).into_iter().map(show).collect()
    }

    #[test]
    fn locations_and_parts_of_messages_are_matched() {
        let text = "// expected-error @+1 {{bad x}}\nx\n// expected-error @above {{also}}\n// expected-error@unknown {{lost}}\ny // expected-error {{here}}";
        let diags = [(2, "a bad x"), (2, "also this"), (0, "lost it"), (5, "here")];
        assert!(check(text, &diags, Expect::All).is_empty());
    }

    #[test]
    fn missing_and_extra_entries_are_problems() {
        let text = "// expected-error @below {{a}}\nx";
        assert_eq!(check(text, &[], Expect::All), ["1:4: expected error \"a\" was not produced"]);
        assert_eq!(check(text, &[(2, "a"), (2, "b")], Expect::All), ["2:1: unexpected error: b"]);
        assert!(check(text, &[(2, "a"), (2, "b")], Expect::OnlyExpected).is_empty());
        assert_eq!(check(text, &[(1, "a")], Expect::All).len(), 2);
    }

    #[test]
    fn malformed_expectations_are_problems() {
        let one = |text| check(text, &[], Expect::All).remove(0);
        assert!(one("// expected-error @3 {{a}}").contains("'@3' is not a line"));
        assert!(one("// expected-error {{a").contains("not closed"));
        // mlir-opt's form must not be ignored.
        assert!(
            one("// expected-error-re {{a {{[0-9]+}}}}").contains("expected-error-re: regular expressions")
        );
        assert!(check("expected-value and expected-error without braces", &[], Expect::All).is_empty());
    }
}
