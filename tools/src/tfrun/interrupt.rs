//! Ctrl-C while a program runs: it stops the program, not the tool. A second one ends the tool.

use std::sync::OnceLock;
use tensorforge::Cancel;

static HANDLE: OnceLock<Cancel> = OnceLock::new();

/// The handle that Ctrl-C cancels from now on.
pub(super) fn on_interrupt() -> Cancel {
    let handle = HANDLE.get_or_init(Cancel::new).clone();
    #[cfg(unix)]
    // SAFETY: the handler only sets an atomic word and calls `signal`, which handlers may.
    unsafe {
        signal(SIGINT, cancel as *const () as usize);
    }
    handle
}

#[cfg(unix)]
const SIGINT: i32 = 2;

/// The system's default handler of a signal.
#[cfg(unix)]
const DEFAULT: usize = 0;

#[cfg(unix)]
unsafe extern "C" {
    fn signal(number: i32, handler: usize) -> usize;
}

#[cfg(unix)]
extern "C" fn cancel(number: i32) {
    if let Some(handle) = HANDLE.get() {
        handle.cancel();
    }
    // SAFETY: `signal` may be called in handlers.
    unsafe {
        signal(number, DEFAULT);
    }
}
