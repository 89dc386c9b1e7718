//! Limits of calls, and handles that cancel them.

use crate::guard;
use crate::session::Compiled;
use std::ffi::c_char;
use std::time::Duration;
use tensorforge::{Cancel, Limits};

/// `tf_limits` of the header; what is 0 or null limits nothing.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LimitOptions {
    /// Time of a call.
    pub seconds: f64,
    /// Bytes of results and intermediate tensors.
    pub bytes: i64,
    /// Operations of the interpreter.
    pub steps: i64,
    /// May be null.
    pub cancel: *const Cancel,
}

impl LimitOptions {
    fn read(&self) -> Result<Limits, String> {
        let count = |value: i64, what: &str| match u64::try_from(value) {
            Ok(value) => Ok((value > 0).then_some(value)),
            Err(_) => Err(format!("{value} is no number of {what}")),
        };
        let time = Duration::try_from_secs_f64(self.seconds);
        let time = time.map_err(|_| format!("{} is no number of seconds", self.seconds))?;
        // SAFETY: whoever passes the options promises a live handle or null.
        let cancel = unsafe { self.cancel.as_ref() }.cloned();
        Ok(Limits {
            steps: count(self.steps, "steps")?,
            time: (!time.is_zero()).then_some(time),
            bytes: count(self.bytes, "bytes")?,
            cancel,
        })
    }
}

/// The same program, whose calls have limits; null with an error.
///
/// # Safety
/// `executable` and `limits` are live, the latter's handle is null or live, `error` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_executable_limited(
    executable: *const Compiled,
    limits: *const LimitOptions,
    error: *mut *mut c_char,
) -> *mut Compiled {
    let action = || {
        // SAFETY: promised by the caller.
        let (executable, limits) = unsafe {
            (
                executable.as_ref().ok_or("the executable is NULL")?,
                limits.as_ref().ok_or("the limits are NULL")?,
            )
        };
        Ok(Box::into_raw(Box::new(executable.limited(limits.read()?))))
    };
    // SAFETY: promised by the caller.
    unsafe { guard::run(error, std::ptr::null_mut(), action) }
}

/// A new handle that cancels calls.
#[unsafe(no_mangle)]
pub extern "C" fn tf_cancel_new() -> *mut Cancel {
    Box::into_raw(Box::new(Cancel::new()))
}

/// Ends the calls that the handle was given to.
///
/// # Safety
/// `handle` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_cancel_calls(handle: *const Cancel) {
    // SAFETY: promised by the caller.
    if let Some(handle) = unsafe { handle.as_ref() } {
        handle.cancel();
    }
}

/// Lets calls begin again.
///
/// # Safety
/// `handle` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_cancel_reset(handle: *const Cancel) {
    // SAFETY: promised by the caller.
    if let Some(handle) = unsafe { handle.as_ref() } {
        handle.reset();
    }
}

/// Frees a handle; null is allowed. Executables that it was given to stay valid.
///
/// # Safety
/// `handle` is null or came from [`tf_cancel_new`], and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_cancel_free(handle: *mut Cancel) {
    if !handle.is_null() {
        // SAFETY: promised by the caller.
        drop(unsafe { Box::from_raw(handle) });
    }
}
