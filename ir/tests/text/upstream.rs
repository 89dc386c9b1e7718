//! Exchange of text with upstream's `mlir-opt`: it reads our text, and its text parses to the same IR.

use crate::text::grammar::{Place, grammar};
use crate::text::support::*;
use std::io::Write;
use std::process::{Command, Stdio};
use tf_ir::text::{PrintOptions, print_parsed};

const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";
const SPLIT: &str = "// -----\n";

/// Runs `mlir-opt` on several texts at once.
fn mlir_opt(texts: &[String], flags: &[&str]) -> Vec<String> {
    let mut child = Command::new(MLIR_OPT)
        .args(["-", "--allow-unregistered-dialect", "--split-input-file"])
        .args(flags)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| panic!("{MLIR_OPT}: {e}; install it with: apt-get install mlir-22-tools"));
    let input = texts.join(SPLIT);
    let mut stdin = child.stdin.take().expect("stdin is piped");
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("mlir-opt runs");
    writer.join().expect("the writer does not panic").expect("mlir-opt reads its input");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{}", stderr.chars().take(4000).collect::<String>());
    let text = String::from_utf8(output.stdout).expect("mlir-opt writes UTF-8");
    text.split(SPLIT).map(str::to_string).collect()
}

/// Every sample that upstream has, printed by us in both forms.
fn samples() -> Vec<String> {
    let ctx = context();
    let mut texts = Vec::new();
    for production in grammar().filter(|p| p.upstream) {
        for sample in production.accepted {
            let parsed = parse_in(&ctx, &production.module(sample));
            texts.push(print_parsed(&parsed, &PrintOptions::default()));
        }
    }
    texts
}

#[test]
fn ours_through_upstream_in_generic_form_is_ours_again() {
    let texts = samples();
    let back = mlir_opt(&texts, &["--mlir-print-op-generic"]);
    compare(&texts, &back);
}

#[test]
fn upstreams_custom_form_is_ours() {
    let texts = samples();
    let back = mlir_opt(&texts, &[]);
    compare(&texts, &back);
}

#[track_caller]
fn compare(texts: &[String], back: &[String]) {
    assert_eq!(texts.len(), back.len());
    let ctx = context();
    let mut wrong = String::new();
    for (ours, theirs) in texts.iter().zip(back) {
        let again = print_parsed(&parse_in(&ctx, theirs), &PrintOptions::default());
        if again != *ours {
            wrong += &format!("ours:\n{ours}upstream's:\n{theirs}read as:\n{again}\n");
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

/// Locations come through upstream's aliases unchanged.
#[test]
fn locations_through_upstream() {
    let ctx = context();
    let opts = PrintOptions::with_locations();
    let mut texts = Vec::new();
    for production in grammar().filter(|p| p.place == Place::Location || p.name.contains("location")) {
        for sample in production.accepted {
            texts.push(print_parsed(&parse_in(&ctx, &production.module(sample)), &opts));
        }
    }
    let back = mlir_opt(&texts, &["--mlir-print-debuginfo"]);
    for (ours, theirs) in texts.iter().zip(&back) {
        let again = print_parsed(&parse_in(&ctx, theirs), &opts);
        assert_eq!(again, *ours, "after\n{theirs}");
    }
}

/// What upstream refuses of the refused samples shows that the table speaks of MLIR; the exceptions are
/// stricter here.
#[test]
fn floats_print_as_upstream_prints_them() {
    let mut seed = 7u64;
    let mut next = || {
        seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        seed >> 16
    };
    let kinds =
        [("f64", 64), ("f32", 32), ("f16", 16), ("bf16", 16), ("f8E4M3FN", 8), ("f8E5M2", 8), ("tf32", 19)];
    let mut entries = Vec::new();
    for i in 0..3000 {
        let (kind, width) = kinds[i % kinds.len()];
        let bits = (next() << 32 ^ next()) & (u64::MAX >> (64 - width));
        entries.push(format!("a{i} = 0x{bits:X} : {kind}"));
        entries.push(format!("b{i} = {}.{} : {kind}", next() % 1000, next() % 100_000));
    }
    let text = format!("\"u.a\"() {{{}}} : () -> ()\n", entries.join(", "));
    let ours = print_parsed(&parse_in(&context(), &text), &PrintOptions::default());
    let theirs = mlir_opt(&[text], &[]).remove(0);
    for (a, b) in ours.split(", ").zip(theirs.split(", ")) {
        assert_eq!(a.trim(), b.trim());
    }
}
