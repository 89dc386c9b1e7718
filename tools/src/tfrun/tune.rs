//! Measures schedules with the arguments of a run, and keeps them in a file.

use super::inputs::run_error;
use super::options::Config;
use super::{bench, inputs_of};
use crate::front::{self, Failure, plain};
use std::path::Path;
use tensorforge::{Array, Schedules, Session};

/// Measures schedules for a program, says what was found, and writes those that are faster to a file.
pub(super) fn measured(session: &Session, config: &Config, file: &Path) -> Result<Schedules, Failure> {
    if front::packed(&config.file)?.is_some() {
        return Err("option '--tune' is for the text of a program: a packed one is compiled already"
            .to_string()
            .into());
    }
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
            none => Ok(*none = Some(entry.call(arguments.clone())?)),
        }
    };
    let (tuned, time) =
        bench::timed("measuring schedules", || session.tune(&module, config.device.clone(), call));
    let tuned = tuned.map_err(|error| run_error(&inputs, error))?;
    let found = if config.explain { format!("{tuned:#}") } else { tuned.to_string() };
    eprint!("{found}");
    let seconds = time.as_secs_f64();
    eprintln!("{} computes, {seconds:.1} s; the schedules are in '{}'", tuned.computes.len(), file.display());
    write(file, &tuned.schedules)?;
    Ok(tuned.schedules)
}

/// Writes a file as a whole or not at all.
fn write(file: &Path, schedules: &Schedules) -> Result<(), String> {
    let mut beside = file.as_os_str().to_owned();
    beside.push(".tmp");
    let written =
        std::fs::write(&beside, schedules.to_string()).and_then(|()| std::fs::rename(&beside, file));
    written.map_err(|error| format!("cannot write '{}': {}", file.display(), plain(&error)))
}
