//! The page of `--html`.

use super::Stage;
use std::collections::BTreeMap;
use std::fmt::Write;

/// A line of a stage: its text without the location, and the source lines it came from.
#[derive(Clone, PartialEq, Eq, Debug)]
struct Line {
    text: String,
    from: Vec<u32>,
}

/// The page for a run on the file `name` with this text.
pub(in crate::tfopt) fn page(name: &str, source: &str, pipeline: &str, stages: &[Stage]) -> String {
    let mut out = String::from("<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\n<title>");
    escape(&mut out, name);
    let _ = write!(out, "</title>\n<style>\n{}</style></head><body>\n<header><b>", include_str!("page.css"));
    escape(&mut out, name);
    out.push_str("</b> <code>");
    escape(&mut out, pipeline);
    out.push_str("</code>\n<label>function <select id=\"scope\"><option value=\"\">all</option>");
    let mut scopes: Vec<&str> = stages.iter().map(|s| s.scope.as_str()).filter(|s| !s.is_empty()).collect();
    scopes.sort_unstable();
    scopes.dedup();
    for scope in scopes {
        out.push_str("<option>");
        escape(&mut out, scope);
        out.push_str("</option>");
    }
    out.push_str(
        "</select></label> <label><input type=\"checkbox\" id=\"same\"> stages without change</label></header>\n<main>\n",
    );
    let lines = source.lines().enumerate();
    let own = lines.map(|(i, text)| Line { text: text.to_string(), from: vec![i as u32 + 1] }).collect();
    section(&mut out, "source", "", "source", own);
    let mut last: BTreeMap<&str, &str> = BTreeMap::new();
    for stage in stages {
        // Function passes print another text than module passes: each stage is compared with the last one of
        // the same scope.
        let same = last.insert(&stage.scope, &stage.text) == Some(stage.text.as_str());
        let class = match (stage.ok, same) {
            (false, _) => "failed",
            (true, true) => "same",
            (true, false) => "changed",
        };
        section(&mut out, &stage.pass, &stage.scope, class, located(&stage.text, name));
    }
    let _ = write!(out, "</main>\n<script>\n{}</script></body></html>\n", include_str!("page.js"));
    out
}

fn section(out: &mut String, title: &str, scope: &str, class: &str, lines: Vec<Line>) {
    let _ = write!(out, "<section class=\"{class}\" data-scope=\"");
    escape(out, scope);
    out.push_str("\"><h2>");
    escape(out, title);
    if !scope.is_empty() {
        out.push_str(" <small>@");
        escape(out, scope);
        out.push_str("</small>");
    }
    out.push_str("</h2><div class=\"text\">\n");
    for line in lines {
        let from: Vec<String> = line.from.iter().map(u32::to_string).collect();
        let _ = write!(out, "<div data-from=\"{}\">", from.join(" "));
        escape(out, &line.text);
        out.push_str("</div>\n");
    }
    out.push_str("</div></section>\n");
}

fn escape(out: &mut String, text: &str) {
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            c => out.push(c),
        }
    }
}

/// The lines of a text printed with locations. A line that opens a region takes the location of the line that
/// closes it, which is the op's.
fn located(text: &str, file: &str) -> Vec<Line> {
    let mut lines: Vec<Line> = Vec::new();
    // Opening lines without their closing one yet, innermost last: index and indentation.
    let mut open: Vec<(usize, usize)> = Vec::new();
    for text in text.lines() {
        let (text, from) = split_location(text, file);
        let indent = text.len() - text.trim_start().len();
        let bare = text.trim();
        if bare.starts_with('}') {
            while let Some((at, outer)) = open.pop_if(|(_, outer)| *outer >= indent) {
                if outer == indent && lines[at].from.is_empty() {
                    lines[at].from.clone_from(&from);
                }
            }
        }
        if bare.ends_with('{') {
            open.push((lines.len(), indent));
        }
        lines.push(Line { text, from });
    }
    lines
}

/// A line without its last `loc(…)`, and the lines of `file` that this names.
fn split_location(line: &str, file: &str) -> (String, Vec<u32>) {
    let Some(start) = line.rfind(" loc(").filter(|_| line.ends_with(')')) else {
        return (strip_inner(line), Vec::new());
    };
    // The last word may be part of a nested location: takes the outermost one that reaches the end.
    let start =
        line.match_indices(" loc(").map(|(at, _)| at).find(|at| closes_at_end(&line[*at..])).unwrap_or(start);
    let needle = format!("\"{file}\":");
    let location = &line[start..];
    let mut from: Vec<u32> = location
        .match_indices(&needle)
        .filter_map(|(at, _)| {
            let rest = &location[at + needle.len()..];
            rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())].parse().ok()
        })
        .collect();
    from.sort_unstable();
    from.dedup();
    (strip_inner(&line[..start]), from)
}

/// True if the parenthesis that opens first closes with the last character.
fn closes_at_end(text: &str) -> bool {
    let (mut depth, mut quoted, mut escaped) = (0, false, false);
    for (at, c) in text.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' if quoted => escaped = true,
            '"' => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => {
                depth -= 1;
                if depth == 0 {
                    return at + 1 == text.len();
                }
            }
            _ => {}
        }
    }
    false
}

/// The text without the locations of arguments.
fn strip_inner(text: &str) -> String {
    let mut out = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(" loc(") {
        let length =
            (at + 5..=rest.len()).find(|end| rest.is_char_boundary(*end) && closes_at_end(&rest[at..*end]));
        let Some(end) = length else { break };
        out.push_str(&rest[..at]);
        rest = &rest[end..];
    }
    out + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locations_leave_the_text_and_mark_both_ends_of_regions() {
        let text = "func.func @f(%arg0: i32 loc(\"a.mlir\":1:2)) {\n  %0 = x.y loc(fused[\"a.mlir\":3:1, \"a.mlir\":2:9])\n  \
                    return loc(\"b\":7:1)\n} loc(callsite(\"c(\" at \"a.mlir\":1:1))";
        let line = |text: &str, from: &[u32]| Line { text: text.into(), from: from.to_vec() };
        let want = [
            line("func.func @f(%arg0: i32) {", &[1]),
            line("  %0 = x.y", &[2, 3]),
            line("  return", &[]),
            line("}", &[1]),
        ];
        assert_eq!(located(text, "a.mlir"), want);
    }

    #[test]
    fn the_page_escapes_its_text() {
        let stage = |pass: &str, text: &str| Stage {
            pass: pass.into(),
            scope: "f".into(),
            text: text.into(),
            ok: true,
        };
        let page = page("a<b", "x & \"y\"", "p", &[stage("one", "t"), stage("two", "t")]);
        assert!(page.contains("<title>a&lt;b</title>") && page.contains("x &amp; &quot;y&quot;"));
        assert_eq!(page.matches("<section class=\"changed\"").count(), 1);
        assert_eq!(page.matches("<section class=\"same\"").count(), 1);
    }
}
