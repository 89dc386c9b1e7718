//! Arrays with the element types of files (signed, unsigned, bool), before conversion to program types.

use crate::Array;
use std::borrow::Cow;
use std::fmt;
use tf_dialects::array::ArrayError;
use tf_dialects::scalar::{DType, Scalar};

/// Element types of files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum StoredType {
    Bool,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    F16,
    F32,
    F64,
    /// bfloat16.
    BF16,
    /// Two bytes without a type: NumPy stores types that it does not know so, bfloat16 among them.
    Bytes2,
}

impl StoredType {
    /// The element type that holds its bits.
    pub fn dtype(self) -> DType {
        match self {
            StoredType::Bool => DType::I1,
            StoredType::I8 => DType::I8,
            StoredType::I16 => DType::I16,
            StoredType::I32 => DType::I32,
            StoredType::I64 => DType::I64,
            StoredType::U8 => DType::U8,
            StoredType::U16 | StoredType::Bytes2 => DType::U16,
            StoredType::U32 => DType::U32,
            StoredType::U64 => DType::U64,
            StoredType::F16 => DType::F16,
            StoredType::F32 => DType::F32,
            StoredType::F64 => DType::F64,
            StoredType::BF16 => DType::BF16,
        }
    }

    /// NumPy's name for it.
    pub fn name(self) -> &'static str {
        match self {
            StoredType::Bool => "bool",
            StoredType::I8 => "int8",
            StoredType::I16 => "int16",
            StoredType::I32 => "int32",
            StoredType::I64 => "int64",
            StoredType::U8 => "uint8",
            StoredType::U16 => "uint16",
            StoredType::U32 => "uint32",
            StoredType::U64 => "uint64",
            StoredType::F16 => "float16",
            StoredType::F32 => "float32",
            StoredType::F64 => "float64",
            StoredType::BF16 => "bfloat16",
            StoredType::Bytes2 => "void16",
        }
    }

    /// True if elements of this type can be converted to `dtype`.
    pub fn serves(self, dtype: DType) -> bool {
        match dtype {
            DType::Index => self == StoredType::I64,
            DType::BF16 => matches!(
                self,
                StoredType::BF16 | StoredType::Bytes2 | StoredType::U16 | StoredType::I16 | StoredType::F32
            ),
            _ => self.dtype() == dtype && self != StoredType::Bytes2,
        }
    }
}

impl fmt::Display for StoredType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// An array from a file, with its elements in native byte order.
#[derive(Clone, Debug, PartialEq)]
pub struct Stored {
    r#type: StoredType,
    array: Array,
}

impl Stored {
    /// `array` has the element type that holds the bits of `r#type`.
    pub(super) fn new(r#type: StoredType, mut array: Array) -> Stored {
        debug_assert_eq!(array.dtype(), r#type.dtype());
        if r#type == StoredType::Bool {
            // A bool in a file may be any nonzero byte.
            array.bytes_mut().iter_mut().for_each(|b| *b = u8::from(*b != 0));
        }
        Stored { r#type, array }
    }

    /// Its element type in the file.
    pub fn stored_type(&self) -> StoredType {
        self.r#type
    }

    /// Its extents, outermost axis first.
    pub fn extents(&self) -> &[usize] {
        self.array.extents()
    }

    /// Converts to an array of the closest element type.
    ///
    /// # Errors
    /// If the bytes have no type.
    pub fn into_array(self) -> Result<Array, String> {
        match self.r#type {
            StoredType::Bytes2 => Err("two bytes per element without a type: specify bf16".to_string()),
            _ => Ok(self.array),
        }
    }

    /// Converts to an array of elements `dtype`: the table of [`crate::files`] lists the conversions.
    ///
    /// # Errors
    /// If the file's type cannot be converted to it.
    pub fn into_array_of(self, dtype: DType) -> Result<Array, String> {
        if !self.r#type.serves(dtype) {
            return Err(format!("has elements of type {}, not {dtype}", self.r#type));
        }
        if self.array.dtype() == dtype {
            return Ok(self.array);
        }
        let failed = |e: ArrayError| e.to_string();
        if self.r#type == StoredType::F32 {
            let values: Vec<Scalar> =
                self.array.scalars().map(|v| Scalar::from_f64(DType::BF16, v.to_f64())).collect();
            return Array::from_scalars(DType::BF16, self.array.extents(), &values).map_err(failed);
        }
        let mut array = Array::zeros(dtype, self.array.extents()).map_err(failed)?;
        array.bytes_mut().copy_from_slice(self.array.bytes());
        Ok(array)
    }
}

/// Displays as a tensor type: `tensor<2x3xuint8>`.
impl fmt::Display for Stored {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("tensor<")?;
        self.extents().iter().try_for_each(|extent| write!(f, "{extent}x"))?;
        write!(f, "{}>", self.r#type)
    }
}

/// The file type for the elements of an array.
pub(super) fn stored_type(dtype: DType) -> Result<StoredType, String> {
    Ok(match dtype {
        DType::Int(1) => StoredType::Bool,
        DType::Int(8) => StoredType::I8,
        DType::Int(16) => StoredType::I16,
        DType::Int(32) => StoredType::I32,
        DType::Int(64) | DType::Index => StoredType::I64,
        DType::UInt(8) => StoredType::U8,
        DType::UInt(16) => StoredType::U16,
        DType::UInt(32) => StoredType::U32,
        DType::UInt(64) => StoredType::U64,
        DType::F16 => StoredType::F16,
        DType::BF16 => StoredType::BF16,
        DType::F32 => StoredType::F32,
        DType::F64 => StoredType::F64,
        DType::Int(_) | DType::UInt(_) => return Err(format!("arrays of {dtype} are not supported")),
    })
}

/// The elements of an array for NumPy: bf16 is widened, everything else is unchanged.
pub(super) fn for_numpy(array: &Array) -> Result<(StoredType, Cow<'_, [u8]>), String> {
    Ok(match stored_type(array.dtype())? {
        StoredType::BF16 => {
            let wide = array.scalars().flat_map(|v| (v.to_f64() as f32).to_le_bytes());
            (StoredType::F32, Cow::Owned(wide.collect()))
        }
        r#type => (r#type, Cow::Borrowed(array.bytes())),
    })
}
