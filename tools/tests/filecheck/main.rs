//! Runs the FileCheck suite: every `.mlir` file below `test/`. Filters are parts of names or paths; `--bless`
//! keeps the outputs of `GOLDEN:` lines; `--rules [PREFIX]…` lists the rules of passes that no test notices
//! (`./x campaign rules`); `--update-checks [FILTER]…` generates the checks of `COMPLETE:` lines;
//! `--strength` measures the share of changed output lines that a test notices (`./x campaign strength`).

mod rules;
mod strength;

use std::path::Path;
use std::process::{Command, ExitCode, Stdio};

use tf_harness::Suite;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../test");
    let suite = Suite::new(root.clone())
        .extension("mlir")
        .cargo_bins()
        .llvm_tools()
        // NumPy, as ./x setup installs it.
        .substitution("%python", &python(&root))
        // NVIDIA's assembler of PTX, which comes as a Python package.
        .substitution("%ptxas", &ptxas(&root))
        .scratch(Path::new(env!("CARGO_TARGET_TMPDIR")).join("filecheck"));
    let suite = match gpu() {
        Ok(()) => suite.feature("gpu"),
        Err(reason) => suite.missing_feature("gpu", &reason),
    };
    let args: Vec<String> = std::env::args().skip(1).collect();
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR"));
    match args.first().map(String::as_str) {
        Some("--rules") => rules::campaign(&suite, &scratch.join("rules"), &args[1..]),
        Some("--strength") => strength::campaign(&suite, &scratch.join("strength"), &args[1..]),
        Some("--update-checks") => update(&suite, &args[1..]),
        _ => suite.main(),
    }
}

fn update(suite: &Suite, filters: &[String]) -> ExitCode {
    match suite.update_checks(filters) {
        Ok(changed) => {
            changed.iter().for_each(|file| println!("{}", file.display()));
            ExitCode::SUCCESS
        }
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn python(root: &Path) -> String {
    root.join("../.venv/bin/python").display().to_string()
}

/// The assembler among the packages of the same environment. Where it is missing, the tests that need it fail
/// with what to do.
fn ptxas(root: &Path) -> String {
    let packages = std::fs::read_dir(root.join("../.venv/lib")).into_iter().flatten().flatten();
    let roots = packages.map(|python| python.path().join("site-packages/nvidia"));
    let versions = roots.filter_map(|nvidia| std::fs::read_dir(nvidia).ok()).flatten().flatten();
    let mut found = versions.map(|version| version.path().join("bin/ptxas")).filter(|file| file.is_file());
    match found.next() {
        Some(file) => file.display().to_string(),
        None => "echo 'there is no ptxas in .venv; install it: ./x setup' >&2; false".to_string(),
    }
}

/// Whether an NVIDIA driver answers and sees a device; the error is the reason for skipping.
fn gpu() -> Result<(), String> {
    let output = Command::new("nvidia-smi")
        .arg("-L")
        .stdin(Stdio::null())
        .output()
        .map_err(|e| format!("nvidia-smi cannot be run: {e}"))?;
    if !output.status.success() || output.stdout.is_empty() {
        return Err("nvidia-smi lists no device".into());
    }
    Ok(())
}
