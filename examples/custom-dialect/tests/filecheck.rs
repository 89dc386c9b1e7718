//! Runs the FileCheck tests in `test/` with Tensorforge's runner.

use std::path::Path;
use std::process::ExitCode;
use tf_harness::Suite;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("test");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("filecheck");
    Suite::new(root).extension("mlir").cargo_bins().llvm_tools().scratch(scratch).main()
}
