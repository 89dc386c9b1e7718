//! Helpers that several expansions share.

use super::{Expand, pick};

/// `coefficients[0] + x·(coefficients[1] + …)`, by Horner's rule with fused multiply-adds.
#[inline(always)]
pub(super) fn horner<E: Expand>(e: &E, x: E::F, coefficients: &[f64]) -> E::F {
    let (last, rest) = coefficients.split_last().expect("a polynomial has a coefficient");
    rest.iter().rev().fold(e.c(*last), |sum, &c| e.fma(sum, x, e.c(c)))
}

/// `x`, clamped to at most `limit`. NaN stays.
#[inline(always)]
pub(super) fn at_most<E: Expand>(e: &E, x: E::F, limit: f64) -> E::F {
    let limit = e.c(limit);
    e.select(e.lt(limit, x), limit, x)
}

/// `x`, clamped to at least `limit`. NaN stays.
#[inline(always)]
pub(super) fn at_least<E: Expand>(e: &E, x: E::F, limit: f64) -> E::F {
    let limit = e.c(limit);
    e.select(e.lt(x, limit), limit, x)
}

/// Bits of the stored mantissa.
#[inline(always)]
pub(super) fn mantissa<E: Expand>(e: &E) -> i64 {
    pick(e, 23, 52)
}

/// The bias of the exponent.
#[inline(always)]
pub(super) fn bias<E: Expand>(e: &E) -> i64 {
    pick(e, 127, 1023)
}

/// `x · y` rounded to an integer `n`, and `2^(n + offset)`, for results within the normal range.
///
/// Adding 1.5·2^(mantissa bits) rounds to nearest even and leaves the integer part of the sum in the low
/// bits; if the bias is added before, a shift turns them into an exponent field.
#[inline(always)]
pub(super) fn round_and_scale<E: Expand>(e: &E, x: E::F, y: f64, offset: i64) -> (E::F, E::F) {
    let mantissa = mantissa(e);
    let magic = e.c((3i64 << (mantissa - 1)) as f64 + (bias(e) + offset) as f64);
    let z = e.fma(x, e.c(y), magic);
    let scale = e.of_bits(e.shl(e.to_bits(z), e.int(mantissa)));
    (e.sub(z, magic), scale)
}
