//! Calls of programs by XLA on the CPU, through its foreign function interface: that needs none of XLA's
//! libraries.
//!
//! One function is registered with XLA for all programs. The attributes of a call select the program: its
//! index in this process, and an id of the process, so that code that XLA cached in another process calls
//! nothing here.

mod abi;
mod shapes;

use crate::error::CallError;
use crate::executable::Executable;
use abi::{Buffer, Error, Frame, METADATA, MetadataExtension, VERSION};
use pyo3::prelude::*;
use std::hash::{BuildHasher, RandomState};
use std::panic::AssertUnwindSafe;
use std::sync::{LazyLock, PoisonError, RwLock};
use tensorforge::{Argument, ArrayView, ArrayViewMut, DType, Layout, ParamType, Scalar, Signature};

/// The programs that XLA may call. They live as long as the process: XLA does not report when it no longer
/// needs one.
static PROGRAMS: RwLock<Vec<(tensorforge::Executable, usize)>> = RwLock::new(Vec::new());

/// A random id of this process.
static PROCESS: LazyLock<i64> =
    LazyLock::new(|| (RandomState::new().hash_one(std::process::id()) >> 1) as i64);

/// The data that XLA needs to call programs.
#[pyclass(frozen, module = "tensorforge")]
pub(crate) struct Xla;

#[pymethods]
impl Xla {
    /// The address of the function that XLA calls.
    #[staticmethod]
    fn handler() -> usize {
        handle as unsafe extern "C" fn(*mut Frame) -> *mut Error as usize
    }

    /// The attribute `process` of calls.
    #[staticmethod]
    fn process() -> i64 {
        *PROCESS
    }

    /// The attribute `program` of calls of this program.
    #[staticmethod]
    fn number(program: &Executable) -> usize {
        let mut programs = PROGRAMS.write().unwrap_or_else(PoisonError::into_inner);
        programs.push(program.parts());
        programs.len() - 1
    }

    /// Element types and extents of a program's results for arguments of these.
    #[staticmethod]
    fn results(
        program: &Executable,
        arguments: Vec<(String, Vec<usize>)>,
    ) -> PyResult<Vec<(String, Vec<usize>)>> {
        let (executable, entry) = program.parts();
        let entry = executable.entries().nth(entry);
        let entry = entry.ok_or_else(|| CallError::new_err("the program does not have this function"))?;
        shapes::results(entry.signature(), &arguments)
    }
}

/// The function that XLA calls.
///
/// # Safety
/// The frame is XLA's.
unsafe extern "C" fn handle(frame: *mut Frame) -> *mut Error {
    // SAFETY: promised by the caller.
    let frame = unsafe { &*frame };
    // SAFETY: extensions are live as long as their frame.
    if unsafe { answered(frame) } {
        return std::ptr::null_mut();
    }
    // A panic must not unwind into XLA. SAFETY: promised by the caller.
    let done = std::panic::catch_unwind(AssertUnwindSafe(|| unsafe { call(frame) }));
    match done {
        Ok(Ok(())) => std::ptr::null_mut(),
        // SAFETY: promised by the caller.
        Ok(Err(message)) => unsafe { frame.error(&message) },
        // SAFETY: as above.
        Err(_) => unsafe { frame.error("tensorforge: an internal error of the compiler stopped the call") },
    }
}

/// Answers a metadata query of XLA; false for a call.
///
/// # Safety
/// The frame is XLA's.
unsafe fn answered(frame: &Frame) -> bool {
    let mut extension = frame.extensions;
    // SAFETY: promised by the caller: the list ends with null, and an extension has the type of its kind.
    unsafe {
        while let Some(found) = extension.as_ref() {
            if found.kind == METADATA {
                let metadata = &mut *(*extension.cast::<MetadataExtension>()).metadata;
                metadata.version.numbers = VERSION;
                metadata.traits = 0;
                return true;
            }
            extension = found.next;
        }
    }
    false
}

/// Runs the program of a call.
///
/// # Safety
/// The frame is XLA's, of a call that is not over.
unsafe fn call(frame: &Frame) -> Result<(), String> {
    // SAFETY: promised by the caller.
    let (process, program, given, wanted) = unsafe {
        (
            frame.integer("process"),
            frame.integer("program"),
            frame.arguments.buffers(),
            frame.results.buffers(),
        )
    };
    let at = program.filter(|_| process == Some(*PROCESS)).and_then(|number| usize::try_from(number).ok());
    let programs = PROGRAMS.read().unwrap_or_else(PoisonError::into_inner);
    let found = at.and_then(|at| programs.get(at).cloned());
    drop(programs);
    let (executable, entry) =
        found.ok_or("tensorforge: this code was compiled in another process, and cannot run in this one")?;
    let entry =
        executable.entries().nth(entry).ok_or("tensorforge: the program does not have this function")?;
    let (given, wanted) = given.zip(wanted).ok_or("tensorforge: XLA passed a value that is not an array")?;
    let signature = entry.signature();
    let arguments = given.iter().enumerate().map(|(at, buffer)| {
        // SAFETY: promised by the caller.
        unsafe { argument(buffer, signature, at) }
    });
    let arguments = arguments.collect::<Result<Vec<_>, _>>()?;
    let results = wanted.iter().enumerate().map(|(at, buffer)| {
        // SAFETY: promised by the caller.
        unsafe { result(buffer, signature, at) }
    });
    let results = results.collect::<Result<Vec<_>, _>>()?;
    entry.call_into(arguments, results).map_err(|error| error.to_string())
}

/// The layout of an array and the bytes that it has.
///
/// # Safety
/// The buffer is XLA's, of a call that is not over.
unsafe fn layout(buffer: &Buffer, wanted: Option<DType>) -> Result<(Layout, usize), String> {
    let mut dtype = buffer.dtype().ok_or("tensorforge: an array has an unsupported element type")?;
    if dtype == DType::I64 && wanted == Some(DType::Index) {
        dtype = DType::Index;
    }
    // SAFETY: promised by the caller.
    let layout = Layout::dense(dtype, &unsafe { buffer.extents() }).map_err(|error| error.to_string())?;
    let bytes = layout.dense_bytes().ok_or("tensorforge: an array is too large")?;
    Ok((layout, bytes))
}

/// An argument.
///
/// # Safety
/// As [`layout`]; nobody writes to the buffer during the call.
unsafe fn argument<'a>(buffer: &'a Buffer, signature: &Signature, at: usize) -> Result<Argument<'a>, String> {
    let param = signature.params().get(at).map(|param| &param.r#type);
    let wanted = param.map(|param| match param {
        ParamType::Scalar(dtype) => *dtype,
        ParamType::Tensor(tensor) => tensor.dtype,
    });
    // SAFETY: promised by the caller.
    let (layout, length) = unsafe { layout(buffer, wanted)? };
    // SAFETY: promised by the caller; the pointer of an array without elements may be null.
    let bytes = if length == 0 { &[] } else { unsafe { std::slice::from_raw_parts(buffer.data, length) } };
    if let (Some(ParamType::Scalar(_)), [], 1..=8) = (param, layout.extents(), length) {
        let mut word = [0; 8];
        word[..length].copy_from_slice(bytes);
        return Ok(Argument::Scalar(Scalar::from_bits(layout.dtype(), u64::from_le_bytes(word))));
    }
    let view = ArrayView::new(layout, bytes, 0).map_err(|error| error.to_string())?;
    Ok(Argument::Tensor(view))
}

/// The memory of a result.
///
/// # Safety
/// As [`layout`]; nothing else uses the buffer during the call.
unsafe fn result<'a>(
    buffer: &'a Buffer,
    signature: &Signature,
    at: usize,
) -> Result<ArrayViewMut<'a>, String> {
    let wanted = signature.results().get(at).map(|result| result.r#type.dtype);
    // SAFETY: promised by the caller.
    let (layout, length) = unsafe { layout(buffer, wanted)? };
    let bytes: &mut [u8] = match length {
        0 => &mut [],
        // SAFETY: promised by the caller.
        _ => unsafe { std::slice::from_raw_parts_mut(buffer.data, length) },
    };
    ArrayViewMut::new(layout, bytes, 0).map_err(|error| error.to_string())
}
