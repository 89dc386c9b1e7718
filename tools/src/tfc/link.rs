//! Shared libraries: linked by the system's C compiler.

use super::write;
use crate::front::plain;
use std::process::Command;

/// Links an object to a shared library.
///
/// # Errors
/// The C compiler is missing, or fails.
pub(super) fn shared(cc: &str, sanitized: bool, object: &[u8], out: &str) -> Result<(), String> {
    let file = format!("{out}.tmp.o");
    write(&file, object)?;
    let mut command = Command::new(cc);
    if sanitized {
        command.arg("-fsanitize=address");
    }
    command.args(["-shared", "-pthread", "-o", out, &file, "-lm"]);
    let linked = run(command, cc, "a shared library needs a C compiler", out);
    // A leftover file does no harm.
    drop(std::fs::remove_file(&file));
    linked
}

/// Links objects and C code to a shared object, and returns its bytes. Removes its temporary files next to
/// `out`.
///
/// # Errors
/// As [`shared`].
pub(super) fn code(cc: &str, objects: &[Vec<u8>], stubs: &str, out: &str) -> Result<Vec<u8>, String> {
    let made = format!("{out}.tmp.so");
    let mut files = vec![format!("{out}.tmp.c")];
    let mut written = write(&files[0], stubs.as_bytes());
    for (at, object) in objects.iter().enumerate() {
        let file = format!("{out}.tmp{at}.o");
        written = written.and_then(|()| write(&file, object));
        files.push(file);
    }
    let linked = written.and_then(|()| {
        let mut command = Command::new(cc);
        command.args(["-shared", "-fPIC", "-O1", "-s", "-o", &made]).args(&files).arg("-lm");
        run(command, cc, "a packed program needs a C compiler to link it", out)?;
        std::fs::read(&made).map_err(|e| format!("cannot read '{made}': {}", plain(&e)))
    });
    // Leftover files do no harm.
    files.iter().chain([&made]).for_each(|file| drop(std::fs::remove_file(file)));
    linked
}

/// Runs the compiler to make `out`; `need` is the purpose, for the error if it is missing.
fn run(mut command: Command, cc: &str, need: &str, out: &str) -> Result<(), String> {
    let linked = command.output();
    let linked =
        linked.map_err(|e| format!("{need}, and '{cc}' does not run: {}; --cc names another", plain(&e)))?;
    match linked.status.success() {
        true => Ok(()),
        false => Err(format!(
            "'{cc}' cannot link '{out}':\n{}",
            String::from_utf8_lossy(&linked.stderr).trim_end()
        )),
    }
}
