//! Writing results.

use std::io::Write;

/// Writes to stdout.
///
/// # Errors
/// What the system said: a closed pipe, a full disk.
pub(super) fn to_stdout(text: &str) -> Result<(), String> {
    let mut out = std::io::stdout().lock();
    out.write_all(text.as_bytes())
        .and_then(|()| out.flush())
        .map_err(|e| format!("cannot write to stdout: {e}"))
}

/// Writes to a file, or to stdout for `-` and without a name.
///
/// # Errors
/// What the system said.
pub(super) fn write(file: Option<&str>, text: &str) -> Result<(), String> {
    match file {
        None | Some("-") => to_stdout(text),
        Some(file) => std::fs::write(file, text).map_err(|e| format!("cannot write '{file}': {e}")),
    }
}
