//! Conversion of texts and structures from and to C.

use std::ffi::{CStr, CString, c_char};
use std::mem::MaybeUninit;

/// A text for C; a zero byte ends it.
pub(crate) fn c_string(text: &str) -> CString {
    let end = text.bytes().position(|b| b == 0).unwrap_or(text.len());
    CString::new(&text[..end]).expect("the text was cut at its first zero byte")
}

/// A borrowed text, or null.
pub(crate) fn pointer(text: Option<&CString>) -> *const c_char {
    text.map_or(std::ptr::null(), |text| text.as_ptr())
}

/// Reads an optional text.
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

/// Reads a required text.
///
/// # Safety
/// As [`optional`].
pub(crate) unsafe fn required<'a>(text: *const c_char, what: &str) -> Result<&'a str, String> {
    // SAFETY: promised by the caller.
    unsafe { optional(text, what) }?.ok_or_else(|| format!("{what} is NULL"))
}

/// The elements at a pointer.
///
/// # Safety
/// `list` points to `count` elements that nobody writes to during `'a`, or is null.
pub(crate) unsafe fn slice<'a, T>(list: *const T, count: usize, what: &str) -> Result<&'a [T], String> {
    match (list.is_null(), count) {
        (_, 0) => Ok(&[]),
        (true, _) => Err(format!("the pointer to {what} is NULL")),
        // SAFETY: promised by the caller.
        (false, _) => Ok(unsafe { std::slice::from_raw_parts(list, count) }),
    }
}

/// Reads a structure that begins with its size, so that later versions of the header may append members:
/// members that an older caller lacks are zero.
///
/// # Safety
/// All zeros are a `T`, which is a C structure whose first member is its size; `given` is null or points to
/// that many bytes.
pub(crate) unsafe fn versioned<T>(given: *const T, what: &str) -> Result<Option<T>, String> {
    if given.is_null() {
        return Ok(None);
    }
    // SAFETY: promised by the caller: every version has the first member.
    let (size, own) = (unsafe { given.cast::<usize>().read() }, size_of::<T>());
    if size < size_of::<usize>() || size > 1 << 16 {
        return Err(format!(
            "the member 'size' of {what} is {size}: use its initializer, or set it to sizeof of the structure"
        ));
    }
    // SAFETY: promised by the caller: the structure has `size` bytes.
    let bytes = unsafe { std::slice::from_raw_parts(given.cast::<u8>(), size) };
    if bytes.iter().skip(own).any(|byte| *byte != 0) {
        return Err(format!(
            "{what} has members that this version of the library ({}) does not know: the library is older \
             than the header",
            env!("CARGO_PKG_VERSION")
        ));
    }
    let mut known = MaybeUninit::<T>::zeroed();
    // SAFETY: both are valid for the copied bytes; the rest is zero, which the caller promised to be a `T`.
    unsafe {
        std::ptr::copy_nonoverlapping(bytes.as_ptr(), known.as_mut_ptr().cast::<u8>(), size.min(own));
        Ok(Some(known.assume_init()))
    }
}

/// Frees a text that a function returned to the caller; NULL is allowed.
///
/// # Safety
/// `text` is null or came from a function of this library whose documentation names this one, and is not used
/// afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_string_free(text: *mut c_char) {
    if !text.is_null() {
        // SAFETY: promised by the caller: `into_raw` made it.
        drop(unsafe { CString::from_raw(text) });
    }
}
