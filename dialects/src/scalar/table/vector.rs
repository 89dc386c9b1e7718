//! The rows of the `vector` dialect, sorted by name: dot products of elements packed in words.

use super::{OpSpec, specs};
use crate::scalar::dot;

/// The elementwise ops of `vector`, in the form of [`super::arith::arith_rows`].
macro_rules! vector_rows {
    ($make:ident) => {
        $make! { "vector";
            DotBf16 dot_bf16: WordsToFloat, 1, Int(dot::dot_bf16);
            DotI16 dot_i16: Words, 1, Int(dot::dot_i16);
            DotI8 dot_i8: Words, 1, Int(dot::dot_i8);
            DotU8I8 dot_u8_i8: Words, 1, Int(dot::dot_u8_i8);
        }
    };
}
pub(crate) use vector_rows;

/// The rows as a table.
pub static VECTOR: &[OpSpec] = vector_rows!(specs);
