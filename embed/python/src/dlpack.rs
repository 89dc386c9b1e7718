//! DLPack: arrays of bfloat16 on the way in, which NumPy's own reader of it does not know, and arrays on devices on the way out.

use crate::numpy as np;
use ::numpy::npyffi::{NPY_TYPES, NpyTypes, get_type_object};
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use smallvec::SmallVec;
use std::ffi::{CStr, c_int, c_void};
use tensorforge::{DType, DeviceArray};

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
const BFLOAT: u8 = 4;

/// A tensor of somebody else's, which is given back when nobody looks at it any more.
#[pyclass(frozen, module = "tensorforge")]
struct Lent(*mut Managed);

// SAFETY: the pointer is used when it is made and when it is dropped, both with Python's lock held.
unsafe impl Send for Lent {}
// SAFETY: as above.
unsafe impl Sync for Lent {}

impl Drop for Lent {
    fn drop(&mut self) {
        // SAFETY: the capsule gave the tensor up to this object, which gives it back once.
        unsafe {
            if let Some(deleter) = (*self.0).deleter {
                deleter(self.0);
            }
        }
    }
}

/// The elements of an object that lends bfloat16 by DLPack, as an array of NumPy's; nothing if they are of another type.
///
/// # Errors
/// What the object raises; Python's `BufferError` for elements that are not in this machine's memory.
pub(crate) fn bfloat16<'py>(object: &Bound<'py, PyAny>) -> PyResult<Option<Bound<'py, PyAny>>> {
    let py = object.py();
    let Ok(capsule) = object.call_method0("__dlpack__")?.cast_into::<PyCapsule>() else { return Ok(None) };
    // SAFETY: the capsule is live; a pointer under this name is of this type, and whoever renames the capsule owns what it
    // points to.
    let managed = unsafe {
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
        if ffi::PyCapsule_SetName(capsule.as_ptr(), USED.as_ptr()) != 0 {
            return Err(PyErr::fetch(py));
        }
        managed
    };
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
    // SAFETY: the description is taken over by the new array, whose memory its base keeps.
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

/// The device of an array by DLPack's numbers: the memory of this process, or a GPU.
pub(crate) fn device_of(array: &DeviceArray) -> (i32, i32) {
    let name = array.device().to_string();
    match name.strip_prefix("cuda:").and_then(|number| number.parse().ok()) {
        Some(number) => (CUDA, number),
        None => (CPU, 0),
    }
}

/// What a capsule points to, with what it keeps alive.
struct Lending {
    managed: Managed,
    extents: Vec<i64>,
    _array: DeviceArray,
}

/// A capsule with the elements of an array where they are; it keeps the array alive.
///
/// # Errors
/// Python's `BufferError` for elements that DLPack has no type for.
pub(crate) fn lend(py: Python<'_>, array: DeviceArray) -> PyResult<Bound<'_, PyAny>> {
    let (code, bits) = element(array.dtype()).ok_or_else(|| {
        PyBufferError::new_err(format!("DLPack has no elements of the type {}", array.dtype()))
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
    // SAFETY: the pointer is a live one; `Lending` begins where its box does, and its extents do not move with it.
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

/// Whoever took the elements gives them back.
unsafe extern "C" fn end(managed: *mut Managed) {
    // SAFETY: the context is the box that `lend` made, which is given back once.
    drop(unsafe { Box::from_raw((*managed).context.cast::<Lending>()) });
}

/// A capsule goes that nobody took the elements of.
unsafe extern "C" fn end_capsule(capsule: *mut ffi::PyObject) {
    // SAFETY: Python hands the capsule that `lend` made; whoever takes the elements renames it.
    unsafe {
        if ffi::PyCapsule_IsValid(capsule, NAME.as_ptr()) != 0 {
            end(ffi::PyCapsule_GetPointer(capsule, NAME.as_ptr()).cast());
        }
    }
}
