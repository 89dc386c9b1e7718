//! The library from C and C++.

mod header;
mod install;
mod session;

use std::path::{Path, PathBuf};
use std::process::Command;

/// A file of this package.
fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// The folder that Cargo puts libraries into, the one of this package among them.
fn libraries() -> PathBuf {
    let test = std::env::current_exe().expect("a test is a program");
    test.parent().expect("it is in a folder").to_path_buf()
}

/// Runs a command and returns its output. Programs find libraries as they were linked, not where Cargo looks.
fn run(command: &mut Command) -> String {
    command.env_remove("LD_LIBRARY_PATH");
    let output = command.output().unwrap_or_else(|e| panic!("{command:?}: {e}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{command:?}\n{text}{}", String::from_utf8_lossy(&output.stderr));
    text
}
