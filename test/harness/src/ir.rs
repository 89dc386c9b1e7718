//! Lines of IR in texts.

use std::collections::BTreeSet;

/// The values that a line uses or defines: its words that begin with `%`.
pub(crate) fn values(line: &str) -> BTreeSet<&str> {
    line.match_indices('%').filter_map(|(at, _)| value(&line[at..])).collect()
}

/// The value at the beginning of a text.
pub(crate) fn value(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_$.".contains(c);
    let name = text.strip_prefix('%')?;
    let length = name.find(|c| !is_part(c)).unwrap_or(name.len());
    (length > 0).then(|| &text[..=length])
}

/// The symbol of a function that begins at a line.
pub(crate) fn function(line: &str) -> Option<&str> {
    if !begins(line) {
        return None;
    }
    let custom = line.split_once('@').map(|(_, rest)| rest.trim_start_matches('"'));
    let symbol = custom.or_else(|| line.split_once("sym_name = \"").map(|(_, rest)| rest))?;
    let end =
        symbol.find(|c: char| !(c.is_ascii_alphanumeric() || "_$.-".contains(c))).unwrap_or(symbol.len());
    Some(&symbol[..end])
}

/// Whether a line begins a function or module: the name of an op that holds one, then its symbol, attributes or a region.
fn begins(line: &str) -> bool {
    let first = line.trim_start().split([' ', '(', '{']).next().unwrap_or("");
    let name = first.trim_matches('"');
    let holds =
        name == "module" || name == "builtin.module" || name.ends_with(".func") || name == "gpu.module";
    holds && (line.contains('{') || line.contains('@'))
}

/// The line without the texts of its strings, whose braces mean nothing.
fn without_strings(line: &str) -> String {
    line.split('"').step_by(2).collect::<Vec<_>>().join("\"")
}

/// How many braces and parentheses a line opens less those it closes.
pub(crate) fn depth(line: &str) -> i64 {
    let line = without_strings(line);
    let count =
        |open: char, close: char| line.matches(open).count() as i64 - line.matches(close).count() as i64;
    count('{', '}') + count('(', ')')
}

/// Whether a line marks a part of the line above it, which a message shows.
fn is_marker(line: &str) -> bool {
    let line = line.trim();
    line.starts_with('^') && line.chars().all(|c| "^~ ".contains(c))
}

/// For each line of a text whether it belongs to IR: to a function, to a module, or to their aliases.
pub(crate) fn is_ir(text: &str) -> Vec<bool> {
    let mut open = 0;
    let lines: Vec<&str> = text.lines().collect();
    let is_excerpt = |at: usize| lines.get(at + 1).is_some_and(|next| is_marker(next));
    let is_ir = |(at, line): (usize, &&str)| {
        if open == 0 && (is_excerpt(at) || !begins(line)) {
            return line.starts_with(['#', '!']) && line.contains(" = ") && !is_excerpt(at);
        }
        open = (open + depth(line)).max(0);
        true
    };
    lines.iter().enumerate().map(is_ir).collect()
}

/// Whether a line of IR can be changed: it is neither a comment nor only braces.
pub(crate) fn has_content(line: &str) -> bool {
    let line = line.trim();
    let is_brace = line.chars().all(|c| "{}()".contains(c));
    !is_brace && !line.starts_with("//") && !["module {", "} else {", "} do {"].contains(&line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn functions_and_aliases_are_ir_and_messages_are_not() {
        let text = "t.mlir:1: remark: tiled\n#map = affine_map<(d0) -> (d0)>\nmodule {\n  \
                    func.func @f() attributes {a = \"}\"} {\n    return\n  }\n}\n\nfunc.func private @g()\nsemantics: ok\n\
                    t.mlir:9:1: error: no\nfunc.func @h() {\n^~~~\n";
        let found: Vec<&str> =
            text.lines().zip(is_ir(text)).filter(|(_, is_ir)| *is_ir).map(|(line, _)| line).collect();
        assert_eq!(
            found,
            [
                "#map = affine_map<(d0) -> (d0)>",
                "module {",
                "  func.func @f() attributes {a = \"}\"} {",
                "    return",
                "  }",
                "}",
                "func.func private @g()"
            ]
        );
    }

    #[test]
    fn braces_and_comments_have_no_content() {
        for line in ["", "  }", "})", "module {", "  } else {", "// -----"] {
            assert!(!has_content(line), "{line}");
        }
        for line in ["return", "} : tensor<8xf32>", "^bb0(%a: f32):", "module attributes {a} {"] {
            assert!(has_content(line), "{line}");
        }
    }
}
