//! Each crate that others may depend on is whole in its archive (`./x package` makes and builds them): its
//! sources read no file that lies outside of its folder, and its dependencies in this workspace have
//! versions.

use std::fs;
use std::path::{Component, Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The folders of the packages that are archived: those that `./x package` does not exclude.
fn folders() -> Vec<String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("is text");
    let members = manifest.split_once("members = [").and_then(|(_, rest)| rest.split_once(']'));
    let members =
        members.expect("there are members").0.split(',').map(|m| m.trim().trim_matches('"').to_string());
    let here_only =
        ["", "bench", "examples", "tools", "tools/custom-dialect", "embed/python", "test/harness"];
    members.filter(|member| !here_only.contains(&member.as_str())).collect()
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("is a folder").map(|entry| entry.expect("can be read").path()) {
        match entry.is_dir() {
            true => sources(&entry, found),
            false if entry.extension().is_some_and(|e| e == "rs") => found.push(entry),
            false => {}
        }
    }
}

/// Files that a source includes when it is compiled; what only tests of documentation include is not meant.
fn included(text: &str) -> Vec<&str> {
    let mut found = Vec::new();
    let mut before = "";
    for line in text.lines() {
        let names = ["include_str!(\"", "include_bytes!(\"", "include!(\""].iter();
        let name = names.filter_map(|start| line.split_once(start)?.1.split_once('"')).next();
        found.extend(name.filter(|_| !before.contains("cfg(doctest)")).map(|(name, _)| name));
        before = line;
    }
    found
}

/// How many folders a path climbs out of the one that it begins in, at most.
fn climbs(path: &str) -> usize {
    let (mut depth, mut most) = (0isize, 0);
    for part in Path::new(path).components() {
        depth += if part == Component::ParentDir { -1 } else { 1 };
        most = most.max(-depth);
    }
    most.unsigned_abs()
}

#[test]
fn crates_include_only_their_files() {
    assert_eq!(
        included("#[cfg(doctest)]\n#[doc = include_str!(\"a\")]\nlet x = include_str!(\"../b\");"),
        ["../b"]
    );
    assert_eq!((climbs("../../a"), climbs("a/../../b"), climbs("a/b")), (2, 1, 0));
    let folders = folders();
    assert!(folders.len() > 12 && folders.contains(&"embed".to_string()), "{folders:?}");
    for folder in folders {
        let package = root().join(&folder);
        let mut files = Vec::new();
        sources(&package.join("src"), &mut files);
        for file in files {
            let text = fs::read_to_string(&file).expect("is text");
            let depth = file.strip_prefix(&package).expect("lies in it").components().count() - 1;
            for name in included(&text) {
                assert!(
                    climbs(name) <= depth,
                    "{} includes {name}, which is not in {folder}",
                    file.display()
                );
            }
        }
    }
}

#[test]
fn crates_depend_on_versions_of_each_other() {
    let manifest = fs::read_to_string(root().join("Cargo.toml")).expect("is text");
    let version = manifest.lines().find(|line| line.starts_with("version = ")).expect("there is a version");
    let own: Vec<&str> =
        manifest.lines().filter(|line| line.contains("path = \"") && line.contains('{')).collect();
    assert!(own.len() > 12, "{own:?}");
    for line in own {
        assert!(
            line.contains(version),
            "no archive can be made of what depends on this without {version}: {line}"
        );
    }
}
