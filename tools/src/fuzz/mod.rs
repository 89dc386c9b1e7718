//! `tffuzz`: random programs, through the compiler and compared with the interpreter.

pub mod constants;
pub mod objects;
pub mod programs;
mod shrink;
pub mod work;

use crate::cli::{self, Arg, Opt, Syntax, Takes};
use objects::Toolchain;
use programs::{Report, Setup, compare, mapped, on_gpu, setups};
use std::ffi::OsString;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::PoisonError;
use std::sync::atomic::{AtomicU64, Ordering};
use tensorforge::{Device, Emit, Level, Session};
use tf_generate::{Config, functions};
use tf_ir::text::{PrintOptions, print_module};
use tf_ir::verify::verify;

const OPTIONS: &[Opt] = &[
    Opt { name: "seed", takes: Takes::Value("N"), group: "Programs", help: "the first seed (0)" },
    Opt { name: "batch", takes: Takes::Value("N"), group: "Programs", help: "programs to a module (25)" },
    Opt {
        name: "setup",
        takes: Takes::Value("NAME"),
        group: "Programs",
        help: "compile in this mode only: strict, standard, reference or flags; as kernels: simt, \
            simt-standard, simt-compiled or simt-noted; on a GPU: cuda or cuda-standard",
    },
    Opt {
        name: "target",
        takes: Takes::Value("NAME"),
        group: "Programs",
        help: "the target processor: x86-64-v2, x86-64-v3, x86-64-v4, or host (the default)",
    },
    Opt { name: "threads", takes: Takes::Value("N"), group: "Programs", help: "threads (all cores)" },
    Opt {
        name: "cc",
        takes: Takes::Value("PROGRAM"),
        group: "Objects",
        help: "the C compiler for the target (cc)",
    },
    Opt {
        name: "runner",
        takes: Takes::Value("PROGRAM"),
        group: "Objects",
        help: "the emulator that runs programs for the target, as qemu-aarch64",
    },
    Opt { name: "help", takes: Takes::Switch, group: "General", help: "print this help" },
];

const USAGE: &str = "Usage: tffuzz programs COUNT [OPTION]...\n       tffuzz constants COUNT [OPTION]...\n   \
        tffuzz work COUNT [--seed N] [--threads N]\n       tffuzz objects COUNT --target NAME [OPTION]...\n  \
         tffuzz print COUNT [--seed N]\n       tffuzz emit mlir|llvm|asm FILE [--setup NAME] [--target \
    NAME]\n\nMakes random programs, compiles them for the processor and compares their results with the \
    interpreter's. Prints for each\nfault the seed, the difference, and the smallest program with that \
    fault. 'constants' compares programs whose scalar\noperands are arguments with the same programs with \
    constants. 'work' counts operations,\naccesses and bytes around each pass, and prints the programs to \
    which a pass adds work. 'print' prints\nthe programs, separated by lines '// -----', and 'emit' a \
    compiled program.\n";

/// The task of a run.
struct Task {
    first: u64,
    count: u64,
    batch: u64,
    threads: usize,
    setups: Vec<Setup>,
    /// Whether constants are compared with arguments.
    constants: bool,
    /// The C toolchain, if programs are compiled ahead of time.
    tools: Option<Toolchain>,
    /// Whether only the work of passes is counted; nothing is compiled then.
    work: bool,
}

/// Runs `tffuzz` with these arguments (without the program's name).
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    match task(args) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(task)) if task.work => count(&task),
        Ok(Some(_)) if !has_processor() => {
            eprintln!(
                "tffuzz: error: there is no LLVM library next to this program: cargo build -p tensorforge-llvm"
            );
            ExitCode::FAILURE
        }
        Ok(Some(task)) => match run(&task) {
            Ok(report) => {
                println!("{report}");
                if report.faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
            }
            Err(message) => {
                eprintln!("tffuzz: error: {message}");
                ExitCode::FAILURE
            }
        },
        Err(message) => {
            eprintln!("tffuzz: error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn has_processor() -> bool {
    Session::new().is_ok_and(|session| session.devices().contains(&Device::cpu()))
}

fn task(args: impl Iterator<Item = OsString>) -> Result<Option<Task>, String> {
    let syntax = Syntax { table: OPTIONS, prefixes: &[], extra: &|_| false, extra_names: Vec::new() };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let mut task = Task {
        first: 0,
        count: 0,
        batch: 25,
        threads,
        setups: setups(Level::Host),
        constants: false,
        tools: None,
        work: false,
    };
    let mut tools = Toolchain { cc: "cc".to_string(), runner: String::new() };
    let mut words = Vec::new();
    for arg in syntax.parse(args)? {
        match arg {
            Arg::Option("help", _) => {
                print!("{USAGE}\n{}", cli::help(OPTIONS, cli::WIDTH));
                return Ok(None);
            }
            Arg::Option("seed", value) => task.first = number(value)?,
            Arg::Option("batch", value) => task.batch = number(value)?.max(1),
            Arg::Option("threads", value) => task.threads = number(value)?.max(1) as usize,
            Arg::Option("target", value) => {
                let level = Level::named(&value.unwrap_or_default())?;
                task.setups.iter_mut().for_each(|setup| setup.level = level);
            }
            Arg::Option("setup", value) => {
                let name = value.unwrap_or_default();
                task.setups.extend(mapped());
                task.setups.extend(on_gpu());
                task.setups.retain(|setup| setup.name == name);
                if task.setups.is_empty() {
                    return Err(format!("unknown mode '{name}'; see --help"));
                }
            }
            Arg::Option("cc", value) => tools.cc = value.unwrap_or_default(),
            Arg::Option("runner", value) => tools.runner = value.unwrap_or_default(),
            Arg::Positional(word) => words.push(word),
            _ => {}
        }
    }
    parse_task(task, &words, tools)
}

/// Parses the words of a command; `None` if it is already done.
fn parse_task(mut task: Task, words: &[String], tools: Toolchain) -> Result<Option<Task>, String> {
    match words {
        [what, count] if what == "programs" => task.count = number(Some(count.clone()))?,
        [what, count] if what == "constants" => {
            task.count = number(Some(count.clone()))?;
            task.constants = true;
            if task.setups.len() > 1 {
                task.setups.extend(mapped().into_iter().filter(|setup| !setup.name.contains("simt-st")));
            }
            task.setups.retain(|setup| !["flags", "standard"].contains(&setup.name));
        }
        [what, count] if what == "work" => {
            task.count = number(Some(count.clone()))?;
            task.work = true;
        }
        [what, count] if what == "objects" => {
            task.count = number(Some(count.clone()))?;
            task.tools = Some(tools);
        }
        [what, count] if what == "print" => {
            return print(task.first, number(Some(count.clone()))?).map(|()| None);
        }
        [what, form, file] if what == "emit" => return emit(form, file, &task.setups[0]).map(|()| None),
        _ => {
            return Err(
                "expected 'programs', 'constants', 'work', 'objects' or 'print' and a count; see --help"
                    .to_string(),
            );
        }
    }
    Ok(Some(task))
}

/// Prints the programs of some seeds that are valid, as parts of one file.
fn print(first: u64, count: u64) -> Result<(), String> {
    let session = Session::new().map_err(|e| e.to_string())?;
    for seed in first..first.saturating_add(count) {
        let made = functions(session.context(), seed, &Config::for_machine_code(), &format!("p{seed}"));
        let module = programs::module_of(session.context(), &made);
        if verify(&module).is_ok() {
            println!("{}// -----", print_module(&module, &PrintOptions::default()));
        }
    }
    Ok(())
}

/// Prints the program in a file as compiled by a configuration.
fn emit(form: &str, file: &str, setup: &Setup) -> Result<(), String> {
    let form = Emit::from_name(form)
        .ok_or_else(|| format!("unknown form '{form}'; known are mlir, llvm and asm"))?;
    let text = std::fs::read_to_string(file).map_err(|e| format!("cannot read '{file}': {e}"))?;
    let session = Session::new().map_err(|e| e.to_string())?;
    let module = session.parse(file, &text).map_err(|e| e.to_string())?;
    let device = setup.device();
    let text = session.translate(&module, &device, form).map_err(|e| e.to_string())?;
    println!("{text}");
    Ok(())
}

fn number(text: Option<String>) -> Result<u64, String> {
    let text = text.unwrap_or_default();
    text.parse().map_err(|_| format!("'{text}' is not a number"))
}

/// Compares batches on several threads; prints faults when they are found.
///
/// # Errors
/// A tool that links or runs programs is missing, or fails.
fn run(task: &Task) -> Result<Report, String> {
    let (next, all) = (AtomicU64::new(0), Mutex::new(Report::default()));
    let trouble = Mutex::new(None);
    let batches = task.count.div_ceil(task.batch);
    let work = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= batches {
                return;
            }
            let (from, to) = (at * task.batch, ((at + 1) * task.batch).min(task.count));
            let seeds = task.first + from..task.first + to;
            let config = Config::for_machine_code();
            let compared = match &task.tools {
                None if task.constants => Ok(constants::compare(seeds, &task.setups, &config)),
                None => Ok(compare(seeds, &task.setups, &config)),
                Some(tools) => objects::compare(seeds, &task.setups[0], &config, tools),
            };
            let report = match compared {
                Ok(report) => report,
                Err(error) => {
                    trouble.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
                    return;
                }
            };
            for fault in &report.faults {
                println!("=== {fault}");
            }
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.add(report);
            if (at + 1) % 20 == 0 {
                eprintln!("{all}");
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..task.threads {
            // Passes recurse on nested regions.
            let spawned = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work);
            spawned.expect("a thread can be started");
        }
    });
    match trouble.into_inner().unwrap_or_else(PoisonError::into_inner) {
        Some(error) => Err(error),
        None => Ok(all.into_inner().unwrap_or_else(PoisonError::into_inner)),
    }
}

/// Counts the work of programs on several threads.
fn count(task: &Task) -> ExitCode {
    let (next, all) = (AtomicU64::new(0), Mutex::new(work::Counted::default()));
    let setups = work::compared_pipelines();
    let one = || {
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            if at >= task.count {
                return;
            }
            let counted = work::count([task.first + at], &setups);
            for added in &counted.added {
                println!("=== {added}");
            }
            let mut all = all.lock().unwrap_or_else(PoisonError::into_inner);
            all.add(counted);
            if (at + 1) % 100 == 0 {
                eprintln!("{all}");
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..task.threads {
            let spawned = std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, one);
            spawned.expect("a thread can be started");
        }
    });
    let all = all.into_inner().unwrap_or_else(PoisonError::into_inner);
    println!("{all}\n{}\n{}", all.planted(), all.constants());
    if all.added.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}
