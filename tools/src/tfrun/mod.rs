//! `tfrun`: compiles a program and runs it on arrays from files.

mod bench;
mod inputs;
mod interrupt;
mod options;
mod print;
mod random;
mod results;
mod tune;

use crate::front::{self, Failure};
use inputs::{Inputs, run_error};
use options::{Config, Request};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};
use tensorforge::{
    Argument, Array, Calibration, Device, DeviceArray, Entry, Executable, Passed, Printer, Roofline,
    Schedules, Session,
};

/// Runs `tfrun` with these arguments (without the program's name). Every failure has been reported on stderr.
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    front::main("tfrun", args, |args| match options::read(args)? {
        Request::Text(text) => Ok(front::to_stdout(&text)?),
        Request::Calibrate(file) => calibrate(&file),
        Request::Run(config) => run(&config),
    })
}

/// Measures this machine's rates, and writes them to a file.
fn calibrate(file: &Path) -> Result<(), Failure> {
    let found = Calibration::measure()?;
    tune::write(file, &found)?;
    eprintln!("the calibration is in '{}'", file.display());
    Ok(())
}

fn run(config: &Config) -> Result<(), Failure> {
    let session = session(config)?;
    let (executable, compile) = match front::packed(&config.file)? {
        Some(bytes) => bench::timed("loading", || session.load_packed(&bytes, &config.device)),
        None => {
            let module = front::program(&session, &config.file)?;
            bench::timed("compiling", || session.compile_module(&module, config.device.clone()))
        }
    };
    let executable = executable?.limited(config.limits.clone().cancel(&interrupt::on_interrupt()));
    front::print_remarks(executable.warnings());
    if config.timing {
        front::print_times(executable.phases());
    }
    let entry = front::entry(&executable, config.entry.as_deref())?;
    let inputs = inputs_of(config, entry)?;
    let arguments = inputs.arguments()?;
    let failed = |error| run_error(&inputs, error);
    let results: Vec<Array> = entry.call(arguments.clone()).map_err(failed)?;
    if config.check_kernels {
        let found = entry.look_at_kernels(arguments.clone()).map_err(failed)?;
        let device = executable.device().name();
        let found = found
            .ok_or_else(|| format!("option '--check-kernels' is for --device=interp, not for '{device}'"))?;
        front::print_remarks(&found);
    }
    if let Some(file) = &config.profile {
        // The first call only warmed up the caches.
        executable.forget_profile();
        let count = config.bench.unwrap_or(PROFILED);
        repeat(entry, &arguments, &results, count).map_err(failed)?;
        show_profile(&executable, file.as_deref())?;
    } else if let Some(count) = config.bench {
        let runs = match config.resident {
            true => repeat_there(&session, (entry, executable.device()), &inputs, &arguments, count),
            false => repeat(entry, &arguments, &results, count),
        };
        let runs = runs.map_err(failed)?;
        front::to_stdout(&bench::report(compile, runs))?;
    }
    if let Some(path) = &config.out {
        results::write(entry.signature(), &results, path)?;
    }
    if config.print {
        front::to_stdout(&results::to_text(entry.signature(), &results))?;
    }
    Ok(())
}

/// The session for a program, with the measured schedules.
fn session(config: &Config) -> Result<Session, Failure> {
    let mut builder = Session::builder()
        .checked(config.checked)
        .nan_traps(config.trap_nan)
        .address_sanitizer(config.sanitized)
        .profile(config.profile.is_some())
        .printer(Printer::new(|printed| eprintln!("{}", printed.text)));
    if let Some(threads) = config.threads {
        builder = builder.threads(threads);
    }
    if let Some(folder) = &config.cache {
        builder = builder.cache_dir(folder);
    }
    if let Some(file) = &config.calibration {
        builder = builder.calibration(Calibration::read(file)?);
    }
    if let Some(file) = config.schedules.as_ref().or(config.tune.as_ref().filter(|file| file.exists())) {
        builder = builder.schedules(Schedules::read(file)?);
    }
    if let Some(file) = &config.tune {
        let tuned = tune::measured(&builder.clone().build()?, config, file)?;
        builder = builder.schedules(tuned);
    }
    Ok(builder.build()?)
}

/// The arguments of a function, from files and at random.
fn inputs_of<'e>(config: &Config, entry: Entry<'e>) -> Result<Inputs<'e>, Failure> {
    let mut inputs = Inputs::read(entry.signature(), &config.inputs)?;
    if config.random {
        inputs.fill(config.seed, &config.dims)?;
    } else if !config.dims.is_empty() {
        return Err("option '--dim' is for --random; extents follow from the arrays".to_string().into());
    }
    Ok(inputs)
}

/// How often a program runs for its profile by default.
const PROFILED: u32 = 10;

/// Reports the time of the calls by loop nest, as a table or as a page.
fn show_profile(executable: &Executable, file: Option<&Path>) -> Result<(), Failure> {
    let why = || "only code for the CPU has a profile: omit --device".to_string();
    let profile = executable.profile().ok_or_else(why)?;
    let profile = profile.beside(Roofline::measure()?);
    let Some(file) = file else { return Ok(front::to_stdout(&profile.to_string())?) };
    std::fs::write(file, profile.to_html())
        .map_err(|error| format!("cannot write '{}': {error}", file.display()).into())
}

/// Runs repeatedly on arrays on the device, and leaves results there. The first runs, which a device may
/// record, are not counted.
fn repeat_there(
    session: &Session,
    (entry, device): (Entry<'_>, &Device),
    inputs: &Inputs<'_>,
    arguments: &[Argument<'_>],
    count: u32,
) -> Result<Vec<Duration>, tensorforge::Error> {
    let mut there: Vec<Option<DeviceArray>> = Vec::new();
    for (argument, value) in arguments.iter().zip(&inputs.values) {
        there.push(match (argument, value) {
            (Argument::Tensor(_), Some(value)) => Some(session.to_device(&value.array, device)?),
            _ => None,
        });
    }
    let mut runs = Vec::new();
    for run in 0..count.saturating_add(UNCOUNTED) {
        let given: Vec<Passed<'_>> = there
            .iter()
            .zip(arguments)
            .map(|(there, here)| there.as_ref().map_or_else(|| Passed::Plain(here.clone()), Passed::Held))
            .collect();
        let start = Instant::now();
        let results: Vec<DeviceArray> = entry.call_on_device(given)?;
        let taken = start.elapsed();
        drop(results);
        if run >= UNCOUNTED {
            runs.push(taken);
        }
    }
    Ok(runs)
}

/// Warm-up runs on a device before the timed ones: the second records the device's work.
const UNCOUNTED: u32 = 3;

/// Runs repeatedly into the same memory.
fn repeat(
    entry: Entry<'_>,
    arguments: &[Argument<'_>],
    results: &[Array],
    count: u32,
) -> Result<Vec<Duration>, tensorforge::Error> {
    let mut outputs = results.to_vec();
    let mut runs = Vec::new();
    for _ in 0..count {
        let start = Instant::now();
        entry.call_into(arguments.to_vec(), &mut outputs[..])?;
        runs.push(start.elapsed());
    }
    Ok(runs)
}
