//! Builtin float formats as bits: rounding, reading and writing. Values are passed as `f64`.

use crate::types::FloatKind;

/// The meaning of the largest exponent, or of the negative zero.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Special {
    /// Infinities and NaNs, as IEEE 754.
    Ieee,
    /// As IEEE 754, with the integer bit of the significand stored (x87).
    ExplicitOne,
    /// No infinity; NaN is all ones.
    NanOnes,
    /// No infinity, no negative zero: its pattern is NaN.
    NanNegativeZero,
    /// Finite values only.
    Finite,
    /// Powers of two: no sign, no zero; NaN is all ones.
    Exponent,
}

/// A binary float format.
#[derive(Clone, Copy)]
struct Format {
    exponent_bits: u32,
    /// Fraction bits, without the integer bit.
    fraction_bits: u32,
    bias: i32,
    special: Special,
}

fn format(kind: FloatKind) -> Format {
    use Special::*;
    let (exponent_bits, fraction_bits, bias, special) = match kind {
        FloatKind::F16 => (5, 10, 15, Ieee),
        FloatKind::BF16 => (8, 7, 127, Ieee),
        FloatKind::F32 => (8, 23, 127, Ieee),
        FloatKind::F64 => (11, 52, 1023, Ieee),
        FloatKind::TF32 => (8, 10, 127, Ieee),
        FloatKind::F80 => (15, 63, 16383, ExplicitOne),
        FloatKind::F128 => (15, 112, 16383, Ieee),
        FloatKind::F8E5M2 => (5, 2, 15, Ieee),
        FloatKind::F8E4M3 => (4, 3, 7, Ieee),
        FloatKind::F8E4M3FN => (4, 3, 7, NanOnes),
        FloatKind::F8E5M2FNUZ => (5, 2, 16, NanNegativeZero),
        FloatKind::F8E4M3FNUZ => (4, 3, 8, NanNegativeZero),
        FloatKind::F8E4M3B11FNUZ => (4, 3, 11, NanNegativeZero),
        FloatKind::F8E3M4 => (3, 4, 3, Ieee),
        FloatKind::F4E2M1FN => (2, 1, 1, Finite),
        FloatKind::F6E2M3FN => (2, 3, 1, Finite),
        FloatKind::F6E3M2FN => (3, 2, 3, Finite),
        FloatKind::F8E8M0FNU => (8, 0, 127, Exponent),
    };
    Format { exponent_bits, fraction_bits, bias, special }
}

impl Format {
    fn max_exponent(self) -> u128 {
        (1 << self.exponent_bits) - 1
    }

    fn fraction_mask(self) -> u128 {
        (1 << self.fraction_bits) - 1
    }

    /// Position of the exponent field.
    fn exponent_at(self) -> u32 {
        self.fraction_bits + u32::from(self.special == Special::ExplicitOne)
    }

    fn join(self, negative: bool, exponent: u128, fraction: u128) -> u128 {
        let one = u128::from(self.special == Special::ExplicitOne && exponent != 0) << self.fraction_bits;
        let magnitude = (exponent << self.exponent_at()) | one | fraction;
        match self.special {
            Special::Exponent => magnitude,
            Special::NanNegativeZero if magnitude == 0 => 0,
            _ => (u128::from(negative) << (self.exponent_at() + self.exponent_bits)) | magnitude,
        }
    }

    /// The result of rounding a value of too large magnitude to nearest.
    fn overflow(self, negative: bool) -> u128 {
        match self.special {
            Special::Ieee | Special::ExplicitOne => self.join(negative, self.max_exponent(), 0),
            Special::Finite => self.join(negative, self.max_exponent(), self.fraction_mask()),
            _ => self.nan(negative, 0),
        }
    }

    /// A NaN that keeps as many top bits of an f64's fraction as fit.
    fn nan(self, negative: bool, fraction: u64) -> u128 {
        match self.special {
            Special::Ieee | Special::ExplicitOne => {
                let kept = match self.fraction_bits {
                    bits @ 0..=52 => (fraction >> (52 - bits)) as u128,
                    bits => (fraction as u128) << (bits - 52),
                };
                let quiet = 1 << (self.fraction_bits - 1);
                self.join(negative, self.max_exponent(), if kept == 0 { quiet } else { kept })
            }
            Special::NanNegativeZero => 1 << (self.exponent_bits + self.fraction_bits),
            _ => self.join(negative, self.max_exponent(), self.fraction_mask()),
        }
    }
}

/// The bits of `value` rounded to the format, to nearest and ties to even. Values that the format cannot hold
/// become its infinity, else its NaN, else its largest finite value. `None`: NaN in a format without, or a
/// value that is not positive in `f8E8M0FNU`.
pub fn to_bits(kind: FloatKind, value: f64) -> Option<u128> {
    if kind == FloatKind::F64 {
        return Some(value.to_bits() as u128);
    }
    let format = format(kind);
    let (bits, negative) = (value.to_bits(), value.is_sign_negative());
    if value.is_nan() {
        let fraction = bits & ((1 << 52) - 1);
        return (format.special != Special::Finite).then(|| format.nan(negative, fraction));
    }
    if format.special == Special::Exponent && (negative || value == 0.0) {
        return None;
    }
    if value.is_infinite() {
        return Some(format.overflow(negative));
    }
    if value == 0.0 {
        return Some(format.join(negative, 0, 0));
    }
    Some(round_finite(format, negative, bits))
}

/// `bits` is a finite f64 that is not zero.
fn round_finite(format: Format, negative: bool, bits: u64) -> u128 {
    let field = (bits >> 52) as i32 & 0x7FF;
    let fraction = (bits & ((1 << 52) - 1)) as u128;
    // The magnitude is `significand` times 2 to the `scale`.
    let (significand, scale) =
        if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    let top = scale + 127 - significand.leading_zeros() as i32;
    let lowest = 1 - format.bias;
    let mut exponent = if format.special == Special::Exponent { top } else { top.max(lowest) };
    let shift = exponent - format.fraction_bits as i32 - scale;
    let mut rounded =
        if shift <= 0 { significand << -shift } else { shift_to_even(significand, shift as u32) };
    if rounded >> (format.fraction_bits + 1) != 0 {
        rounded >>= 1;
        exponent += 1;
    }
    let normal = rounded >> format.fraction_bits != 0;
    let field = if normal { exponent + format.bias } else { 0 };
    let fraction = rounded & format.fraction_mask();
    let limit = format.max_exponent() as i32
        - i32::from(matches!(format.special, Special::Ieee | Special::ExplicitOne));
    let is_nan = matches!(format.special, Special::NanOnes | Special::Exponent)
        && field == limit
        && fraction == format.fraction_mask();
    if field > limit || is_nan {
        return format.overflow(negative);
    }
    format.join(negative, field.max(0) as u128, fraction)
}

fn shift_to_even(value: u128, shift: u32) -> u128 {
    if shift > 126 {
        return 0;
    }
    let kept = value >> shift;
    let rest = value & ((1 << shift) - 1);
    let half = 1u128 << (shift - 1);
    kept + u128::from(rest > half || (rest == half && kept & 1 == 1))
}

/// The value of a bit pattern. `None` if it is not exactly an f64 (some of f80 and f128).
pub fn from_bits(kind: FloatKind, bits: u128) -> Option<f64> {
    if kind == FloatKind::F64 {
        return Some(f64::from_bits(bits as u64));
    }
    let format = format(kind);
    let negative = format.special != Special::Exponent
        && (bits >> (format.exponent_at() + format.exponent_bits)) & 1 == 1;
    let exponent = (bits >> format.exponent_at()) & format.max_exponent();
    let fraction = bits & format.fraction_mask();
    if format.special == Special::NanNegativeZero && negative && exponent == 0 && fraction == 0 {
        return Some(f64::NAN);
    }
    let top = exponent == format.max_exponent();
    match format.special {
        Special::Ieee | Special::ExplicitOne if top => return special_value(format, negative, fraction),
        Special::NanOnes | Special::Exponent if top && fraction == format.fraction_mask() => {
            return Some(f64::NAN);
        }
        _ => {}
    }
    finite_value(format, negative, exponent as i32, fraction)
}

fn special_value(format: Format, negative: bool, fraction: u128) -> Option<f64> {
    let kept = match format.fraction_bits {
        n @ 0..=52 => (fraction as u64) << (52 - n),
        n => (fraction >> (n - 52)) as u64,
    };
    if fraction != 0 && kept == 0 {
        return None;
    }
    Some(f64::from_bits((u64::from(negative) << 63) | (0x7FF << 52) | kept))
}

fn finite_value(format: Format, negative: bool, exponent: i32, fraction: u128) -> Option<f64> {
    let subnormal = exponent == 0 && format.special != Special::Exponent;
    let significand = if subnormal { fraction } else { fraction | 1 << format.fraction_bits };
    if significand == 0 {
        return Some(if negative { -0.0 } else { 0.0 });
    }
    let scale = if subnormal { 1 } else { exponent } - format.bias - format.fraction_bits as i32;
    // Drop trailing zeros so that the conversion below is exact or refused.
    let zeros = significand.trailing_zeros();
    let (significand, scale) = (significand >> zeros, scale + zeros as i32);
    let top = scale + 127 - significand.leading_zeros() as i32;
    if significand >> 53 != 0 || top > 1023 || scale < -1074 {
        return None;
    }
    let magnitude = power(significand as f64, scale);
    Some(if negative { -magnitude } else { magnitude })
}

/// `value` times 2 to the `scale`, exact: the result is known to be an f64.
fn power(mut value: f64, mut scale: i32) -> f64 {
    while scale > 0 {
        let step = scale.min(1000);
        value *= f64::from_bits(((step + 1023) as u64) << 52);
        scale -= step;
    }
    while scale < 0 {
        let step = (-scale).min(1000);
        value *= f64::from_bits(((1023 - step) as u64) << 52);
        scale += step;
    }
    value
}

/// `value` rounded to the format; see [`to_bits`].
pub fn round(kind: FloatKind, value: f64) -> Option<f64> {
    from_bits(kind, to_bits(kind, value)?)
}

/// Significant decimal digits with which every value of the format is told from its neighbours.
pub fn decimal_digits(kind: FloatKind) -> usize {
    2 + (format(kind).fraction_bits as usize + 1) * 59 / 196
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounds_as_the_hardware_does() {
        let mut seed = 1u64;
        for _ in 0..200_000 {
            seed = seed.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            let value = f64::from_bits(seed);
            if value.is_nan() {
                continue;
            }
            assert_eq!(to_bits(FloatKind::F32, value), Some((value as f32).to_bits() as u128), "{value}");
            let half = half::f16::from_f64(value).to_bits() as u128;
            assert_eq!(to_bits(FloatKind::F16, value), Some(half), "{value}");
            let near = f32::from_bits(seed as u32);
            if !near.is_nan() {
                let brain = half::bf16::from_f32(near).to_bits() as u128;
                assert_eq!(to_bits(FloatKind::BF16, near as f64), Some(brain), "{near}");
            }
        }
    }

    #[test]
    fn every_small_pattern_survives() {
        use FloatKind::*;
        let small = [
            F8E5M2,
            F8E4M3,
            F8E4M3FN,
            F8E5M2FNUZ,
            F8E4M3FNUZ,
            F8E4M3B11FNUZ,
            F8E3M4,
            F4E2M1FN,
            F6E2M3FN,
            F6E3M2FN,
            F8E8M0FNU,
            F16,
            BF16,
            TF32,
        ];
        for kind in small {
            for bits in 0..1u128 << kind.width() {
                let value = from_bits(kind, bits).expect("small formats are exact in f64");
                let back = to_bits(kind, value).expect("a value of the format fits it");
                let both_nan = value.is_nan() && from_bits(kind, back).is_some_and(f64::is_nan);
                assert!(back == bits || both_nan, "{kind:?} {bits:#x} {value} {back:#x}");
            }
        }
    }

    #[test]
    fn known_patterns() {
        assert_eq!(from_bits(FloatKind::F8E4M3FN, 0x7E), Some(448.0));
        assert_eq!(to_bits(FloatKind::F8E4M3FN, 1e9), Some(0x7F));
        assert_eq!(from_bits(FloatKind::F8E4M3FNUZ, 0x7F), Some(240.0));
        assert_eq!(to_bits(FloatKind::F4E2M1FN, 100.0), Some(7));
        assert_eq!(from_bits(FloatKind::F8E8M0FNU, 127), Some(1.0));
        assert_eq!(to_bits(FloatKind::F80, 1.0), Some(0x3FFF_8000_0000_0000_0000));
        assert_eq!(from_bits(FloatKind::F80, 0x3FFF_8000_0000_0000_0001), None);
        assert_eq!(to_bits(FloatKind::F128, -2.0), Some(0xC000 << 112));
        assert_eq!(round(FloatKind::F16, 1e9), Some(f64::INFINITY));
    }
}
