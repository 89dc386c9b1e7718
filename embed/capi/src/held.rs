//! Arrays that stay on the device of a program between calls.

use crate::arrays::{self, Array, dtype_number};
use crate::executable::Executable;
use crate::failure::{self, Failure};
use crate::owned::Owned;
use crate::session::{Session, device};
use crate::text::{required, slice};
use std::ffi::{c_char, c_void};
use std::fmt;
use tensorforge::Passed;

/// An array on a device: made by tf_device_array_new, or a result of tf_call_on_device. Calls on the same
/// device take it without a copy. Free it with tf_device_array_free.
pub struct DeviceArray {
    array: tensorforge::DeviceArray,
    extents: Vec<i64>,
}

impl fmt::Debug for DeviceArray {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.array.fmt(f)
    }
}

impl DeviceArray {
    fn boxed(array: tensorforge::DeviceArray) -> *mut DeviceArray {
        let extents = array.extents().iter().map(|extent| *extent as i64).collect();
        Box::into_raw(Box::new(DeviceArray { array, extents }))
    }
}

/// An argument of tf_call_on_device: an array on the device, or one of the host.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct DeviceArgument {
    /// An array on the device; NULL for one of the host.
    pub held: *mut DeviceArray,
    /// Whether the call may use the memory of `held` for one of its results: the call then frees it, and it
    /// must not be used afterwards.
    pub donated: i32,
    /// An array of the host (a scalar has rank 0), if `held` is NULL.
    pub host: Array,
}

/// Copies an array to a device, by its name as for tf_compile. NULL if it fails.
///
/// # Safety
/// `session` is live, `array` readable, `device` a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_device_array_new(
    session: *const Session,
    array: *const Array,
    device: *const c_char,
    failure: *mut *mut Failure,
) -> *mut DeviceArray {
    let action = || {
        // SAFETY: promised by the caller.
        let (session, array, device) = unsafe {
            let session = session.as_ref().ok_or("the session is NULL")?;
            (session, array.as_ref().ok_or("the array is NULL")?, required(device, "the device")?)
        };
        let device = self::device(device, None)?;
        // SAFETY: promised by the caller.
        let view = unsafe { arrays::view(array, "the array")? };
        let layout = view.layout();
        let made = tensorforge::Array::for_result(layout.dtype(), layout.extents());
        let mut dense = made.map_err(|error| format!("the array: {error}"))?;
        view.pack_into(dense.bytes_mut()).map_err(|error| format!("the array: {error}"))?;
        Ok(DeviceArray::boxed(session.0.to_device(&dense, &device)?))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, std::ptr::null_mut(), action) }
}

/// Copies an array of a device to the host: a new array, to be freed with tf_owned_free. NULL if it fails.
///
/// # Safety
/// `array` is live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_device_array_fetch(
    array: *const DeviceArray,
    failure: *mut *mut Failure,
) -> *mut Owned {
    let action = || {
        // SAFETY: promised by the caller.
        let array = unsafe { array.as_ref() }.ok_or("the array is NULL")?;
        Ok(Box::into_raw(Box::new(Owned::new(array.array.to_array()?))))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, std::ptr::null_mut(), action) }
}

/// Element type and extents of an array of a device, and the device address of its first element: the host
/// can read it only if the device computes in the memory of the process. It is valid until the array is freed
/// or donated.
///
/// # Safety
/// `array` is null, which gives an array that no call takes, or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_device_array_describe(array: *const DeviceArray) -> Array {
    // SAFETY: promised by the caller.
    let array = unsafe { array.as_ref() };
    let address = array.map_or(0, |array| array.array.address());
    Array {
        data: std::ptr::with_exposed_provenance_mut::<c_void>(usize::try_from(address).unwrap_or(0)),
        extents: array.map_or(std::ptr::null(), |array| array.extents.as_ptr()),
        rank: array.map_or(-1, |array| array.extents.len() as i32),
        dtype: array.map_or(0, |array| dtype_number(array.array.dtype())),
        strides: std::ptr::null(),
        flags: 0,
    }
}

/// Frees an array of a device; NULL is allowed.
///
/// # Safety
/// `array` is null or came from this library, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_device_array_free(array: *mut DeviceArray) {
    if !array.is_null() {
        // SAFETY: promised by the caller.
        drop(unsafe { Box::from_raw(array) });
    }
}

/// Calls a function, whose results stay on its device: `results` gets one pointer for each, to be freed with
/// tf_device_array_free. Returns 0, or 1 with a failure; then `results` is as it was. Donated arguments are
/// freed in either case, unless the executable, the function or a pointer is invalid.
///
/// # Safety
/// The executable is live, arguments are live or readable and no two of them are one donated array, `results`
/// has room for as many pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_call_on_device(
    executable: *const Executable,
    function: usize,
    arguments: *const DeviceArgument,
    argument_count: usize,
    results: *mut *mut DeviceArray,
    result_count: usize,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let (executable, arguments) = unsafe {
            let executable = executable.as_ref().ok_or("the executable is NULL")?;
            (executable, slice(arguments, argument_count, "arguments")?)
        };
        let entry = executable.entry_into(function, results, result_count)?;
        if let Some([at, other]) = donated_twice(arguments) {
            let name = entry.signature().name();
            return Err(
                format!("argument #{at} of '{name}' is donated, but it is also argument #{other}").into()
            );
        }
        // SAFETY: promised by the caller; each donated array is taken once, and differs from all other
        // arguments.
        let passed = unsafe { passed(arguments, &entry)? };
        let made: Vec<tensorforge::DeviceArray> = entry.call_on_device(passed)?;
        for (at, array) in made.into_iter().enumerate() {
            // SAFETY: promised by the caller: there is room.
            unsafe { results.add(at).write(DeviceArray::boxed(array)) };
        }
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// A donated argument and another argument that is the same array.
fn donated_twice(arguments: &[DeviceArgument]) -> Option<[usize; 2]> {
    let donated = |at: &usize| arguments[*at].donated != 0 && !arguments[*at].held.is_null();
    (0..arguments.len()).filter(donated).find_map(|at| {
        let same = |other: &usize| *other != at && arguments[*other].held == arguments[at].held;
        (0..arguments.len()).find(same).map(|other| [at, other])
    })
}

/// The arguments for a call. Donated ones are taken from their owners even if another argument is wrong.
///
/// # Safety
/// As for [`tf_call_on_device`].
unsafe fn passed<'a>(
    arguments: &'a [DeviceArgument],
    entry: &tensorforge::Entry<'_>,
) -> Result<Vec<Passed<'a>>, String> {
    let one = |(at, argument): (usize, &'a DeviceArgument)| {
        // SAFETY: promised by the caller.
        match unsafe { argument.held.as_ref() } {
            Some(held) if argument.donated == 0 => Ok(Passed::Held(&held.array)),
            // SAFETY: it came from this library, and is not used afterwards.
            Some(_) => Ok(Passed::Donated(unsafe { Box::from_raw(argument.held) }.array)),
            // SAFETY: promised by the caller.
            None => unsafe { arrays::argument(&argument.host, entry.signature(), at) }.map(Passed::Plain),
        }
    };
    let all: Vec<Result<Passed<'a>, String>> = arguments.iter().enumerate().map(one).collect();
    all.into_iter().collect()
}
