//! Dot products of narrow elements packed in 32-bit words, the lowest bits first.

use super::kernel::Ctx;

/// The signed elements of this width in a word.
fn signed(word: u64, bits: u32) -> impl Iterator<Item = i64> {
    let number = move |at: u32| ((word << (64 - bits * (at + 1))) as i64) >> (64 - bits);
    (0..32 / bits).map(number)
}

/// The sum of products, modulo 2^32.
fn sum(a: impl Iterator<Item = i64>, b: impl Iterator<Item = i64>) -> u64 {
    let sum: i64 = a.zip(b).map(|(a, b)| a * b).sum();
    u64::from(sum as u32)
}

/// Of two signed 16-bit integers.
pub fn dot_i16(_: Ctx, a: u64, b: u64, _: u64) -> u64 {
    sum(signed(a, 16), signed(b, 16))
}

/// Of four signed bytes.
pub fn dot_i8(_: Ctx, a: u64, b: u64, _: u64) -> u64 {
    sum(signed(a, 8), signed(b, 8))
}

/// Of four bytes, those of `a` unsigned.
pub fn dot_u8_i8(_: Ctx, a: u64, b: u64, _: u64) -> u64 {
    let bytes = (a as u32).to_le_bytes();
    sum(bytes.into_iter().map(i64::from), signed(b, 8))
}

/// Of two bf16: both products and their sum are rounded to f32.
pub fn dot_bf16(_: Ctx, a: u64, b: u64, _: u64) -> u64 {
    let number = |word: u64, at: u32| f32::from_bits(((word >> (16 * at)) as u32) << 16);
    let product = |at: u32| number(a, at) * number(b, at);
    u64::from((product(0) + product(1)).to_bits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::DType;

    fn word(bytes: [i8; 4]) -> u64 {
        u64::from(u32::from_le_bytes(bytes.map(|byte| byte as u8)))
    }

    #[test]
    fn bytes_have_signs_or_none() {
        let ctx = Ctx::of(DType::I32);
        let (a, b) = (word([-1, 2, -128, 127]), word([3, -4, -128, 127]));
        assert_eq!(dot_i8(ctx, a, b, 0) as u32 as i32, -3 - 8 + 16_384 + 16_129);
        assert_eq!(dot_u8_i8(ctx, a, b, 0) as u32 as i32, 255 * 3 - 8 - 128 * 128 + 16_129);
    }

    #[test]
    fn pairs_wrap() {
        let ctx = Ctx::of(DType::I32);
        assert_eq!(dot_i16(ctx, 0x8000_8000, 0x8000_8000, 0), 0x8000_0000);
        assert_eq!(dot_i16(ctx, 0xffff_0002, 0x0003_0005, 0) as u32 as i32, 10 - 3);
    }

    #[test]
    fn pairs_of_floats_are_added_in_f32() {
        let ctx = Ctx::new(DType::I32, DType::F32);
        // 1.5 and 2 times 4 and -0.5.
        let sum = dot_bf16(ctx, 0x4000_3fc0, 0xbf00_4080, 0);
        assert_eq!(f32::from_bits(sum as u32), 1.5 * 4.0 - 1.0);
    }
}
