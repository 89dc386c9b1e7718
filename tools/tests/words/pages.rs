//! Pages of documentation are plain English, too: each Markdown file outside of code blocks.

use super::{ALLOWED, hits, root, words};
use std::fs;
use std::path::{Path, PathBuf};

/// Hits of a page that are always allowed: short pages have a high rate with one.
const FEW: usize = 2;

/// Folders without pages of this project.
const SKIPPED: [&str; 2] = ["target", "node_modules"];

/// The Markdown files below a folder.
fn pages(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the workspace can be read") {
        let path = entry.expect("the workspace can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                pages(&path, found);
            }
        } else if path.extension().is_some_and(|own| own == "md") {
            found.push(path);
        }
    }
}

/// The text of a page without code blocks and code spans.
fn prose(page: &str) -> String {
    let mut is_code = false;
    let mut text = String::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            // Code spans are the odd parts between backticks.
            text.extend(line.split('`').step_by(2));
            text.push('\n');
        }
    }
    text.to_lowercase()
}

#[test]
fn pages_are_plain_english() {
    let root = root();
    let mut paths = Vec::new();
    pages(&root, &mut paths);
    assert!(paths.iter().any(|path| path.ends_with("docs/README.md")), "the walk finds the pages");
    let mut odd = Vec::new();
    for path in paths {
        let text = prose(&fs::read_to_string(&path).expect("pages are UTF-8"));
        let count: usize = text.lines().map(hits).sum();
        let rate = 1000.0 * count as f64 / words(&text).len().max(1) as f64;
        if count > FEW && rate > ALLOWED {
            let path = path.strip_prefix(&root).expect("is below").display().to_string();
            odd.push(format!("{path}: {rate:.1} odd words per 1,000 ({count}), at most {ALLOWED}"));
        }
    }
    assert!(odd.is_empty(), "pages use the textbook's words:\n{}", odd.join("\n"));
}

#[test]
fn code_of_pages_is_no_prose() {
    let page = "One `behind` two.\n```\nbeside\n```\nThree behind.";
    assert_eq!(prose(page), "one  two.\nthree behind.\n");
    assert_eq!(hits(&prose(page)), 1);
}
