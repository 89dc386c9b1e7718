//! `tfopt`: reads IR text, runs passes on it, writes it.

mod commands;
mod emit;
mod expect;
mod html;
mod input;
mod options;
mod output;
mod process;
mod reduce;
mod reference;
mod report;
mod semantics;
mod split;
mod test_passes;

use crate::cli::{self, Arg, Syntax};
use options::{Config, OPTIONS, PLANNED};
use std::ffi::OsString;
use std::process::ExitCode;
use tf_ir::pass::PassRegistry;
use tf_ir::registry::Registry;

/// Stack of the thread that does the work, bytes: enough for the deepest nesting that `--max-nesting` allows.
const STACK: usize = 256 << 20;

/// Everything that the tool knows: dialects and passes.
struct Known {
    dialects: Registry,
    passes: PassRegistry,
}

impl Known {
    fn new() -> Known {
        let mut dialects = Registry::new();
        tf_dialects::register_all(&mut dialects);
        tf_import::stablehlo::register(&mut dialects);
        let mut passes = PassRegistry::new();
        tf_passes::register_all(&mut passes);
        test_passes::register(&mut passes);
        Known { dialects, passes }
    }
}

/// Panics are errors of this program: one line says where, the backtrace comes when the environment asks for it.
fn tell_of_panics() {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map_or(String::new(), |l| format!(" at {}:{}", l.file(), l.line()));
        eprintln!("tfopt: note: internal error{place}");
        let backtrace = std::backtrace::Backtrace::capture();
        if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
            eprintln!("{backtrace}");
        }
    }));
}

/// Runs `tfopt` with these arguments (without the program's name). Every failure has said why on stderr.
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    tell_of_panics();
    let work = move || match run(args) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(message) => {
            eprintln!("tfopt: error: {message}");
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

/// False if diagnostics said what is wrong.
fn run(args: Vec<OsString>) -> Result<bool, String> {
    let known = Known::new();
    if let Some(done) = commands::run(&args, &known)? {
        output::to_stdout(&done)?;
        return Ok(true);
    }
    let args = parse(args, &known)?;
    if let Some(text) = commands::informative(&args, &known) {
        output::to_stdout(&text)?;
        return Ok(true);
    }
    process::run(Config::new(&args)?, known)
}

fn parse(args: Vec<OsString>, known: &Known) -> Result<Vec<Arg>, String> {
    let is_pass =
        |name: &str| known.passes.find(name).is_some() || known.passes.find_pipeline(name).is_some();
    let names = known.passes.passes().map(|p| p.name).chain(known.passes.pipelines().map(|p| p.name));
    let syntax =
        Syntax { table: OPTIONS, prefixes: &["mlir-"], extra: &is_pass, extra_names: names.collect() };
    syntax.parse(args).map_err(|error| match PLANNED.iter().find(|(name, _)| names_option(&error, name)) {
        Some((name, what)) => format!("option '--{name}' ({what}) is not built yet"),
        None => error,
    })
}

/// True if the error is about the unknown option `name`.
fn names_option(error: &str, name: &str) -> bool {
    let Some(rest) = error.strip_prefix("unknown option '") else { return false };
    rest.split('\'').next().is_some_and(|option| option.trim_start_matches('-') == name)
}

/// Whether a switch is given; for the commands.
fn switch(args: &[Arg], name: &str) -> bool {
    cli::switch(args, name)
}
