//! Argument reduction for the trigonometric functions.

use super::util::{bias, mantissa};
use super::{Expand, Rare, Width, pick};

/// The grid of the reduction: arguments are reduced to the nearest grid point.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Grid {
    /// Multiples of π.
    Half,
    /// Odd multiples of π/2.
    OddQuarter,
    /// Multiples of π/2.
    Quarter,
}

/// π in three parts, each rounded to nearest.
const PI_W32: [f64; 3] = [3.1415927, -8.742278e-8, -3.430249e-15];
const PI_W64: [f64; 3] = [3.141592653589793, 1.2246467991473532e-16, -2.9947698097183397e-33];

/// The first 1216 bits of 2/π after the binary point: enough for all finite f64.
const TWO_OVER_PI: [u64; 19] = [
    0xa2f9836e4e441529,
    0xfc2757d1f534ddc0,
    0xdb6295993c439041,
    0xfe5163abdebbc561,
    0xb7246e3a424dd2e0,
    0x06492eea09d1921c,
    0xfe1deb1cb129a73e,
    0xe88235f52ebb4484,
    0xe99c7026b45f7e41,
    0x3991d639835339f4,
    0x9c845f8bbdf9283b,
    0x1ff897ffde05980f,
    0xef2f118b5a0a6d1f,
    0x6d367ecf27cb09b7,
    0x4f463f669e5fea2d,
    0x7527bac7ebe5f17b,
    0x3d0739f78a5292ea,
    0x6bfb5fb11f8d5d08,
    0x56033046fc7b6bab,
];

/// The limit for subtracting the grid point in parts; larger arguments are rare.
fn limit<E: Expand>(e: &E) -> f64 {
    pick(e, 131_072.0, 1_073_741_824.0)
}

/// Whether an absolute value is above the limit, infinite or NaN.
#[inline(always)]
fn is_large<E: Expand>(e: &E, a: E::F) -> E::M {
    e.not(e.lt(a, e.c(limit(e))))
}

/// The reduction of large arguments to multiples of π.
struct ToHalf;

/// To odd multiples of π/2.
struct ToOddQuarter;

/// To multiples of π/2, with the rounding error of the remainder.
struct ToQuarter;

impl Rare<1, 2> for ToHalf {
    fn name(&self) -> &'static str {
        "reduce_to_half"
    }
    #[inline(always)]
    fn needed<E: Expand>(&self, e: &E, [a]: [E::F; 1]) -> E::M {
        is_large(e, a)
    }
    fn values<E: Expand>(&self, e: &E, [a]: [E::F; 1]) -> [E::F; 2] {
        let [r, _, odd] = reduce_large(e, a, Grid::Half);
        [r, odd]
    }
}

impl Rare<1, 2> for ToOddQuarter {
    fn name(&self) -> &'static str {
        "reduce_to_odd_quarter"
    }
    #[inline(always)]
    fn needed<E: Expand>(&self, e: &E, [a]: [E::F; 1]) -> E::M {
        is_large(e, a)
    }
    fn values<E: Expand>(&self, e: &E, [a]: [E::F; 1]) -> [E::F; 2] {
        let [r, _, odd] = reduce_large(e, a, Grid::OddQuarter);
        [r, odd]
    }
}

impl Rare<1, 3> for ToQuarter {
    fn name(&self) -> &'static str {
        "reduce_to_quarter"
    }
    #[inline(always)]
    fn needed<E: Expand>(&self, e: &E, [a]: [E::F; 1]) -> E::M {
        is_large(e, a)
    }
    fn values<E: Expand>(&self, e: &E, [a]: [E::F; 1]) -> [E::F; 3] {
        reduce_large(e, a, Grid::Quarter)
    }
}

/// The nearest grid point to a moderate `a`: its distance from 0 in steps of the grid, and the parity of its
/// index as the sign of a float (0 and −π/2 have even indices).
#[inline(always)]
fn nearest<E: Expand>(e: &E, a: E::F, grid: Grid) -> (E::F, E::F) {
    let per_turn = if grid == Grid::Quarter { 2.0 } else { 1.0 };
    let inverse = e.c(std::f64::consts::FRAC_1_PI * per_turn);
    let magic = e.c((3i64 << (mantissa(e) - 1)) as f64);
    let offset = grid == Grid::OddQuarter;
    let z = if offset { e.add(e.fma(a, inverse, e.c(0.5)), magic) } else { e.fma(a, inverse, magic) };
    let number = e.sub(z, magic);
    let parity = e.of_bits(e.shl(e.to_bits(z), e.int(pick(e, 31, 63))));
    (if offset { e.sub(number, e.c(0.5)) } else { number }, parity)
}

/// Reduces `a ≥ 0` to the nearest point of a half-turn grid: the remainder, in [−π/2, π/2], and the parity of
/// the point's index as a sign. Infinity and NaN give NaN.
///
/// The grid point is subtracted in three parts (Cody and Waite). The first fused multiply-add is exact: the
/// difference is small, and its last bit is not below that of `a` or of the part.
#[inline(always)]
pub(super) fn reduce_half<E: Expand>(e: &E, a: E::F, grid: Grid) -> (E::F, E::F) {
    let (number, odd) = nearest(e, a, grid);
    let minus = e.neg(number);
    let [p1, p2, p3] = pick(e, PI_W32, PI_W64).map(|p| e.c(p));
    let r = e.fma(minus, p3, e.fma(minus, p2, e.fma(minus, p1, a)));
    let [r, odd] = match grid {
        Grid::OddQuarter => e.rarely(&ToOddQuarter, [a], [r, odd]),
        _ => e.rarely(&ToHalf, [a], [r, odd]),
    };
    (r, odd)
}

/// As [`reduce_half`] to the nearest quarter turn, with the remainder `r + low` in [−π/4, π/4] and `low` at
/// most about an ulp.
#[inline(always)]
pub(super) fn reduce_quarter<E: Expand>(e: &E, a: E::F) -> (E::F, E::F, E::F) {
    let (number, odd) = nearest(e, a, Grid::Quarter);
    let minus = e.neg(number);
    let [p1, p2, p3] = pick(e, PI_W32, PI_W64).map(|p| e.c(p * 0.5));
    let r1 = e.fma(minus, p1, a);
    // The second product and difference with their rounding errors.
    let product = e.mul(number, p2);
    let product_error = e.fma(number, p2, e.neg(product));
    let r = e.sub(r1, product);
    let error = e.sub(e.sub(e.sub(r1, r), product), product_error);
    let low = e.fma(minus, p3, error);
    let [r, low, odd] = e.rarely(&ToQuarter, [a], [r, low, odd]);
    (r, low, odd)
}

/// The reduction of Payne and Hanek ("Radian reduction for trigonometric functions", 1983) in integers: with
/// `a = m·2ˣ` for an integer m, only those bits of 2/π matter for `a / 2π mod 1` whose product with m does
/// not end above the binary point.
fn reduce_large<E: Expand>(e: &E, a: E::F, grid: Grid) -> [E::F; 3] {
    let width = pick(e, 32i64, 64);
    let [mut turn, rest] = fraction_of_turn(e, a);
    if grid == Grid::OddQuarter {
        turn = e.iadd(turn, e.int(1 << (width - 2)));
    }
    // Round to the nearest half or quarter turn.
    let bits = if grid == Grid::Quarter { 2 } else { 1 };
    let point = e.lshr(e.iadd(turn, e.int(1 << (width - 1 - bits))), e.int(width - bits));
    let above = e.isub(turn, e.shl(point, e.int(width - bits)));
    let negative = e.ilt(above, e.int(0));
    // The magnitude of the two-word remainder.
    let borrow = e.iselect(e.ieq(rest, e.int(0)), e.int(0), e.int(1));
    let flipped = e.isub(e.isub(e.int(0), above), borrow);
    let high = e.iselect(negative, flipped, above);
    let low = e.iselect(negative, e.isub(e.int(0), rest), rest);
    let (v, v_low) = words_to_float(e, high, low);
    // Times 2π / 2^width, in two parts.
    let [pi, pi_low, _] = pick(e, PI_W32, PI_W64);
    let unit = 2f64.powi(1 - width as i32);
    let (c, c_low) = (e.c(pi * unit), e.c(pi_low * unit));
    let product = e.mul(v, c);
    let product_low = e.fma(v, c, e.neg(product));
    let product_low = e.add(product_low, e.fma(v, c_low, e.mul(v_low, c)));
    let r = e.add(product, product_low);
    let r_low = e.sub(product_low, e.sub(r, product));
    let sign = |v| e.select(negative, e.neg(v), v);
    let finite = e.lt(a, e.c(f64::INFINITY));
    let odd = e.of_bits(e.shl(point, e.int(width - 1)));
    [e.select(finite, sign(r), e.c(f64::NAN)), sign(r_low), odd]
}

/// `a / 2π mod 1` in two words of binary digits, for finite `a` of at least 2⁻⁶ ulps.
fn fraction_of_turn<E: Expand>(e: &E, a: E::F) -> [E::I; 2] {
    let (width, width_log) = pick(e, (32i64, 5u32), (64, 6));
    let mantissa = mantissa(e);
    let bits = e.to_bits(a);
    let hidden = e.int(1 << mantissa);
    let m = e.ior(e.iand(bits, e.isub(hidden, e.int(1))), hidden);
    // a = m·2ˣ, and a / 2π = m·(2/π)·2^(x − 2): the first x − 2 bits of 2/π give whole turns. A word of zeros
    // before them keeps the position positive.
    let exponent = e.lshr(bits, e.int(mantissa));
    let position = e.isub(exponent, e.int(bias(e) + mantissa + 2 - width));
    let [w0, w1, w2] = window(e, position, width, width_log);
    let product_low = e.imul(m, w1);
    let second = e.iadd(product_low, mul_high(e, m, w2));
    let carry = e.iselect(e.iult(second, product_low), e.int(1), e.int(0));
    let first = e.iadd(e.iadd(e.imul(m, w0), mul_high(e, m, w1)), carry);
    [first, second]
}

/// Three words of 2/π from a bit position on, preceded by a word of zeros. A barrel shifter selects the
/// words, one bit of the word's index per stage; each stage halves the maximum remaining shift.
fn window<E: Expand>(e: &E, position: E::I, width: i64, width_log: u32) -> [E::I; 3] {
    const NEEDED: usize = 4;
    let (count, stages) = match e.width() {
        Width::W32 => (8, 3),
        Width::W64 => (20, 5),
    };
    let constant = |i: usize| match (i, e.width()) {
        (0, _) => e.int(0),
        (_, Width::W32) => e.int((TWO_OVER_PI[(i - 1) / 2] >> (32 * (i % 2))) as u32 as i64),
        (_, Width::W64) => e.int(TWO_OVER_PI[i - 1] as i64),
    };
    let mut words: [E::I; 20] = std::array::from_fn(|i| if i < count { constant(i) } else { e.int(0) });
    let word = e.lshr(position, e.int(width_log.into()));
    for stage in (0..stages).rev() {
        let skip = 1usize << stage;
        let skips = e.not(e.ieq(e.iand(word, e.int(skip as i64)), e.int(0)));
        // The later stages move at most by skip − 1.
        for i in 0..(NEEDED + skip - 1).min(count) {
            let moved = if i + skip < count { words[i + skip] } else { e.int(0) };
            words[i] = e.iselect(skips, moved, words[i]);
        }
    }
    let shift = e.iand(position, e.int(width - 1));
    let back = e.isub(e.int(width), shift);
    std::array::from_fn(|i| e.ior(e.shl(words[i], shift), e.lshr(words[i + 1], back)))
}

/// The high word of an unsigned product, by halves.
fn mul_high<E: Expand>(e: &E, a: E::I, b: E::I) -> E::I {
    let half = e.int(pick(e, 16, 32));
    let mask = e.int(pick(e, 0xffff, 0xffff_ffff));
    let (a0, a1, b0, b1) = (e.iand(a, mask), e.lshr(a, half), e.iand(b, mask), e.lshr(b, half));
    let (cross, other) = (e.imul(a0, b1), e.imul(a1, b0));
    let middle = e.iadd(e.lshr(e.imul(a0, b0), half), e.iand(cross, mask));
    let middle = e.iadd(middle, e.iand(other, mask));
    let high = e.iadd(e.imul(a1, b1), e.lshr(cross, half));
    e.iadd(e.iadd(high, e.lshr(other, half)), e.lshr(middle, half))
}

/// An unsigned `high + low / 2^width` as an unevaluated sum; `high` is below half the range.
fn words_to_float<E: Expand>(e: &E, high: E::I, low: E::I) -> (E::F, E::F) {
    let half_bits = pick(e, 16, 32);
    let (half, mask) = (e.int(half_bits), e.int(pick(e, 0xffff, 0xffff_ffff)));
    let part = |w| (e.to_float(e.lshr(w, half)), e.to_float(e.iand(w, mask)));
    let up = 2f64.powi(half_bits as i32);
    let (a, b) = part(high);
    let a = e.mul(a, e.c(up));
    let sum = e.add(a, b);
    let sum_low = e.sub(b, e.sub(sum, a));
    let (c, d) = part(low);
    let tail = e.mul(e.fma(d, e.c(1.0 / up), c), e.c(1.0 / up));
    let rest = e.add(sum_low, tail);
    let v = e.add(sum, rest);
    (v, e.sub(rest, e.sub(v, sum)))
}
