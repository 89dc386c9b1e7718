//! Feeds the checks a violation of each rule, and what must pass.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::packages::{self, Package};
use super::{Rule, Violation, figures, op_names, sources};

/// A dependency: (name, folder in the workspace or "", kind or "", rename or "").
type Line<'a> = (&'a str, &'a str, &'a str, &'a str);

/// `cargo metadata` of a workspace with the usual packages and these lines added to the one in folder `dir`.
fn workspace(dir: &str, lines: &[Line]) -> Vec<Package> {
    let mut packages: Vec<(&str, &str)> = vec![
        ("tf-ir", "ir"),
        ("tf-ir-macros", "ir/macros"),
        ("tf-dialects", "dialects"),
        ("tf-interp", "interp"),
        ("tf-generate", "generate"),
        ("tf-passes", "passes"),
        ("tf-passes-common", "passes/common"),
        ("tf-schedule", "passes/schedule"),
        ("tf-transforms", "passes/transforms"),
        ("tf-lower", "passes/lower"),
        ("tf-frontend", "frontend"),
        ("tf-abi", "backends/abi"),
        ("tensorforge-llvm", "backends/llvm"),
        ("tf-cpu", "backends/cpu"),
        ("tf-nvptx", "backends/nvptx"),
        ("tf-device", "backends/device"),
        ("tensorforge", "embed"),
        ("tensorforge-capi", "embed/capi"),
        ("tensorforge-tools", "tools"),
        ("tf-harness", "test/harness"),
        ("tensorforge-bench", "bench"),
        ("custom-dialect", "examples/custom-dialect"),
    ];
    if !packages.iter().any(|(_, d)| *d == dir) {
        packages.push(("new", dir));
    }
    let or_null = |s: &str| if s.is_empty() { Value::Null } else { json!(s) };
    let line = |(name, dir, kind, rename): &Line| {
        let path = if dir.is_empty() { Value::Null } else { json!(format!("/w/{dir}")) };
        json!({"name": name, "path": path, "kind": or_null(kind), "rename": or_null(rename)})
    };
    let package = |(name, at): &(&str, &str)| {
        let dependencies: Vec<Value> = if *at == dir { lines.iter().map(line).collect() } else { Vec::new() };
        json!({"name": name, "manifest_path": format!("/w/{at}/Cargo.toml"), "dependencies": dependencies})
    };
    let packages: Vec<Value> = packages.iter().map(package).collect();
    packages::read(&json!({"workspace_root": "/w", "packages": packages})).expect("as cargo writes it")
}

fn source(path: &str, text: &str) -> Vec<Violation> {
    sources::check(&workspace("tools", &[]), &[(path.to_string(), text.to_string())])
}

/// Packages that break a rule: the rule, the folder, the line of its manifest.
const BAD_PACKAGES: &[(Rule, &str, Line)] = &[
    (Rule::UnknownLayer, "dialects/extra", ("serde", "", "", "")),
    (Rule::UnknownLayer, "backends/new", ("serde", "", "", "")),
    (Rule::Layering, "ir", ("tf-dialects", "dialects", "", "")),
    (Rule::Layering, "ir", ("tensorforge", "embed", "dev", "")),
    (Rule::Layering, "ir/macros", ("tf-ir", "ir", "", "")),
    (Rule::Layering, "dialects", ("tf-passes", "passes", "", "")),
    (Rule::Layering, "dialects", ("tf-cpu", "backends/cpu", "", "")),
    (Rule::Layering, "dialects", ("tf-frontend", "frontend", "dev", "")),
    (Rule::Layering, "dialects", ("tf-interp", "interp", "dev", "")),
    (Rule::Layering, "interp", ("tf-generate", "generate", "dev", "")),
    (Rule::Layering, "passes", ("tf-interp", "interp", "", "")),
    (Rule::Layering, "embed", ("tf-generate", "generate", "", "")),
    // Crates of rooms that Cargo builds in parallel.
    (Rule::Layering, "passes/transforms", ("tf-schedule", "passes/schedule", "", "")),
    (Rule::Layering, "passes/transforms", ("tf-lower", "passes/lower", "", "renamed")),
    (Rule::Layering, "passes/lower", ("tf-transforms", "passes/transforms", "", "")),
    (Rule::Layering, "passes/schedule", ("tf-lower", "passes/lower", "dev", "")),
    (Rule::Layering, "passes/common", ("tf-schedule", "passes/schedule", "", "")),
    (Rule::Layering, "passes/schedule", ("tf-passes", "passes", "dev", "")),
    (Rule::Layering, "embed", ("tf-schedule", "passes/schedule", "", "")),
    (Rule::Layering, "passes", ("tf-nvptx", "backends/nvptx", "", "")),
    (Rule::Layering, "passes", ("tf-frontend", "frontend", "build", "")),
    (Rule::Layering, "backends/device", ("tf-passes", "passes", "", "")),
    (Rule::Layering, "backends/cpu", ("tf-frontend", "frontend", "", "")),
    (Rule::Layering, "backends/llvm", ("tf-passes", "passes", "", "")),
    (Rule::Layering, "frontend", ("tf-passes", "passes", "", "renamed")),
    (Rule::Layering, "frontend", ("tf-cpu", "backends/cpu", "", "")),
    (Rule::Layering, "embed", ("tensorforge-tools", "tools", "", "")),
    (Rule::Layering, "embed", ("tf-harness", "test/harness", "", "")),
    (Rule::Layering, "test/harness", ("tf-ir", "ir", "", "")),
    (Rule::Layering, "backends/abi", ("tf-ir", "ir", "", "")),
    (Rule::Layering, "passes", ("tf-abi", "backends/abi", "", "")),
    (Rule::LlvmLibrary, "embed", ("tensorforge-llvm", "backends/llvm", "", "")),
    (Rule::LlvmLibrary, "tools", ("tensorforge-llvm", "backends/llvm", "", "")),
    (Rule::LlvmLibrary, "backends/cpu", ("tensorforge-llvm", "backends/llvm", "", "")),
    (Rule::LlvmLibrary, "passes", ("tensorforge-llvm", "backends/llvm", "dev", "")),
    (Rule::LlvmBindings, "passes", ("melior", "", "", "")),
    (Rule::LlvmBindings, "backends/cpu", ("llvm-sys", "", "dev", "quiet")),
    (Rule::LlvmBindings, "tools", ("mlir-sys", "", "", "")),
    (Rule::Cuda, "backends/cpu", ("cudarc", "", "", "")),
    (Rule::Cuda, "bench", ("cudarc", "", "dev", "")),
    (Rule::SystemDependency, "ir", ("zstd-sys", "", "", "")),
    (Rule::SystemDependency, "dialects", ("openblas-sys", "", "build", "")),
];

/// Sources that break a rule on their last line.
const BAD_SOURCES: &[(Rule, &str, &str)] = &[
    (Rule::SourceImport, "passes/src/x.rs", "use std::fmt;\nuse melior::Context;"),
    (Rule::SourceImport, "tools/src/bin/tfopt.rs", "fn f() {\n mlir_sys::mlirContextCreate() }"),
    (Rule::SourceImport, "backends/cpu/src/x.rs", "extern crate llvm_sys;"),
    (Rule::SourceImport, "embed/src/x.rs", "use {std::fmt, cudarc::driver};"),
    (Rule::SourceImport, "backends/llvm/tests/x.rs", "use ::cudarc::driver;"),
    (Rule::SourceImport, "ir/src/x.rs", "use tf_dialects::arith;"),
    (Rule::SourceImport, "ir/src/x.rs", "fn f() -> ::tf_dialects::X {}"),
    (Rule::SourceImport, "dialects/src/x.rs", "macro_rules! m { () => {\n tf_passes::run() } }"),
    (Rule::SourceImport, "frontend/tests/x.rs", "use tf_passes as p;"),
    (
        Rule::SourceImport,
        "passes/transforms/src/x.rs",
        "use tf_ir::body::Body;\nuse tf_schedule::apply::joins;",
    ),
    (Rule::SourceImport, "passes/common/src/x.rs", "fn f() { tf_lower::gpu::f() }"),
    (Rule::SourceImport, "embed/src/lib.rs", "use tensorforge_llvm::emit;"),
    (Rule::SourceImport, "ir/src/y.rs", "use tf_harness::Suite;"),
    (
        Rule::SourceImport,
        "passes/src/x.rs",
        "#[cfg(test)] mod t { use tf_interp::Datum; }\nuse tf_interp::Datum;",
    ),
    (Rule::SourceImport, "ir/macros/src/x.rs", "quote! { ::tf_ir::Op }; x!(a);\nuse tf_ir::Op;"),
    (Rule::SourcePath, "passes/src/x.rs", "#[path = \"../../frontend/src/x.rs\"]"),
    (Rule::SourcePath, "passes/tests/x.rs", "#[path = \"../../frontend/src/x.rs\"]"),
    (Rule::SourcePath, "ir/src/x.rs", "include!(\"../../dialects/src/table.rs\");"),
    (Rule::Print, "ir/src/x.rs", "// println!\nfn f() {\n println!(\"{x}\") }"),
    (Rule::Print, "passes/src/x.rs", "fn f() { std::print!(\"\") }"),
    (Rule::Print, "embed/src/x.rs", "eprintln!();"),
    (Rule::Print, "frontend/src/x.rs", "dbg!(1);"),
    (Rule::Print, "backends/cpu/src/x.rs", "std::io::stdout().write_all(b);"),
    (
        Rule::Print,
        "dialects/src/x.rs",
        "#[cfg(test)] mod t { fn f() { println!() } }\n#[cfg(not(test))] fn g() { println!() }",
    ),
    (Rule::Print, "dialects/src/x.rs", "#[cfg(any(test, feature = \"x\"))] fn g() { println!() }"),
    (Rule::Exit, "backends/llvm/src/jit.rs", "unsafe { libc::_exit(1) }"),
    (Rule::Exit, "embed/src/x.rs", "std::process::exit(1);"),
    (Rule::Exit, "embed/capi/src/lib.rs", "process::abort()"),
    (Rule::Exit, "passes/src/x.rs", "use std::process::{Command, exit};"),
    (Rule::Exit, "passes/src/x.rs", "use std::process as p;"),
    (Rule::Environment, "embed/src/x.rs", "let home = std::env::var(\"HOME\");"),
    (Rule::Environment, "backends/cpu/src/x.rs", "use std::env::var_os;"),
    (Rule::Environment, "dialects/src/x.rs", "use std::{fmt, env::{self, vars}};"),
    (Rule::Environment, "ir/src/x.rs", "use std::env::*;"),
    (Rule::Unsafe, "ir/src/body.rs", "fn f() {}\nunsafe fn g() {}"),
    (Rule::Unsafe, "passes/src/x.rs", "#[cfg(test)] mod t { fn f() { unsafe { g() } } }"),
    (Rule::Unsafe, "tools/src/bin/tfopt.rs", "unsafe impl Send for X {}"),
    (Rule::OpName, "passes/src/x.rs", "body.is(op, arith::Addi);\nbody.is(op, \"arith.addi\");"),
    (Rule::OpName, "backends/cpu/src/x.rs", "match name {\n loops::For::NAME => f(op) }"),
    (
        Rule::OpName,
        "dialects/src/x.rs",
        "#[cfg(test)] mod t { const A: &str = \"tensor.pad\"; }\nf(\"tensor.pad\")",
    ),
    (Rule::Unreadable, "ir/src/x.rs", "fn f( {"),
];

/// Sources that break no rule.
const GOOD_SOURCES: &[(&str, &str)] = &[
    ("passes/src/x.rs", "//! println!(), melior::Context, unsafe\nconst X: &str = \"std::process::exit\";"),
    ("backends/llvm/src/x.rs", "use melior::Context; fn f() { unsafe { llvm_sys::core::g() } }"),
    ("backends/llvm/src/fatal.rs", "std::io::stderr().lock(); unsafe { libc::_exit(1) }"),
    ("backends/nvptx/src/x.rs", "use cudarc::driver;"),
    ("ir/src/arena/chunk.rs", "unsafe { x }"),
    ("ir/src/intern.rs", "unsafe impl Sync for X {}"),
    (
        "ir/src/x.rs",
        "#![deny(unsafe_op_in_unsafe_fn)] fn print() { self.exit(); s.var(); p.stdout(); fn stdout() {} }",
    ),
    (
        "ir/src/x.rs",
        "#[cfg(test)] mod tests { use tf_harness::Suite; fn f() { println!(); std::env::var(\"A\"); } }",
    ),
    ("ir/src/x.rs", "let x = crate::cudarc::y; use std::process::Command; let v = Exit::exit(x);"),
    ("ir/tests/x.rs", "use tf_harness::Suite; fn f() { std::process::exit(1) }"),
    (
        "ir/macros/src/x.rs",
        "fn f() { quote! { ::tf_ir::Op #a { ::tf_ir::Op } }; quote_spanned! {s=> tf_ir::f() } }",
    ),
    ("embed/build.rs", "fn main() { println!(\"cargo::rerun-if-env-changed=A\"); std::env::var(\"A\"); }"),
    ("embed/src/x.rs", "use tf_passes::run; use tf_cpu::pool; include!(\"table.rs\");"),
    ("embed/tests/x.rs", "#[path = \"../../passes/tests/x.rs\"] mod x;"),
    (
        "tools/src/lib.rs",
        "use tensorforge::Session; fn f() { eprintln!(); std::process::exit(1); std::env::var(\"A\") }",
    ),
    ("test/harness/src/lib.rs", "std::env::var_os(\"PATH\")"),
    (
        "passes/src/x.rs",
        "x(Anchor::Op(Func::NAME)); // \"arith.addi\"\nset.rule(\"(arith.addi x 0)\", \"arith.nothing\");",
    ),
    (
        "dialects/src/x.rs",
        "#[op(\"tensor.pad\", regions(1))] pub struct Pad; fn f() { infer_error(Self::NAME) }",
    ),
    ("backends/llvm/src/check.rs", "f(arith::Constant::NAME)"),
    ("passes/tests/x.rs", "body.is(op, \"arith.addi\");"),
    ("bench/src/bin/x.rs", "use tf_dialects::x; println!();"),
    ("examples/custom-dialect/src/main.rs", "use tf_ir::Context; use tensorforge_tools::driver; println!();"),
];

#[test]
fn each_rule_names_its_violation_in_a_manifest() {
    for (rule, dir, line) in BAD_PACKAGES {
        let found = packages::check(&workspace(dir, &[*line]));
        let [one] = found.as_slice() else { panic!("{rule:?} {dir} {line:?}: {found:?}") };
        assert_eq!((one.rule, one.place.as_str()), (*rule, format!("{dir}/Cargo.toml").as_str()), "{one}");
        assert!(*rule == Rule::UnknownLayer || one.what.contains(line.0), "{one}");
    }
}

#[test]
fn each_rule_names_its_violation_in_a_source() {
    for (rule, path, text) in BAD_SOURCES {
        let found = source(path, text);
        let [one] = found.as_slice() else { panic!("{rule:?} {path} {text}: {found:?}") };
        let line = format!("{path}:{}", text.lines().count());
        let place = if *rule == Rule::Unreadable { path } else { line.as_str() };
        assert_eq!((one.rule, one.place.as_str()), (*rule, place), "{text}");
    }
}

#[test]
fn a_renamed_crate_is_still_known() {
    let packages = workspace("passes", &[("melior", "", "", "quiet")]);
    let found = sources::check(&packages, &[("passes/src/x.rs".into(), "quiet::Context::new();".into())]);
    assert_eq!(found.iter().map(|v| v.rule).collect::<Vec<_>>(), [Rule::SourceImport]);
}

#[test]
fn every_rule_is_fed() {
    use Rule::*;
    let all = [
        UnknownLayer,
        Layering,
        LlvmLibrary,
        LlvmBindings,
        Cuda,
        SystemDependency,
        SourceImport,
        SourcePath,
        Print,
        Exit,
        Environment,
        Unsafe,
        OpName,
        Length,
        Circle,
        Figure,
        Room,
        Unreadable,
    ];
    // Fails to compile when a rule is added, as a reminder to extend the list above.
    let _ = |rule: Rule| match rule {
        UnknownLayer | Layering | LlvmLibrary | LlvmBindings | Cuda | SystemDependency | SourceImport
        | SourcePath | Print | Exit | Environment | Unsafe | OpName | Length | Circle | Figure | Room
        | Unreadable => {}
    };
    let fed: BTreeSet<Rule> = BAD_PACKAGES
        .iter()
        .map(|c| c.0)
        .chain(BAD_SOURCES.iter().map(|c| c.0))
        .chain([Length, Circle, Figure, Room])
        .collect();
    assert_eq!(fed, BTreeSet::from(all));
}

#[test]
fn allowed_code_passes() {
    let good: &[(&str, &[Line])] = &[
        (
            "ir",
            &[
                ("tf-ir-macros", "ir/macros", "", ""),
                ("bumpalo", "", "", ""),
                ("tf-harness", "test/harness", "dev", ""),
            ],
        ),
        ("dialects", &[("tf-ir", "ir", "", ""), ("tf-ir-macros", "ir/macros", "", "")]),
        ("passes", &[("tf-ir", "ir", "", ""), ("tf-dialects", "dialects", "", "")]),
        ("passes", &[("tf-schedule", "passes/schedule", "", ""), ("tf-lower", "passes/lower", "", "")]),
        (
            "passes/lower",
            &[("tf-passes-common", "passes/common", "", ""), ("tf-dialects", "dialects", "", "")],
        ),
        (
            "backends/llvm",
            &[("melior", "", "", ""), ("llvm-sys", "", "", ""), ("tf-dialects", "dialects", "", "")],
        ),
        (
            "backends/cpu",
            &[("tf-abi", "backends/abi", "", ""), ("tensorforge-llvm", "backends/llvm", "dev", "")],
        ),
        ("backends/nvptx", &[("cudarc", "", "", ""), ("tf-ir", "ir", "", "")]),
        (
            "embed",
            &[
                ("tf-passes", "passes", "", ""),
                ("tf-device", "backends/device", "", ""),
                ("tensorforge-llvm", "backends/llvm", "dev", ""),
            ],
        ),
        ("embed/capi", &[("tensorforge", "embed", "", "")]),
        ("tools", &[("tensorforge", "embed", "", ""), ("tensorforge-llvm", "backends/llvm", "dev", "")]),
        ("examples/custom-dialect", &[("tf-ir", "ir", "", ""), ("tensorforge-tools", "tools", "", "")]),
    ];
    for (dir, lines) in good {
        assert_eq!(packages::check(&workspace(dir, lines)), [], "{dir}");
    }
    for (path, text) in GOOD_SOURCES {
        assert_eq!(source(path, text), [], "{path}: {text}");
    }
}

#[test]
fn a_file_listed_without_need_is_named() {
    let files: Vec<(String, String)> =
        op_names::TEXT.iter().map(|path| (path.to_string(), "f(\"arith.addi\")".to_string())).collect();
    assert_eq!(op_names::needless(&files), []);
    let found = op_names::needless(&files[1..]);
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((one.rule, one.place.as_str()), (Rule::OpName, op_names::TEXT[0]));
}

#[test]
fn a_function_of_61_lines_is_named() {
    // Braces, types and declarations before the body are not its end.
    let function = |lines: usize| {
        let body = "    { ; }\n".repeat(lines - 2);
        format!(
            "type A = fn(u8);\ntrait B {{ fn c(x: [u8; 4]); }}\nfn d(x: [u8; 4]) {{\n{body}}}\nfn e() {{}}\n"
        )
    };
    let path = "passes/src/x.rs";
    assert_eq!(source(path, &function(60)), []);
    let found = source(path, &function(61));
    let [one] = found.as_slice() else { panic!("{found:?}") };
    assert_eq!((one.rule, one.place.as_str()), (Rule::Length, "passes/src/x.rs:3"), "{one}");
    assert!(one.what.contains("d takes 61 lines"), "{one}");
    // Tests may be as long as they need to be.
    assert_eq!(source(path, &format!("#[cfg(test)] mod t {{ {} }}", function(61))), []);
    assert_eq!(source("passes/tests/x.rs", &function(61)), []);
}

#[test]
fn decision_constants_are_in_one_file() {
    let places = |path: &str, text: &str| -> Vec<String> {
        source(path, text).into_iter().filter(|one| one.rule == Rule::Figure).map(|one| one.place).collect()
    };
    let constant = "/// Few.\nconst FEW: i64 = 16;\nconst SIZES: [f64; 2] = [0.5, 4.0];\n";
    let found = ["passes/schedule/src/decide/schedule/x.rs:2", "passes/schedule/src/decide/schedule/x.rs:3"]
        .map(str::to_string);
    // In the passes that choose, fractions count even where they have no name.
    assert_eq!(places("passes/schedule/src/decide/schedule/x.rs", constant)[..2], found);
    let code = "fn f(x: f64) -> f64 { 0.5 * x + 1.0 + 2.0 * x }";
    assert_eq!(
        places("passes/schedule/src/apply/groups/x.rs", code),
        ["passes/schedule/src/apply/groups/x.rs:1"]
    );
    assert_eq!(places("passes/lower/src/machine/math_expand/x.rs", code), [""; 0]);
    assert_eq!(
        places("passes/transforms/src/tensors/raise_folds/x.rs", code),
        ["passes/transforms/src/tensors/raise_folds/x.rs:1"]
    );
    // So do whole numbers above two, but for lengths of arrays and what the table says is a fact.
    for text in [
        "fn f(x: i64) -> i64 { x * 3 }",
        "fn f(x: i64) -> bool { x >= 24 }",
        "fn f(x: i64) -> i64 { x.min(1_6i64) }",
    ] {
        assert_eq!(
            places("passes/schedule/src/decide/schedule/x.rs", text),
            ["passes/schedule/src/decide/schedule/x.rs:1"],
            "{text}"
        );
        assert_eq!(places("passes/transforms/src/tensors/raise_folds/x.rs", text), [""; 0], "{text}");
    }
    let small = "fn f(x: [i64; 4]) -> i64 { x[0] / 8 + 2 * x[1] }";
    assert_eq!(places("passes/schedule/src/decide/schedule/x.rs", small), [""; 0]);
    assert_eq!(
        places("passes/schedule/src/apply/tile_time.rs", "fn f(x: &[i64]) -> &[i64] { &x[3..] }"),
        [""; 0]
    );
    assert_eq!(
        places("passes/schedule/src/apply/groups/x.rs", "fn f(x: ((u8, u8), u8)) -> u8 { x.0.1 }"),
        [""; 0]
    );
    // Where they belong, what other constants and numbers are made of, and tests.
    assert_eq!(places("passes/common/src/cost/x.rs", constant), [""; 0]);
    let other = "const NAME: &str = \"8\";\nconst ALL: i64 = FEW * FEW;\nconst LAST: usize = usize::MAX;";
    assert_eq!(places("passes/schedule/src/decide/schedule/x.rs", other), [""; 0]);
    assert_eq!(
        places("passes/schedule/src/decide/schedule/x.rs", &format!("#[cfg(test)] mod t {{ {constant} }}")),
        [""; 0]
    );
    assert_eq!(places("dialects/src/x.rs", constant), [""; 0]);
}

#[test]
fn a_limit_that_is_gone_leaves_the_table() {
    let found = figures::needless(&[]);
    assert!(
        found.iter().any(|one| one.place == "passes/schedule/src/apply/groups/legal/members.rs"),
        "{found:?}"
    );
}

#[test]
fn a_test_module_in_its_own_file_is_test_code() {
    let files = |declaration: &str| {
        [
            ("ir/src/a.rs".to_string(), declaration.to_string()),
            ("ir/src/a/tests.rs".to_string(), "fn f() { println!() }".to_string()),
            ("ir/src/a/tests/deep.rs".to_string(), "fn f() { println!() }".to_string()),
        ]
    };
    let packages = workspace("ir", &[]);
    assert_eq!(sources::check(&packages, &files("#[cfg(test)]\nmod tests;")), []);
    assert_eq!(sources::check(&packages, &files("mod tests;")).len(), 2);
}
