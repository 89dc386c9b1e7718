//! The options of `tfrun`.

use crate::cli::{self, Arg, Opt, Syntax, Takes};
use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;
use tensorforge::{Device, Level, Limits};
use tf_ir::text::did_you_mean;

use Takes::{Optional, Switch, Value};

const fn opt(group: &'static str, name: &'static str, takes: Takes, help: &'static str) -> Opt {
    Opt { name, takes, group, help }
}

const PROGRAM: &str = "Program";
const INPUTS: &str = "Inputs";
const RESULTS: &str = "Results";
const LIMITS: &str = "Limits";
const HELP: &str = "Help";

const OPTIONS: &[Opt] = &[
    opt(PROGRAM, "entry", Value("NAME"), "The function to run (default: the only function, or 'main')"),
    opt(
        PROGRAM,
        "device",
        Value("NAME"),
        "Where to run: cpu (machine code, all cores; the default), interp, simt (kernels in the interpreter), simt-compiled (kernels in machine code), or cuda (an NVIDIA GPU; cuda:1 is the second)",
    ),
    opt(
        PROGRAM,
        "target",
        Value("NAME"),
        "The target processor of machine code: host (all features of this machine; the default), x86-64, \
         x86-64-v2, x86-64-v3 or x86-64-v4",
    ),
    opt(
        PROGRAM,
        "pipeline",
        Value("TEXT"),
        "Run these passes instead of the device's pipeline, in the syntax of tfopt's --pass-pipeline",
    ),
    opt(
        PROGRAM,
        "checked",
        Switch,
        "End the run with an error at an index outside a tensor, unless the program gives the access a \
         policy",
    ),
    opt(
        PROGRAM,
        "check-kernels",
        Switch,
        "With --device=interp, report bank conflicts and uncoalesced accesses of warps to stderr",
    ),
    opt(
        PROGRAM,
        "cache-dir",
        Value("FOLDER"),
        "The folder of cached machine code (default: the user's cache folder)",
    ),
    opt(PROGRAM, "no-cache", Switch, "Compile without the cache"),
    opt(
        PROGRAM,
        "trap-nan",
        Switch,
        "End the run with an error at the first operation that computes a NaN or an infinity from finite \
         operands",
    ),
    opt(
        PROGRAM,
        "sanitize",
        Value("NAME"),
        "Run machine code with a sanitizer: address, whose runtime must be preloaded",
    ),
    opt(
        PROGRAM,
        "schedules",
        Value("FILE"),
        "Use the schedules in FILE, written by --tune; other computes run as without it",
    ),
    opt(
        PROGRAM,
        "calibration",
        Value("FILE"),
        "Read the costs of memory and synchronization on this processor from FILE, to choose loops",
    ),
    opt(
        PROGRAM,
        "calibrate",
        Value("FILE"),
        "Run no program, but measure the costs of memory on this machine, and write them to FILE for \
         --calibration (takes seconds)",
    ),
    opt(
        PROGRAM,
        "tune",
        Value("FILE"),
        "Measure alternatives to the chosen schedules with these arguments, add faster ones to FILE, and run \
         with them (takes minutes)",
    ),
    opt(
        PROGRAM,
        "sample",
        Value("N"),
        "With --tune, measure up to N random schedules of each compute (--seed) instead of the neighbours of \
         the chosen schedule",
    ),
    opt(PROGRAM, "explain", Switch, "With --tune, list each schedule with its price and its time"),
    opt(PROGRAM, "threads", Value("N"), "Number of threads of machine code (default: all cores)"),
    opt(
        INPUTS,
        "in",
        Value("[NAME=]FILE"),
        "An argument by name (x=a.npy), by position ('#0=a.npy'), or several by their names in the file \
         (all.npz, w.safetensors; or a0, a1 … or NumPy's arr_0, arr_1 …). 'x=all.npz:y' takes the array y. A \
         scalar may be given as a literal: dt=0.01",
    ),
    opt(
        INPUTS,
        "random",
        Switch,
        "Fill missing arguments with random values: floats from [-1, 1), integers from 0 to 9",
    ),
    opt(INPUTS, "seed", Value("N"), "Seed of --random; equal seeds give equal arguments (0)"),
    opt(
        INPUTS,
        "dim",
        Value("NAME=N"),
        "The value of an extent symbol for --random (default: a value from 1 to 32)",
    ),
    opt(
        RESULTS,
        "out",
        Value("PATH"),
        "Write the results: to x.npz or x.safetensors, one result to x.npy, or each to a .npy file in a folder",
    ),
    opt(RESULTS, "print", Switch, "Print the results as NumPy does; also without --out and --bench"),
    opt(RESULTS, "bench", Value("N"), "Run N times more; print compile time, least and median run time"),
    opt(
        RESULTS,
        "resident",
        Switch,
        "With --bench, keep arguments and results on the device: time calls without copies from and to the \
         host",
    ),
    opt(
        RESULTS,
        "profile",
        Optional("FILE"),
        "Profile the runs of --bench (default: 10 runs): each loop nest with its time, operations and bytes, \
         compared with the machine's peak; as a page to FILE.html",
    ),
    opt(RESULTS, "timing", Switch, "Print a breakdown of the compile time to stderr"),
    opt(LIMITS, "max-seconds", Value("S"), "End each run of the program after this time"),
    opt(
        LIMITS,
        "max-bytes",
        Value("N"),
        "End the run if its results and intermediate tensors need more bytes at once",
    ),
    opt(
        LIMITS,
        "max-steps",
        Value("N"),
        "End the run after N operations; only the interpreter counts them (2000000000)",
    ),
    opt(HELP, "help", Switch, "Print this"),
    opt(HELP, "version", Switch, "Print the version"),
];

/// The request of the command line.
pub(super) enum Request {
    /// A text to print: help, version.
    Text(String),
    /// Rates to measure, and the file for them.
    Calibrate(PathBuf),
    /// A program to run.
    Run(Box<Config>),
}

/// The options of a run.
pub(super) struct Config {
    pub(super) file: String,
    pub(super) entry: Option<String>,
    pub(super) device: Device,
    pub(super) checked: bool,
    pub(super) check_kernels: bool,
    pub(super) trap_nan: bool,
    pub(super) sanitized: bool,
    pub(super) threads: Option<usize>,
    /// Measured schedules to run with.
    pub(super) schedules: Option<PathBuf>,
    /// The measured costs of memory accesses and threads.
    pub(super) calibration: Option<PathBuf>,
    /// The file for measured schedules.
    pub(super) tune: Option<PathBuf>,
    /// How many schedules of each compute are sampled, instead of measuring the neighbours of the chosen one.
    pub(super) sample: Option<usize>,
    /// Whether all measurements are listed.
    pub(super) explain: bool,
    /// The folder for cached machine code.
    pub(super) cache: Option<PathBuf>,
    pub(super) inputs: Vec<String>,
    pub(super) random: bool,
    pub(super) seed: u64,
    pub(super) dims: Vec<(String, i64)>,
    pub(super) out: Option<String>,
    pub(super) print: bool,
    pub(super) bench: Option<u32>,
    /// Whether timed runs have their arrays on the device.
    pub(super) resident: bool,
    /// The file for the profile; an inner `None` for stdout.
    pub(super) profile: Option<Option<PathBuf>>,
    pub(super) timing: bool,
    pub(super) limits: Limits,
}

/// Reads the command line.
pub(super) fn read(args: Vec<OsString>) -> Result<Request, String> {
    let syntax = Syntax { table: OPTIONS, prefixes: &[], extra: &|_| false, extra_names: Vec::new() };
    let args = syntax.parse(args)?;
    if cli::switch(&args, "help") {
        return Ok(Request::Text(help()));
    }
    if cli::switch(&args, "version") {
        return Ok(Request::Text(format!("tfrun {}\n", env!("CARGO_PKG_VERSION"))));
    }
    if let Some(file) = cli::last(&args, "calibrate").flatten() {
        return match &args[..] {
            [_] => Ok(Request::Calibrate(PathBuf::from(file))),
            _ => Err("option '--calibrate' cannot be combined with a program or other options".to_string()),
        };
    }
    config(&args).map(|config| Request::Run(Box::new(config)))
}

fn help() -> String {
    format!(
        "tfrun: compiles a program and runs it on arrays from files\n\n\
         usage: tfrun [OPTION]... FILE    (- reads stdin)\n{}",
        cli::help(OPTIONS, cli::WIDTH)
    )
}

fn config(args: &[Arg]) -> Result<Config, String> {
    let text = |name: &str| cli::last(args, name).flatten().map(str::to_string);
    let file = cli::program(args, "tfrun", "; arrays are given with --in")?;
    let mut device = device(text("device").as_deref().unwrap_or("cpu"))?;
    if let Some(pipeline) = text("pipeline") {
        device = device.with_pipeline(pipeline);
    }
    if let Some(name) = text("target") {
        device = device.with_level(Level::named(&name)?);
    }
    let out = text("out");
    let bench = cli::number::<u32>(args, "bench")?;
    let profile = cli::last(args, "profile").map(|file| file.map(PathBuf::from));
    let threads = cli::number::<usize>(args, "threads")?;
    if bench == Some(0) || threads == Some(0) {
        return Err("options '--bench' and '--threads' take a count above 0".to_string());
    }
    let resident = cli::switch(args, "resident");
    if resident && bench.is_none() {
        return Err("option '--resident' is for --bench".to_string());
    }
    let [schedules, tune] = ["schedules", "tune"].map(|name| text(name).map(PathBuf::from));
    let sample = cli::number::<usize>(args, "sample")?;
    check_tuning(args, schedules.is_some(), tune.is_some(), sample)?;
    Ok(Config {
        file,
        entry: text("entry"),
        device,
        checked: cli::switch(args, "checked"),
        check_kernels: cli::switch(args, "check-kernels"),
        trap_nan: cli::switch(args, "trap-nan"),
        sanitized: cli::sanitized(args)?,
        threads,
        schedules,
        calibration: text("calibration").map(PathBuf::from),
        tune,
        sample,
        explain: cli::switch(args, "explain"),
        cache: cache(text("cache-dir"), cli::switch(args, "no-cache"))?,
        inputs: cli::all(args, "in").map(str::to_string).collect(),
        random: cli::switch(args, "random"),
        seed: cli::number(args, "seed")?.unwrap_or(0),
        dims: cli::all(args, "dim").map(dim).collect::<Result<_, _>>()?,
        print: cli::switch(args, "print") || (out.is_none() && bench.is_none() && profile.is_none()),
        profile,
        out,
        bench,
        resident,
        timing: cli::switch(args, "timing"),
        limits: limits(args)?,
    })
}

/// Refuses incompatible options for measuring schedules.
fn check_tuning(args: &[Arg], has_schedules: bool, tunes: bool, sample: Option<usize>) -> Result<(), String> {
    let why = match () {
        () if has_schedules && tunes => {
            "options '--schedules' and '--tune' exclude each other: --tune continues from the schedules in \
             its file"
        }
        () if !tunes && cli::switch(args, "explain") => "option '--explain' is for --tune",
        () if sample == Some(0) || !tunes && sample.is_some() => {
            "option '--sample' is for --tune, and takes a count above 0"
        }
        () => return Ok(()),
    };
    Err(why.to_string())
}

fn cache(folder: Option<String>, none: bool) -> Result<Option<PathBuf>, String> {
    match (folder, none) {
        (Some(_), true) => Err("options '--cache-dir' and '--no-cache' exclude each other".to_string()),
        (Some(folder), false) => Ok(Some(PathBuf::from(folder))),
        (None, true) => Ok(None),
        (None, false) => Ok(tensorforge::user_cache_dir()),
    }
}

fn limits(args: &[Arg]) -> Result<Limits, String> {
    let seconds = cli::number::<f64>(args, "max-seconds")?;
    let time = seconds.map(|s| {
        let time = Duration::try_from_secs_f64(s).ok().filter(|time| !time.is_zero());
        time.ok_or_else(|| format!("option '--max-seconds': '{s}' is not a time above 0"))
    });
    let (steps, bytes) = (cli::number(args, "max-steps")?, cli::number(args, "max-bytes")?);
    Ok(Limits { steps, bytes, time: time.transpose()?, cancel: None })
}

fn device(name: &str) -> Result<Device, String> {
    Device::by_name(name).ok_or_else(|| {
        format!(
            "unknown device '{name}'{}; known are {}",
            did_you_mean(name, Device::NAMES),
            Device::NAMES.join(", ")
        )
    })
}

fn dim(text: &str) -> Result<(String, i64), String> {
    let parsed = text.split_once('=').and_then(|(name, value)| Some((name, value.parse::<i64>().ok()?)));
    match parsed {
        Some((name, value)) if value >= 0 && !name.is_empty() => Ok((name.to_string(), value)),
        _ => Err(format!("option '--dim': '{text}' is not NAME=N with an integer N of at least 0")),
    }
}
