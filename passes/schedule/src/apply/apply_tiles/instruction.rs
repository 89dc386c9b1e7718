//! Dot-product instructions, which multiply packed elements and add up the products.

use tf_dialects::target::Target;
use tf_dialects::vector;
use tf_ir::body::Value;
use tf_ir::builder::Builder;

/// A dot-product instruction.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Instruction {
    Shorts,
    /// The first factor is unsigned.
    Bytes,
    Floats,
}

impl Instruction {
    /// Builds the instruction.
    pub(super) fn build(self, b: &mut Builder<'_>, a: Value, c: Value) -> Value {
        match self {
            Instruction::Shorts => vector::dot_i16(b, a, c),
            Instruction::Bytes => vector::dot_u8_i8(b, a, c),
            Instruction::Floats => vector::dot_bf16(b, a, c),
        }
    }

    /// True if the target has it.
    pub(super) fn is_on(self, target: &Target) -> bool {
        match self {
            Instruction::Shorts => target.dots_i16,
            Instruction::Bytes => target.dots_i8,
            Instruction::Floats => target.dots_bf16,
        }
    }

    /// The operands of a lane, for messages.
    pub(super) fn operands(self) -> &'static str {
        match self {
            Instruction::Shorts => "pairs of 16-bit integers",
            Instruction::Bytes => "four bytes (AVX-512 VNNI)",
            Instruction::Floats => "pairs of bf16 (AVX-512 BF16)",
        }
    }
}
