//! `tf-conformance`: runs folders of StableHLO tests, interpreted and compiled, and prints a score.
//!
//! Each test runs in a worker process, so that a crash or a timeout affects no other test.

mod case;
mod check;
mod name;
mod options;
mod outcome;
mod pool;
mod score;
mod worker;

use options::Options;
use std::ffi::OsString;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Runs `tf-conformance` with these arguments (without the program's name).
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    match run(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("tf-conformance: error: {message}");
            ExitCode::FAILURE
        }
    }
}

/// False if a required test did not pass.
fn run(args: impl Iterator<Item = OsString>) -> Result<bool, String> {
    let options = Options::read(args)?;
    if options.help {
        print!("{}", options::help());
        return Ok(true);
    }
    if options.worker {
        worker::serve(&options)?;
        return Ok(true);
    }
    let files = collect(&options)?;
    let outcomes = pool::run(&options, &files)?;
    let score = score::Score::new(&outcomes);
    print!("{}", score.render(&options));
    Ok(score.passes(&options))
}

/// The `.mlir` files of the folders, sorted.
fn collect(options: &Options) -> Result<Vec<PathBuf>, String> {
    let mut files = Vec::new();
    for path in &options.paths {
        visit(path, &mut files).map_err(|e| format!("cannot read '{}': {e}", path.display()))?;
    }
    files.sort();
    if let Some(filter) = &options.filter {
        files.retain(|path| path.to_string_lossy().contains(filter.as_str()));
    }
    if files.is_empty() {
        return Err("there are no .mlir files to run".to_string());
    }
    Ok(files)
}

fn visit(path: &Path, files: &mut Vec<PathBuf>) -> std::io::Result<()> {
    if path.is_file() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    for entry in std::fs::read_dir(path)? {
        let entry = entry?.path();
        if entry.is_dir() {
            visit(&entry, files)?;
        } else if entry.extension().is_some_and(|e| e == "mlir") {
            files.push(entry);
        }
    }
    Ok(())
}
