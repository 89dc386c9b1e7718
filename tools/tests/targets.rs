//! Cargo builds a test program, or runs rustdoc, only for targets that have tests: each costs a link of the compiler, or
//! a pass over the crate, in every run of the suite.

use std::fs;
use std::path::Path;

use serde_json::Value;

use crate::import_rules::{metadata, rust_files};

/// A manifest's key of a target, and whether the target's sources have such tests.
struct Tests<'a> {
    /// The package's and the target's names.
    name: &'a str,
    key: &'static str,
    /// The value of the key.
    run: bool,
    exist: bool,
}

impl Tests<'_> {
    /// The fault of the key, if it has one.
    fn fault(&self) -> Option<String> {
        let Tests { name, key, .. } = self;
        match (self.exist, self.run) {
            (true, false) => {
                Some(format!("{name} has tests that do not run: its manifest has {key} = false"))
            }
            (false, true) => Some(format!("{name} has no tests: write {key} = false in its manifest")),
            _ => None,
        }
    }
}

fn has_unit_test(source: &str) -> bool {
    source.contains("#[cfg(test)]") || source.contains("#[test]")
}

/// True if rustdoc tests a code block of a source: one without a language, or in Rust.
fn has_doctest(source: &str) -> bool {
    let mut is_open = false;
    source.lines().any(|line| {
        let line = line.trim_start();
        let comment = line.strip_prefix("///").or_else(|| line.strip_prefix("//!"));
        let Some(fence) = comment.and_then(|text| text.trim_start().strip_prefix("```")) else {
            return false;
        };
        is_open = !is_open;
        let languages = ["", "rust", "no_run", "should_panic", "compile_fail"];
        is_open && languages.contains(&fence.split(',').next().unwrap_or_default().trim())
    })
}

/// The sources of a target: a folder with `main.rs` or `lib.rs`, or one file.
fn sources(root: &Path) -> Vec<String> {
    let mut paths = Vec::new();
    match root.file_name().and_then(|name| name.to_str()) {
        Some("main.rs" | "lib.rs") => rust_files(root.parent().expect("a file is in a folder"), &mut paths),
        _ => paths.push(root.to_path_buf()),
    }
    paths.iter().map(|path| fs::read_to_string(path).expect("sources are UTF-8")).collect()
}

#[test]
fn only_targets_with_tests_are_built_for_tests() {
    let root =
        Path::new(env!("CARGO_MANIFEST_DIR")).join("..").canonicalize().expect("the workspace is there");
    let metadata = metadata(&root);
    let mut faults = Vec::new();
    for package in metadata["packages"].as_array().expect("packages") {
        for target in package["targets"].as_array().expect("targets") {
            let has = |key: &str, word: &str| {
                target[key].as_array().is_some_and(|all| all.iter().any(|one| one == word))
            };
            let is_library = ["lib", "rlib", "proc-macro"].iter().any(|kind| has("kind", kind));
            if !is_library && !has("kind", "bin") {
                continue;
            }
            let texts = sources(Path::new(target["src_path"].as_str().expect("a path")));
            let name = format!("{}: {}", package["name"], target["name"]);
            let (is_run, any) = (
                |key: &str| target[key] == Value::Bool(true),
                |has: fn(&str) -> bool| texts.iter().any(|text| has(text)),
            );
            let unit = Tests { name: &name, key: "test", run: is_run("test"), exist: any(has_unit_test) };
            faults.extend(unit.fault());
            if is_library {
                let (run, exist) = (is_run("doctest"), any(has_doctest));
                faults.extend(Tests { name: &name, key: "doctest", run, exist }.fault());
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn planted_targets_are_found() {
    let of = |run, exist| Tests { name: "planted", key: "test", run, exist }.fault();
    assert!(of(false, true).is_some_and(|fault| fault.contains("do not run")));
    assert!(of(true, false).is_some_and(|fault| fault.contains("test = false")));
    assert_eq!((of(true, true), of(false, false)), (None, None));
    assert!(has_doctest("/// An example:\n///\n/// ```\n/// f();\n/// ```\npub fn f() {}"));
    assert!(!has_doctest("/// A picture:\n///\n/// ```text\n/// f\n/// ```\npub fn f() {}"));
    assert!(has_unit_test("#[test]\nfn works() {}") && !has_unit_test("fn main() {}"));
}
