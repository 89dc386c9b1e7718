//! Ops on packed 32-bit lanes, each of which holds several narrow elements: `DotI8` is the type of an op,
//! `dot_i8` its builder. Their rows are in [`crate::scalar::table`].

use crate::elementwise::ops::*;

crate::scalar::table::vector_rows!(ops);

/// (mnemonic, summary, details), in the order of the table.
pub(super) const DOCS: &[(&str, &str, &str)] = &[
    (
        "dot_bf16",
        "Sum of the products of two pairs of bf16",
        "Each 32-bit lane packs two values of type bf16, the first in its low half. Both products and their \
         sum are rounded to f32; products of bf16 round only if they leave its range. On a processor with an \
         instruction for it (AVX-512 BF16), subnormal values may be flushed to 0, and an addition to the \
         result may be fused into the same rounding.",
    ),
    (
        "dot_i16",
        "Sum of the products of two pairs of signed 16-bit integers, modulo 2^32",
        "Each 32-bit lane packs two values, the first in its low half.",
    ),
    (
        "dot_i8",
        "Sum of the products of four pairs of signed bytes, modulo 2^32",
        "Each 32-bit lane packs four values, the first in its lowest byte.",
    ),
    (
        "dot_u8_i8",
        "Sum of the products of four unsigned bytes and four signed ones, modulo 2^32",
        "Each 32-bit lane packs four values, the first in its lowest byte; those of the first operand are \
         unsigned.",
    ),
];
