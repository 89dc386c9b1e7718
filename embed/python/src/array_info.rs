//! NumPy's description of an array, through its C API.

use crate::dtypes;
use crate::numpy as np;
use numpy::npyffi::array::PyArray_Check;
use numpy::npyffi::flags::{NPY_ARRAY_ALIGNED, NPY_ARRAY_C_CONTIGUOUS};
use numpy::npyffi::objects::_PyArray_GET_ITEM_DATA;
use numpy::npyffi::{PyArray_Descr, PyArrayObject};
use pyo3::prelude::*;
use smallvec::SmallVec;
use std::ffi::c_int;
use tensorforge::{DType, Layout};
use tf_dialects::array::element_bytes;

/// NumPy's description of an array. The slices live as long as the array, whose shape must not change
/// meanwhile.
pub(crate) struct About<'a> {
    pub(crate) data: *mut u8,
    pub(crate) extents: &'a [usize],
    /// In bytes.
    strides: &'a [isize],
    pub(crate) flags: c_int,
    descr: *mut PyArray_Descr,
}

/// Whether an object is an array of NumPy's, which has been imported.
pub(crate) fn is_array(object: &Bound<'_, PyAny>) -> bool {
    // SAFETY: the object is live, and NumPy has been imported by every caller.
    unsafe { PyArray_Check(object.py(), object.as_ptr()) != 0 }
}

/// Reads NumPy's description of an array.
pub(crate) fn about<'a>(array: &'a Bound<'_, PyAny>) -> About<'a> {
    let pointer: *const PyArrayObject = array.as_ptr().cast();
    // SAFETY: callers have checked that it is an array of NumPy's; it has `nd` extents and strides.
    unsafe {
        let fields = &*_PyArray_GET_ITEM_DATA(pointer);
        let rank = usize::try_from(fields.nd).unwrap_or(0);
        let (extents, strides): (&[usize], &[isize]) = match rank {
            0 => (&[], &[]),
            _ => (
                std::slice::from_raw_parts(fields.dimensions.cast(), rank),
                std::slice::from_raw_parts(fields.strides.cast(), rank),
            ),
        };
        About { data: fields.data.cast(), extents, strides, flags: fields.flags, descr: fields.descr }
    }
}

impl About<'_> {
    /// NumPy's `typenum`.
    pub(crate) fn number(&self) -> c_int {
        // SAFETY: an array has a live description.
        unsafe { (*self.descr).fields.type_num }
    }

    /// Whether its elements are in the machine's byte order.
    pub(crate) fn is_native(&self) -> bool {
        // SAFETY: an array has a live description.
        let order = unsafe { (*self.descr).fields.byteorder } as u8;
        order != if cfg!(target_endian = "little") { b'>' } else { b'<' }
    }

    /// The element type; `None` if programs do not support it.
    pub(crate) fn dtype(&self, py: Python<'_>) -> Option<DType> {
        // SAFETY: an array has a live description.
        let is_bfloat16 = || unsafe { np::is_bfloat16(py, self.descr) };
        dtypes::of_type_number(self.number()).or_else(|| is_bfloat16().then_some(DType::BF16))
    }

    /// Whether the elements can be read in place.
    pub(crate) fn is_readable(&self, dtype: DType) -> bool {
        let size = element_bytes(dtype).unwrap_or(1) as isize;
        let aligned = self.flags & NPY_ARRAY_ALIGNED != 0;
        self.is_native() && aligned && self.strides.iter().all(|stride| stride % size == 0)
    }

    pub(crate) fn layout(&self, dtype: DType) -> Result<Layout, tensorforge::ArrayError> {
        if self.flags & NPY_ARRAY_C_CONTIGUOUS != 0 {
            return Layout::dense(dtype, self.extents);
        }
        let size = element_bytes(dtype).unwrap_or(1) as isize;
        let strides: SmallVec<[isize; 6]> = self.strides.iter().map(|stride| stride / size).collect();
        Layout::strided(dtype, self.extents, &strides)
    }

    /// Its memory: the address of the lowest element, the number of bytes, and the offset of the first
    /// element.
    pub(crate) fn memory(&self, layout: &Layout) -> (*mut u8, usize, usize) {
        let (low, high) = layout.byte_range().unwrap_or((0, 0));
        (self.data.wrapping_offset(low as isize), (high - low) as usize, low.unsigned_abs() as usize)
    }
}
