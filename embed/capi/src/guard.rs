//! Errors on their way out, texts on their way in and out.

use std::ffi::{CStr, CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// A text for C; what follows a zero byte is lost.
pub(crate) fn text(text: &str) -> CString {
    let end = text.bytes().position(|b| b == 0).unwrap_or(text.len());
    CString::new(&text[..end]).expect("there is no zero byte before the end")
}

/// Runs `action`; an error, or a panic, is written to `error` and `failed` returned.
///
/// # Safety
/// `error` is null or writable.
pub(crate) unsafe fn run<T>(
    error: *mut *mut c_char,
    failed: T,
    action: impl FnOnce() -> Result<T, String>,
) -> T {
    let outcome = catch_unwind(AssertUnwindSafe(action))
        .unwrap_or_else(|_| Err("a defect of the library; please report what was called".to_string()));
    let (value, message) = match outcome {
        Ok(value) => (value, std::ptr::null_mut()),
        Err(message) => (failed, text(&message).into_raw()),
    };
    if error.is_null() {
        if !message.is_null() {
            // SAFETY: made by `into_raw` above, and nobody else has it.
            drop(unsafe { CString::from_raw(message) });
        }
    } else {
        // SAFETY: promised by the caller.
        unsafe { error.write(message) };
    }
    value
}

/// Reads a text; null is none.
///
/// # Safety
/// `text` is null, or ends with a zero byte and is not written to during `'a`.
pub(crate) unsafe fn optional<'a>(text: *const c_char, what: &str) -> Result<Option<&'a str>, String> {
    if text.is_null() {
        return Ok(None);
    }
    // SAFETY: promised by the caller.
    let text = unsafe { CStr::from_ptr(text) };
    text.to_str().map(Some).map_err(|e| format!("{what} is not UTF-8 at byte {}", e.valid_up_to()))
}

/// Reads a text that must be there.
///
/// # Safety
/// As [`optional`].
pub(crate) unsafe fn required<'a>(text: *const c_char, what: &str) -> Result<&'a str, String> {
    // SAFETY: promised by the caller.
    unsafe { optional(text, what) }?.ok_or_else(|| format!("{what} is NULL"))
}

/// Frees a text that this library returned; null is allowed.
///
/// # Safety
/// `text` is null or came from this library's `error`, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: promised by the caller: `run` made it by `into_raw`.
        drop(unsafe { CString::from_raw(text) });
    }
}
