//! Text made of builtin, func, arith and math goes both ways between this project and upstream's `mlir-opt`:
//! every file below `test/func`, `test/arith` and `test/math`, part by part. The text of our own dialects is
//! only printed and read again.
//!
//! A file that upstream cannot read says so in a line `// NOT EXCHANGED: reason`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use tf_dialects::register_all;
use tf_ir::body::Body;
use tf_ir::context::Context;
use tf_ir::diag::{Diagnostic, Sources};
use tf_ir::registry::Registry;
use tf_ir::text::{ParseOptions, PrintOptions, parse_module, print_module};
use tf_ir::verify::verify;

const MARKER: &str = "// -----";
const MLIR_OPT: &str = "/usr/lib/llvm-22/bin/mlir-opt";

fn context() -> Context {
    let mut registry = Registry::new();
    register_all(&mut registry);
    Context::new(registry)
}

fn render(ctx: &Context, name: &str, text: &str, errors: &[Diagnostic]) -> String {
    let mut sources = Sources::default();
    sources.add(name, text);
    errors.iter().map(|e| sources.render(ctx, e)).collect()
}

/// Parses and verifies.
#[track_caller]
fn read(ctx: &Context, name: &str, text: &str) -> Body {
    let parsed = parse_module(ctx, name, text, &ParseOptions::default());
    let body = parsed.unwrap_or_else(|errors| panic!("{}\n{text}", render(ctx, name, text, &errors))).body;
    verify(&body).unwrap_or_else(|errors| panic!("{}\n{text}", render(ctx, name, text, &errors)));
    body
}

fn custom(body: &Body) -> String {
    print_module(body, &PrintOptions::default())
}

fn generic(body: &Body) -> String {
    print_module(body, &PrintOptions { generic: true, ..PrintOptions::default() })
}

/// What upstream prints for a text of several parts.
fn mlir_opt(text: &str, options: &[&str]) -> String {
    let mut child = Command::new(MLIR_OPT)
        .args(["--allow-unregistered-dialect", "--split-input-file"])
        .args(options)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap_or_else(|e| {
            panic!("{MLIR_OPT} cannot be run ({e}); install it: sudo apt-get install mlir-22-tools")
        });
    let mut stdin = child.stdin.take().expect("the child's input is a pipe");
    let input = text.to_string();
    let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
    let output = child.wait_with_output().expect("the child ends");
    writer.join().expect("the writer does not panic").expect("mlir-opt reads its input");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "mlir-opt {options:?} refuses:\n{errors}\n{text}");
    String::from_utf8(output.stdout).expect("mlir-opt prints UTF-8")
}

fn parts(text: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    for line in text.lines() {
        if line.starts_with(MARKER) {
            parts.push(String::new());
        } else if let Some(last) = parts.last_mut() {
            last.push_str(line);
            last.push('\n');
        }
    }
    parts
}

/// Dialects that upstream has, too.
const UPSTREAM: [&str; 3] = ["func", "arith", "math"];
/// Our own.
const OURS: [&str; 4] = ["tensor", "loop", "mem", "vector"];

fn files(dialects: &[&str]) -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../test");
    let mut files = Vec::new();
    for dialect in dialects {
        let folder = root.join(dialect);
        let entries = std::fs::read_dir(&folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
        files.extend(entries.map(|e| e.expect("a readable folder").path()));
    }
    files.retain(|f| f.extension().is_some_and(|e| e == "mlir"));
    files.sort();
    files
}

/// Names and texts of the files, without those that are wrong on purpose.
fn texts(dialects: &[&str]) -> Vec<(String, String)> {
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
        (path.file_name().expect("a file").to_string_lossy().into_owned(), text)
    };
    files(dialects).into_iter().map(read).filter(|(name, _)| !name.starts_with("invalid")).collect()
}

fn exchanged() -> Vec<(String, String)> {
    texts(&UPSTREAM).into_iter().filter(|(_, text)| !text.contains("// NOT EXCHANGED: ")).collect()
}

#[test]
fn printing_and_parsing_is_the_identity() {
    for (name, text) in texts(&[UPSTREAM.as_slice(), &OURS].concat()) {
        for part in parts(&text) {
            let ctx = context();
            let body = read(&ctx, &name, &part);
            let (short, long) = (custom(&body), generic(&body));
            assert_eq!(custom(&read(&ctx, "custom", &short)), short);
            let again = read(&ctx, "generic", &long);
            assert_eq!(generic(&again), long);
            assert_eq!(custom(&again), short);
        }
    }
}

#[test]
fn every_op_is_exchanged() {
    let texts = texts(&UPSTREAM);
    let ctx = context();
    for info in ctx.registry().ops() {
        let Some((dialect, name)) = info.name.split_once('.') else { continue };
        if !["func", "arith", "math"].contains(&dialect) {
            continue;
        }
        // In a function, `func.` may be left out.
        let written =
            [format!("{} ", info.name), format!("  {name} "), format!("= {name} "), format!("  {name}\n")];
        let spellings = if dialect == "func" { &written[..] } else { &written[..1] };
        let found = |text: &str| spellings.iter().any(|word| text.contains(word.as_str()));
        assert!(texts.iter().any(|(_, text)| found(text)), "{} is in no file", info.name);
    }
    let count = |dialect: &str| ctx.registry().ops().iter().filter(|i| i.dialect() == dialect).count();
    // As many as upstream's dialects have in LLVM 22.
    assert_eq!([count("func"), count("arith"), count("math")], [5, 51, 46]);
}

#[test]
fn every_op_of_ours_is_printed_and_parsed() {
    let texts = texts(&OURS);
    let ctx = context();
    for info in ctx.registry().ops().iter().filter(|info| OURS.contains(&info.dialect())) {
        let found = texts.iter().any(|(_, text)| text.contains(&format!("{} ", info.name)));
        assert!(found, "{} is in no file", info.name);
    }
}

#[test]
fn upstream_round_trips_printed_text() {
    assert!(exchanged().len() >= 3);
    for (name, text) in exchanged() {
        let ctx = context();
        let bodies: Vec<Body> = parts(&text).iter().map(|part| read(&ctx, &name, part)).collect();
        let ours: Vec<String> = bodies.iter().map(custom).collect();
        let all = |print: fn(&Body) -> String| {
            bodies.iter().map(print).collect::<Vec<_>>().join(&format!("{MARKER}\n"))
        };
        let ways: [(String, &[&str]); 4] = [
            (all(generic), &["--mlir-print-op-generic"]),
            (all(generic), &[]),
            (all(custom), &[]),
            (text.clone(), &[]),
        ];
        for (input, options) in ways {
            let theirs = parts(&mlir_opt(&input, options));
            assert_eq!(theirs.len(), ours.len(), "{name}: parts");
            for (theirs, ours) in theirs.iter().zip(&ours) {
                let back = custom(&read(&ctx, "mlir-opt", theirs));
                assert_eq!(&back, ours, "{name} through mlir-opt {options:?}");
            }
        }
        // The custom forms are the same, too: names, spaces and all.
        for (theirs, ours) in parts(&mlir_opt(&all(generic), &[])).iter().zip(&ours) {
            assert_eq!(theirs.trim(), ours.trim(), "{name}");
        }
    }
}
