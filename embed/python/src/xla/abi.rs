//! XLA's interface for foreign functions, as its public C header describes it (`xla/ffi/api/c_api.h`, version
//! 0.3): the part in use. Every structure begins with its size and a list of extensions, and later versions
//! add fields at the end.

use smallvec::SmallVec;
use std::ffi::{c_char, c_int, c_void};
use tensorforge::DType;

/// The version of these structures.
pub(super) const VERSION: [c_int; 2] = [0, 3];

/// An item of a list of extensions.
#[repr(C)]
pub(super) struct Extension {
    size: usize,
    pub(super) kind: c_int,
    pub(super) next: *mut Extension,
}

/// The extension by which XLA queries the metadata of a function, instead of calling it.
pub(super) const METADATA: c_int = 1;

/// That extension, whole.
#[repr(C)]
pub(super) struct MetadataExtension {
    base: Extension,
    pub(super) metadata: *mut Metadata,
}

/// The metadata of a function.
#[repr(C)]
pub(super) struct Metadata {
    size: usize,
    pub(super) version: Version,
    pub(super) traits: u32,
}

/// A version of the interface.
#[repr(C)]
pub(super) struct Version {
    size: usize,
    extensions: *mut Extension,
    pub(super) numbers: [c_int; 2],
}

/// XLA's function table: only its first function.
#[repr(C)]
pub(super) struct Api {
    size: usize,
    extensions: *mut Extension,
    version: Version,
    internal: *const c_void,
    error_create: unsafe extern "C" fn(*mut ErrorCreate) -> *mut Error,
}

/// An error of XLA's.
#[repr(C)]
pub(super) struct Error {
    _private: [u8; 0],
}

/// The arguments for creating an error.
#[repr(C)]
struct ErrorCreate {
    size: usize,
    extensions: *mut Extension,
    message: *const c_char,
    code: c_int,
}

/// Arguments, results or attributes: as many kinds and pointers.
#[repr(C)]
pub(super) struct List {
    size: usize,
    extensions: *mut Extension,
    count: i64,
    kinds: *const c_int,
    items: *const *mut c_void,
}

/// Attributes, which have names, too.
#[repr(C)]
struct Attributes {
    size: usize,
    extensions: *mut Extension,
    count: i64,
    kinds: *const c_int,
    names: *const *const Span,
    items: *const *mut c_void,
}

/// Bytes of a text.
#[repr(C)]
struct Span {
    bytes: *const u8,
    length: usize,
}

/// A scalar attribute.
#[repr(C)]
struct Number {
    element: c_int,
    value: *const c_void,
}

/// An array: row-major elements without gaps.
#[repr(C)]
pub(super) struct Buffer {
    size: usize,
    extensions: *mut Extension,
    element: c_int,
    pub(super) data: *mut u8,
    rank: i64,
    extents: *const i64,
}

/// A call.
#[repr(C)]
pub(super) struct Frame {
    size: usize,
    pub(super) extensions: *mut Extension,
    api: *const Api,
    context: *mut c_void,
    stage: c_int,
    pub(super) arguments: List,
    pub(super) results: List,
    attributes: Attributes,
}

/// The kind of a scalar attribute.
const NUMBER: c_int = 3;
/// The kind of an argument or result that is an array.
const BUFFER: c_int = 1;
/// The element type of 64-bit integers.
const I64: c_int = 5;

impl Frame {
    /// The attribute of a name, if it is an integer.
    ///
    /// # Safety
    /// The frame is XLA's, of a call that is not over.
    pub(super) unsafe fn integer(&self, name: &str) -> Option<i64> {
        let list = &self.attributes;
        // SAFETY: promised by the caller: the list has `count` kinds, names and attributes.
        (0..usize::try_from(list.count).unwrap_or(0)).find_map(|at| unsafe {
            let own = &**list.names.add(at);
            if std::slice::from_raw_parts(own.bytes, own.length) != name.as_bytes()
                || *list.kinds.add(at) != NUMBER
            {
                return None;
            }
            let number = &*(*list.items.add(at)).cast::<Number>();
            (number.element == I64).then(|| number.value.cast::<i64>().read_unaligned())
        })
    }

    /// An error of XLA's with a message.
    ///
    /// # Safety
    /// As [`Frame::integer`].
    pub(super) unsafe fn error(&self, message: &str) -> *mut Error {
        /// XLA's `INVALID_ARGUMENT`.
        const CODE: c_int = 3;
        let message = std::ffi::CString::new(message.replace('\0', " ")).unwrap_or_default();
        let mut made = ErrorCreate {
            size: size_of::<ErrorCreate>(),
            extensions: std::ptr::null_mut(),
            message: message.as_ptr(),
            code: CODE,
        };
        // SAFETY: promised by the caller; XLA copies the message.
        unsafe { ((*self.api).error_create)(&raw mut made) }
    }
}

impl List {
    /// The arrays; `None` if an item is not an array.
    ///
    /// # Safety
    /// As [`Frame::integer`], of whose frame the list is.
    pub(super) unsafe fn buffers(&self) -> Option<SmallVec<[&Buffer; 8]>> {
        let count = usize::try_from(self.count).ok()?;
        // SAFETY: promised by the caller: the list has `count` kinds and items.
        (0..count)
            .map(|at| unsafe {
                (*self.kinds.add(at) == BUFFER).then(|| &*(*self.items.add(at)).cast::<Buffer>())
            })
            .collect()
    }
}

impl Buffer {
    /// The element type; `None` if programs do not support it.
    pub(super) fn dtype(&self) -> Option<DType> {
        Some(match self.element {
            1 => DType::I1,
            2 => DType::I8,
            3 => DType::I16,
            4 => DType::I32,
            5 => DType::I64,
            6 => DType::U8,
            7 => DType::U16,
            8 => DType::U32,
            9 => DType::U64,
            10 => DType::F16,
            11 => DType::F32,
            12 => DType::F64,
            16 => DType::BF16,
            _ => return None,
        })
    }

    /// Whether these are the numbers of elements along its axes.
    ///
    /// # Safety
    /// As [`Frame::integer`], of whose frame the buffer is.
    pub(super) unsafe fn has_extents(&self, extents: &[usize]) -> bool {
        self.rank == extents.len() as i64
            // SAFETY: promised by the caller: there are as many extents as axes.
            && extents.iter().enumerate().all(|(axis, own)| unsafe { *self.extents.add(axis) } == *own as i64)
    }

    /// The number of elements along each axis.
    ///
    /// # Safety
    /// As [`Frame::integer`], of whose frame the buffer is.
    pub(super) unsafe fn extents(&self) -> Vec<usize> {
        let rank = usize::try_from(self.rank).unwrap_or(0);
        // SAFETY: promised by the caller: there are as many extents as axes.
        (0..rank).map(|axis| unsafe { usize::try_from(*self.extents.add(axis)).unwrap_or(0) }).collect()
    }
}
