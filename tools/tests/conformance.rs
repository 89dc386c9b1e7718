//! `tf-conformance` on the sample of StableHLO programs: the results of each op, against XLA.
//!
//! `tools/jax/sample.py` writes the sample.

use std::collections::HashSet;
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
fn the_sample_has_the_results_of_xla() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stablehlo");
    let output = run(&[&dir.to_string_lossy(), "--details", "--timeout=120"]);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stdout));
}

#[test]
fn every_op_that_is_imported_is_in_the_sample() {
    let dir = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stablehlo");
    let mut words: HashSet<String> = HashSet::new();
    for entry in std::fs::read_dir(dir).expect("the sample is there") {
        let text = std::fs::read_to_string(entry.expect("a file").path()).expect("the sample can be read");
        let part_of_name = |c: char| c.is_alphanumeric() || "._-".contains(c);
        words.extend(text.split(|c| !part_of_name(c)).map(str::to_string));
    }
    // Calls and returns of functions are written without their dialect.
    let supported = tf_import::stablehlo::supported().into_iter().filter(|name| !name.starts_with("func."));
    let missing: Vec<&str> = supported.filter(|name| !words.contains(*name)).collect();
    assert!(missing.is_empty(), "tools/jax/sample.py makes no test of {}", missing.join(", "));
}

#[test]
fn a_disabled_test_does_not_count_unless_it_passes() {
    let program = |expected: &str| {
        format!(
            "// RUN-DISABLED(inaccurate): an interpreter
            func.func @main() {{
              %x = stablehlo.constant dense<[1.0, 2.0]> : tensor<2xf32>
              check.expect_eq_const %x, dense<{expected}> : tensor<2xf32>
              return }}"
        )
    };
    let output = run(&[&folder("disabled", &program("[2.0, 5.0]")), "--device=interp", "--details"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("0 of 0 pass") && said.contains("by its authors (inaccurate)"), "{said}");
    let output = run(&[&folder("enabled", &program("[1.0, 2.0]")), "--device=interp"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(said.contains("1 of 1 pass"), "{said}");
}

#[test]
fn a_wrong_answer_is_reported() {
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
fn unsupported_ops_are_reported() {
    let text = "func.func @main() {
        %low = stablehlo.constant dense<0.0> : tensor<f32>
        %high = stablehlo.constant dense<1.0> : tensor<f32>
        %shape = stablehlo.constant dense<2> : tensor<1xi64>
        %x = stablehlo.rng %low, %high, %shape, distribution = UNIFORM : (tensor<f32>, tensor<f32>, tensor<1xi64>) -> tensor<2xf32>
        check.expect_eq_const %x, dense<0.0> : tensor<2xf32>
        return }";
    let output = run(&[&folder("unsupported", text), "--device=interp"]);
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(!output.status.success() && said.contains("1 unsupported"), "{said}");
    assert!(said.contains("stablehlo.rng"), "{said}");
}
