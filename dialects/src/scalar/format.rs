//! Float formats: how a bit pattern is loaded into the compute type of its ops, and rounded back.
//!
//! f16 and bf16 compute in f32 and round once per op. That is correct rounding for add, subtract, multiply,
//! divide and square root, because f32 carries at least 2p + 2 bits of their p (Figueroa, "When is double
//! rounding innocuous?", 1995). It is not for conversions from wider types and for fma: those round from an
//! exact or sticky intermediate here.

use super::native::Native;

/// A float format of the table: its storage bits, and its native compute type.
pub trait Format: Copy + 'static {
    /// The type of arithmetic.
    type Compute: Native;
    /// Bits of the stored mantissa.
    const MANTISSA: u32;
    /// Storage width in bits.
    const BITS: u32;

    /// Reads a stored value; exact.
    fn load(bits: u64) -> Self::Compute;
    /// Rounds to nearest even and stores.
    fn store(v: Self::Compute) -> u64;
    /// `a * b + c` rounded once.
    fn fma(a: u64, b: u64, c: u64) -> u64;
    /// The value as f64; exact.
    fn to_f64(bits: u64) -> f64;
    /// Rounds an f64 once, to nearest even. NaN stays NaN.
    fn from_f64(v: f64) -> u64;
    /// Rounds an integer given as sign and magnitude once, to nearest even.
    fn from_int(negative: bool, magnitude: u64) -> u64;

    /// The bits of the exponent field, all ones: +∞.
    const INFINITY: u64 = (1 << (Self::BITS - 1)) - (1 << Self::MANTISSA);
    /// The sign bit.
    const SIGN: u64 = 1 << (Self::BITS - 1);
}

/// IEEE binary16, stored in the low 16 bits.
#[derive(Clone, Copy)]
pub struct F16;

/// bfloat16, stored in the low 16 bits.
#[derive(Clone, Copy)]
pub struct Bf16;

/// Packs `magnitude · 2^exponent` into a format with `mantissa` stored mantissa bits and `bits` bits in all,
/// rounding to nearest even; overflow gives infinity, small values become denormal. With `sticky`, the true
/// magnitude is slightly larger than stated (by less than its last bit).
fn pack(mantissa: u32, bits: u32, negative: bool, magnitude: u64, exponent: i32, sticky: bool) -> u64 {
    let exp_bits = bits - 1 - mantissa;
    let bias = (1i32 << (exp_bits - 1)) - 1;
    let sign = u64::from(negative) << (bits - 1);
    if magnitude == 0 {
        return sign;
    }
    // Leading bit to position 63, so that the value is (magnitude / 2^63) · 2^top.
    let shift = magnitude.leading_zeros();
    let top = exponent + 63 - shift as i32;
    let magnitude = magnitude << shift;
    // Biased exponent, at least 1: below it the value is denormal and loses bits to the right.
    let biased = (top + bias).max(1);
    let extra = (biased - (top + bias)) as u32;
    let drop = 63 - mantissa + extra;
    if drop > 64 {
        return sign;
    }
    let (kept, rest) =
        if drop == 64 { (0, magnitude) } else { (magnitude >> drop, magnitude << (64 - drop)) };
    let half = 1u64 << 63;
    let up = rest > half || (rest == half && (sticky || kept & 1 == 1));
    // The hidden bit and a rounding carry both add into the exponent field, up to infinity.
    let field = ((biased as u64 - 1) << mantissa) + kept + u64::from(up);
    let infinity = ((1u64 << exp_bits) - 1) << mantissa;
    sign | field.min(infinity)
}

/// Rounds `v`, whose true value differs by less than an ulp in the direction of `error`, to a narrow format.
fn pack_f64(mantissa: u32, bits: u32, v: f64, error: f64) -> u64 {
    let negative = v.is_sign_negative();
    if !v.is_finite() {
        let infinity = ((1u64 << (bits - 1 - mantissa)) - 1) << mantissa;
        let quiet = if v.is_nan() { 1 << (mantissa - 1) } else { 0 };
        return u64::from(negative) << (bits - 1) | infinity | quiet;
    }
    let raw = v.to_bits();
    let exp = ((raw >> 52) & 0x7ff) as i32;
    let frac = raw & ((1 << 52) - 1);
    let (magnitude, exponent) = if exp == 0 { (frac, -1074) } else { (frac | 1 << 52, exp - 1075) };
    // Two spare bits below the mantissa hold the error's direction: a sticky bit above or below the value.
    let magnitude = magnitude << 2;
    let towards_zero = error != 0.0 && (error < 0.0) != negative;
    let magnitude = if towards_zero { magnitude - 1 } else { magnitude };
    pack(mantissa, bits, negative, magnitude, exponent - 2, error != 0.0)
}

/// `a·b + c` where `a·b` is exact in f64, rounded once to a narrow format: the sum's rounding error is kept
/// (Knuth's two-sum) and decides ties.
fn narrow_fma(mantissa: u32, bits: u32, a: f64, b: f64, c: f64) -> u64 {
    let p = a * b;
    let s = p + c;
    if !s.is_finite() {
        return pack_f64(mantissa, bits, s, 0.0);
    }
    let p_part = s - c;
    let c_part = s - p_part;
    pack_f64(mantissa, bits, s, (p - p_part) + (c - c_part))
}

impl Format for F16 {
    type Compute = f32;
    const MANTISSA: u32 = 10;
    const BITS: u32 = 16;

    fn load(bits: u64) -> f32 {
        half::f16::from_bits(bits as u16).to_f32()
    }
    fn store(v: f32) -> u64 {
        u64::from(half::f16::from_f32(v).to_bits())
    }
    fn fma(a: u64, b: u64, c: u64) -> u64 {
        narrow_fma(Self::MANTISSA, Self::BITS, Self::to_f64(a), Self::to_f64(b), Self::to_f64(c))
    }
    fn to_f64(bits: u64) -> f64 {
        f64::from(Self::load(bits))
    }
    fn from_f64(v: f64) -> u64 {
        pack_f64(Self::MANTISSA, Self::BITS, v, 0.0)
    }
    fn from_int(negative: bool, magnitude: u64) -> u64 {
        int_bits::<Self>(negative, magnitude)
    }
}

impl Format for Bf16 {
    type Compute = f32;
    const MANTISSA: u32 = 7;
    const BITS: u32 = 16;

    fn load(bits: u64) -> f32 {
        f32::from_bits((bits as u32) << 16)
    }
    fn store(v: f32) -> u64 {
        u64::from(half::bf16::from_f32(v).to_bits())
    }
    fn fma(a: u64, b: u64, c: u64) -> u64 {
        narrow_fma(Self::MANTISSA, Self::BITS, Self::to_f64(a), Self::to_f64(b), Self::to_f64(c))
    }
    fn to_f64(bits: u64) -> f64 {
        f64::from(Self::load(bits))
    }
    fn from_f64(v: f64) -> u64 {
        pack_f64(Self::MANTISSA, Self::BITS, v, 0.0)
    }
    fn from_int(negative: bool, magnitude: u64) -> u64 {
        int_bits::<Self>(negative, magnitude)
    }
}

/// An integer zero is +0 regardless of its sign flag: integers have one zero.
fn int_bits<F: Format>(negative: bool, magnitude: u64) -> u64 {
    pack(F::MANTISSA, F::BITS, negative && magnitude != 0, magnitude, 0, false)
}

impl Format for f32 {
    type Compute = f32;
    const MANTISSA: u32 = 23;
    const BITS: u32 = 32;

    fn load(bits: u64) -> f32 {
        f32::from_bits(bits as u32)
    }
    fn store(v: f32) -> u64 {
        u64::from(v.to_bits())
    }
    fn fma(a: u64, b: u64, c: u64) -> u64 {
        Self::store(Self::load(a).mul_add(Self::load(b), Self::load(c)))
    }
    fn to_f64(bits: u64) -> f64 {
        f64::from(Self::load(bits))
    }
    fn from_f64(v: f64) -> u64 {
        Self::store(v as f32)
    }
    fn from_int(negative: bool, magnitude: u64) -> u64 {
        let v = magnitude as f32;
        Self::store(if negative { -v } else { v })
    }
}

impl Format for f64 {
    type Compute = f64;
    const MANTISSA: u32 = 52;
    const BITS: u32 = 64;

    fn load(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    fn store(v: f64) -> u64 {
        v.to_bits()
    }
    fn fma(a: u64, b: u64, c: u64) -> u64 {
        Self::store(Self::load(a).mul_add(Self::load(b), Self::load(c)))
    }
    fn to_f64(bits: u64) -> f64 {
        f64::from_bits(bits)
    }
    fn from_f64(v: f64) -> u64 {
        v.to_bits()
    }
    fn from_int(negative: bool, magnitude: u64) -> u64 {
        let v = magnitude as f64;
        Self::store(if negative { -v } else { v })
    }
}
