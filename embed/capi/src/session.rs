//! Sessions and executables.

use crate::arrays::{self, Array};
use crate::guard::{self, optional, required, text};
use std::ffi::{CStr, CString, c_char};
use tensorforge::{Device, Entry, Executable, Limits, Session, Signature};

/// `tf_session_options` of the header.
#[repr(C)]
#[derive(Clone, Copy, Debug)]
pub struct SessionOptions {
    /// 0: all cores.
    pub threads: i32,
    /// May be null.
    pub llvm_library: *const c_char,
    /// 0: no.
    pub checked: i32,
}

/// An executable, with the texts that it is asked for.
pub struct Compiled {
    executable: Executable,
    functions: Vec<Function>,
}

struct Function {
    name: CString,
    arguments: Vec<[CString; 2]>,
    results: Vec<[CString; 2]>,
}

impl Compiled {
    fn new(executable: Executable) -> Compiled {
        let functions = executable.entries().map(|entry| Function::new(entry.signature())).collect();
        Compiled { executable, functions }
    }

    /// The same program with limits.
    pub(crate) fn limited(&self, limits: Limits) -> Compiled {
        Compiled::new(self.executable.limited(limits))
    }

    fn entry(&self, function: usize) -> Result<Entry<'_>, String> {
        let count = self.functions.len();
        let entry = self.executable.entries().nth(function);
        entry.ok_or_else(|| format!("there is no function {function}: the program has {count}"))
    }
}

impl Function {
    fn new(signature: &Signature) -> Function {
        let arguments = signature.params().iter().map(|p| [text(&p.name), text(&p.r#type.to_string())]);
        let results = signature.results().iter().map(|r| [text(&r.name), text(&r.r#type.to_string())]);
        Function { name: text(signature.name()), arguments: arguments.collect(), results: results.collect() }
    }
}

/// The version of the library.
#[unsafe(no_mangle)]
pub extern "C" fn tf_version() -> *const c_char {
    const VERSION: &CStr =
        match CStr::from_bytes_with_nul(concat!(env!("CARGO_PKG_VERSION"), "\0").as_bytes()) {
            Ok(version) => version,
            Err(_) => panic!("a version has no zero bytes"),
        };
    VERSION.as_ptr()
}

/// A new session, or null with an error.
///
/// # Safety
/// `options` is null or readable with its text, `error` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_session_new(
    options: *const SessionOptions,
    error: *mut *mut c_char,
) -> *mut Session {
    let action = || {
        let mut builder = Session::builder();
        // SAFETY: promised by the caller.
        if let Some(options) = unsafe { options.as_ref() } {
            let threads = usize::try_from(options.threads);
            let threads = threads.map_err(|_| format!("{} is no number of threads", options.threads))?;
            if threads > 0 {
                builder = builder.threads(threads);
            }
            // SAFETY: promised by the caller.
            if let Some(path) = unsafe { optional(options.llvm_library, "the path of the LLVM library")? } {
                builder = builder.llvm_library(path);
            }
            builder = builder.checked(options.checked != 0);
        }
        builder.build().map(|session| Box::into_raw(Box::new(session))).map_err(|e| e.to_string())
    };
    // SAFETY: promised by the caller.
    unsafe { guard::run(error, std::ptr::null_mut(), action) }
}

/// Frees a session; null is allowed.
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

/// Compiles a program, or null with an error.
///
/// # Safety
/// `session` is live, the texts end with zero bytes or are null, `error` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_compile(
    session: *mut Session,
    program: *const c_char,
    name: *const c_char,
    device: *const c_char,
    pipeline: *const c_char,
    error: *mut *mut c_char,
) -> *mut Compiled {
    let action = || {
        // SAFETY: promised by the caller.
        let (session, program, name, device, pipeline) = unsafe {
            (
                session.as_ref().ok_or("the session is NULL")?,
                required(program, "the program")?,
                optional(name, "the name")?.unwrap_or("<text>"),
                required(device, "the device")?,
                optional(pipeline, "the pipeline")?,
            )
        };
        let mut device = Device::by_name(device)
            .ok_or_else(|| format!("no device '{device}'; there are cpu and interp"))?;
        if let Some(pipeline) = pipeline {
            device = device.with_pipeline(pipeline);
        }
        let module = session.parse(name, program).map_err(|e| e.to_string())?;
        let executable = session.compile_module(&module, device).map_err(|e| e.to_string())?;
        Ok(Box::into_raw(Box::new(Compiled::new(executable))))
    };
    // SAFETY: promised by the caller.
    unsafe { guard::run(error, std::ptr::null_mut(), action) }
}

/// Frees an executable; null is allowed.
///
/// # Safety
/// `executable` is null or came from [`tf_compile`], and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_executable_free(executable: *mut Compiled) {
    if !executable.is_null() {
        // SAFETY: promised by the caller.
        drop(unsafe { Box::from_raw(executable) });
    }
}

/// The number of functions.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_function_count(executable: *const Compiled) -> usize {
    // SAFETY: promised by the caller.
    unsafe { executable.as_ref() }.map_or(0, |e| e.functions.len())
}

/// The number of the function of a name, or -1.
///
/// # Safety
/// `executable` is null or live, `name` null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_function_find(executable: *const Compiled, name: *const c_char) -> i64 {
    // SAFETY: promised by the caller.
    let (Some(executable), Ok(Some(name))) = (unsafe { executable.as_ref() }, unsafe { optional(name, "") })
    else {
        return -1;
    };
    let found = executable.functions.iter().position(|f| f.name.to_bytes() == name.as_bytes());
    found.and_then(|at| i64::try_from(at).ok()).unwrap_or(-1)
}

/// # Safety
/// `executable` is null or live.
unsafe fn function<'a>(executable: *const Compiled, function: usize) -> Option<&'a Function> {
    // SAFETY: promised by the caller.
    unsafe { executable.as_ref() }?.functions.get(function)
}

/// The name of a function, or null.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_function_name(executable: *const Compiled, function: usize) -> *const c_char {
    // SAFETY: promised by the caller.
    unsafe { self::function(executable, function) }.map_or(std::ptr::null(), |f| f.name.as_ptr())
}

macro_rules! lists {
    ($($list:ident: $count:ident, $name:ident, $type:ident;)*) => {$(
        /// How many there are of a function; 0 where there is no such function.
        ///
        /// # Safety
        /// `executable` is null or live.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $count(executable: *const Compiled, function: usize) -> usize {
            // SAFETY: promised by the caller.
            unsafe { self::function(executable, function) }.map_or(0, |f| f.$list.len())
        }

        /// Its name, or null.
        ///
        /// # Safety
        /// `executable` is null or live.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $name(executable: *const Compiled, function: usize, at: usize) -> *const c_char {
            // SAFETY: promised by the caller.
            let found = unsafe { self::function(executable, function) }.and_then(|f| f.$list.get(at));
            found.map_or(std::ptr::null(), |[name, _]| name.as_ptr())
        }

        /// Its type, or null.
        ///
        /// # Safety
        /// `executable` is null or live.
        #[unsafe(no_mangle)]
        pub unsafe extern "C" fn $type(executable: *const Compiled, function: usize, at: usize) -> *const c_char {
            // SAFETY: promised by the caller.
            let found = unsafe { self::function(executable, function) }.and_then(|f| f.$list.get(at));
            found.map_or(std::ptr::null(), |[_, r#type]| r#type.as_ptr())
        }
    )*};
}
lists! {
    arguments: tf_argument_count, tf_argument_name, tf_argument_type;
    results: tf_result_count, tf_result_name, tf_result_type;
}

/// The axes of a result; 0 where there is no such result.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_result_rank(
    executable: *const Compiled,
    function: usize,
    result: usize,
) -> usize {
    // SAFETY: promised by the caller.
    let Some(executable) = (unsafe { executable.as_ref() }) else { return 0 };
    let entry = executable.entry(function);
    entry.map_or(0, |e| e.signature().results().get(result).map_or(0, |r| r.r#type.extents.len()))
}

/// Writes the extents of a result for these arguments: 0, or 1 with an error.
///
/// # Safety
/// As the header says: the executable is live, arrays have their extents, `extents` has room for the result's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_result_extents(
    executable: *const Compiled,
    function: usize,
    arguments: *const Array,
    argument_count: usize,
    result: usize,
    extents: *mut i64,
    error: *mut *mut c_char,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let (executable, arguments) = unsafe {
            let executable = executable.as_ref().ok_or("the executable is NULL")?;
            (executable, arrays::slice(arguments, argument_count, "arguments")?)
        };
        let entry = executable.entry(function)?;
        // SAFETY: promised by the caller.
        let found = unsafe { arrays::result_extents(arguments, entry.signature(), result)? };
        if extents.is_null() && !found.is_empty() {
            return Err("the pointer to extents is NULL".to_string());
        }
        for (at, extent) in found.into_iter().enumerate() {
            let extent = i64::try_from(extent).map_err(|_| "an extent does not fit 64 bits".to_string())?;
            // SAFETY: promised by the caller: there is room for as many as the result has axes.
            unsafe { extents.add(at).write(extent) };
        }
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { guard::run(error, 1, action) }
}

/// Calls a function: 0, or 1 with an error.
///
/// # Safety
/// As the header says: the executable is live, arguments are readable, results writable, and nobody else uses the results
/// or writes to the arguments meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_call(
    executable: *const Compiled,
    function: usize,
    arguments: *const Array,
    argument_count: usize,
    results: *const Array,
    result_count: usize,
    error: *mut *mut c_char,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let (executable, arguments, results) = unsafe {
            let executable = executable.as_ref().ok_or("the executable is NULL")?;
            let arguments = arrays::slice(arguments, argument_count, "arguments")?;
            (executable, arguments, arrays::slice(results, result_count, "results")?)
        };
        let entry = executable.entry(function)?;
        // SAFETY: promised by the caller.
        let arguments = unsafe { arrays::arguments(arguments, entry.signature())? };
        // SAFETY: promised by the caller.
        let outputs = unsafe { arrays::results(results, entry.signature(), &arguments)? };
        entry.call_into(arguments.values, outputs).map(|()| 0).map_err(|e| e.to_string())
    };
    // SAFETY: promised by the caller.
    unsafe { guard::run(error, 1, action) }
}
