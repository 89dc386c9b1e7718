//! The common front end of tools that compile programs: start, failures, and reading programs.

use std::ffi::OsString;
use std::io::Read;
use std::process::ExitCode;
use std::time::Duration;
use tensorforge::{Entry, Error, Executable, RunError, Session};
use tf_import::stablehlo;
use tf_ir::body::Body;
use tf_ir::pass::{Timing, TimingFormat};
use tf_ir::text::did_you_mean;

/// Stack of the main worker thread in bytes: enough for the deepest programs that the parser accepts.
const STACK: usize = 256 << 20;

/// The reason for which a tool ends with exit code 1.
#[derive(Debug)]
pub enum Failure {
    /// One message, to be printed after the tool's name.
    Message(String),
    /// Diagnostics, which include their locations.
    Diagnostics(String),
    /// The user ended the program; the message about it.
    Interrupted(String),
}

/// Exit code of a program that the user ended, as in shells: 128 plus the number of the signal.
const INTERRUPTED: u8 = 130;

impl From<String> for Failure {
    fn from(message: String) -> Failure {
        Failure::Message(message)
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Failure {
        match error {
            Error::Parse(text)
            | Error::Invalid(text)
            | Error::Unsupported(text)
            | Error::Pipeline(text)
            | Error::Stopped(text) => Failure::Diagnostics(text.into_text()),
            Error::Run(RunError::Trap { .. }) => Failure::Diagnostics(error.to_string()),
            Error::Cancelled { .. } => Failure::Interrupted(error.to_string()),
            other => Failure::Message(other.to_string()),
        }
    }
}

impl From<tensorforge::files::FileError> for Failure {
    fn from(error: tensorforge::files::FileError) -> Failure {
        Failure::Message(error.to_string())
    }
}

/// Runs a tool with its arguments (without the program's name). Every failure has been reported on stderr.
pub fn main(
    tool: &'static str,
    args: impl Iterator<Item = OsString>,
    run: impl FnOnce(Vec<OsString>) -> Result<(), Failure> + Send + 'static,
) -> ExitCode {
    let args: Vec<OsString> = args.collect();
    std::panic::set_hook(Box::new(move |info| {
        let place = info.location().map_or(String::new(), |l| format!(" at {}:{}", l.file(), l.line()));
        eprintln!("{tool}: note: internal error{place}");
        let backtrace = std::backtrace::Backtrace::capture();
        if backtrace.status() == std::backtrace::BacktraceStatus::Captured {
            eprintln!("{backtrace}");
        }
    }));
    let outcome = match std::thread::Builder::new().stack_size(STACK).spawn(move || run(args)) {
        Ok(thread) => thread.join().unwrap_or_else(|_| {
            Err("this program has failed; please report the input and the line above".to_string().into())
        }),
        Err(error) => Err(format!("cannot start a thread: {error}").into()),
    };
    match outcome {
        Ok(()) => return ExitCode::SUCCESS,
        Err(Failure::Message(message)) => eprintln!("{tool}: error: {message}"),
        Err(Failure::Diagnostics(text)) => eprintln!("{text}"),
        Err(Failure::Interrupted(text)) => {
            eprintln!("{tool}: {text}");
            return ExitCode::from(INTERRUPTED);
        }
    }
    ExitCode::FAILURE
}

/// Writes to stdout.
///
/// # Errors
/// The system's error: a closed pipe, a full disk.
pub fn to_stdout(text: &str) -> Result<(), String> {
    use std::io::Write;
    let mut out = std::io::stdout().lock();
    let written = out.write_all(text.as_bytes()).and_then(|()| out.flush());
    written.map_err(|e| format!("cannot write to stdout: {}", plain(&e)))
}

/// Prints the times of the compilation phases to stderr.
pub fn print_times(phases: &[(String, Duration)]) {
    let children: Vec<Timing> = phases.iter().map(|(name, time)| Timing::leaf(name, *time)).collect();
    let wall = phases.iter().map(|(_, time)| *time).sum();
    eprint!("{}", Timing { name: String::new(), wall, user: wall, children }.render(TimingFormat::Tree));
}

/// Prints the remarks about a program to stderr.
pub fn print_remarks(remarks: &[String]) {
    remarks.iter().for_each(|remark| eprintln!("{remark}"));
}

/// The system's error message, without its code.
pub fn plain(error: &std::io::Error) -> String {
    error.to_string().split(" (os error").next().unwrap_or_default().to_string()
}

/// The bytes of a packed program, if the file's extension is that of one.
///
/// # Errors
/// It cannot be read.
pub fn packed(file: &str) -> Result<Option<Vec<u8>>, String> {
    if !file.ends_with(".tfx") {
        return Ok(None);
    }
    std::fs::read(file).map(Some).map_err(|e| format!("cannot read '{file}': {}", plain(&e)))
}

/// Reads a program from a file, or from stdin for `-`.
///
/// # Errors
/// The file cannot be read, is of an unknown kind, or does not contain a valid program.
pub fn program(session: &Session, file: &str) -> Result<Body, Failure> {
    let (name, bytes) = match file {
        "-" => {
            let mut bytes = Vec::new();
            let read = std::io::stdin().lock().read_to_end(&mut bytes);
            ("<stdin>", read.map(|_| bytes))
        }
        file => (file, std::fs::read(file)),
    };
    let bytes = bytes.map_err(|e| format!("cannot read '{name}': {}", plain(&e)))?;
    if bytes.starts_with(b"ML\xefR") {
        let message =
            format!("'{name}' is MLIR bytecode, which is not supported: convert it to text with mlir-opt");
        return Err(message.into());
    }
    let text = String::from_utf8(bytes).map_err(|e| {
        format!("'{name}' is not a program: it is not UTF-8 at byte {}", e.utf8_error().valid_up_to())
    })?;
    import(session, name, &text)
}

/// A program from text in any known language, which is recognised by the content.
fn import(session: &Session, name: &str, text: &str) -> Result<Body, Failure> {
    let module = session.parse(name, text).map_err(|error| match foreign(text) {
        Some(language) => Failure::Message(format!(
            "'{name}' is a {language} program, which is not supported: convert it to StableHLO with \
             stablehlo-translate or stablehlo-opt"
        )),
        None => error.into(),
    })?;
    match stablehlo::is_stablehlo(&module) {
        true => Ok(session.import_stablehlo(&module)?),
        false => Ok(module),
    }
}

/// The other compiler whose ops a text contains.
fn foreign(text: &str) -> Option<&'static str> {
    let names = |prefix: &str| {
        text.match_indices(prefix).any(|(at, _)| {
            let before = text[..at].chars().next_back();
            before.is_none_or(|c| c.is_whitespace() || c == '"')
        })
    };
    [("vhlo.", "VHLO"), ("mhlo.", "MHLO")]
        .into_iter()
        .find_map(|(prefix, language)| names(prefix).then_some(language))
}

/// The selected function: the one named, else the only one, else `main`.
///
/// # Errors
/// No function has that name, or the choice is ambiguous.
pub fn entry<'e>(executable: &'e Executable, name: Option<&str>) -> Result<Entry<'e>, String> {
    let entries: Vec<Entry<'e>> = executable.entries().collect();
    let names: Vec<&str> = entries.iter().map(|e| e.signature().name()).collect();
    match name {
        Some(name) => executable.entry(name).map_err(|_| {
            format!(
                "the program has no function '{name}'{}; it has: {}",
                did_you_mean(name, names.iter().copied()),
                names.join(", ")
            )
        }),
        None if names.len() == 1 => executable.entry(names[0]).map_err(|e| e.to_string()),
        None => executable.entry("main").map_err(|_| {
            format!(
                "the program has {} functions: select one with --entry: {}",
                names.len(),
                names.join(", ")
            )
        }),
    }
}
