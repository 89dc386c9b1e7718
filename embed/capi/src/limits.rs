//! Limits of calls, and handles that cancel them.

use crate::executable::Executable;
use crate::failure::{self, Failure};
use crate::text::versioned;
use std::fmt;
use std::time::Duration;
use tensorforge::Limits;

/// A handle that cancels calls from any thread or signal handler. Free it with tf_cancel_free.
pub struct Cancel(tensorforge::Cancel);

impl fmt::Debug for Cancel {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Cancel")
    }
}

/// Limits of each call; 0 or NULL is no limit. Begin with TF_LIMITS_INIT.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct LimitOptions {
    /// sizeof(tf_limits)
    pub size: usize,
    /// Time of a call.
    pub seconds: f64,
    /// Bytes of results and intermediate tensors at the same time.
    pub bytes: i64,
    /// Operations of the device "interp"; "cpu" counts none and refuses such a limit.
    pub steps: i64,
    /// Ends calls; may be NULL.
    pub cancel: *const Cancel,
}

impl LimitOptions {
    fn read(&self) -> Result<Limits, String> {
        let count = |value: i64, what: &str| match u64::try_from(value) {
            Ok(value) => Ok((value > 0).then_some(value)),
            Err(_) => Err(format!("{value} is not a valid count of {what}")),
        };
        let time = Duration::try_from_secs_f64(self.seconds);
        let time = time.map_err(|_| format!("{} is not a valid time in seconds", self.seconds))?;
        // SAFETY: the caller of the function with these options promises a live handle or null.
        let cancel = unsafe { self.cancel.as_ref() }.map(|handle| handle.0.clone());
        Ok(Limits {
            steps: count(self.steps, "steps")?,
            time: (!time.is_zero()).then_some(time),
            bytes: count(self.bytes, "bytes")?,
            cancel,
        })
    }
}

/// The same program, whose calls have these limits; both are freed. NULL if the limits are invalid.
///
/// # Safety
/// `executable` and `limits` are live, the latter's handle is null or live, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_executable_limited(
    executable: *const Executable,
    limits: *const LimitOptions,
    failure: *mut *mut Failure,
) -> *mut Executable {
    let action = || {
        // SAFETY: promised by the caller; all zeros limit nothing.
        let (executable, limits) = unsafe {
            let executable = executable.as_ref().ok_or("the executable is NULL")?;
            (executable, versioned(limits, "tf_limits")?.ok_or("the limits are NULL")?)
        };
        Ok(Box::into_raw(Box::new(executable.limited(limits.read()?))))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, std::ptr::null_mut(), action) }
}

/// A new handle.
#[unsafe(no_mangle)]
pub extern "C" fn tf_cancel_new() -> *mut Cancel {
    Box::into_raw(Box::new(Cancel(tensorforge::Cancel::new())))
}

/// Ends the calls that the handle was given to: they return 1 with a failure of the kind
/// TF_FAILURE_CANCELLED. New ones do not begin until tf_cancel_reset.
///
/// # Safety
/// `handle` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_cancel_calls(handle: *const Cancel) {
    // SAFETY: promised by the caller.
    if let Some(handle) = unsafe { handle.as_ref() } {
        handle.0.cancel();
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
        handle.0.reset();
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
