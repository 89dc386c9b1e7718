//! `tfc`: compiles a program ahead of time, for C and C++.

mod archive;
mod link;
mod options;

use crate::front::{self, Failure, plain};
use options::{Config, Output, Request};
use std::ffi::OsString;
use std::path::Path;
use std::process::ExitCode;
use tensorforge::{Calibration, Schedules, Session};

/// Runs `tfc` with these arguments (without the program's name). Every failure has been reported on stderr.
pub fn main(args: impl Iterator<Item = OsString>) -> ExitCode {
    front::main("tfc", args, |args| match options::read(args)? {
        Request::Text(text) => Ok(front::to_stdout(&text)?),
        Request::Compile(config) => run(&config),
        Request::Routines(folder, level) => {
            let (count, bytes) = Session::new()?.write_routines(&folder, level)?;
            Ok(front::to_stdout(&format!("{count} routines for {level}: {bytes} bytes\n"))?)
        }
    })
}

fn run(config: &Config) -> Result<(), Failure> {
    let mut builder = Session::builder().checked(config.checked).address_sanitizer(config.sanitized);
    if let Some(file) = &config.schedules {
        builder = builder.schedules(Schedules::read(file)?);
    }
    if let Some(file) = &config.calibration {
        builder = builder.calibration(Calibration::read(file)?);
    }
    let session = builder.build()?;
    let module = front::program(&session, &config.file)?;
    if config.output == Output::Packed {
        let mut link = |objects: &[Vec<u8>], stubs: &str| link::code(&config.cc, objects, stubs, &config.out);
        let file = session.pack(&module, &config.packing, &mut link)?;
        return Ok(write(&config.out, &file)?);
    }
    let unit = session.compile_ahead(&module, &config.ahead)?;
    if config.timing {
        front::print_times(unit.phases());
    }
    let out = &config.out;
    match config.output {
        Output::Plain => write(out, unit.bytes())?,
        Output::Archive => write(out, &archive::of(unit.bytes(), &unit.symbols())?)?,
        Output::Shared => link::shared(&config.cc, config.sanitized, unit.bytes(), out)?,
        Output::Packed => {}
    }
    if let Some(header) = &config.header {
        let name = |path: &str| Path::new(path).file_name().map(|n| n.to_string_lossy().into_owned());
        let (own, source) = (name(header).unwrap_or_default(), name(&config.file));
        write(header, unit.header(&own, source.as_deref().unwrap_or("stdin")).as_bytes())?;
    }
    Ok(())
}

fn write(path: &str, bytes: &[u8]) -> Result<(), String> {
    std::fs::write(path, bytes).map_err(|e| format!("cannot write '{path}': {}", plain(&e)))
}
