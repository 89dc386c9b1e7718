//! Comments and texts for users are plain English with the field's terms; comments have at most 110 columns.
//!
//! A word of a private dialect has to be translated by each reader: "the trips of the loop" are its
//! iterations, "what a fold comes to" is its result. These tests count such words in the comments and in the
//! prose strings of each crate. A single hit can be correct, so a few are allowed.

mod pages;
mod strings;

use std::fs;
use std::path::{Path, PathBuf};

/// Columns of a line with a comment.
const WIDTH: usize = 110;
/// Hits per 1,000 words of comments that a crate may have.
const ALLOWED: f64 = 4.0;

/// Hits per 1,000 words of prose strings that a crate may have.
const ALLOWED_IN_STRINGS: f64 = 4.0;
/// Lines with hits that a failure lists for each crate.
const WORST: usize = 20;

/// Folders of crates whose sources are counted.
const CRATES: [&str; 25] = [
    "backends/abi",
    "backends/cpu",
    "backends/device",
    "backends/llvm",
    "backends/nvptx",
    "backends/upstream",
    "bench",
    "dialects",
    "embed",
    "embed/capi",
    "embed/python",
    "frontend",
    "frontend/import",
    "frontend/macros",
    "generate",
    "interp",
    "ir",
    "library",
    "passes",
    "passes/common",
    "passes/lower",
    "passes/schedule",
    "passes/transforms",
    "tools",
    "window",
];

/// A phrase, the words that excuse it before it, and those after it.
struct Phrase {
    words: &'static str,
    unless_after: &'static [&'static str],
    unless_before: &'static [&'static str],
}

const fn phrase(words: &'static str) -> Phrase {
    Phrase { words, unless_after: &[], unless_before: &[] }
}

const PHRASES: &[Phrase] = &[
    phrase("comes to"),
    phrase("come to"),
    phrase("of which"),
    phrase("of whom"),
    phrase("stand"),
    phrase("stands"),
    phrase("is asked"),
    phrase("are asked"),
    phrase("asks"),
    phrase("is said"),
    phrase("are said"),
    phrase("says"),
    Phrase { words: "trip", unless_after: &[], unless_before: &["count", "counts"] },
    phrase("trips"),
    Phrase {
        words: "number",
        unless_after: &["line", "random", "complex", "version"],
        unless_before: &["of"],
    },
    Phrase {
        words: "numbers",
        unless_after: &["line", "random", "complex", "version"],
        unless_before: &["of"],
    },
    Phrase { words: "place", unless_after: &["in"], unless_before: &[] },
    phrase("places"),
    Phrase { words: "way", unless_after: &["no", "the"], unless_before: &["to"] },
    Phrase { words: "ways", unless_after: &["no", "the"], unless_before: &["to"] },
    phrase("whatever"),
    phrase("whichever"),
    phrase("so many"),
    phrase("so much"),
    phrase("at hand"),
    phrase("of its own"),
    phrase("of their own"),
    phrase("of theirs"),
    phrase("in front of"),
    phrase("behind"),
    phrase("dear"),
    phrase("dearer"),
    phrase("anew"),
    phrase("beside"),
    phrase("made of"),
    phrase("makes of"),
];

/// A line of a comment: its line number, its columns and its text. Lines of code blocks and rows of tables
/// are excluded.
struct Line {
    number: usize,
    columns: usize,
    text: String,
}

fn lines(source: &str) -> Vec<Line> {
    let (mut found, mut is_code) = (Vec::new(), false);
    for (at, line) in source.lines().enumerate() {
        let Some(text) = line.trim_start().strip_prefix("//") else { continue };
        let text = text.trim_start_matches(['/', '!']).trim();
        if text.starts_with("```") {
            is_code = !is_code;
        } else if !is_code && !text.starts_with('|') {
            found.push(Line { number: at + 1, columns: line.chars().count(), text: text.to_lowercase() });
        }
    }
    found
}

/// The words of a text, without what surrounds them.
fn words(text: &str) -> Vec<&str> {
    let is_part = |c: char| c.is_alphanumeric() || c == '-' || c == '\'';
    text.split_whitespace()
        .map(|word| word.trim_matches(|c| !is_part(c)))
        .filter(|word| !word.is_empty())
        .collect()
}

/// How often words of the dialect are in a text.
fn hits(text: &str) -> usize {
    let words = words(text);
    let is_at = |phrase: &Phrase, at: usize| {
        let own: Vec<&str> = phrase.words.split(' ').collect();
        let before = at.checked_sub(1).and_then(|at| words.get(at)).copied().unwrap_or("");
        let after = words.get(at + own.len()).copied().unwrap_or("");
        words[at..].starts_with(&own)
            && !phrase.unless_after.contains(&before)
            && !phrase.unless_before.contains(&after)
    };
    (0..words.len()).map(|at| PHRASES.iter().filter(|phrase| is_at(phrase, at)).count()).sum()
}

/// The sources with this extension below a folder, without tests.
fn sources(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the crates have sources") {
        let path = entry.expect("a folder can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().to_string();
        if path.is_dir() && name != "tests" {
            sources(&path, extension, found);
        } else if path.extension().is_some_and(|own| own == extension) && name != "tests.rs" {
            found.push(path);
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace is there")
}

/// The prose strings of a crate's sources; those of `embed/python` include its Python package.
fn prose_of(root: &Path, name: &str) -> Vec<(String, strings::Prose)> {
    let (mut rust, mut python) = (Vec::new(), Vec::new());
    sources(&root.join(name).join("src"), "rs", &mut rust);
    if name == "embed/python" {
        sources(&root.join(name).join("tensorforge"), "py", &mut python);
    }
    let read = |path: &PathBuf| fs::read_to_string(path).expect("sources are UTF-8");
    let found = rust.iter().map(|path| (path, strings::of_rust(&read(path)).expect("sources are Rust")));
    let found = found.chain(python.iter().map(|path| (path, strings::of_python(&read(path)))));
    let with_path = |(path, all): (&PathBuf, Vec<strings::Prose>)| {
        let path = path.strip_prefix(root).expect("is below").display().to_string();
        all.into_iter().map(move |prose| (path.clone(), prose)).collect::<Vec<_>>()
    };
    found.flat_map(with_path).collect()
}

#[test]
fn strings_are_plain_english() {
    let root = root();
    let mut odd = Vec::new();
    for name in CRATES {
        let (mut all, mut count, mut worst) = (0, 0, Vec::new());
        for (path, prose) in prose_of(&root, name) {
            let text = prose.text.to_lowercase();
            let own = hits(&text);
            all += words(&text).len();
            count += own;
            if own > 0 {
                worst.push((own, format!("  {path}:{}: {}", prose.line, prose.text)));
            }
        }
        let rate = 1000.0 * count as f64 / all.max(1) as f64;
        println!("{name}: {rate:.1} odd words per 1,000 words of strings ({count} of {all})");
        if rate > ALLOWED_IN_STRINGS {
            worst.sort_by_key(|(own, _)| std::cmp::Reverse(*own));
            let lines: Vec<String> = worst.into_iter().take(WORST).map(|(_, line)| line).collect();
            odd.push(format!(
                "{name}: {rate:.1} per 1,000, at most {ALLOWED_IN_STRINGS}\n{}",
                lines.join("\n")
            ));
        }
    }
    assert!(odd.is_empty(), "messages use the textbook's words:\n{}", odd.join("\n"));
}

#[test]
fn comments_are_plain_english_and_fit_a_line() {
    let root = root();
    let (mut wide, mut odd) = (Vec::new(), Vec::new());
    for name in CRATES {
        let mut paths = Vec::new();
        sources(&root.join(name).join("src"), "rs", &mut paths);
        let (mut all, mut count) = (0, 0);
        for path in paths {
            let source = fs::read_to_string(&path).expect("sources are UTF-8");
            let path = path.strip_prefix(&root).expect("is below").display().to_string();
            for line in lines(&source) {
                if line.columns > WIDTH {
                    wide.push(format!("{path}:{}: {} columns", line.number, line.columns));
                }
                all += words(&line.text).len();
                count += hits(&line.text);
            }
        }
        let rate = 1000.0 * count as f64 / all.max(1) as f64;
        println!("{name}: {rate:.1} odd words per 1,000 ({count} of {all})");
        if rate > ALLOWED {
            odd.push(format!("{name}: {rate:.1} odd words per 1,000"));
        }
    }
    assert!(wide.is_empty(), "comments have at most {WIDTH} columns:\n{}", wide.join("\n"));
    assert!(odd.is_empty(), "comments use the textbook's words:\n{}", odd.join("\n"));
}

#[test]
fn odd_words_are_found() {
    for bad in [
        "What a fold comes to in the trips behind it.",
        "Numbers that stand at their own place.",
        "So many ways, whichever is asked.",
    ] {
        assert!(hits(&bad.to_lowercase()) >= 3, "{bad}: {}", hits(&bad.to_lowercase()));
    }
    for good in [
        "The result of a reduction, changed in place, for each line number.",
        "The trip count, the number of lanes, and the way to the loop.",
    ] {
        assert_eq!(hits(&good.to_lowercase()), 0, "{good}");
    }
    let source =
        "/// One.\n/// ```\n/// trips\n/// ```\n//! | behind |\nlet x = 1; // no comment line\n// Two.";
    let found: Vec<String> = lines(source).into_iter().map(|line| line.text).collect();
    assert_eq!(found, ["one.", "two."]);
}
