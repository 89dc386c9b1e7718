//! Writes results to stdout and to files.

use std::fs::File;
use std::io::Write;

/// Writes to stdout.
///
/// # Errors
/// The system's error: a closed pipe, a full disk.
pub(super) fn to_stdout(text: &str) -> Result<(), String> {
    stream(None, |out| out.write_all(text.as_bytes()))
}

/// Writes to a file, or to stdout for `-` and without a name.
///
/// # Errors
/// The system's error.
pub(super) fn write(file: Option<&str>, text: &str) -> Result<(), String> {
    match file {
        None | Some("-") => to_stdout(text),
        Some(_) => stream(file, |out| out.write_all(text.as_bytes())),
    }
}

/// Lets `print` write to a file, or to stdout for `-` and without a name.
///
/// # Errors
/// The system's error.
pub(super) fn stream(
    file: Option<&str>,
    print: impl FnOnce(&mut dyn Write) -> std::io::Result<()>,
) -> Result<(), String> {
    match file.filter(|file| *file != "-") {
        None => {
            let mut out = std::io::stdout().lock();
            print(&mut out).and_then(|()| out.flush()).map_err(|e| format!("cannot write to stdout: {e}"))
        }
        Some(file) => File::create(file)
            .and_then(|mut out| print(&mut out))
            .map_err(|e| format!("cannot write '{file}': {e}")),
    }
}
