//! The example of a custom dialect is in a separate workspace, like that of a third party. Its sources and
//! tests are also those of the package `tools/custom-dialect`, which is built and run with everything else:
//! building that workspace from nothing takes minutes (`./x campaign outside`). So both have to depend on the
//! same, and its lock file has to fit.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn example() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/custom-dialect")
}

/// The names in the sections of dependencies of a manifest, each with its section.
fn dependencies(manifest: &Path) -> BTreeSet<(String, String)> {
    let text = fs::read_to_string(manifest).expect("is text");
    let (mut section, mut found) = (String::new(), BTreeSet::new());
    for line in text.lines() {
        if line.starts_with('[') {
            section = line.to_string();
        } else if section.ends_with("dependencies]")
            && let Some((name, _)) = line.split_once('=')
        {
            found.insert((section.clone(), name.trim().trim_end_matches(".workspace").to_string()));
        }
    }
    found
}

#[test]
fn the_workspaces_of_examples_fit_their_lock_files() {
    for folder in [example(), example().with_file_name("template")] {
        let output = Command::new(env!("CARGO"))
            .args(["metadata", "--locked", "--format-version=1", "--manifest-path"])
            .arg(folder.join("Cargo.toml"))
            // What Cargo sets for this package is not for that one.
            .env_remove("CARGO_MANIFEST_DIR")
            .output()
            .expect("cargo can be run");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    }
}

#[test]
fn the_package_of_this_workspace_depends_on_the_same() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("custom-dialect/Cargo.toml");
    let (here, there) = (dependencies(&here), dependencies(&example().join("Cargo.toml")));
    assert_eq!(here, there);
    assert!(there.len() >= 5, "{there:?}");
}

#[test]
fn each_test_of_the_example_is_one_of_the_package() {
    let manifest = Path::new(env!("CARGO_MANIFEST_DIR")).join("custom-dialect/Cargo.toml");
    let manifest = fs::read_to_string(manifest).expect("is text");
    for entry in fs::read_dir(example().join("tests")).expect("is a folder") {
        let name = entry.expect("can be read").file_name().to_string_lossy().into_owned();
        assert!(manifest.contains(&format!("tests/{name}\"")), "{name} is not run");
    }
}
