//! Compiled programs: their functions, and calls of them.

use crate::arrays::{self, Array};
use crate::failure::{self, Failure};
use crate::owned::Owned;
use crate::session::{Session, device};
use crate::text::{c_string, optional, pointer, required, slice};
use std::ffi::{CString, c_char};
use std::fmt;
use tensorforge::{Entry, Limits, Signature};

/// A compiled program: functions, numbered from 0. Free it with tf_executable_free. It stays valid when its
/// session is freed, and may be used by several threads at once.
pub struct Executable {
    executable: tensorforge::Executable,
    functions: Vec<Function>,
}

struct Function {
    name: CString,
    arguments: Vec<[CString; 2]>,
    results: Vec<[CString; 2]>,
}

impl fmt::Debug for Executable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.executable.fmt(f)
    }
}

impl Executable {
    pub(crate) fn new(executable: tensorforge::Executable) -> Executable {
        let functions = executable.entries().map(|entry| Function::new(entry.signature())).collect();
        Executable { executable, functions }
    }

    /// The same program with limits.
    pub(crate) fn limited(&self, limits: Limits) -> Executable {
        Executable::new(self.executable.limited(limits))
    }

    /// A function, after a check that `results` has room for its results.
    pub(crate) fn entry_into<T>(
        &self,
        function: usize,
        results: *mut T,
        result_count: usize,
    ) -> Result<Entry<'_>, String> {
        let entry = self.entry(function)?;
        let (name, count) = (entry.signature().name(), entry.signature().results().len());
        if count != result_count {
            return Err(format!("'{name}' has {count} results, not {result_count}"));
        }
        if results.is_null() && count > 0 {
            return Err("the pointer to results is NULL".to_string());
        }
        Ok(entry)
    }

    pub(crate) fn entry(&self, function: usize) -> Result<Entry<'_>, String> {
        let entry = self.executable.entries().nth(function);
        entry.ok_or_else(|| {
            let names: Vec<_> = self.functions.iter().map(|f| f.name.to_string_lossy()).collect();
            let (count, names) = (names.len(), names.join("', '"));
            match i64::try_from(function) {
                Ok(_) => format!(
                    "there is no function {function}: the program has {count}, counted from 0: '{names}'"
                ),
                // The error for -1, which tf_function_find returns.
                Err(_) => format!(
                    "there is no function with the name that tf_function_find looked for: the program has \
                     '{names}'"
                ),
            }
        })
    }
}

impl Function {
    fn new(signature: &Signature) -> Function {
        let arguments =
            signature.params().iter().map(|p| [c_string(&p.name), c_string(&p.r#type.to_string())]);
        let results =
            signature.results().iter().map(|r| [c_string(&r.name), c_string(&r.r#type.to_string())]);
        Function {
            name: c_string(signature.name()),
            arguments: arguments.collect(),
            results: results.collect(),
        }
    }
}

/// Compiles a program given as MLIR text for a device: "cpu"; "cpu:x86-64-v3", with the instructions of that
/// level alone ("x86-64", "-v2" to "-v4"); "interp", the interpreter, which needs no LLVM; or "simt", kernels
/// as for a GPU in the interpreter. `name` is the name of the text in messages and may be NULL. `pipeline`
/// replaces the passes of the device, in the syntax of tfopt; NULL: none. NULL if it fails: each finding has
/// its location in the text.
///
/// # Safety
/// `session` is live, the texts end with zero bytes or are null, `failure` is null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_compile(
    session: *const Session,
    text: *const c_char,
    name: *const c_char,
    device: *const c_char,
    pipeline: *const c_char,
    failure: *mut *mut Failure,
) -> *mut Executable {
    let action = || {
        // SAFETY: promised by the caller.
        let (session, text, name, device, pipeline) = unsafe {
            (
                session.as_ref().ok_or("the session is NULL")?,
                required(text, "the program")?,
                optional(name, "the name")?.unwrap_or("<text>"),
                required(device, "the device")?,
                optional(pipeline, "the pipeline")?,
            )
        };
        let device = self::device(device, pipeline)?;
        let module = session.0.parse(name, text)?;
        Ok(Box::into_raw(Box::new(Executable::new(session.0.compile_module(&module, device)?))))
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, std::ptr::null_mut(), action) }
}

/// Frees an executable; NULL is allowed.
///
/// # Safety
/// `executable` is null or came from this library, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_executable_free(executable: *mut Executable) {
    if !executable.is_null() {
        // SAFETY: promised by the caller.
        drop(unsafe { Box::from_raw(executable) });
    }
}

/// A report of the compilation: loop nests with their source locations, threads and vectors, and memory. A
/// text for people, to be freed with tf_string_free; NULL for NULL.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_explain(executable: *const Executable) -> *mut c_char {
    // SAFETY: promised by the caller.
    let Some(executable) = (unsafe { executable.as_ref() }) else { return std::ptr::null_mut() };
    let action = || Ok(c_string(&executable.executable.explain().to_string()).into_raw());
    // SAFETY: the failure pointer is null, so no failure is written.
    unsafe { failure::run(std::ptr::null_mut(), std::ptr::null_mut(), action) }
}

/// How many functions there are.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_function_count(executable: *const Executable) -> usize {
    // SAFETY: promised by the caller.
    unsafe { executable.as_ref() }.map_or(0, |e| e.functions.len())
}

/// The index of the function with a name, or -1.
///
/// # Safety
/// `executable` is null or live, `name` null or a text.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_function_find(executable: *const Executable, name: *const c_char) -> i64 {
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
unsafe fn function<'a>(executable: *const Executable, function: usize) -> Option<&'a Function> {
    // SAFETY: promised by the caller.
    unsafe { executable.as_ref() }?.functions.get(function)
}

/// The name of a function; it belongs to the executable, as all texts about it. NULL if the function does not
/// exist.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_function_name(executable: *const Executable, function: usize) -> *const c_char {
    // SAFETY: promised by the caller.
    pointer(unsafe { self::function(executable, function) }.map(|f| &f.name))
}

/// How many arguments a function has; 0 if the function does not exist.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_argument_count(executable: *const Executable, function: usize) -> usize {
    // SAFETY: promised by the caller.
    unsafe { self::function(executable, function) }.map_or(0, |f| f.arguments.len())
}

/// The name of an argument, or NULL.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_argument_name(
    executable: *const Executable,
    function: usize,
    argument: usize,
) -> *const c_char {
    // SAFETY: promised by the caller.
    let found = unsafe { self::function(executable, function) }.and_then(|f| f.arguments.get(argument));
    pointer(found.map(|[name, _]| name))
}

/// The type of an argument, or NULL.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_argument_type(
    executable: *const Executable,
    function: usize,
    argument: usize,
) -> *const c_char {
    // SAFETY: promised by the caller.
    let found = unsafe { self::function(executable, function) }.and_then(|f| f.arguments.get(argument));
    pointer(found.map(|[_, r#type]| r#type))
}

/// How many results a function has; 0 if the function does not exist.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_result_count(executable: *const Executable, function: usize) -> usize {
    // SAFETY: promised by the caller.
    unsafe { self::function(executable, function) }.map_or(0, |f| f.results.len())
}

/// The name of a result, or NULL.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_result_name(
    executable: *const Executable,
    function: usize,
    result: usize,
) -> *const c_char {
    // SAFETY: promised by the caller.
    let found = unsafe { self::function(executable, function) }.and_then(|f| f.results.get(result));
    pointer(found.map(|[name, _]| name))
}

/// The type of a result, or NULL.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_result_type(
    executable: *const Executable,
    function: usize,
    result: usize,
) -> *const c_char {
    // SAFETY: promised by the caller.
    let found = unsafe { self::function(executable, function) }.and_then(|f| f.results.get(result));
    pointer(found.map(|[_, r#type]| r#type))
}

/// The rank of a result; 0 for a scalar, and if the result does not exist.
///
/// # Safety
/// `executable` is null or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_result_rank(
    executable: *const Executable,
    function: usize,
    result: usize,
) -> usize {
    // SAFETY: promised by the caller.
    let Some(executable) = (unsafe { executable.as_ref() }) else { return 0 };
    let entry = executable.entry(function);
    entry.map_or(0, |e| e.signature().results().get(result).map_or(0, |r| r.r#type.extents.len()))
}

/// Writes the extents that a result has for these arguments. Only the data of scalars that bind an extent is
/// read. Fails for extents that the program itself computes: use tf_call_new for these. Returns 0, or 1 with
/// a failure.
///
/// # Safety
/// The executable is live, arrays have their extents, `extents` has room for the result's.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_result_extents(
    executable: *const Executable,
    function: usize,
    arguments: *const Array,
    argument_count: usize,
    result: usize,
    extents: *mut i64,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let (executable, arguments) = unsafe {
            let executable = executable.as_ref().ok_or("the executable is NULL")?;
            (executable, slice(arguments, argument_count, "arguments")?)
        };
        let entry = executable.entry(function)?;
        // SAFETY: promised by the caller.
        let found = unsafe { arrays::result_extents(arguments, entry.signature(), result)? };
        if extents.is_null() && !found.is_empty() {
            return Err("the pointer to extents is NULL".into());
        }
        for (at, extent) in found.into_iter().enumerate() {
            let extent = i64::try_from(extent).map_err(|_| "an extent does not fit 64 bits")?;
            // SAFETY: promised by the caller: there is room for the result's extents.
            unsafe { extents.add(at).write(extent) };
        }
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Calls a function. Scalars are arrays of rank 0. Results are written to arrays of the caller, with the
/// extents from tf_result_extents. A result may use exactly the memory of an argument with the flag
/// TF_DONATED. Returns 0, or 1 with a failure: an array that does not fit, or the program stopped.
///
/// # Safety
/// The executable is live, arguments are readable, results writable, and nobody else uses the results or
/// writes to the arguments meanwhile.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_call(
    executable: *const Executable,
    function: usize,
    arguments: *const Array,
    argument_count: usize,
    results: *const Array,
    result_count: usize,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let (executable, arguments, results) = unsafe {
            let executable = executable.as_ref().ok_or("the executable is NULL")?;
            let arguments = slice(arguments, argument_count, "arguments")?;
            (executable, arguments, slice(results, result_count, "results")?)
        };
        let entry = executable.entry(function)?;
        // SAFETY: promised by the caller.
        let arguments = unsafe { arrays::arguments(arguments, entry.signature())? };
        // SAFETY: promised by the caller.
        let (arguments, results) = unsafe { arrays::results(results, entry.signature(), arguments)? };
        entry.call_over(arguments, results)?;
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}

/// Calls a function, whose results become new arrays: `results` gets one pointer for each, to be freed with
/// tf_owned_free. Also for programs that compute the extents of their results. Returns 0, or 1 with a
/// failure; then `results` is unchanged.
///
/// # Safety
/// The executable is live, arguments are readable, `results` has room for as many pointers.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_call_new(
    executable: *const Executable,
    function: usize,
    arguments: *const Array,
    argument_count: usize,
    results: *mut *mut Owned,
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
        // SAFETY: promised by the caller.
        let arguments = unsafe { arrays::arguments(arguments, entry.signature())? };
        let made: Vec<tensorforge::Array> = entry.call(arguments.values)?;
        for (at, array) in made.into_iter().enumerate() {
            // SAFETY: promised by the caller: there is room.
            unsafe { results.add(at).write(Box::into_raw(Box::new(Owned::new(array)))) };
        }
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}
