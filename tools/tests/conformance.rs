//! `tf-conformance` on the sample of StableHLO programs: what each op gives, against XLA.
//!
//! `tools/jax/sample.py` writes the sample.

use std::path::Path;
use std::process::{Command, Output};

fn run(args: &[&str]) -> Output {
    let run = Command::new(env!("CARGO_BIN_EXE_tf-conformance")).args(args).output();
    run.expect("tf-conformance is built with this test")
}

/// A folder of one test, below Cargo's folder for them.
fn folder(name: &str, text: &str) -> String {
    let dir = Path::new(env!("CARGO_TARGET_TMPDIR")).join("conformance").join(name);
    std::fs::create_dir_all(&dir).expect("the folder for tests can be written");
    std::fs::write(dir.join("add_float32.mlir"), text).expect("the folder for tests can be written");
    dir.to_string_lossy().into_owned()
}

#[test]
fn the_sample_gives_what_xla_gives() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stablehlo");
    let output = run(&[&dir.to_string_lossy(), "--details", "--timeout=120"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn a_wrong_answer_is_told() {
    let text = "func.func @main() {
        %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
        %y = stablehlo.add %x, %x : tensor<2xf32>
        check.expect_eq_const %y, dense<[2.0, 5.0]> : tensor<2xf32>
        return }";
    let output = run(&[&folder("wrong", text), "--device=interp"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && said.contains("1 wrong"), "{said}");
}

#[test]
fn what_is_not_supported_is_told() {
    let text = "func.func @main() {
        %x = stablehlo.replica_id : tensor<ui32>
        check.expect_eq_const %x, dense<0> : tensor<ui32>
        return }";
    let output = run(&[&folder("unsupported", text), "--device=interp"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && said.contains("1 unsupported"), "{said}");
    assert!(said.contains("stablehlo.replica_id"), "{said}");
}
