//! `tfopt explain`: prints the page of an error code, or the description of an op, pass or rule.

use super::commands::{describe_ops, describe_pass};
use super::known::Registered;
use super::options::{OPTIONS, PLANNED};
use crate::cli::{self, WIDTH};
use std::fmt::Write;
use tf_ir::codes::{self, ErrorCode};
use tf_ir::registry::Traits;
use tf_ir::text::did_you_mean;

macro_rules! page {
    ($id:literal) => {
        ($id, include_str!(concat!("../../../docs/reference/errors/", $id, ".md")))
    };
}

/// The page of each code.
const PAGES: &[(&str, &str)] = &[
    page!("E0101"),
    page!("E0102"),
    page!("E0103"),
    page!("E0104"),
    page!("E0105"),
    page!("E0106"),
    page!("E0107"),
    page!("E0108"),
    page!("E0109"),
    page!("E0110"),
    page!("E0201"),
    page!("E0202"),
    page!("E0203"),
    page!("E0204"),
    page!("E0205"),
    page!("E0206"),
    page!("E0207"),
    page!("E0208"),
    page!("E0209"),
    page!("E0301"),
    page!("E0302"),
    page!("E0303"),
    page!("E0304"),
    page!("E0401"),
    page!("E0402"),
    page!("E0403"),
    page!("E0404"),
    page!("E0405"),
    page!("E0406"),
    page!("E0407"),
    page!("E0408"),
    page!("E0409"),
    page!("E0411"),
    page!("E0412"),
    page!("E0413"),
    page!("E0414"),
    page!("W0415"),
    page!("E0416"),
    page!("E0417"),
    page!("E0501"),
    page!("E0601"),
    page!("E0602"),
    page!("E0701"),
    page!("E0702"),
    page!("E0703"),
    page!("E0704"),
    page!("E0705"),
    page!("E0706"),
    page!("E0801"),
];

/// The page of a code as text: headings and fences are Markdown's, so they stay.
fn page(code: &ErrorCode) -> String {
    let text = PAGES.iter().find(|(id, _)| *id == code.id).map_or("", |(_, text)| *text);
    wrapped(text)
}

/// The explanation of a name.
pub(super) fn explain(known: &Registered, name: &str) -> Result<String, String> {
    if let Some(code) = codes::find(name) {
        return Ok(page(code));
    }
    let bare = name.trim_start_matches('-').trim_start_matches("mlir-");
    if let Some(opt) = OPTIONS.iter().find(|o| o.name == bare) {
        return Ok(cli::help(std::slice::from_ref(opt), WIDTH).trim_start().to_string());
    }
    if let Some((name, what)) = PLANNED.iter().find(|(n, _)| *n == bare) {
        return Ok(format!("--{name}: {what}; not implemented yet\n"));
    }
    if let Some((_, name)) = Traits::NAMES.iter().find(|(_, n)| *n == name) {
        let trait_ = Traits::NAMES.iter().find(|(_, n)| n == name).map(|(t, _)| *t).unwrap_or_default();
        let ops: Vec<&str> =
            known.dialects.ops().iter().filter(|o| o.has(trait_)).map(|o| &*o.name).collect();
        return Ok(format!("{name}: a trait of\n{}", wrapped(&ops.join(" "))));
    }
    if known.passes.find(bare).is_some() || known.passes.find_pipeline(bare).is_some() {
        return describe_pass(known, bare);
    }
    describe_ops(known, name).map_err(|_| {
        let passes = known.passes.passes().map(|p| p.name);
        let ops = known.dialects.ops().iter().map(|o| &*o.name);
        let all = passes.chain(ops).chain(OPTIONS.iter().map(|o| o.name));
        let all = all.chain(codes::ALL.iter().map(|code| code.id));
        format!("there is nothing named '{name}' to explain{}", did_you_mean(bare, all))
    })
}

/// Wraps paragraphs to the width; lines of code stay unchanged.
pub(super) fn wrapped(text: &str) -> String {
    let mut out = String::new();
    let mut column = 0;
    let mut code = false;
    for line in text.lines() {
        code ^= line.trim_start().starts_with("```");
        if code || line.trim_start().starts_with("```") || line.starts_with("    ") {
            if column > 0 {
                out.push('\n');
            }
            column = 0;
            let _ = writeln!(out, "{line}");
            continue;
        }
        if line.trim().is_empty() {
            out.push_str(if column > 0 { "\n\n" } else { "\n" });
            column = 0;
            continue;
        }
        for word in line.split_whitespace() {
            let length = word.chars().count();
            if column > 0 && column + length + 1 > WIDTH {
                out.push('\n');
                column = 0;
            }
            if column > 0 {
                out.push(' ');
                column += 1;
            }
            out.push_str(word);
            column += length;
        }
    }
    if column > 0 {
        out.push('\n');
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_code_has_a_page_under_its_title() {
        assert_eq!(PAGES.len(), codes::ALL.len());
        for code in codes::ALL {
            let title = format!("# {}: {}\n", code.id, code.title);
            assert!(
                page(code).starts_with(&title),
                "docs/reference/errors/{}.md begins with '{title}'",
                code.id
            );
        }
    }
}
