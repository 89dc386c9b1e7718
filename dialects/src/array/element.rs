//! Rust types of elements.

use crate::scalar::{DType, Scalar};
use half::{bf16, f16};

/// A Rust type that is the element type of an array.
#[diagnostic::on_unimplemented(
    message = "arrays have no elements of type `{Self}`",
    label = "not an element type of arrays",
    note = "elements are `i8` to `i64`, `u8` to `u64`, `f32`, `f64`, and `f16` and `bf16` of the crate `half`",
    note = "`Array::from_bools` makes an array of truth values"
)]
pub trait Element: bytemuck::Pod {
    /// The corresponding element type.
    const DTYPE: DType;

    /// Whether elements of type `dtype` can be viewed as this Rust type: equal types, and `i64` for `index`.
    fn is(dtype: DType) -> bool {
        dtype == Self::DTYPE || (dtype == DType::Index && Self::DTYPE == DType::I64)
    }
}

macro_rules! elements {
    ($($rust:ty => $dtype:ident),* $(,)?) => {
        $(impl Element for $rust { const DTYPE: DType = DType::$dtype; })*
    };
}

elements! {
    i8 => I8, u8 => U8, i16 => I16, u16 => U16, i32 => I32, u32 => U32, i64 => I64, u64 => U64,
    f16 => F16, bf16 => BF16, f32 => F32, f64 => F64,
}

/// The element in these little-endian bytes, at most 8.
pub(super) fn read(dtype: DType, bytes: &[u8]) -> Scalar {
    let mut word = [0; 8];
    word[..bytes.len()].copy_from_slice(bytes);
    Scalar::from_bits(dtype, u64::from_le_bytes(word))
}
