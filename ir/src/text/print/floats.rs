//! Floats in decimal, exactly as upstream prints them: six digits where those give the value back, else as many as
//! the format needs, else the bits in hexadecimal.

use crate::float;
use crate::types::FloatKind;
use std::fmt::Write;

/// Appends a value of a float format.
pub(super) fn write_float(out: &mut String, kind: FloatKind, value: f64) {
    if value.is_finite() {
        if write_short(out, kind, value) {
            return;
        }
        let start = out.len();
        write_natural(out, kind, value);
        if out[start..].contains('.') {
            return;
        }
        out.truncate(start);
    }
    let digits = (kind.width() as usize).div_ceil(4);
    let bits = float::to_bits(kind, value).unwrap_or(0);
    let _ = write!(out, "0x{bits:0digits$X}");
}

/// `d.dddddde±dd` with six significant digits, if that is the value.
fn write_short(out: &mut String, kind: FloatKind, value: f64) -> bool {
    // A wide format tells values apart that are one to f64.
    if kind.width() > 64 && decimal(value, float::decimal_digits(kind)).0.len() > 6 {
        return false;
    }
    let start = out.len();
    let (digits, exponent) = decimal(value, 6);
    if value.is_sign_negative() {
        out.push('-');
    }
    push_scientific(out, &digits, exponent, 'e', 6);
    let back = out[start..].parse::<f64>().ok().and_then(|v| float::round(kind, v));
    if back.is_some_and(|b| b.to_bits() == value.to_bits()) {
        return true;
    }
    out.truncate(start);
    false
}

/// The shortest of the plain and the scientific form, with the digits that tell the value from its neighbours.
fn write_natural(out: &mut String, kind: FloatKind, value: f64) {
    const PADDING: i32 = 3;
    let precision = float::decimal_digits(kind);
    let (mut digits, exponent) = decimal(value, precision);
    digits.truncate(digits.trim_end_matches('0').len().max(1));
    if value.is_sign_negative() {
        out.push('-');
    }
    // The value is `digits` times ten to the `scale`.
    let scale = exponent - (digits.len() as i32 - 1);
    let scientific = match scale >= 0 {
        true => scale > PADDING || digits.len() + scale as usize > precision,
        false => exponent < 0 && -exponent > PADDING,
    };
    if scientific {
        let fill = if digits.len() == 1 { 1 } else { 0 };
        return push_scientific(out, &digits, exponent, 'E', fill);
    }
    if scale >= 0 {
        out.push_str(&digits);
        out.extend(std::iter::repeat_n('0', scale as usize));
        return;
    }
    let whole = digits.len() as i32 + scale;
    if whole > 0 {
        out.push_str(&digits[..whole as usize]);
        out.push('.');
        out.push_str(&digits[whole as usize..]);
    } else {
        out.push_str("0.");
        out.extend(std::iter::repeat_n('0', -whole as usize));
        out.push_str(&digits);
    }
}

/// `d.ddd`, zeros up to `fill` digits behind the point, and the exponent: two digits or more after `e`, as many as
/// needed after `E`.
fn push_scientific(out: &mut String, digits: &str, exponent: i32, letter: char, fill: usize) {
    out.push_str(&digits[..1]);
    out.push('.');
    out.push_str(&digits[1..]);
    out.extend(std::iter::repeat_n('0', (fill + 1).saturating_sub(digits.len())));
    out.push(letter);
    out.push(if exponent < 0 { '-' } else { '+' });
    if letter == 'e' && exponent.abs() < 10 {
        out.push('0');
    }
    out.push_str(itoa::Buffer::new().format(exponent.abs()));
}

/// The first `count` significant decimal digits of the magnitude, rounded half up as upstream does, and the power of
/// ten of the first one.
fn decimal(value: f64, count: usize) -> (String, i32) {
    if value == 0.0 {
        return ("0".repeat(count.min(1)), 0);
    }
    // Enough digits beyond the last that rounding these to the nearest hardly ever changes the one that decides.
    let text = format!("{:.*e}", count + 20, value.abs());
    let (mantissa, exponent) = text.split_once('e').expect("scientific format has an exponent");
    let mut exponent: i32 = exponent.parse().expect("exponents are small integers");
    let all: Vec<u8> = mantissa.bytes().filter(|b| *b != b'.').collect();
    let mut digits = all[..count].to_vec();
    if all[count] >= b'5' {
        match digits.iter().rposition(|d| *d != b'9') {
            Some(i) => {
                digits[i] += 1;
                digits[i + 1..].fill(b'0');
            }
            None => {
                digits = vec![b'0'; count];
                digits[0] = b'1';
                exponent += 1;
            }
        }
    }
    let text: String = digits.into_iter().map(char::from).collect();
    let kept = text.trim_end_matches('0').len().max(1);
    (text[..kept].to_string(), exponent)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(kind: FloatKind, value: f64) -> String {
        let mut out = String::new();
        write_float(&mut out, kind, value);
        out
    }

    #[test]
    fn as_upstream_prints_them() {
        use FloatKind::*;
        let cases: [(FloatKind, f64, &str); 21] = [
            (F64, 123456789.0, "0x419D6F3454000000"),
            (F64, 0.0012345678, "0.0012345678000000001"),
            (F64, 12345678900000.0, "1.23456789E+13"),
            (F64, 1234.567, "1234.567"),
            (F16, 0.00123500823974609375, "1.235010e-03"),
            (F32, 1.0, "1.000000e+00"),
            (F32, -0.0, "-0.000000e+00"),
            (F64, 0.1, "1.000000e-01"),
            (F64, std::f64::consts::PI, "3.1415926535897931"),
            (F32, std::f32::consts::PI as f64, "3.14159274"),
            (F64, 1e30, "1.000000e+30"),
            (F64, 1e300, "1.000000e+300"),
            (BF16, 1.1015625, "1.101560e+00"),
            (F128, 1.1, "1.10000000000000008881784197001252323"),
            (F32, f64::INFINITY, "0x7F800000"),
            (F32, f64::NEG_INFINITY, "0xFF800000"),
            (F16, f64::INFINITY, "0x7C00"),
            (F64, f64::from_bits(0x7FF8000000000000), "0x7FF8000000000000"),
            (F32, 123456792.0, "0x4CEB79A3"),
            (F64, 1.2345678e-7, "1.2345677999999999E-7"),
            (F64, 0.00012345678, "1.2345678000000001E-4"),
        ];
        for (kind, value, expected) in cases {
            assert_eq!(text(kind, value), expected);
        }
    }
}
