//! Conversions of f16 for processors without instructions for them (x86 without F16C): the functions that
//! LLVM calls there.
//!
//! Halves are passed in the low bits of a vector register, as floats are. The functions take and return
//! floats whose low 16 bits are the half, because stable Rust has no type for halves.

use crate::symbols::Address;
use std::ffi::c_void;

/// Names and addresses of the conversions.
pub fn table() -> &'static [(&'static str, Address)] {
    if cfg!(target_arch = "x86_64") { TABLE } else { &[] }
}

static TABLE: &[(&str, Address)] = &[
    ("__extendhfsf2", Address(extend_to_f32 as *const c_void)),
    ("__truncsfhf2", Address(truncate_f32 as *const c_void)),
    ("__truncdfhf2", Address(truncate_f64 as *const c_void)),
];

extern "C" fn extend_to_f32(half: f32) -> f32 {
    widen(half.to_bits() as u16)
}

extern "C" fn truncate_f32(value: f32) -> f32 {
    f32::from_bits(narrow(f64::from(value)).into())
}

extern "C" fn truncate_f64(value: f64) -> f32 {
    f32::from_bits(narrow(value).into())
}

/// The value of a half.
fn widen(half: u16) -> f32 {
    let sign = u32::from(half & 0x8000) << 16;
    let (exponent, fraction) = (u32::from(half >> 10 & 0x1f), u32::from(half & 0x3ff));
    let magnitude = match (exponent, fraction) {
        // Denormals are multiples of 2^-24.
        (0, _) => (fraction as f32 / 16_777_216.0).to_bits(),
        (31, 0) => f32::INFINITY.to_bits(),
        // A quiet NaN.
        (31, _) => 0x7fc0_0000 | fraction << 13,
        _ => (exponent + 112) << 23 | fraction << 13,
    };
    f32::from_bits(sign | magnitude)
}

/// The nearest half, ties to even.
fn narrow(value: f64) -> u16 {
    /// Halfway between the largest half and the next power of two.
    const OVERFLOW: f64 = 65520.0;
    /// The smallest normal half: 2^-14.
    const NORMAL: f64 = 1.0 / 16384.0;
    let bits = value.to_bits();
    let (sign, size) = ((bits >> 48 & 0x8000) as u16, value.abs());
    let magnitude = if value.is_nan() {
        0x7e00 | (bits >> 42 & 0x1ff) as u16
    } else if size >= OVERFLOW {
        0x7c00
    } else if size < NORMAL {
        (size * 16_777_216.0).round_ties_even() as u16
    } else {
        let exponent = (bits >> 52 & 0x7ff) as i64 - 1023;
        let scale = f64::from_bits(((1023 + 10 - exponent) as u64) << 52);
        // From 1024 to 2048; the latter carries into the exponent.
        let fraction = (size * scale).round_ties_even() as u16;
        (((exponent + 15) as u16) << 10) + (fraction - 1024)
    };
    sign | magnitude
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_half_round_trips() {
        for half in 0..=u16::MAX {
            let wide = widen(half);
            let is_nan = half & 0x7c00 == 0x7c00 && half & 0x3ff != 0;
            assert_eq!(wide.is_nan(), is_nan, "{half:#x}");
            let expected = if is_nan { half | 0x200 } else { half };
            assert_eq!(narrow(f64::from(wide)), expected, "{half:#x}");
        }
        assert_eq!((widen(0x3c00), widen(0xc000), widen(1)), (1.0, -2.0, 1.0 / 16_777_216.0));
    }

    #[test]
    fn ties_go_to_the_even_half() {
        let cases = [
            (2049.0, 2048.0),
            (2051.0, 2052.0),
            (2049.0 + 1e-9, 2050.0),
            (4095.5, 4096.0),
            (65519.99, 65504.0),
            (65520.0, f32::INFINITY),
            (2f64.powi(-25), 0.0),
            (2f64.powi(-25) * 1.0001, 2f32.powi(-24)),
            (2f64.powi(-14) - 2f64.powi(-26), 2f32.powi(-14)),
        ];
        for (value, nearest) in cases {
            assert_eq!(widen(narrow(value)), nearest, "{value}");
            assert_eq!(widen(narrow(-value)), -nearest, "{value}");
        }
    }
}
