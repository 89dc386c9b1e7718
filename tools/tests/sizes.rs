//! Files have at most 500 lines, crates of passes at most 25,000: a reader can hold a file in mind, and Cargo
//! builds crates in parallel.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Most lines of a file.
const FILE: usize = 500;
/// Most lines of a crate below `passes/`, its tests included.
const CRATE: usize = 25_000;

/// Longer files: tables, which have no topics to cut by.
const TABLES: [&str; 1] = ["passes/common/src/cost/figures.rs"];

/// Other longer files, with their lines. They may only shrink, and leave the list at 500.
const LONGER: [(&str, usize); 3] = [
    ("embed/python/src/trace/tensor.rs", 576),
    ("passes/schedule/src/apply/joins/chunked.rs", 544),
    ("passes/schedule/src/decide/choose_tiles/mod.rs", 507),
];

/// Folders without sources of this project.
const SKIPPED: [&str; 3] = ["target", "node_modules", "__pycache__"];

/// The Rust and Python files below a folder.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("the workspace can be read") {
        let path = entry.expect("the workspace can be read").path();
        let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            if !name.starts_with('.') && !SKIPPED.contains(&name.as_str()) {
                sources(&path, found);
            }
        } else if path.extension().is_some_and(|own| own == "rs" || own == "py") {
            found.push(path);
        }
    }
}

/// The line counts of all sources, by path from the workspace.
fn line_counts() -> BTreeMap<String, usize> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut paths = Vec::new();
    sources(&root, &mut paths);
    let count = |path: &PathBuf| {
        let name = path.strip_prefix(&root).expect("sources are below the root").display().to_string();
        let text = fs::read_to_string(path).expect("sources are UTF-8");
        (name, text.lines().count())
    };
    paths.iter().map(count).collect()
}

/// Complaints about files that are too long, and about entries of the lists that are not needed.
fn long_files(counts: &BTreeMap<String, usize>, tables: &[&str], longer: &[(&str, usize)]) -> Vec<String> {
    let limit = |path: &str| match longer.iter().find(|(name, _)| *name == path) {
        _ if tables.contains(&path) => usize::MAX,
        Some((_, lines)) => *lines,
        None => FILE,
    };
    let too_long = counts.iter().filter(|(path, lines)| **lines > limit(path));
    let mut found: Vec<String> = too_long
        .map(|(path, lines)| format!("{path}: {lines} lines, at most {}: cut it by topic", limit(path)))
        .collect();
    let listed = tables.iter().copied().chain(longer.iter().map(|(path, _)| *path));
    let is_short = |path: &&str| counts.get(*path).is_none_or(|lines| *lines <= FILE);
    found.extend(listed.filter(is_short).map(|path| format!("{path}: needs no exception")));
    found
}

/// The lines of each crate below `passes/`.
fn crates_of_passes(counts: &BTreeMap<String, usize>) -> BTreeMap<String, usize> {
    let mut crates = BTreeMap::new();
    for (path, lines) in counts {
        let Some((name, _)) = path.strip_prefix("passes/").and_then(|rest| rest.split_once('/')) else {
            continue;
        };
        // Files of `passes` itself are in its `src` and `tests`.
        if !["src", "tests"].contains(&name) {
            *crates.entry(name.to_string()).or_insert(0) += lines;
        }
    }
    crates
}

#[test]
fn files_have_at_most_500_lines() {
    let counts = line_counts();
    assert!(counts.contains_key("ir/src/lib.rs"), "the walk finds the sources");
    let found = long_files(&counts, &TABLES, &LONGER);
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn crates_of_passes_have_at_most_25000_lines() {
    let crates = crates_of_passes(&line_counts());
    assert!(crates.len() >= 4, "{crates:?}");
    let large: Vec<String> = crates
        .iter()
        .filter(|(_, lines)| **lines > CRATE)
        .map(|(name, lines)| format!("passes/{name}: {lines} lines, at most {CRATE}: move a topic out of it"))
        .collect();
    assert!(large.is_empty(), "{}", large.join("\n"));
}

#[test]
fn long_files_and_needless_exceptions_are_found() {
    let counts = [("a.rs", 501), ("b.rs", 501), ("c.rs", 620), ("d.rs", 500), ("passes/x/src/a.rs", 7)];
    let counts: BTreeMap<String, usize> = counts.map(|(path, lines)| (path.to_string(), lines)).into();
    let found = long_files(&counts, &["b.rs", "d.rs"], &[("c.rs", 600)]);
    assert_eq!(
        found,
        [
            "a.rs: 501 lines, at most 500: cut it by topic",
            "c.rs: 620 lines, at most 600: cut it by topic",
            "d.rs: needs no exception",
        ]
    );
    assert_eq!(crates_of_passes(&counts), [("x".to_string(), 7)].into());
}
