//! Floats in decimal, exactly as upstream prints them: six digits if those identify the value, else as many
//! as the format needs, else the bits in hexadecimal.

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
    // A wide format distinguishes values that are equal as f64.
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

/// The shortest of the plain and the scientific form, with the digits that distinguish the value from its
/// neighbours.
fn write_natural(out: &mut String, kind: FloatKind, value: f64) {
    const PADDING: i32 = 3;
    let precision = float::decimal_digits(kind);
    let (digits, exponent) = decimal(value, precision);
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

/// `d.ddd`, zeros up to `fill` digits after the point, and the exponent: two digits or more after `e`, as
/// many as needed after `E`.
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

/// `count` significant decimal digits of the magnitude, without trailing zeros, and the power of ten of the
/// first one. As upstream: truncated to a few more digits than requested, then rounded half up. If the
/// truncation leaves no further digit, nothing is rounded.
fn decimal(value: f64, count: usize) -> (String, i32) {
    if value == 0.0 {
        return ("0".to_string(), 0);
    }
    let (mut number, mut scale) = integer_and_scale(value);
    // 196/59 is slightly more than the bits of a decimal digit.
    let needed = (count * 196).div_ceil(59);
    let tens = number.bits().saturating_sub(needed) * 59 / 196;
    number.divide_by_ten_to(tens);
    scale += tens as i32;
    let all = number.small().to_string();
    let digits = all.trim_end_matches('0');
    scale += (all.len() - digits.len()) as i32;
    let (digits, scale) = rounded(digits, scale, count);
    let exponent = scale + digits.len() as i32 - 1;
    (digits, exponent)
}

/// `digits` times ten to the `scale`, rounded half up to `count` digits; trailing zeros go into the scale.
fn rounded(digits: &str, scale: i32, count: usize) -> (String, i32) {
    let Some(beyond) = digits.len().checked_sub(count).filter(|n| *n > 0) else {
        return (digits.to_string(), scale);
    };
    let mut kept: Vec<u8> = digits.as_bytes()[..count].to_vec();
    if digits.as_bytes()[count] >= b'5' {
        while kept.last() == Some(&b'9') {
            kept.pop();
        }
        match kept.last_mut() {
            Some(last) => *last += 1,
            None => return ("1".to_string(), scale + digits.len() as i32),
        }
    }
    while kept.last() == Some(&b'0') {
        kept.pop();
    }
    let cut = (count - kept.len()) as i32;
    (kept.into_iter().map(char::from).collect(), scale + beyond as i32 + cut)
}

/// The magnitude as an integer times a power of ten that is not positive.
fn integer_and_scale(value: f64) -> (Natural, i32) {
    let bits = value.to_bits();
    let field = (bits >> 52 & 0x7FF) as i32;
    let fraction = bits & ((1 << 52) - 1);
    let (significand, exponent) =
        if field == 0 { (fraction, -1074) } else { (fraction | 1 << 52, field - 1075) };
    let zeros = significand.trailing_zeros();
    let exponent = exponent + zeros as i32;
    let mut number = Natural(vec![significand >> zeros]);
    if exponent >= 0 {
        number.multiply_by_power(2, exponent as u32);
        return (number, 0);
    }
    number.multiply_by_power(5, -exponent as u32);
    (number, exponent)
}

/// A natural number of any size, least significant word first.
struct Natural(Vec<u64>);

impl Natural {
    fn bits(&self) -> usize {
        let top = self.0.iter().rposition(|word| *word != 0);
        top.map_or(0, |i| 64 * i + 64 - self.0[i].leading_zeros() as usize)
    }

    fn multiply(&mut self, factor: u64) {
        let mut carry = 0u128;
        for word in &mut self.0 {
            let product = *word as u128 * factor as u128 + carry;
            *word = product as u64;
            carry = product >> 64;
        }
        if carry != 0 {
            self.0.push(carry as u64);
        }
    }

    fn multiply_by_power(&mut self, base: u64, exponent: u32) {
        // The largest powers of 2 and 5 that fit a word have these exponents or more.
        let step = if base == 2 { 63 } else { 27 };
        for _ in 0..exponent / step {
            self.multiply(base.pow(step));
        }
        self.multiply(base.pow(exponent % step));
    }

    fn divide(&mut self, divisor: u64) {
        let mut rest = 0u128;
        for word in self.0.iter_mut().rev() {
            let part = rest << 64 | *word as u128;
            *word = (part / divisor as u128) as u64;
            rest = part % divisor as u128;
        }
        while self.0.last() == Some(&0) {
            self.0.pop();
        }
    }

    fn divide_by_ten_to(&mut self, exponent: usize) {
        const STEP: usize = 19;
        for _ in 0..exponent / STEP {
            self.divide(10u64.pow(STEP as u32));
        }
        self.divide(10u64.pow((exponent % STEP) as u32));
    }

    /// The value, which is known to have no more than 128 bits.
    fn small(&self) -> u128 {
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0) as u128;
        word(1) << 64 | word(0)
    }
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
            (F16, 0.001_235_008_239_746_093_8, "1.235010e-03"),
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
