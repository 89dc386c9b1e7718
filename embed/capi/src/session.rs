//! Sessions: creation, options and printing.

use crate::failure::{self, Failure};
use crate::passes::{self, PassOptions, User};
use crate::text::{optional, slice, versioned};
use std::ffi::{CStr, CString, c_char, c_void};
use std::fmt;
use tensorforge::{Device, Level, Printed, Printer};

/// The version of the functions and structures of this header; it grows with every incompatible change.
pub const TF_ABI_VERSION: u32 = 2;

/// Compiles programs and caches the results: equal programs are compiled once. Free it with tf_session_free;
/// objects made with it stay valid.
pub struct Session(pub(crate) tensorforge::Session);

/// Options of a session: begin with TF_SESSION_OPTIONS_INIT.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SessionOptions {
    /// sizeof(tf_session_options)
    pub size: usize,
    /// The threads that programs run on, the caller's included; 0: all cores.
    pub threads: i32,
    /// Not 0: an index outside a tensor ends the call if the program does not specify its meaning.
    pub checked: i32,
    /// libtensorforge_llvm.so or its folder; NULL: next to this library, and the folders that
    /// docs/guides/using.md lists.
    pub llvm_library: *const c_char,
    /// Passes of the caller, which pipelines may name.
    pub passes: *const PassOptions,
    /// How many.
    pub pass_count: usize,
    /// Receives what programs print (tensor.print), on the thread of the call; NULL: the output is dropped.
    pub print: PrintFunction,
    /// Passed to `print`.
    pub print_user: *mut c_void,
    /// Called with `print_user` when neither the session nor a program of it is used any more; may be NULL.
    pub print_release: Option<unsafe extern "C" fn(user: *mut c_void)>,
    /// Not 0: a call ends at the first operation that makes a NaN or an infinity from finite operands.
    pub nan_traps: i32,
    /// Not 0: AddressSanitizer checks the reads and writes of machine code; the program has to be linked with
    /// -fsanitize=address.
    // 64 bits: a shorter member would be in the uninitialised padding at the end of older callers'
    // structures.
    pub address_sanitizer: i64,
    /// The numerics of floats in functions that do not specify it: "strict", "precise", "standard" or "fast";
    /// NULL: "standard", and "precise" in StableHLO.
    pub numerics: *const c_char,
}

/// Receives what programs print: a text, and the source location of the operation ("file:line:column"; empty
/// where unknown). Both are valid during the call. It may be called on several threads.
pub type PrintFunction =
    Option<unsafe extern "C" fn(user: *mut c_void, text: *const c_char, place: *const c_char)>;

/// The caller's function with its pointer.
struct Sink(unsafe extern "C" fn(*mut c_void, *const c_char, *const c_char), User);

impl Sink {
    fn print(&self, printed: Printed<'_>) {
        let [text, place] = [printed.text, printed.place].map(|text| CString::new(text.replace('\0', " ")));
        if let (Ok(text), Ok(place)) = (text, place) {
            // SAFETY: the caller passed the function with its pointer; both texts outlive the call.
            unsafe { self.0(self.1.user, text.as_ptr(), place.as_ptr()) }
        }
    }
}

impl fmt::Debug for Session {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Session")
    }
}

/// The version of the library, for example "0.1.0".
#[unsafe(no_mangle)]
pub extern "C" fn tf_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version has no zero bytes"),
        };
    VERSION.as_ptr()
}

/// The version of the library's functions and structures: a program that was compiled with a header of
/// another TF_ABI_VERSION must not use the library.
#[unsafe(no_mangle)]
pub extern "C" fn tf_abi_version() -> u32 {
    TF_ABI_VERSION
}

/// A new session, or NULL. `options` may be NULL.
///
/// # Safety
/// `options` is null or readable with its text, `failure` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_session_new(
    options: *const SessionOptions,
    failure: *mut *mut Failure,
) -> *mut Session {
    let action = || {
        let mut builder = tensorforge::Session::builder();
        // SAFETY: promised by the caller; all zeros are the defaults.
        if let Some(options) = unsafe { versioned(options, "tf_session_options")? } {
            let threads = usize::try_from(options.threads);
            let threads = threads.map_err(|_| format!("{} is not a valid thread count", options.threads))?;
            if threads > 0 {
                builder = builder.threads(threads);
            }
            // SAFETY: promised by the caller.
            if let Some(path) = unsafe { optional(options.llvm_library, "the path of the LLVM library")? } {
                builder = builder.llvm_library(path);
            }
            builder = builder.checked(options.checked != 0).nan_traps(options.nan_traps != 0);
            builder = builder.address_sanitizer(options.address_sanitizer != 0);
            // SAFETY: promised by the caller.
            if let Some(word) = unsafe { optional(options.numerics, "numerics")? } {
                let numerics = tensorforge::Numerics::named(word);
                builder = builder.numerics(numerics.ok_or_else(|| {
                    format!("numerics are strict, precise, standard or fast, not '{word}'")
                })?);
            }
            if let Some(print) = options.print {
                let sink = Sink(print, User { user: options.print_user, release: options.print_release });
                builder = builder.printer(Printer::new(move |printed| sink.print(printed)));
            }
            // SAFETY: promised by the caller.
            for pass in unsafe { slice(options.passes, options.pass_count, "passes")? } {
                // SAFETY: promised by the caller.
                builder = unsafe { passes::add(builder, pass)? };
            }
        }
        Ok(Box::into_raw(Box::new(Session(builder.build()?))))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, std::ptr::null_mut(), action) }
}

/// Frees a session; NULL is allowed.
///
/// # Safety
/// `session` is null or came from [`tf_session_new`], and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_session_free(session: *mut Session) {
    if !session.is_null() {
        // SAFETY: promised by the caller.
        drop(unsafe { Box::from_raw(session) });
    }
}

fn named(name: &str) -> Result<Device, Failure> {
    let found = Device::by_name(name);
    Ok(found.ok_or_else(|| format!("there is no device '{name}': there are {}", Device::NAMES.join(", ")))?)
}

/// The device with a name, which may include a level, with another pipeline if one is given.
pub(crate) fn device(name: &str, pipeline: Option<&str>) -> Result<Device, Failure> {
    let device = match (Device::by_name(name), name.split_once(':')) {
        (Some(device), _) => device,
        (None, Some((name, level))) => {
            let level = Level::named(level)?;
            named(name)?.with_level(level)
        }
        (None, None) => named(name)?,
    };
    Ok(match pipeline {
        Some(pipeline) => device.with_pipeline(pipeline),
        None => device,
    })
}
