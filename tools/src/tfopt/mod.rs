//! `tfopt`: reads IR text, runs passes on it, writes it.

mod commands;
mod coverage;
mod emit;
mod expect;
mod explain;
mod html;
mod input;
mod kernels;
mod known;
mod machine;
mod options;
mod output;
mod problem;
mod process;
mod reduce;
mod reference;
mod report;
mod semantics;
mod split;
pub(crate) mod test_passes;

use crate::cli::{Arg, Syntax};
use known::Registered;
use options::{Config, OPTIONS, PLANNED};
use problem::Problem;
use std::ffi::OsString;
use std::process::ExitCode;

/// Stack of the main worker thread in bytes: enough for the deepest nesting that `--max-nesting` allows.
const STACK: usize = 256 << 20;

/// Whether the arguments request diagnostics as JSON; checked before they are parsed.
fn asks_for_json(args: &[OsString]) -> bool {
    let args: Vec<&str> = args.iter().filter_map(|a| a.to_str()).collect();
    let is_option = |arg: &str| matches!(arg.trim_start_matches('-'), "diag-format" | "mlir-diag-format");
    let apart = args.windows(2).any(|w| w[0].starts_with('-') && is_option(w[0]) && w[1] == "json");
    apart
        || args
            .iter()
            .any(|a| a.split_once('=').is_some_and(|(name, value)| is_option(name) && value == "json"))
}

/// Reports panics, which are defects of this program: one line with the location, and the backtrace if the
/// environment requests it.
fn report_panics() {
    std::panic::set_hook(Box::new(|info| {
        if tf_ir::pass::on_trial() {
            return;
        }
        let place = info.location().map_or(String::new(), |l| format!(" at {}:{}", l.file(), l.line()));
        eprintln!("tfopt: note: internal error{place}");
        let backtrace = std::backtrace::Backtrace::capture();
        if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
            eprintln!("{backtrace}");
        }
    }));
}

/// Runs `tfopt` with these arguments (without the program's name). Every failure has been reported on stderr.
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    report_panics();
    let as_json = asks_for_json(&args);
    let work = move || match run(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprint!("{}", problem.line(as_json));
            ExitCode::FAILURE
        }
    };
    match std::thread::Builder::new().stack_size(STACK).spawn(work) {
        Ok(thread) => thread.join().unwrap_or_else(|_| {
            eprintln!("tfopt: error: this program has failed; please report the input and the line above");
            ExitCode::FAILURE
        }),
        Err(error) => {
            eprintln!("tfopt: error: cannot start a thread: {error}");
            ExitCode::FAILURE
        }
    }
}

/// False if diagnostics were errors.
fn run(args: Vec<OsString>) -> Result<bool, Problem> {
    let known = Registered::new();
    if let Some(done) = commands::run(&args, &known)? {
        output::to_stdout(&done).map_err(Problem::file)?;
        return Ok(true);
    }
    let args = parse(args, &known)?;
    if let Some(text) = commands::informative(&args, &known) {
        output::to_stdout(&text).map_err(Problem::file)?;
        return Ok(true);
    }
    process::run(Config::new(&args)?, known)
}

fn parse(args: Vec<OsString>, known: &Registered) -> Result<Vec<Arg>, Problem> {
    let is_pass =
        |name: &str| known.passes.find(name).is_some() || known.passes.find_pipeline(name).is_some();
    let names = known.passes.passes().map(|p| p.name).chain(known.passes.pipelines().map(|p| p.name));
    let syntax =
        Syntax { table: OPTIONS, prefixes: &["mlir-"], extra: &is_pass, extra_names: names.collect() };
    syntax.parse(args).map_err(|error| {
        let option = unknown_option(&error);
        let is_it = |(name, _): &&(&str, &str)| Some(*name) == option;
        if let Some((name, what)) = PLANNED.iter().find(is_it) {
            return Problem::not_built(format!("option '--{name}' ({what}) is not implemented yet"));
        }
        match option.and_then(|former| Some((former, known.passes.present_name(former)?))) {
            Some((former, name)) => format!("the pass '{former}' is called '{name}' now").into(),
            None => error.into(),
        }
    })
}

/// The name of the option that an error calls unknown.
fn unknown_option(error: &str) -> Option<&str> {
    let option = error.strip_prefix("unknown option '")?.split('\'').next()?;
    Some(option.trim_start_matches('-'))
}
