//! Running Python's tests on the extension module of this build.

use std::path::{Path, PathBuf};
use std::process::Command;

pub fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A folder with the package: links to the sources, and to the extension module next to the LLVM library.
pub fn package(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let package = root.join("tensorforge");
    // The leftovers of an earlier run may be of another build.
    let _ = std::fs::remove_dir_all(&root);
    std::fs::create_dir_all(&package).expect("the target folder is writable");
    for file in std::fs::read_dir(own("tensorforge")).expect("the package is there") {
        let file = file.expect("the package is readable").path();
        link(&file, &package.join(file.file_name().expect("files have names")));
    }
    let test = std::env::current_exe().expect("a test is a program");
    let built = test.parent().expect("it is in a folder").join("libtensorforge_python.so");
    link(&built, &package.join("_native.abi3.so"));
    root
}

fn link(from: &Path, to: &Path) {
    assert!(from.exists(), "{} is missing", from.display());
    std::os::unix::fs::symlink(from, to).unwrap_or_else(|e| panic!("{}: {e}", to.display()));
}

/// Runs the tests of a file in a separate process.
///
/// # Errors
/// Its report on failed tests.
pub fn run(python: &Path, package: &Path, file: &str) -> Result<(), String> {
    let output = Command::new(python)
        // Python looks for modules where it is started; the sources lack the extension module.
        .current_dir(package)
        .args(["-m", "unittest", "discover", "--pattern", file, "--start-directory"])
        .arg(own("tests"))
        .arg("--top-level-directory")
        .arg(own("tests"))
        .env("PYTHONPATH", package)
        .env("PYTHONDONTWRITEBYTECODE", "1")
        .output()
        .unwrap_or_else(|e| panic!("{}: {e}", python.display()));
    let said = String::from_utf8_lossy(&output.stderr);
    // Nothing that was not run has passed.
    let has_run = said.contains("Ran ") && !said.contains("Ran 0 tests");
    if has_run && output.status.success() { Ok(()) } else { Err(format!("{file}: {said}")) }
}
