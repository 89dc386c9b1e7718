//! Python's tests of the package, on the extension module of this build.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

fn own(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// A folder with the package: links to the sources, and to the extension module next to the LLVM library.
fn package() -> PathBuf {
    let root = Path::new(env!("CARGO_TARGET_TMPDIR")).join("python");
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

/// The files with tests, the largest first, as these take longest.
fn files() -> Vec<String> {
    let files = std::fs::read_dir(own("tests")).expect("the tests are there");
    let mut found: Vec<(u64, String)> = files
        .filter_map(|file| {
            let file = file.expect("the tests are readable");
            let name = file.file_name().into_string().ok()?;
            let is_test = name.starts_with("test_") && name.ends_with(".py");
            is_test.then(|| (file.metadata().expect("it is a file").len(), name))
        })
        .collect();
    found.sort();
    found.into_iter().map(|(_, name)| name).rev().collect()
}

/// Runs the tests of a file in a separate process.
///
/// # Errors
/// Its report on failed tests.
fn run(python: &Path, package: &Path, file: &str) -> Result<(), String> {
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

#[test]
fn the_package_passes_its_tests() {
    let python = own("../../.venv/bin/python");
    assert!(python.exists(), "the tests need .venv, which ./x setup makes");
    let (package, files) = (package(), files());
    assert!(!files.is_empty(), "there are no tests");
    let next = AtomicUsize::new(0);
    let worker = || {
        let mut failed = Vec::new();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            failed.extend(run(&python, &package, file).err());
        }
        failed
    };
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let failed: Vec<String> = std::thread::scope(|scope| {
        let workers: Vec<_> = (0..cores).map(|_| scope.spawn(worker)).collect();
        workers.into_iter().flat_map(|worker| worker.join().expect("workers do not panic")).collect()
    });
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}
