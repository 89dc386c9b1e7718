//! Arrays of bfloat16 by DLPack, which NumPy's own reader of it does not know.

use crate::numpy as np;
use ::numpy::npyffi::{NPY_TYPES, NpyTypes, get_type_object};
use pyo3::exceptions::PyBufferError;
use pyo3::ffi;
use pyo3::prelude::*;
use pyo3::types::PyCapsule;
use smallvec::SmallVec;
use std::ffi::{CStr, c_int, c_void};

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
