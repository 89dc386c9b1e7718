//! Runs the FileCheck tests of `examples/custom-dialect`.

use std::path::Path;
use std::process::ExitCode;
use tf_harness::Suite;

fn main() -> ExitCode {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/custom-dialect/test");
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fixed-filecheck");
    Suite::new(root).extension("mlir").cargo_bins().llvm_tools().scratch(scratch).main()
}
