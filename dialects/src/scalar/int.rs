//! Integer functions. Operands come zero-extended from [`Ctx::operand`] bits; results are masked to that
//! width.

use super::kernel::Ctx;

macro_rules! int_fns {
    ($($(#[$doc:meta])* $name:ident = |$c:ident, $a:ident, $b:ident| $body:expr;)*) => {
        $($(#[$doc])*
        pub fn $name($c: Ctx, $a: u64, $b: u64, _: u64) -> u64 {
            $body
        })*
    };
}

int_fns! {
    /// `a + b`, wrapping.
    addi = |c, a, b| a.wrapping_add(b) & c.mask();
    /// `a - b`, wrapping.
    subi = |c, a, b| a.wrapping_sub(b) & c.mask();
    /// `a * b`, wrapping.
    muli = |c, a, b| a.wrapping_mul(b) & c.mask();
    /// The carry of `a + b`: 0 or 1.
    addui_carry = |c, a, b| u64::from(a.wrapping_add(b) & c.mask() < a);
    /// The high half of the signed product.
    mulsi_high = |c, a, b| ((i128::from(c.sext(a)) * i128::from(c.sext(b))) >> c.operand) as u64 & c.mask();
    /// The high half of the unsigned product.
    mului_high = |c, a, b| ((u128::from(a) * u128::from(b)) >> c.operand) as u64 & c.mask();
    /// Signed quotient, truncated; by zero: −1.
    divsi = |c, a, b| if b == 0 { c.mask() } else { c.sext(a).wrapping_div(c.sext(b)) as u64 & c.mask() };
    /// Unsigned quotient; by zero: all ones.
    divui = |c, a, b| a.checked_div(b).unwrap_or(c.mask());
    /// Signed remainder with the sign of `a`; by zero: `a`.
    remsi = |c, a, b| if b == 0 { a } else { c.sext(a).wrapping_rem(c.sext(b)) as u64 & c.mask() };
    /// Unsigned remainder; by zero: `a`.
    remui = |c, a, b| { let _ = c; a.checked_rem(b).unwrap_or(a) };
    /// Unsigned quotient rounded up; by zero: all ones.
    ceildivui = |c, a, b| if b == 0 { c.mask() } else { a.div_ceil(b) };
    /// Signed quotient rounded up; by zero: −1.
    ceildivsi = |c, a, b| rounded_div(c, a, b, |r, b| (r < 0) == (b < 0), 1);
    /// Signed quotient rounded down; by zero: −1.
    floordivsi = |c, a, b| rounded_div(c, a, b, |r, b| (r < 0) != (b < 0), -1);
    /// Bitwise and.
    andi = |c, a, b| { let _ = c; a & b };
    /// Bitwise or.
    ori = |c, a, b| { let _ = c; a | b };
    /// Bitwise exclusive or.
    xori = |c, a, b| { let _ = c; a ^ b };
    /// `a << b`; 0 for `b` ≥ width.
    shli = |c, a, b| if b >= u64::from(c.operand) { 0 } else { (a << b) & c.mask() };
    /// Logical `a >> b`; 0 for `b` ≥ width.
    shrui = |c, a, b| if b >= u64::from(c.operand) { 0 } else { a >> b };
    /// Arithmetic `a >> b`; the sign for `b` ≥ width.
    shrsi = |c, a, b| (c.sext(a) >> b.min(u64::from(c.operand) - 1)) as u64 & c.mask();
    /// Signed maximum.
    maxsi = |c, a, b| if c.sext(a) >= c.sext(b) { a } else { b };
    /// Unsigned maximum.
    maxui = |c, a, b| { let _ = c; a.max(b) };
    /// Signed minimum.
    minsi = |c, a, b| if c.sext(a) <= c.sext(b) { a } else { b };
    /// Unsigned minimum.
    minui = |c, a, b| { let _ = c; a.min(b) };
    /// Signed power by squaring, wrapping; see `ipowi_negative` for `b` < 0.
    ipowi = |c, a, b| if c.sext(b) < 0 { ipowi_negative(c, a, b) } else { ipowi_positive(a, b) & c.mask() };
    /// Magnitude of a signed value; `INT_MIN` stays.
    absi = |c, a, _b| if c.sext(a) < 0 { a.wrapping_neg() & c.mask() } else { a };
    /// Count of leading zeros; the width for 0.
    ctlz = |c, a, _b| u64::from(a.leading_zeros()) + u64::from(c.operand) - 64;
    /// Count of trailing zeros; the width for 0.
    cttz = |c, a, _b| u64::from(a.trailing_zeros()).min(u64::from(c.operand));
    /// Count of set bits.
    ctpop = |c, a, _b| { let _ = c; u64::from(a.count_ones()) };
}

/// Truncated quotient, adjusted by `step` if the remainder is not zero and `moves(remainder, b)` holds.
#[inline(always)]
fn rounded_div(c: Ctx, a: u64, b: u64, moves: impl Fn(i64, i64) -> bool, step: i64) -> u64 {
    if b == 0 {
        return c.mask();
    }
    let (x, y) = (c.sext(a), c.sext(b));
    let remainder = x.wrapping_rem(y);
    let quotient = x.wrapping_div(y);
    let moved = if remainder != 0 && moves(remainder, y) { quotient.wrapping_add(step) } else { quotient };
    moved as u64 & c.mask()
}

/// An integer to a negative power, as `1 / aⁿ` truncated: 0 except for bases 1, −1, and 0 (as `1 / 0`: −1).
fn ipowi_negative(c: Ctx, a: u64, b: u64) -> u64 {
    match c.sext(a) {
        0 => c.mask(),
        1 => 1,
        -1 if b & 1 == 1 => c.mask(),
        -1 => 1 & c.mask(),
        _ => 0,
    }
}

fn ipowi_positive(a: u64, b: u64) -> u64 {
    let (mut base, mut power, mut result) = (a, b, 1u64);
    while power != 0 {
        if power & 1 == 1 {
            result = result.wrapping_mul(base);
        }
        base = base.wrapping_mul(base);
        power >>= 1;
    }
    result
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scalar::DType;

    fn c(width: u8) -> Ctx {
        Ctx::of(DType::Int(width))
    }

    /// Every pair of 5-bit values, compared with the same op on wide integers, which does not wrap.
    #[test]
    fn all_pairs_of_five_bits() {
        let c = c(5);
        let wrap = |v: i64| (v as u64) & 31;
        for a in 0..32u64 {
            for b in 0..32u64 {
                let (x, y) = (c.sext(a), c.sext(b));
                let (ua, ub) = (a as i64, b as i64);
                assert_eq!(addi(c, a, b, 0), wrap(x + y));
                assert_eq!(subi(c, a, b, 0), wrap(x - y));
                assert_eq!(muli(c, a, b, 0), wrap(x * y));
                assert_eq!(addui_carry(c, a, b, 0), u64::from(a + b > 31));
                assert_eq!(mulsi_high(c, a, b, 0), wrap((x * y) >> 5));
                assert_eq!(mului_high(c, a, b, 0), wrap((ua * ub) >> 5));
                assert_eq!(shli(c, a, b, 0), if b > 4 { 0 } else { wrap(ua << b) });
                assert_eq!(shrui(c, a, b, 0), wrap(ua >> b));
                assert_eq!(shrsi(c, a, b, 0), wrap(x >> b));
                assert_eq!(maxsi(c, a, b, 0), wrap(x.max(y)));
                assert_eq!(minsi(c, a, b, 0), wrap(x.min(y)));
                assert_eq!(maxui(c, a, b, 0), wrap(ua.max(ub)));
                assert_eq!(minui(c, a, b, 0), wrap(ua.min(ub)));
                if b == 0 {
                    continue;
                }
                assert_eq!(divsi(c, a, b, 0), wrap(x / y));
                assert_eq!(remsi(c, a, b, 0), wrap(x % y));
                assert_eq!(divui(c, a, b, 0), wrap(ua / ub));
                assert_eq!(remui(c, a, b, 0), wrap(ua % ub));
                let exact = x as f64 / y as f64;
                assert_eq!(ceildivsi(c, a, b, 0), wrap(exact.ceil() as i64), "{x} {y}");
                assert_eq!(floordivsi(c, a, b, 0), wrap(exact.floor() as i64), "{x} {y}");
                assert_eq!(ceildivui(c, a, b, 0), wrap((ua as f64 / ub as f64).ceil() as i64));
            }
        }
    }

    #[test]
    fn division_by_zero_has_a_result() {
        for w in [1u8, 5, 8, 32, 64] {
            let (c, ones) = (c(w), u64::MAX >> (64 - w));
            for f in [divsi, divui, ceildivsi, ceildivui, floordivsi] {
                assert_eq!(f(c, 1, 0, 0), ones, "width {w}");
            }
            assert_eq!(remsi(c, ones, 0, 0), ones);
            assert_eq!(remui(c, ones, 0, 0), ones);
        }
    }

    #[test]
    fn the_smallest_value_by_minus_one_wraps() {
        for w in [1u8, 8, 16, 32, 33, 64] {
            let (c, min, minus_one) = (c(w), 1u64 << (w - 1), u64::MAX >> (64 - w));
            for f in [divsi, ceildivsi, floordivsi] {
                assert_eq!(f(c, min, minus_one, 0), min, "width {w}");
            }
            assert_eq!(remsi(c, min, minus_one, 0), 0);
            assert_eq!(absi(c, min, 0, 0), min);
        }
    }

    #[test]
    fn long_shifts() {
        let c = c(8);
        for s in [8, 9, 64, 200, 255] {
            assert_eq!((shli(c, 0x81, s, 0), shrui(c, 0x81, s, 0)), (0, 0));
            assert_eq!((shrsi(c, 0x81, s, 0), shrsi(c, 0x71, s, 0)), (0xff, 0));
        }
    }

    #[test]
    fn extended_products_of_64_bits() {
        let c = c(64);
        let (m, n) = (u64::MAX, i64::MIN as u64);
        assert_eq!(mului_high(c, m, m, 0), m - 1);
        assert_eq!(mulsi_high(c, m, m, 0), 0);
        assert_eq!(mulsi_high(c, n, n, 0), 1 << 62);
        assert_eq!((addi(c, m, 1, 0), addui_carry(c, m, 1, 0)), (0, 1));
    }

    #[test]
    fn bit_counts_end_at_the_width() {
        for w in [8u8, 17, 64] {
            let c = c(w);
            assert_eq!((ctlz(c, 0, 0, 0), cttz(c, 0, 0, 0)), (w.into(), w.into()));
            assert_eq!((ctlz(c, 1, 0, 0), cttz(c, 4, 0, 0)), (u64::from(w) - 1, 2));
            assert_eq!(ctpop(c, c.mask(), 0, 0), w.into());
        }
    }

    #[test]
    fn powers() {
        let c = c(8);
        let p = |a: i8, b: i8| ipowi(c, a as u8 as u64, b as u8 as u64, 0) as u8 as i8;
        assert_eq!((p(3, 4), p(-3, 3), p(2, 7), p(2, 8), p(0, 0), p(5, 0)), (81, -27, -128, 0, 1, 1));
        assert_eq!((p(1, -5), p(-1, -5), p(-1, -4), p(7, -1), p(0, -1)), (1, -1, 1, 0, -1));
        assert_eq!(ipowi(Ctx::of(DType::I64), 3, 40, 0), 3u64.pow(40));
    }
}
