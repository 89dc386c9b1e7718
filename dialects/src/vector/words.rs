//! Ops on packed 32-bit lanes, each of which holds several narrow elements: `DotI8` is the type of an op,
//! `dot_i8` its builder. Their rows are in [`crate::scalar::table`].

use crate::elementwise::ops::*;

crate::scalar::table::vector_rows!(ops);

/// (mnemonic, summary, details), in the order of the table.
pub(super) const DOCS: &[(&str, &str, &str)] = &[
    (
        "dot_bf16",
        "Sum of the products of two pairs of bf16",
        "Each word holds two numbers of type bf16, the first one in its low half. Both products and their sum are rounded to f32, which products of bf16 \
         need only where they leave its range. Where a processor has an instruction for it (AVX-512 BF16), subnormal numbers may count as 0, and a sum \
         that the result is added to may be rounded with it.",
    ),
    (
        "dot_i16",
        "Sum of the products of two pairs of signed 16-bit integers, modulo 2^32",
        "Each word holds two numbers, the first one in its low half.",
    ),
    (
        "dot_i8",
        "Sum of the products of four pairs of signed bytes, modulo 2^32",
        "Each word holds four numbers, the first one in its lowest byte.",
    ),
    (
        "dot_u8_i8",
        "Sum of the products of four unsigned bytes and four signed ones, modulo 2^32",
        "Each word holds four numbers, the first one in its lowest byte; those of the first operand have no sign.",
    ),
];
