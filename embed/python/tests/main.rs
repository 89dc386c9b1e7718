//! Python's tests of the package, on the extension module of this build.

mod running;

use running::{own, package, run};
use std::sync::atomic::{AtomicUsize, Ordering};

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

#[test]
fn the_package_passes_its_tests() {
    let python = own("../../.venv/bin/python");
    assert!(python.exists(), "the tests need .venv, which ./x setup makes");
    let (package, files) = (package("python"), files());
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
