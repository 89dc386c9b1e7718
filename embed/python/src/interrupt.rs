//! Ctrl-C during a compilation or a call: Python's own handler raises only when Python code runs again, so
//! calls and compilations have to end first.

use pyo3::prelude::*;
use std::cell::Cell;
use std::sync::atomic::{AtomicPtr, AtomicUsize, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{LazyLock, Once};
use std::thread;
use std::time::Duration;
use tensorforge::{Cancel, Error, StopWord};

/// Cancels the calls of the main thread, the only one that runs Python's signal handlers.
static MAIN: LazyLock<Cancel> = LazyLock::new(Cancel::new);
/// Its stop word, for the signal handler.
static WORD: AtomicPtr<StopWord> = AtomicPtr::new(std::ptr::null_mut());
/// The previous signal handler.
static BEFORE: AtomicUsize = AtomicUsize::new(0);

/// How often a compilation checks for signals.
const LOOK: Duration = Duration::from_millis(50);
/// As much stack as a main thread has.
const STACK: usize = 64 << 20;

thread_local! {
    static IS_MAIN: Cell<Option<bool>> = const { Cell::new(None) };
}

/// Whether this is the process's first thread.
fn is_main() -> bool {
    IS_MAIN.with(|known| {
        known.get().unwrap_or_else(|| {
            // SAFETY: they only return ids.
            let main = unsafe { libc::getpid() == libc::gettid() };
            known.set(Some(main));
            main
        })
    })
}

extern "C" fn handler(signal: libc::c_int) {
    // SAFETY: the word lives as long as the process, and cancelling only sets it.
    if let Some(word) = unsafe { WORD.load(Ordering::Acquire).as_ref() } {
        word.stop(&tensorforge::Interrupt::Cancelled);
    }
    let before = BEFORE.load(Ordering::Acquire);
    if before != libc::SIG_DFL && before != libc::SIG_IGN {
        // SAFETY: it was the handler of this signal, without further arguments: see `install`.
        let before: extern "C" fn(libc::c_int) = unsafe { std::mem::transmute(before) };
        before(signal);
    }
}

/// Installs the handler before Python's, unless Python has none: an embedding program then handles the signal
/// by itself.
fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        WORD.store(std::sync::Arc::as_ptr(MAIN.word()).cast_mut(), Ordering::Release);
        // SAFETY: both structures are valid; the handler is async-signal-safe.
        unsafe {
            let mut old: libc::sigaction = std::mem::zeroed();
            if libc::sigaction(libc::SIGINT, std::ptr::null(), &raw mut old) != 0 {
                return;
            }
            let plain = old.sa_flags & libc::SA_SIGINFO == 0;
            if !plain || old.sa_sigaction == libc::SIG_DFL || old.sa_sigaction == libc::SIG_IGN {
                return;
            }
            BEFORE.store(old.sa_sigaction, Ordering::Release);
            let mut new = old;
            new.sa_sigaction = handler as extern "C" fn(libc::c_int) as usize;
            libc::sigaction(libc::SIGINT, &raw const new, std::ptr::null_mut());
        }
    });
}

/// The cancel handle of this thread: only the main thread has one.
pub(crate) fn handle() -> Option<Cancel> {
    if !is_main() {
        return None;
    }
    install();
    Some(MAIN.clone())
}

/// Begins a call; true in the main thread, where [`handle`] cancels it.
pub(crate) fn start() -> bool {
    let is_main = is_main();
    if is_main {
        MAIN.reset();
    }
    is_main
}

/// The exception for the error of a call: an exception of Python's handler takes precedence.
pub(crate) fn raised(py: Python<'_>, error: Error) -> PyErr {
    if matches!(error, Error::Cancelled { .. }) {
        MAIN.reset();
        if let Err(raised) = py.check_signals() {
            return raised;
        }
    }
    crate::error::raised(error)
}

/// Runs a call of the main thread, which Ctrl-C cancels; an exception of Python's handler takes precedence.
///
/// # Errors
/// The handler's exception, or that of the call.
pub(crate) fn watched<R: Send>(
    py: Python<'_>,
    call: impl Send + FnOnce() -> Result<R, Error>,
) -> PyResult<R> {
    start();
    py.detach(call).map_err(|error| raised(py, error))
}

/// Runs a compilation; on the main thread, Ctrl-C abandons it, and it finishes on a separate thread.
///
/// # Errors
/// As [`watched`].
pub(crate) fn compilation<R: Send + 'static>(
    py: Python<'_>,
    compile: impl Send + 'static + FnOnce() -> Result<R, Error>,
) -> PyResult<R> {
    if !is_main() {
        return py.detach(compile).map_err(crate::error::raised);
    }
    let (send, receive) = channel();
    let run = move || {
        // After Ctrl-C, there is no receiver.
        drop(send.send(compile()));
    };
    let started = thread::Builder::new().name("tensorforge-compile".to_string()).stack_size(STACK).spawn(run);
    started
        .map_err(|error| crate::error::CompileError::new_err(format!("cannot start a thread: {error}")))?;
    let receive = std::sync::Mutex::new(receive);
    loop {
        let made = py.detach(|| {
            let receive = receive.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            receive.recv_timeout(LOOK)
        });
        match made {
            Ok(made) => return made.map_err(crate::error::raised),
            Err(RecvTimeoutError::Timeout) => py.check_signals()?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(crate::error::CompileError::new_err(
                    "the compilation thread ended without a result",
                ));
            }
        }
    }
}
