//! `hostile-text --tfopt PATH [BYTES]`: gives `tfopt` texts made to break it. Every run must end by itself
//! with exit code 0 or 1, within two seconds (of processor time: the machine may be busy) where it is an
//! error.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::time::Duration;
use wait4::Wait4;

const USAGE: &str = "usage: hostile-text --tfopt PATH [BYTES]";
/// Time limit of an error.
const MOST: Duration = Duration::from_secs(2);
/// Levels of the nested texts.
const DEEP: usize = 100_000;

/// Name and text.
type Case = (&'static str, String);

fn nested(open: &str, inner: &str, close: &str) -> String {
    format!("{}{inner}{}", open.repeat(DEEP), close.repeat(DEEP))
}

fn deep() -> Vec<Case> {
    let private = |ty: String| format!("func.func private @f({ty})");
    vec![
        ("parentheses", private("(".repeat(DEEP))),
        ("function types", private(nested("(", "i32", ") -> i32"))),
        ("tuples", private(nested("tuple<", "i32", ">"))),
        ("arrays", format!("\"a.b\"() {{x = {}}} : () -> ()", nested("[", "1", "]"))),
        ("dictionaries", format!("\"a.b\"() {{x = {}}} : () -> ()", nested("{a = ", "1", "}"))),
        ("regions", nested("\"a.b\"() ({\n", "", "}) : () -> ()\n")),
        ("modules", nested("module {\n", "", "}\n")),
        ("locations", format!("module {{}} loc({}", "callsite(".repeat(DEEP))),
        ("affine parentheses", format!("#m = affine_map<(i) -> ({})>", nested("(", "i", ")"))),
        ("affine signs", format!("#m = affine_map<(i) -> ({}i)>", "-".repeat(DEEP))),
        ("extents", private(format!("tensor<?{{{}}}xf32>", nested("(", "n", ")")))),
        ("maxima", private(format!("tensor<?{{{}}}xf32>", nested("max(", "n", ", 1)")))),
        ("powers", private(format!("tensor<?{{{}}}xf32>", ["(n + m + k + 1)"; 200].join("*")))),
        ("huge extents", private("tensor<99999999999999999999999xf32>".to_string())),
        ("ranks", private(format!("tensor<{}f32>", "1x".repeat(DEEP)))),
        ("NUL", "module {\0}".to_string()),
    ]
}

fn long(bytes: usize) -> Vec<Case> {
    let fill = |part: &str| part.repeat(bytes / part.len());
    let op = |attr: String| format!("\"a.b\"() {{x = {attr}}} : () -> ()");
    vec![
        ("one word", fill("a")),
        ("one line of parentheses", fill("(")),
        ("one line of braces", fill("}")),
        ("an open string", format!("\"{}", fill("a"))),
        ("spaces", fill(" ")),
        ("a comment", format!("//{}", fill("x"))),
        ("punctuation", fill(";")),
        ("values", fill("%a ")),
        ("an array", op(format!("[{}1]", fill("1,")))),
        ("attributes", format!("\"a.b\"() {{{}}} : () -> ()", fill("a, "))),
        ("types", format!("func.func private @f({}i32)", fill("i32,"))),
        ("modules", fill("module {}\n")),
        ("modules in a line", fill("module {}")),
        ("declarations", fill("func.func private @f()\n")),
        ("operations", fill("\"a.b\"() : () -> ()\n")),
        ("undefined values", format!("func.func @f() {{\n{}}}", fill("\"a.b\"(%x) : (i32) -> ()\n"))),
    ]
}

/// The fault of the run on a case.
fn trial(tfopt: &Path, file: &Path, text: &str) -> Result<(String, Option<String>), String> {
    let failed = |e: std::io::Error| e.to_string();
    std::fs::write(file, text).map_err(failed)?;
    let errors = file.with_extension("err");
    let stderr = std::fs::File::create(&errors).map_err(failed)?;
    let mut command = Command::new(tfopt);
    command.arg(file).args(["--allow-unregistered-dialect", "--canonicalize", "-o", "/dev/null"]);
    let usage =
        command.stdin(Stdio::null()).stderr(stderr).spawn().map_err(failed)?.wait4().map_err(failed)?;
    let time = usage.rusage.utime + usage.rusage.stime;
    let said = std::fs::read(&errors).map_err(failed)?;
    let line: String =
        String::from_utf8_lossy(&said).lines().next().unwrap_or("accepted").chars().take(100).collect();
    let code = usage.status.code();
    let wrong = match code {
        None => Some(format!("ended by {}", usage.status)),
        Some(0 | 1) if code == Some(1) && said.is_empty() => Some("failed without a word".to_string()),
        Some(1) if time > MOST => Some(format!("took {:.1} s", time.as_secs_f64())),
        Some(0 | 1) if said.len() > 100_000 => Some(format!("{} bytes of errors", said.len())),
        Some(0 | 1) => None,
        Some(code) => Some(format!("exit code {code}")),
    };
    Ok((format!("{:.2} s, {line}", time.as_secs_f64()), wrong))
}

fn run() -> Result<bool, String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let (tfopt, bytes) = match &args[..] {
        [flag, tfopt] if flag == "--tfopt" => (PathBuf::from(tfopt), 200_000_000),
        [flag, tfopt, bytes] if flag == "--tfopt" => {
            (PathBuf::from(tfopt), bytes.parse().map_err(|e| format!("{bytes}: {e}\n{USAGE}"))?)
        }
        _ => return Err(USAGE.into()),
    };
    let file = std::env::temp_dir().join(format!("hostile-text-{}.mlir", std::process::id()));
    let mut good = true;
    for (name, text) in deep().into_iter().chain(long(bytes)) {
        let (what, wrong) = trial(&tfopt, &file, &text)?;
        good &= wrong.is_none();
        println!(
            "{} {name}: {what}{}",
            if wrong.is_some() { "BAD" } else { "ok " },
            wrong.map_or(String::new(), |w| format!("  ({w})"))
        );
    }
    // The files would only take space.
    let _ = (std::fs::remove_file(&file), std::fs::remove_file(file.with_extension("err")));
    Ok(good)
}

fn main() -> ExitCode {
    match run() {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("hostile-text: {message}");
            ExitCode::FAILURE
        }
    }
}
