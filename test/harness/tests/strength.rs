//! Mutation analysis on planted tests.

use std::fs;
use std::path::{Path, PathBuf};

use tf_harness::{Campaign, Report, Sampling, Suite};

/// Changes of a campaign.
const TRIALS: usize = 100;

const CODE: &str = "func.func @f(%x: f32, %y: f32) -> f32 {\n  %0 = arith.addf %x, %y : f32\n  \
                    %1 = arith.mulf %0, %x {n = 3} : f32\n  func.call @g(%1) : (f32) -> ()\n  return %1 : f32\n}\n";

/// Checks of every line, each after the previous one, for `--match-full-lines`.
fn complete(prefix: &str) -> String {
    let check = |(at, line): (usize, &str)| {
        let next = if at > 0 { "-NEXT" } else { "" };
        format!("// {prefix}{next}: {line}\n")
    };
    CODE.lines().enumerate().map(check).collect()
}

/// Runs changes on a folder of test files, which is removed.
fn run(name: &str, files: &[(&str, &str)]) -> Result<Report, String> {
    let root: PathBuf =
        Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("strength-{}-{name}", std::process::id()));
    for (name, text) in files {
        let path = root.join("tests").join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    let suite = Suite::new(root.join("tests")).extension("mlir").llvm_tools().scratch(root.join("runs"));
    let campaign = Campaign { trials: TRIALS, seed: 7, sampling: Sampling::Lines, filters: Vec::new() };
    let report = campaign.run(&suite, &root.join("strength"));
    fs::remove_dir_all(&root).unwrap();
    report
}

/// A test with a command and checks; its output is the code below them.
fn test(command: &str, checks: &str) -> String {
    format!("// RUN: {command}\n{checks}{CODE}")
}

const PRINT: &str = "grep -v '^//' %s";

#[test]
fn checks_of_every_line_notice_every_change() {
    let text = test(&format!("{PRINT} | FileCheck %s --match-full-lines"), &complete("CHECK"));
    let report = run("complete", &[("arith/a.mlir", &text)]).unwrap();
    assert_eq!((report.by_checks(), report.by_either()), (TRIALS, TRIALS), "{:?}", report.unnoticed());
    assert!(report.is_enough());
}

#[test]
fn a_test_without_checks_notices_nothing() {
    let text = test(
        &format!("{PRINT} | FileCheck --check-prefix=NONE --allow-empty %s"),
        "// NONE-NOT: anything else\n",
    );
    let report = run("none", &[("a.mlir", &text)]).unwrap();
    assert_eq!((report.by_checks(), report.by_either()), (0, 0));
    assert_eq!(report.unnoticed().len(), TRIALS);
    assert!(!report.is_enough());
    assert!(run("empty", &[("a.mlir", "// RUN: true\n")]).unwrap_err().contains("no test has an output"));
}

#[test]
fn isolated_checks_notice_a_part_and_a_golden_the_rest() {
    let text =
        test(&format!("{PRINT} | FileCheck %s"), &format!("// GOLDEN: {PRINT}\n// CHECK: arith.mulf\n"));
    let report = run("part", &[("a.mlir", &text), ("a.out", CODE)]).unwrap();
    assert!((5..40).contains(&report.by_checks()), "{}", report.by_checks());
    assert_eq!(report.by_either(), TRIALS);
    // Six lines, less the brace.
    assert!(report.to_string().starts_with("5 lines of IR in 1 outputs"), "{report}");
    assert!(!report.is_enough(), "checks alone notice too little");
}

#[test]
fn a_golden_of_another_output_notices_nothing_of_this_one() {
    let golden = "// GOLDEN: echo 'func.func private @h()'\n// CHECK: arith.mulf\n";
    let text = test(&format!("{PRINT} | FileCheck %s"), golden);
    let report = run("other", &[("a.mlir", &text), ("a.out", "func.func private @h()\n")]).unwrap();
    assert!(report.by_either() < 70, "{report}");
}

#[test]
fn each_reader_of_an_output_counts() {
    let runs = format!(
        "{PRINT} > %t\n// RUN: FileCheck %s --check-prefix=ONE --input-file=%t\n\
         // RUN: FileCheck %s --check-prefix=ALL --match-full-lines < %t"
    );
    let text = test(&runs, &format!("{}// ONE: arith.mulf\n", complete("ALL")));
    let report = run("readers", &[("a.mlir", &text)]).unwrap();
    assert_eq!(report.by_checks(), TRIALS, "{:?}", report.unnoticed());
}

#[test]
fn a_test_that_fails_is_an_error() {
    let text = test(&format!("{PRINT} | FileCheck %s"), "// CHECK: {{^}}absent\n");
    assert!(run("fails", &[("a.mlir", &text)]).unwrap_err().contains("fails without a change"));
}
