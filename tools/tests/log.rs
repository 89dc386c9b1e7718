//! The figures of `bench/log` as data are those of its entries.

use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// The differences between the data in a folder and its entries, as a text; empty if there are none.
fn complaint(folder: &Path) -> String {
    let python = root().join(".venv/bin/python");
    let output = Command::new(&python)
        .arg(folder.join("figures.py"))
        .arg("--check")
        .output()
        .unwrap_or_else(|error| panic!("{}: {error}: ./x setup", python.display()));
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(text.is_empty(), output.status.success(), "{text}");
    text
}

#[test]
fn figures_are_those_of_the_entries() {
    let complaint = complaint(&root().join("bench/log"));
    assert!(complaint.is_empty(), "{complaint}");
}

#[test]
fn a_changed_figure_is_found() {
    let entry = "0055-the-bed-on-zen-4.md";
    let folder = std::env::temp_dir().join(format!("tensorforge-log-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder can be made");
    for name in ["figures.py", entry, "0055.json"] {
        std::fs::copy(root().join("bench/log").join(name), folder.join(name)).expect("is there");
    }
    // The page of all entries differs, as there is one entry only.
    let before = complaint(&folder);
    let text = std::fs::read_to_string(folder.join(entry)).expect("is text");
    let changed = text.replace("| 1.17 | 1.33 OpenBLAS |", "| 1.27 | 1.33 OpenBLAS |");
    std::fs::write(folder.join(entry), &changed).expect("can be written");
    let after = complaint(&folder);
    std::fs::remove_dir_all(&folder).expect("can be removed");
    assert_ne!(text, changed);
    assert!(!before.contains("0055.json") && after.contains("0055.json"), "{before}\n{after}");
}
