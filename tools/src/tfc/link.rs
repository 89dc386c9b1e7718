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
