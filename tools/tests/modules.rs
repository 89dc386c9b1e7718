//! Every file of tests is part of a binary: a module that nobody names would be neither built nor run,
//! without a word.

use std::fs;
use std::path::{Path, PathBuf};

/// The files and folders next to a `main.rs` or `mod.rs` that it does not declare, recursively.
fn unnamed(root: &Path, found: &mut Vec<PathBuf>) {
    let folder = root.parent().expect("a file is in a folder");
    let text = fs::read_to_string(root).expect("is text");
    let named = |name: &str, file: &str| {
        let declared = format!("mod {name};");
        text.lines().any(|line| line.trim_start_matches("pub ").trim_end() == declared)
            || text.contains(&format!("path = \"{file}\""))
    };
    for entry in fs::read_dir(folder).expect("is a folder") {
        let path = entry.expect("can be read").path();
        let file = path.file_name().expect("has a name").to_string_lossy().into_owned();
        if path.is_dir() {
            let below = path.join("mod.rs");
            if below.is_file() {
                found.extend((!named(&file, &format!("{file}/mod.rs"))).then(|| path.clone()));
                unnamed(&below, found);
            }
        } else if let Some(name) = file.strip_suffix(".rs").filter(|_| path != root) {
            found.extend((!named(name, &file)).then(|| path.clone()));
        }
    }
}

/// The packages whose tests are one binary.
fn suites() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let members = fs::read_to_string(root.join("Cargo.toml")).expect("is text");
    let list =
        members.split_once("members = [").and_then(|(_, rest)| rest.split_once(']')).expect("has members").0;
    let folders = list.split(',').map(|part| part.trim().trim_matches('"')).filter(|part| !part.is_empty());
    let main = |folder: &str| root.join(folder).join("tests/main.rs");
    folders.map(main).filter(|path| path.is_file()).collect()
}

#[test]
fn every_file_of_tests_is_part_of_a_binary() {
    let suites = suites();
    assert!(suites.len() >= 8, "{suites:?}");
    let mut found = Vec::new();
    for main in &suites {
        unnamed(main, &mut found);
    }
    assert!(found.is_empty(), "no `mod` names these, so they are not run: {found:?}");
}

#[test]
fn a_file_that_is_forgotten_is_noticed() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("modules");
    fs::create_dir_all(folder.join("deep")).expect("can be made");
    let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("can be written");
    write("main.rs", "mod known;\nmod deep;\n");
    write("known.rs", "");
    write("forgotten.rs", "");
    write("deep/mod.rs", "");
    write("deep/lost.rs", "");
    let mut found = Vec::new();
    unnamed(&folder.join("main.rs"), &mut found);
    found.sort();
    assert_eq!(found, [folder.join("deep/lost.rs"), folder.join("forgotten.rs")]);
}
