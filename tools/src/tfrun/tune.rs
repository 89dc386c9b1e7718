//! Measures schedules with the arguments of a run, and stores the fastest in a file.

use super::inputs::run_error;
use super::options::Config;
use super::{bench, inputs_of};
use crate::front::{self, Failure, plain};
use std::path::{Path, PathBuf};
use tensorforge::{Array, Schedules, Session};

/// Measures schedules for a program, reports the results, and writes the faster ones to a file.
pub(super) fn measured(session: &Session, config: &Config, file: &Path) -> Result<Schedules, Failure> {
    if front::packed(&config.file)?.is_some() {
        return Err("option '--tune' needs the text of a program: a packed program is already compiled"
            .to_string()
            .into());
    }
    // Checks that the folder is writable before minutes are spent.
    let probe = temporary_file(file);
    std::fs::write(&probe, "")
        .and_then(|()| std::fs::remove_file(&probe))
        .map_err(|e| unwritten(file, &e))?;
    let module = front::program(session, &config.file)?;
    let executable = session.compile_module(&module, config.device.clone())?;
    let entry = front::entry(&executable, config.entry.as_deref())?;
    let (inputs, name) = (inputs_of(config, entry)?, entry.signature().name().to_string());
    let arguments = inputs.arguments()?;
    let mut outputs: Option<Vec<Array>> = None;
    let call = |program: &tensorforge::Executable| {
        let program = program.limited(config.limits.clone());
        let entry = program.entry(&name)?;
        match &mut outputs {
            Some(outputs) => entry.call_into(arguments.clone(), &mut outputs[..]),
            none => {
                *none = Some(entry.call(arguments.clone())?);
                Ok(())
            }
        }
    };
    let device = config.device.clone();
    let (tuned, time) = bench::timed("measuring schedules", || match config.sample {
        Some(count) => session.tune_at_random(&module, device, (count, config.seed), call),
        None => session.tune(&module, device, call),
    });
    let tuned = tuned.map_err(|error| run_error(&inputs, error))?;
    let found = if config.explain { format!("{tuned:#}") } else { tuned.to_string() };
    eprint!("{found}");
    let seconds = time.as_secs_f64();
    // Another process may have written the file during the minutes of the measurement.
    let newest = if file.exists() { Schedules::read(file)? } else { Schedules::default() };
    let schedules = newest.with_changes(session.schedules(), &tuned.schedules);
    write(file, &schedules)?;
    eprintln!("{} computes, {seconds:.1} s; the schedules are in '{}'", tuned.computes.len(), file.display());
    Ok(schedules)
}

/// Writes a file atomically.
pub(super) fn write(file: &Path, content: &impl ToString) -> Result<(), String> {
    let new = temporary_file(file);
    let written = std::fs::write(&new, content.to_string()).and_then(|()| std::fs::rename(&new, file));
    written.map_err(|error| unwritten(file, &error))
}

/// A file in the same folder, unique to this process.
fn temporary_file(file: &Path) -> PathBuf {
    let mut temporary_file = file.as_os_str().to_owned();
    temporary_file.push(format!(".{}.tmp", std::process::id()));
    temporary_file.into()
}

fn unwritten(file: &Path, error: &std::io::Error) -> String {
    format!("cannot write '{}': {}", file.display(), plain(error))
}
