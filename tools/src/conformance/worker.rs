//! The worker: runs the files named on stdin and writes their outcomes.

use super::case::{Case, functions};
use super::options::Options;
use super::outcome::{Kind, Outcome};
use std::collections::BTreeMap;
use std::io::{BufRead, Write};
use std::panic::{AssertUnwindSafe, catch_unwind};
use tensorforge::{Array, Device, Error, Session};
use tf_ir::body::Body;

/// The start of a comment that disables a test.
const DISABLED: &str = "// RUN-DISABLED(";
/// The line that ends a file's outcomes.
pub(super) const END: &str = "end";
/// Stack of the thread that runs tests, bytes.
const STACK: usize = 256 << 20;

/// Runs files until stdin ends.
pub(super) fn serve(options: &Options) -> Result<(), String> {
    let options = options.clone();
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(move || lines(&options));
    let thread = thread.map_err(|e| format!("cannot start a thread: {e}"))?;
    thread.join().map_err(|_| "a test panicked".to_string())?
}

fn lines(options: &Options) -> Result<(), String> {
    let said = |e: std::io::Error| e.to_string();
    for line in std::io::stdin().lock().lines() {
        let path = line.map_err(said)?;
        let mut out = std::io::stdout().lock();
        for outcome in file(options, &path) {
            writeln!(out, "{outcome}").map_err(said)?;
        }
        writeln!(out, "{END}").map_err(said)?;
        out.flush().map_err(said)?;
    }
    Ok(())
}

/// The outcomes of a file's tests.
fn file(options: &Options, path: &str) -> Vec<Outcome> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(error) => return vec![Outcome::new(path, Kind::Refused, &error.to_string())],
    };
    if !options.all && ["complex<", "!quant."].iter().any(|word| text.contains(word)) {
        return vec![Outcome::new(path, Kind::Excluded, "complex or quantised types")];
    }
    let session = match Session::builder().threads(1).build() {
        Ok(session) => session,
        Err(error) => return vec![Outcome::new(path, Kind::Crash, &error.to_string())],
    };
    let module = match guarded(|| session.parse(path, &text).map_err(|e| (Kind::Refused, e.to_string()))) {
        Ok(module) => module,
        Err((kind, reason)) => return vec![Outcome::new(path, kind, &reason)],
    };
    let count = functions(&module).len();
    if count == 0 {
        return vec![Outcome::new(path, Kind::Excluded, "checks nothing")];
    }
    let mut outcomes = Vec::new();
    for at in 0..count {
        let mut name = path.to_string();
        let result = guarded(|| {
            let case = Case::new(&module, at, &options.numerics).map_err(|e| (Kind::Unsupported, e))?;
            if count > 1 {
                name = format!("{path}:{}", case.function);
            }
            run(&session, options, &case)
        });
        outcomes.push(match result {
            Ok(()) => Outcome::new(&name, Kind::Pass, ""),
            Err((kind, reason)) => failed(&name, kind, &reason, disabled(&text)),
        });
    }
    outcomes
}

/// The reason for which a test's authors disabled it in StableHLO's own interpreter: `//
/// RUN-DISABLED(reason)`.
fn disabled(text: &str) -> Option<&str> {
    let line = text
        .lines()
        .take_while(|line| line.starts_with("//"))
        .find_map(|line| line.strip_prefix(DISABLED))?;
    line.split_once(')').map(|(reason, _)| reason)
}

/// The outcome of a failure: crashes count even in disabled tests.
fn failed(name: &str, kind: Kind, reason: &str, disabled: Option<&str>) -> Outcome {
    match disabled.filter(|_| kind != Kind::Crash) {
        Some(why) => Outcome::new(name, Kind::Disabled, &format!("by its authors ({why}); here: {reason}")),
        None => Outcome::new(name, kind, reason),
    }
}

type Ran<T> = Result<T, (Kind, String)>;

/// Runs a step; a panic is a crash of the test.
fn guarded<T>(step: impl FnOnce() -> Ran<T>) -> Ran<T> {
    match catch_unwind(AssertUnwindSafe(step)) {
        Ok(result) => result,
        Err(panic) => {
            let text = panic.downcast_ref::<String>().cloned();
            let text = text.or_else(|| panic.downcast_ref::<&str>().map(|s| s.to_string()));
            Err((Kind::Crash, format!("panic: {}", text.unwrap_or_default())))
        }
    }
}

/// Imports a test and runs it on every device.
fn run(session: &Session, options: &Options, case: &Case) -> Ran<()> {
    let program = session.import_stablehlo(&case.module).map_err(classify)?;
    let arguments = arguments(session, &program, case)?;
    for name in &options.devices {
        let device = Device::by_name(name).ok_or((Kind::Crash, format!("unknown device {name}")))?;
        let on = |(kind, text): (Kind, String)| (kind, format!("{name}: {text}"));
        let executable = session.compile_module(&program, &device).map_err(classify).map_err(on)?;
        let entry = executable.entry(&case.function).map_err(classify).map_err(on)?;
        let results: Vec<Array> =
            entry.call(arguments.iter().collect::<Vec<&Array>>()).map_err(classify).map_err(on)?;
        for check in &case.checks {
            check.verify(&results).map_err(|e| on((Kind::Wrong, e)))?;
        }
    }
    Ok(())
}

/// The values of the program's arguments: the interpreter runs the functions that compute them.
fn arguments(session: &Session, program: &Body, case: &Case) -> Ran<Vec<Array>> {
    let mut module = program.duplicate();
    let public = module.ctx().string_attr("public");
    for op in module.child_ops() {
        if let Some(function) = module.child_mut(op).filter(|f| f.entry_block().is_some()) {
            let root = function.root();
            function.set_attr(root, "sym_visibility", public);
        }
    }
    let executable = session.compile_module(&module, Device::interp()).map_err(classify)?;
    let mut given: BTreeMap<&str, Vec<Array>> = BTreeMap::new();
    let mut arguments = Vec::new();
    for (callee, at) in &case.inputs {
        if !given.contains_key(callee.as_str()) {
            let entry = executable.entry(callee).map_err(classify)?;
            given.insert(callee, entry.call(()).map_err(classify)?);
        }
        arguments.push(given[callee.as_str()][*at].clone());
    }
    Ok(arguments)
}

fn classify(error: Error) -> (Kind, String) {
    let kind = match &error {
        Error::Unsupported(_) => Kind::Unsupported,
        Error::Pass { .. } | Error::Build(_) | Error::Library(_) | Error::Pipeline(_) => Kind::Compile,
        Error::Stopped(_) | Error::Run(_) => Kind::Stopped,
        _ => Kind::Refused,
    };
    (kind, error.to_string())
}
