//! Shared libraries: linked by the system's C compiler.

use super::write;
use std::process::Command;

/// Links an object to a shared library.
///
/// # Errors
/// There is no C compiler, or it fails.
pub(super) fn shared(cc: &str, object: &[u8], out: &str) -> Result<(), String> {
    let file = format!("{out}.tmp.o");
    write(&file, object)?;
    let linked = Command::new(cc).args(["-shared", "-pthread", "-o", out, &file, "-lm"]).output();
    // What is left of it disturbs nobody.
    drop(std::fs::remove_file(&file));
    let linked = linked.map_err(|e| {
        let why = crate::front::plain(&e);
        format!("a shared library needs a C compiler, and '{cc}' does not run: {why}; --cc names another")
    })?;
    if linked.status.success() {
        return Ok(());
    }
    Err(format!("'{cc}' cannot link '{out}':\n{}", String::from_utf8_lossy(&linked.stderr).trim_end()))
}

/// Links objects and C code to a shared object, and gives its bytes. Files beside `out` are gone afterwards.
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
        let arguments = ["-shared", "-fPIC", "-O1", "-s", "-o", &made];
        let linked = Command::new(cc).args(arguments).args(&files).arg("-lm").output();
        let linked = linked.map_err(|e| {
            let why = crate::front::plain(&e);
            format!("a packed program needs a C compiler to link it, and '{cc}' does not run: {why}; --cc names another")
        })?;
        match linked.status.success() {
            true => std::fs::read(&made).map_err(|e| format!("cannot read '{made}': {}", crate::front::plain(&e))),
            false => {
                let said = String::from_utf8_lossy(&linked.stderr);
                Err(format!("'{cc}' cannot link '{out}':\n{}", said.trim_end()))
            }
        }
    });
    // What is left of them disturbs nobody.
    files.iter().chain([&made]).for_each(|file| drop(std::fs::remove_file(file)));
    linked
}
