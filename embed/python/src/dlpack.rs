//! DLPack: import of bfloat16 arrays, which NumPy's own reader does not support, and import and export of
//! arrays on devices.

use crate::error::raised;
use crate::numpy as np;
use ::numpy::npyffi::{NPY_TYPES, NpyTypes, get_type_object};
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyDict};
use smallvec::SmallVec;
use std::ffi::{CStr, c_int, c_void};
use tensorforge::{DType, Device, DeviceArray, Layout};

/// `DLTensor` of `dlpack.h`.
#[repr(C)]
struct Described {
    data: *mut c_void,
    device: [i32; 2],
    rank: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    extents: *const i64,
    /// In elements; null for row-major elements without gaps.
    strides: *const i64,
    offset: u64,
}

/// `DLManagedTensor` of `dlpack.h`.
#[repr(C)]
struct Managed {
    tensor: Described,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut Managed)>,
}

const NAME: &CStr = c"dltensor";
const USED: &CStr = c"used_dltensor";
const CPU: i32 = 1;
const CUDA: i32 = 2;
/// Memory of the host that a GPU reads, too.
const CUDA_HOST: i32 = 3;
const CUDA_MANAGED: i32 = 13;
const BFLOAT: u8 = 4;

/// A tensor of another owner, which is returned when nothing refers to it any more.
#[pyclass(frozen, module = "tensorforge")]
struct Lent(*mut Managed);

// SAFETY: the pointer is used when it is made and when it is dropped, both with Python's lock held.
unsafe impl Send for Lent {}
// SAFETY: as above.
unsafe impl Sync for Lent {}

impl Drop for Lent {
    fn drop(&mut self) {
        // Arrays of a device are dropped on any thread.
        Python::attach(|_| {
            // SAFETY: the capsule transferred the tensor to this object, which releases it once.
            unsafe {
                if let Some(deleter) = (*self.0).deleter {
                    deleter(self.0);
                }
            }
        });
    }
}

/// The elements of an object that lends bfloat16 by DLPack, as a NumPy array; `None` if they are of another
/// type.
///
/// # Errors
/// The object's exception; Python's `BufferError` for elements that are not in this machine's memory.
pub(crate) fn bfloat16<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let Ok(capsule) = object.call_method0("__dlpack__")?.cast_into::<PyCapsule>() else { return Ok(None) };
    // SAFETY: the capsule is live, and a pointer under this name is of this type.
    let looked = unsafe {
        if ffi::PyCapsule_IsValid(capsule.as_ptr(), NAME.as_ptr()) == 0 {
            return Ok(None);
        }
        let managed: *mut Managed = ffi::PyCapsule_GetPointer(capsule.as_ptr(), NAME.as_ptr()).cast();
        let tensor = &(*managed).tensor;
        if (tensor.code, tensor.bits, tensor.lanes) != (BFLOAT, 16, 1) {
            return Ok(None);
        }
        if tensor.device[0] != CPU {
            return Err(PyBufferError::new_err(
                "the elements are not in this machine's memory: copy them to the CPU first",
            ));
        }
        take(&capsule)?
    };
    let Some(managed) = looked else { return Ok(None) };
    let owner = Bound::new(py, Lent(managed))?;
    // SAFETY: the owner keeps the tensor.
    let words = unsafe { words(py, &(*managed).tensor, owner.into_any())? };
    words.call_method1("view", (np::bfloat16(py)?,)).map(Some)
}

/// The elements as words of 16 bits.
///
/// # Safety
/// The tensor is live as long as its owner.
unsafe fn words<'py>(
    py: Python<'py>,
    tensor: &Described,
    owner: Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyAny>> {
    let api = np::api(py)?;
    let rank = usize::try_from(tensor.rank).unwrap_or(0);
    let list = |from: *const i64| -> SmallVec<[isize; 6]> {
        // SAFETY: promised by the caller: there are as many as the rank.
        (0..rank).map(|axis| unsafe { *from.add(axis) as isize }).collect()
    };
    let mut extents = list(tensor.extents);
    let mut strides: Option<SmallVec<[isize; 6]>> =
        (!tensor.strides.is_null()).then(|| list(tensor.strides).iter().map(|stride| stride * 2).collect());
    let strides = strides.as_mut().map_or(std::ptr::null_mut(), |strides| strides.as_mut_ptr());
    // SAFETY: the new array takes the descriptor's reference; its base keeps its memory alive.
    unsafe {
        let made = api.PyArray_NewFromDescr(
            py,
            get_type_object(py, NpyTypes::PyArray_Type),
            api.PyArray_DescrFromType(py, NPY_TYPES::NPY_USHORT as c_int),
            tensor.rank,
            extents.as_mut_ptr(),
            strides,
            tensor.data.byte_add(tensor.offset as usize),
            0,
            std::ptr::null_mut(),
        );
        let made = Bound::from_owned_ptr_or_err(py, made)?;
        match api.PyArray_SetBaseObject(py, made.as_ptr().cast(), owner.into_ptr()) {
            0 => Ok(made),
            _ => Err(PyErr::fetch(py)),
        }
    }
}

/// The DLPack device type and index of an array: the memory of this process, or a GPU.
pub(crate) fn device_of(array: &DeviceArray) -> (i32, i32) {
    match number_of(array.device()) {
        Some(number) => (CUDA, number),
        None => (CPU, 0),
    }
}

/// This package's name of a DLPack device, if it has one.
fn device_name((kind, number): (i32, i32)) -> String {
    match kind {
        CPU | CUDA_HOST => "the CPU".to_string(),
        CUDA | CUDA_MANAGED => format!("cuda:{number}"),
        kind => format!("DLPack device {kind}:{number}"),
    }
}

/// The device of a DLPack object, if it is an NVIDIA GPU.
pub(crate) fn gpu_of(object: &Bound<'_, PyAny>) -> PyResult<Option<(i32, i32)>> {
    if !object.hasattr("__dlpack_device__")? {
        return Ok(None);
    }
    let device: (i32, i32) = object.call_method0("__dlpack_device__")?.extract()?;
    Ok(matches!(device.0, CUDA | CUDA_MANAGED).then_some(device))
}

/// The elements of a DLPack object in their memory, as an array of a device for calls there. `what` is its
/// name in messages.
///
/// # Errors
/// Python's `BufferError` if the elements are on another device, have gaps, or are of an unsupported type;
/// the object's exception.
pub(crate) fn borrow(
    session: &tensorforge::Session,
    object: &Bound<'_, PyAny>,
    device: &Device,
    what: &str,
) -> PyResult<DeviceArray> {
    let py = object.py();
    let found: (i32, i32) = object.call_method0("__dlpack_device__")?.extract()?;
    let on_gpu = matches!(found.0, CUDA | CUDA_MANAGED);
    let fits = match number_of(device) {
        Some(number) => on_gpu && found.1 == number,
        None => matches!(found.0, CPU | CUDA_HOST),
    };
    if !fits {
        return Err(PyBufferError::new_err(format!(
            "{what} is on {}, but the program computes on {device}: copy it there first",
            device_name(found)
        )));
    }
    let options = PyDict::new(py);
    if let Some(stream) = session.stream_of(device).map_err(raised)?.filter(|_| on_gpu) {
        // The producer orders the computation of the elements before later work of this stream.
        options.set_item("stream", stream)?;
    }
    let capsule = object.call_method("__dlpack__", (), Some(&options))?.cast_into::<PyCapsule>()?;
    let managed = take(&capsule)?.ok_or_else(|| {
        PyBufferError::new_err(format!(
            "{what}: __dlpack__ returned a capsule that was consumed already, or one of another version"
        ))
    })?;
    let lender = Lent(managed);
    // SAFETY: the lender keeps the capsule's tensor alive.
    let tensor = unsafe { &(*managed).tensor };
    // SAFETY: as above.
    let layout =
        unsafe { layout_of(tensor) }.map_err(|why| PyBufferError::new_err(format!("{what} {why}")))?;
    let address = (tensor.data.expose_provenance() as u64).wrapping_add(tensor.offset);
    py.detach(|| {
        session.await_stream(device)?;
        // SAFETY: the lender guarantees that the elements stay on this device until they are released; they
        // are complete, because the stream has waited for them.
        unsafe { session.lent(device, &layout, address, Box::new(lender)) }
    })
    .map_err(raised)
}

/// The index of a GPU device.
fn number_of(device: &Device) -> Option<i32> {
    device.to_string().strip_prefix("cuda:").and_then(|number| number.parse().ok())
}

/// Takes ownership of a capsule's tensor; `None` if it was taken before.
fn take(capsule: &Bound<'_, PyCapsule>) -> PyResult<Option<*mut Managed>> {
    // SAFETY: the capsule is live; a pointer under this name is of this type, and renaming the capsule
    // transfers the ownership of its tensor.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule.as_ptr(), NAME.as_ptr()) == 0 {
            return Ok(None);
        }
        let managed: *mut Managed = ffi::PyCapsule_GetPointer(capsule.as_ptr(), NAME.as_ptr()).cast();
        match ffi::PyCapsule_SetName(capsule.as_ptr(), USED.as_ptr()) {
            0 => Ok(Some(managed)),
            _ => Err(PyErr::fetch(capsule.py())),
        }
    }
}

/// Element type and extents of row-major elements without gaps; an error for others.
///
/// # Safety
/// Extents and strides are as many as the rank.
unsafe fn layout_of(tensor: &Described) -> Result<Layout, String> {
    let rank = usize::try_from(tensor.rank).unwrap_or(0);
    // SAFETY: promised by the caller.
    let list = |from: *const i64| -> Vec<i64> { (0..rank).map(|axis| unsafe { *from.add(axis) }).collect() };
    let dtype = match (tensor.code, tensor.bits, tensor.lanes) {
        (0, bits @ (8 | 16 | 32 | 64), 1) => DType::Int(bits),
        (1, bits @ (8 | 16 | 32 | 64), 1) => DType::UInt(bits),
        (2, 16, 1) => DType::F16,
        (2, 32, 1) => DType::F32,
        (2, 64, 1) => DType::F64,
        (BFLOAT, 16, 1) => DType::BF16,
        (6, 8, 1) => DType::I1,
        (code, bits, lanes) => {
            return Err(format!(
                "has elements of DLPack type code {code} with {bits} bits and {lanes} lanes, which are not \
                 supported"
            ));
        }
    };
    let extents = list(tensor.extents);
    let known: Option<Vec<usize>> = extents.iter().map(|extent| usize::try_from(*extent).ok()).collect();
    let known = known.ok_or_else(|| "has a negative extent".to_string())?;
    if !tensor.strides.is_null() && !known.contains(&0) {
        let mut dense = 1;
        for (extent, stride) in extents.iter().zip(list(tensor.strides)).rev() {
            if *extent != 1 && stride != dense {
                return Err("is not contiguous in row-major order: make it contiguous first".to_string());
            }
            dense = dense.saturating_mul(*extent);
        }
    }
    Layout::dense(dtype, &known).map_err(|error| error.to_string())
}

/// The tensor of an exported capsule, and the array that it keeps alive.
struct Lending {
    managed: Managed,
    extents: Vec<i64>,
    _array: DeviceArray,
}

/// A capsule with the elements of an array in their memory; it keeps the array alive.
///
/// # Errors
/// Python's `BufferError` for element types that DLPack does not have.
pub(crate) fn lend(py: Python<'_>, array: DeviceArray) -> PyResult<Bound<'_, PyAny>> {
    let (code, bits) = element(array.dtype()).ok_or_else(|| {
        PyBufferError::new_err(format!("DLPack does not support elements of type {}", array.dtype()))
    })?;
    let (device, number) = device_of(&array);
    let extents: Vec<i64> = array.extents().iter().map(|extent| *extent as i64).collect();
    let tensor = Described {
        data: std::ptr::with_exposed_provenance_mut(array.address() as usize),
        device: [device, number],
        rank: extents.len() as i32,
        code,
        bits,
        lanes: 1,
        extents: extents.as_ptr(),
        strides: std::ptr::null(),
        offset: 0,
    };
    let managed = Managed { tensor, context: std::ptr::null_mut(), deleter: Some(end) };
    let lending = Box::into_raw(Box::new(Lending { managed, extents, _array: array }));
    // SAFETY: the pointer is live; the tensor is the first field of `Lending`, and its extents do not move
    // with it.
    unsafe {
        (*lending).managed.context = lending.cast();
        (*lending).managed.tensor.extents = (*lending).extents.as_ptr();
        let managed = &raw mut (*lending).managed;
        let capsule = ffi::PyCapsule_New(managed.cast(), NAME.as_ptr(), Some(end_capsule));
        Bound::from_owned_ptr_or_err(py, capsule).inspect_err(|_| end(managed))
    }
}

/// The code and bits of an element type.
fn element(dtype: DType) -> Option<(u8, u8)> {
    Some(match dtype {
        DType::I1 => (6, 8),
        DType::Int(bits @ (8 | 16 | 32 | 64)) => (0, bits),
        DType::UInt(bits @ (8 | 16 | 32 | 64)) => (1, bits),
        DType::Index => (0, 64),
        DType::BF16 => (BFLOAT, 16),
        other if other.is_float() => (2, u8::try_from(other.bits()).ok()?),
        _ => return None,
    })
}

/// Called by the consumer to release the elements.
unsafe extern "C" fn end(managed: *mut Managed) {
    // SAFETY: the context is the box that `lend` made, which is given back once.
    drop(unsafe { Box::from_raw((*managed).context.cast::<Lending>()) });
}

/// Destroys a capsule whose elements nobody took.
unsafe extern "C" fn end_capsule(capsule: *mut ffi::PyObject) {
    // SAFETY: Python passes the capsule that `lend` made; a consumer that takes the elements renames it.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, NAME.as_ptr()) != 0 {
            end(ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast());
        }
    }
}
