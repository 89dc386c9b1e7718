//! The errors of Rust's compiler for code that this crate's traits refuse: they suggest the right code. All
//! cases are compiled at once, against the library that this test was built with.

use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

/// Refused code, and its message; the code is a function's body.
const CASES: &[(&str, &str, &[&str])] = &[
    (
        "x: &Tensor",
        r#"let _ = x + "1";"#,
        &["`&str` is not a value of a program", "`p.tensor([2], &[1.0f32, 2.0])`"],
    ),
    (
        "x: &Tensor, a: &Array",
        "let _ = x.max(a);",
        &["`&tensorforge::Array` is not a value of a program", "`p.array(&array)`"],
    ),
    ("p: &Tracer", "let _ = p.zeros::<f32>(2.5f64);", &["`f64` is not a shape", "`(n, 3)`", "p.dim("]),
    ("p: &Tracer", r#"let _ = p.zeros::<f32>(("n", 3));"#, &["`&str` is not an extent", "named by `p.dim("]),
    (
        "p: &Tracer",
        "let _ = p.compute(vec![4, 3], |[i, j]| i + j);",
        &["is not a shape of a rank that Rust knows", "|[i, j]|"],
    ),
    ("p: &Tracer", "let _ = p.compute((4, 3), |[i]| i);", &["pattern requires 1 element but array has 2"]),
    ("n: tensorforge::Dim<'_>", "let _ = n + 0.5f64;", &["`f64` is not an extent", "`2 * n + 1`"]),
    ("x: &Tensor", "let _ = x.at(0.5f64);", &["`f64` is not an index", "a tuple, `x.at((&i, 0))`"]),
    (
        "x: &Tensor",
        "let _ = x.at(1usize..3);",
        &["`std::ops::Range<usize>` is not an index", "ranges are taken by `x.slice((1..3, 0))`"],
    ),
    (
        "x: &Tensor",
        r#"let _ = x.slice("all");"#,
        &["`&str` does not select a part of a tensor", "`x.slice((1..3, .., 0))`"],
    ),
    ("x: &Tensor", "let _ = x.sum(0.0f64);", &["`f64` does not name axes", "`x.sum([0, 1])`"]),
    ("p: &Tracer", r#"let _ = p.input::<char>("x", 3);"#, &["`char` is not an element type", "`f32`"]),
    ("", r#"let _ = Program::trace("f", |_| "text");"#, &["`&str` is not a result of traced code", "tuples"]),
    (
        "",
        r#"let _ = Program::trace("f", |_| Own);"#,
        &["`Own` is not a result of traced code", "derive(tensorforge::Values)"],
    ),
    (
        "p: &Tracer",
        r#"let _: Own = p.inputs("x");"#,
        &["`Own` is not a structure of inputs", "`#[input(f32, n, 3)]`"],
    ),
    (
        "",
        "let _ = Array::from_slice(&[1], &[true]);",
        &["arrays have no elements of type `bool`", "`Array::from_bools`"],
    ),
    (
        "p: &Tracer, x: &Tensor",
        r#"let _ = p.fold(0, 4, "sum", |i| x.at(i));"#,
        &["`&str` does not specify how to combine values", "`Combine::Sum`"],
    ),
    (
        "s: &Session, p: &Program",
        r#"let _ = s.compile(p, "cpu");"#,
        &["`&str` is not a device", "`Device::cpu()`"],
    ),
    (
        "e: &Executable",
        r#"let _: Result<Array, _> = e.call("x");"#,
        &["`&str` is not an argument of a call", "exe.call(&x)"],
    ),
    (
        "e: &Executable, x: &Array",
        "let _: Result<f32, _> = e.call(x);",
        &["`f32` cannot hold the results of a call", "`sum.item::<f32>()?`"],
    ),
    (
        "e: &Executable, x: &Array",
        "let _ = e.call_into(x, x);",
        &["results cannot be written to `&tensorforge::Array`", "`&mut Array`"],
    ),
];

/// The crate as the newest build left it: of these sources, as this test is.
fn library() -> PathBuf {
    let folder = std::env::current_exe().unwrap().parent().unwrap().to_owned();
    let built = std::fs::read_dir(folder).unwrap().filter_map(|entry| {
        let path = entry.ok()?.path();
        let name = path.file_name()?.to_str()?;
        let fits = name.starts_with("libtensorforge-") && name.ends_with(".rlib");
        let time: SystemTime = path.metadata().ok()?.modified().ok()?;
        fits.then_some((time, path))
    });
    built.max().expect("the crate that is tested lies beside the test").1
}

/// The errors of the compiler, each with the line that it is about.
fn errors(code: &str) -> Vec<(usize, String)> {
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("refusals.rs");
    std::fs::write(&file, code).unwrap();
    let library = library();
    let mut dependency = std::ffi::OsString::from("dependency=");
    dependency.push(library.parent().unwrap());
    let mut tensorforge = std::ffi::OsString::from("tensorforge=");
    tensorforge.push(&library);
    let output = Command::new("rustc")
        .args(["--edition=2024", "--crate-type=lib", "--emit=metadata", "--color=never", "-L"])
        .arg(dependency)
        .arg("--extern")
        .arg(tensorforge)
        .arg("--out-dir")
        .arg(env!("CARGO_TARGET_TMPDIR"))
        .arg(&file)
        .output()
        .expect("rustc can be run");
    let text = String::from_utf8(output.stderr).unwrap();
    let line = |error: &str| {
        let place = error.split_once("--> ")?.1.lines().next()?;
        place.rsplit(':').nth(1)?.parse().ok()
    };
    let errors = text.split("\nerror").map(|error| (line(error).unwrap_or(0), error.to_string()));
    errors.collect()
}

#[test]
fn compile_errors_suggest_the_right_code() {
    let mut code = String::from("use tensorforge::*;\npub struct Own;\n");
    let first = code.lines().count() + 1;
    for (i, (takes, body, _)) in CASES.iter().enumerate() {
        writeln!(code, "pub fn case_{i}({takes}) {{ {body} }}").unwrap();
    }
    let errors = errors(&code);
    let mut wrong = String::new();
    for (i, (_, body, wanted)) in CASES.iter().enumerate() {
        let found: Vec<&str> =
            errors.iter().filter(|(line, _)| *line == first + i).map(|(_, text)| text.as_str()).collect();
        let said = found.join("\n");
        for words in wanted.iter().filter(|words| !said.contains(**words)) {
            writeln!(wrong, "'{words}' is not in what is said about\n  {body}\n{said}").unwrap();
        }
    }
    assert!(wrong.is_empty(), "{wrong}\nof {errors:?}");
}
