//! Runs the FileCheck suite: every `.mlir` file below `test/`. Filters are parts of names or paths; `--bless` keeps the
//! outputs of `GOLDEN:` lines; `--rules [PREFIX]…` says which rules of passes no test notices (`./x campaign rules`).

mod rules;

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
        .scratch(Path::new(env!("CARGO_TARGET_TMPDIR")).join("filecheck"));
    let suite = match gpu() {
        Ok(()) => suite.feature("gpu"),
        Err(reason) => suite.missing_feature("gpu", &reason),
    };
    let args: Vec<String> = std::env::args().skip(1).collect();
    match args.iter().position(|arg| arg == "--rules") {
        Some(at) => {
            let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("rules");
            rules::campaign(&suite, &scratch, &args[at + 1..])
        }
        None => suite.main(),
    }
}

fn python(root: &Path) -> String {
    root.join("../.venv/bin/python").display().to_string()
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
