//! The options of `tfc`.

use crate::cli::{self, Arg, Opt, Syntax, Takes};
use std::ffi::OsString;
use std::path::Path;
use std::path::PathBuf;
use tensorforge::{Ahead, Form, Level, Packing};

use Takes::{Switch, Value};

const fn opt(group: &'static str, name: &'static str, takes: Takes, help: &'static str) -> Opt {
    Opt { name, takes, group, help }
}

const OUTPUT: &str = "Output";
const CODE: &str = "Code";
const HELP: &str = "Help";

const OPTIONS: &[Opt] = &[
    opt(
        OUTPUT,
        "o",
        Value("FILE"),
        "Write FILE: an object (.o), a static library (.a), a shared one (.so; by the C compiler), assembly (.s), LLVM \
         IR (.ll), upstream MLIR in the LLVM dialect (.mlir), or a packed program that tfrun runs without LLVM (.tfx)",
    ),
    opt(OUTPUT, "header", Value("FILE"), "Write the C header, for C and C++"),
    opt(OUTPUT, "prefix", Value("TEXT"), "Put TEXT before the names of all C functions"),
    opt(OUTPUT, "cc", Value("PROGRAM"), "The linker of shared libraries (cc)"),
    opt(
        CODE,
        "target",
        Value("NAME"),
        "The processor: x86-64, x86-64-v2, x86-64-v3 (the default on x86), x86-64-v4, aarch64, or host for \
         all features of this machine; for a packed program also none: code for GPUs only",
    ),
    opt(
        CODE,
        "gpu",
        Value("NAMES"),
        "In a packed program, code for these GPUs: sm_80,sm_90,sm_90a (the default), or none",
    ),
    opt(
        CODE,
        "pipeline",
        Value("TEXT"),
        "Run these passes instead of the processor's pipeline, in the syntax of tfopt's --pass-pipeline",
    ),
    opt(
        CODE,
        "checked",
        Switch,
        "Generate code that stops at an index outside a tensor, unless the program gives the access a policy",
    ),
    opt(
        CODE,
        "sanitize",
        Value("NAME"),
        "Generate code with a sanitizer: address, for programs that are linked with -fsanitize=address",
    ),
    opt(
        CODE,
        "schedules",
        Value("FILE"),
        "Use the schedules in FILE, written by tfrun --tune on a machine like the target (--target=host: on \
         this machine)",
    ),
    opt(
        CODE,
        "calibration",
        Value("FILE"),
        "Read the costs of memory and synchronization on the target from FILE, to choose loops",
    ),
    opt(
        CODE,
        "routines",
        Value("FOLDER"),
        "Compile no program, but the library's matrix algorithms for --target, for sessions that find \
         FOLDER as 'routines' next to the LLVM library",
    ),
    opt(HELP, "timing", Switch, "Print a breakdown of the time to stderr"),
    opt(HELP, "help", Switch, "Print this"),
    opt(HELP, "version", Switch, "Print the version"),
];

/// The request of the command line.
pub(super) enum Request {
    /// A text to print: help, version.
    Text(String),
    /// A program to compile.
    Compile(Box<Config>),
    /// The library's algorithms, to be compiled to a folder.
    Routines(PathBuf, Level),
}

/// The container of the output file.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Output {
    /// None: the compiler's output itself.
    Plain,
    /// A static library.
    Archive,
    /// A shared library, linked.
    Shared,
    /// A packed program.
    Packed,
}

/// The options of a compilation.
pub(super) struct Config {
    pub(super) file: String,
    pub(super) out: String,
    pub(super) output: Output,
    pub(super) header: Option<String>,
    pub(super) cc: String,
    /// Measured schedules.
    pub(super) schedules: Option<PathBuf>,
    /// The measured costs of memory accesses and threads.
    pub(super) calibration: Option<PathBuf>,
    pub(super) timing: bool,
    pub(super) checked: bool,
    pub(super) sanitized: bool,
    pub(super) ahead: Ahead,
    pub(super) packing: Packing,
}

/// Reads the command line.
pub(super) fn read(args: Vec<OsString>) -> Result<Request, String> {
    let syntax = Syntax { table: OPTIONS, prefixes: &[], extra: &|_| false, extra_names: Vec::new() };
    let args = syntax.parse(args)?;
    if cli::switch(&args, "help") {
        let help = cli::help(OPTIONS, cli::WIDTH);
        let about = "tfc: compiles a program ahead of time, for C and C++";
        return Ok(Request::Text(format!(
            "{about}\n\nusage: tfc [OPTION]... FILE -o OUT    (- reads stdin)\n{help}"
        )));
    }
    if cli::switch(&args, "version") {
        return Ok(Request::Text(format!("tfc {}\n", env!("CARGO_PKG_VERSION"))));
    }
    if let Some(folder) = cli::last(&args, "routines").flatten() {
        let level = cli::last(&args, "target").flatten().map_or(Ok(Level::baseline()), Level::named)?;
        return Ok(Request::Routines(PathBuf::from(folder), level));
    }
    config(&args).map(|config| Request::Compile(Box::new(config)))
}

fn config(args: &[Arg]) -> Result<Config, String> {
    let text = |name: &str| cli::last(args, name).flatten().map(str::to_string);
    let file = cli::program(args, "tfc", "")?;
    let out = text("o").ok_or("no output: give one with -o FILE; its extension selects the form")?;
    let (form, output) = form(&out)?;
    let level = match text("target").as_deref() {
        None | Some("none") => Level::baseline(),
        Some(gpu) if gpu.starts_with("sm_") => {
            return Err(format!(
                "target '{gpu}' is a GPU: --gpu={gpu} puts its code into a packed program (-o FILE.tfx)"
            ));
        }
        Some(name) => Level::named(name)?,
    };
    let prefix = text("prefix").unwrap_or_default();
    let packed = output == Output::Packed;
    let only_gpus = text("target").as_deref() == Some("none");
    if only_gpus && !packed {
        return Err("target 'none' is for packed programs: -o FILE.tfx".to_string());
    }
    if let Some(option) =
        ["header", "prefix", "pipeline", "schedules"].into_iter().find(|name| packed && text(name).is_some())
    {
        return Err(format!("option '--{option}' is for C and C++: a packed program has none"));
    }
    if !packed && text("gpu").is_some() {
        return Err("option '--gpu' is for packed programs: -o FILE.tfx".to_string());
    }
    let gpus = match text("gpu").as_deref() {
        None => Packing::default().gpus,
        Some("none") => Vec::new(),
        Some(names) => names.split(',').map(str::to_string).collect(),
    };
    Ok(Config {
        file,
        out,
        output,
        header: text("header"),
        timing: cli::switch(args, "timing"),
        checked: cli::switch(args, "checked"),
        sanitized: cli::sanitized(args)?,
        cc: text("cc").unwrap_or_else(|| "cc".to_string()),
        packing: Packing { gpus, processor: (!only_gpus).then_some(level) },
        schedules: text("schedules").map(PathBuf::from),
        calibration: text("calibration").map(PathBuf::from),
        ahead: Ahead { form, level, prefix, pipeline: text("pipeline") },
    })
}

fn form(out: &str) -> Result<(Form, Output), String> {
    match Path::new(out).extension().and_then(|e| e.to_str()).unwrap_or("") {
        "o" => Ok((Form::Object, Output::Plain)),
        "a" => Ok((Form::Object, Output::Archive)),
        "so" => Ok((Form::Object, Output::Shared)),
        "s" => Ok((Form::Assembly, Output::Plain)),
        "ll" => Ok((Form::Llvm, Output::Plain)),
        "mlir" => Ok((Form::Mlir, Output::Plain)),
        "tfx" => Ok((Form::Object, Output::Packed)),
        "ptx" => {
            Err(format!("'{out}': tfopt --gpu --emit=ptx writes PTX; a packed program (.tfx) holds it, too"))
        }
        _ => Err(format!("'{out}': unknown extension; known are .o, .a, .so, .s, .ll, .mlir and .tfx")),
    }
}
