//! The example of a dialect of one's own builds and passes its tests, as the workspace of a third party does.

use std::path::Path;
use std::process::Command;

#[test]
fn a_dialect_outside_of_the_workspace_works() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/custom-dialect");
    // A target folder of its own: Cargo holds a lock on the one that this test is run from.
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("custom-dialect");
    let output = Command::new(env!("CARGO"))
        .args(["test", "--locked", "--quiet", "--manifest-path"])
        .arg(folder.join("Cargo.toml"))
        .env("CARGO_TARGET_DIR", target)
        // What Cargo sets for this package is not for that one.
        .env_remove("CARGO_MANIFEST_DIR")
        .output()
        .expect("cargo can be run");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(output.status.success(), "{}\n{}", text(&output.stdout), text(&output.stderr));
    // Each FileCheck test and each unit test was run, none left out.
    assert!(text(&output.stdout).contains("test result: ok"), "{}", text(&output.stdout));
}
