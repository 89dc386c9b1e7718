//! Calls of programs by XLA on the CPU, through its foreign function interface: that needs none of XLA's
//! libraries.
//!
//! One function is registered with XLA for all programs. The attributes of a call select the program: its
//! index in this process, and an id of the process, so that code that XLA cached in another process calls
//! nothing here.

mod abi;
mod dispatch;
mod programs;
mod shapes;

pub(crate) use dispatch::DispatchCalls;

use crate::error::CallError;
use crate::executable::Executable;
use crate::interrupt;
use abi::{Buffer, Error, Frame, METADATA, MetadataExtension, VERSION};
use programs::{Failure, Program};
use pyo3::prelude::*;
use std::cell::RefCell;
use std::hash::{BuildHasher, RandomState};
use std::panic::AssertUnwindSafe;
use std::sync::{Arc, LazyLock, PoisonError, RwLock};
use tensorforge::{Argument, ArrayView, ArrayViewMut, DType, Layout, ParamType, Scalar, Signature};

/// The programs that XLA may call. They live as long as the process: XLA does not report when it no longer
/// needs one.
static PROGRAMS: RwLock<Vec<Arc<Program>>> = RwLock::new(Vec::new());

thread_local! {
    /// The outcome of this thread's last call of a program that is whole, until it is queried.
    static OUTCOME: RefCell<Option<Result<(), Failure>>> = const { RefCell::new(None) };
}

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

    /// The attribute `program` of calls of this program. A program that is whole is all that XLA runs in a
    /// call: Ctrl-C cancels it, and [`Xla::finish`] raises its errors.
    #[staticmethod]
    #[pyo3(signature = (program, whole=false))]
    fn number(program: &Executable, whole: bool) -> usize {
        let (executable, entry) = program.parts();
        let mut programs = PROGRAMS.write().unwrap_or_else(PoisonError::into_inner);
        programs.push(Arc::new(Program::new(executable, entry, whole)));
        programs.len() - 1
    }

    /// Ends a call of a program that is whole: true if this thread ran it, with success.
    ///
    /// # Errors
    /// The error of the program, or of Python's signal handler after Ctrl-C.
    #[staticmethod]
    fn finish(py: Python<'_>) -> PyResult<bool> {
        finished(py)
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

/// As [`Xla::finish`].
fn finished(py: Python<'_>) -> PyResult<bool> {
    match OUTCOME.take() {
        None => Ok(false),
        Some(Ok(())) => Ok(true),
        Some(Err(Failure::Run(error))) => Err(interrupt::raised(py, error)),
        Some(Err(Failure::Call(text))) => Err(CallError::new_err(text)),
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
    // SAFETY: promised by the caller.
    let found = unsafe { program(frame) };
    let whole = found.as_ref().is_ok_and(|program| program.is_whole());
    let run = found.map_err(Failure::from).and_then(|program| {
        // A panic must not unwind into XLA. SAFETY: promised by the caller.
        let done = std::panic::catch_unwind(AssertUnwindSafe(|| unsafe { call(frame, &program) }));
        let internal = "tensorforge: an internal error of the compiler stopped the call";
        done.unwrap_or_else(|_| Err(Failure::from(internal)))
    });
    // SAFETY: promised by the caller.
    let told = run.as_ref().err().map(|failure| unsafe { frame.error(&failure.to_string()) });
    if whole {
        OUTCOME.set(Some(run));
    }
    told.unwrap_or(std::ptr::null_mut())
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

/// The program of a call.
///
/// # Safety
/// The frame is XLA's, of a call that is not over.
unsafe fn program(frame: &Frame) -> Result<Arc<Program>, &'static str> {
    // SAFETY: promised by the caller.
    let (process, number) = unsafe { (frame.integer("process"), frame.integer("program")) };
    let at = number.filter(|_| process == Some(*PROCESS)).and_then(|number| usize::try_from(number).ok());
    let programs = PROGRAMS.read().unwrap_or_else(PoisonError::into_inner);
    at.and_then(|at| programs.get(at).cloned())
        .ok_or("tensorforge: this code was compiled in another process, and cannot run in this one")
}

/// Runs the program of a call.
///
/// # Safety
/// As [`program`].
unsafe fn call(frame: &Frame, program: &Program) -> Result<(), Failure> {
    // SAFETY: promised by the caller.
    let buffers = unsafe { (frame.arguments.buffers(), frame.results.buffers()) };
    let (Some(given), Some(wanted)) = buffers else {
        return Err(Failure::from("tensorforge: XLA passed a value that is not an array"));
    };
    let entry = program.entry()?;
    // SAFETY: promised by the caller.
    if let Some(done) = unsafe { program.call_prepared(&entry, &given, &wanted) } {
        return done;
    }
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
    Ok(entry.call_into(arguments, results)?)
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
