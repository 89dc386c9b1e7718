//! Arrays that the library made, and other arrays by DLPack.

use crate::arrays::{Array, dtype_number};
use crate::failure::{self, Failure};
use std::ffi::c_void;
use std::fmt;
use tensorforge::DType;

/// An array that belongs to the caller, who frees it with tf_owned_free.
pub struct Owned {
    array: tensorforge::Array,
    extents: Vec<i64>,
}

impl fmt::Debug for Owned {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.array.fmt(f)
    }
}

impl Owned {
    pub(crate) fn new(array: tensorforge::Array) -> Owned {
        let extents = array.extents().iter().map(|e| *e as i64).collect();
        Owned { array, extents }
    }
}

/// `DLTensor` of dlpack.h.
#[repr(C)]
struct DlTensor {
    data: *mut c_void,
    device: [i32; 2],
    rank: i32,
    code: u8,
    bits: u8,
    lanes: u16,
    extents: *mut i64,
    /// In elements; null for row-major elements without gaps.
    strides: *mut i64,
    offset: u64,
}

/// `DLManagedTensor` of dlpack.h.
#[repr(C)]
struct DlManaged {
    tensor: DlTensor,
    context: *mut c_void,
    deleter: Option<unsafe extern "C" fn(*mut DlManaged)>,
}

/// The device kDLCPU.
const CPU: i32 = 1;

/// DLPack's kinds of elements, and their bits.
const KINDS: [(DType, u8, u8); 13] = [
    (DType::I1, 6, 8),
    (DType::I8, 0, 8),
    (DType::I16, 0, 16),
    (DType::I32, 0, 32),
    (DType::I64, 0, 64),
    (DType::U8, 1, 8),
    (DType::U16, 1, 16),
    (DType::U32, 1, 32),
    (DType::U64, 1, 64),
    (DType::F16, 2, 16),
    (DType::F32, 2, 32),
    (DType::F64, 2, 64),
    (DType::BF16, 4, 16),
];

/// The array: its elements and extents belong to `owned`. Integers of the type index are those of TF_I64.
///
/// # Safety
/// `owned` is null, which gives an array that no call takes, or live.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_owned_array(owned: *mut Owned) -> Array {
    // SAFETY: promised by the caller.
    match unsafe { owned.as_mut() } {
        Some(owned) => Array {
            data: owned.array.bytes_mut().as_mut_ptr().cast(),
            extents: owned.extents.as_ptr(),
            rank: owned.extents.len() as i32,
            dtype: dtype_number(owned.array.dtype()),
            strides: std::ptr::null(),
            flags: 0,
        },
        None => Array {
            data: std::ptr::null_mut(),
            extents: std::ptr::null(),
            rank: -1,
            dtype: 0,
            strides: std::ptr::null(),
            flags: 0,
        },
    }
}

/// Frees an array; NULL is allowed.
///
/// # Safety
/// `owned` is null or came from this library, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_owned_free(owned: *mut Owned) {
    if !owned.is_null() {
        // SAFETY: promised by the caller.
        drop(unsafe { Box::from_raw(owned) });
    }
}

/// Gives an array away by DLPack: a `DLManagedTensor *` of dlpack.h, whose deleter frees it. `owned` is not
/// used or freed afterwards. NULL for NULL.
///
/// # Safety
/// `owned` is null or came from this library, and is not used afterwards.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_owned_to_dlpack(owned: *mut Owned) -> *mut c_void {
    // SAFETY: promised by the caller.
    let Some(array) = (unsafe { owned.as_mut() }) else { return std::ptr::null_mut() };
    let dtype = match array.array.dtype() {
        DType::Index => DType::I64,
        dtype => dtype,
    };
    let (_, code, bits) = KINDS.iter().find(|(kind, ..)| *kind == dtype).copied().unwrap_or((dtype, 0, 64));
    let managed = DlManaged {
        tensor: DlTensor {
            data: array.array.bytes_mut().as_mut_ptr().cast(),
            device: [CPU, 0],
            rank: array.extents.len() as i32,
            code,
            bits,
            lanes: 1,
            extents: array.extents.as_mut_ptr(),
            strides: std::ptr::null_mut(),
            offset: 0,
        },
        context: owned.cast(),
        deleter: Some(delete),
    };
    Box::into_raw(Box::new(managed)).cast()
}

/// Frees the result of [`tf_owned_to_dlpack`].
///
/// # Safety
/// `managed` came from there, and is not used afterwards.
unsafe extern "C" fn delete(managed: *mut DlManaged) {
    // SAFETY: promised by the caller; the context is the array, which has no other owner.
    unsafe {
        let managed = Box::from_raw(managed);
        drop(Box::from_raw(managed.context.cast::<Owned>()));
    }
}

/// Describes another owner's tensor as an argument or result, without a copy: `tensor` is a `const DLTensor
/// *` of dlpack.h (the member `dl_tensor` of a managed tensor), whose memory, extents and strides stay its
/// owner's. Returns 0, or 1 with a failure: it is not in this machine's memory, or programs do not support
/// its element type.
///
/// # Safety
/// `tensor` is null or live, `array` null or writable.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn tf_array_of_dlpack(
    tensor: *const c_void,
    array: *mut Array,
    failure: *mut *mut Failure,
) -> i32 {
    let action = || {
        // SAFETY: promised by the caller.
        let tensor = unsafe { tensor.cast::<DlTensor>().as_ref() }.ok_or("the tensor is NULL")?;
        if tensor.device[0] != CPU {
            let device = tensor.device[0];
            return Err(format!("the tensor is on DLPack's device {device}: copy it to the CPU first").into());
        }
        let kind = (tensor.code, tensor.bits, tensor.lanes);
        let found = KINDS.iter().find(|(_, code, bits)| kind == (*code, *bits, 1));
        let (dtype, ..) = found.ok_or_else(|| {
            format!(
                "elements of DLPack's type code {} with {} bits and {} lanes are not supported",
                kind.0, kind.1, kind.2
            )
        })?;
        if array.is_null() {
            return Err("the array is NULL".into());
        }
        let described = Array {
            data: tensor.data.wrapping_byte_add(tensor.offset as usize),
            extents: tensor.extents,
            rank: tensor.rank,
            dtype: dtype_number(*dtype),
            strides: tensor.strides,
            flags: 0,
        };
        // SAFETY: promised by the caller.
        unsafe { array.write(described) };
        Ok(0)
    };
    // SAFETY: promised by the caller.
    unsafe { failure::run(failure, 1, action) }
}
