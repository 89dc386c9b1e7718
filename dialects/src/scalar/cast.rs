//! Conversions between element types.

use super::format::Format;
use super::kernel::Ctx;

/// `v` truncated towards zero and saturated to a signed integer of `width` bits; NaN gives 0.
pub(super) fn saturate_signed(v: f64, width: u32) -> u64 {
    let limit = i64::MAX >> (64 - width);
    ((v as i64).clamp(-limit - 1, limit) as u64) & (u64::MAX >> (64 - width))
}

/// `v` truncated towards zero and saturated to an unsigned integer of `width` bits; NaN gives 0.
pub(super) fn saturate_unsigned(v: f64, width: u32) -> u64 {
    (v as u64).min(u64::MAX >> (64 - width))
}

/// Float to float, rounded once to nearest even (`extf`: exact); NaN stays NaN.
pub fn float_to_float<S: Format, D: Format>(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
    D::from_f64(S::to_f64(a))
}

/// Signed integer to float, rounded once to nearest even.
pub fn sitofp<D: Format>(c: Ctx, a: u64, _: u64, _: u64) -> u64 {
    let v = c.sext(a);
    D::from_int(v < 0, v.unsigned_abs())
}

/// Unsigned integer to float, rounded once to nearest even.
pub fn uitofp<D: Format>(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
    D::from_int(false, a)
}

/// Float to signed integer of [`Ctx::result`] bits, towards zero; saturates, NaN gives 0.
pub fn fptosi<S: Format>(c: Ctx, a: u64, _: u64, _: u64) -> u64 {
    saturate_signed(S::to_f64(a), c.result.into())
}

/// Float to unsigned integer of [`Ctx::result`] bits, towards zero; saturates, NaN gives 0.
pub fn fptoui<S: Format>(c: Ctx, a: u64, _: u64, _: u64) -> u64 {
    saturate_unsigned(S::to_f64(a), c.result.into())
}

/// Sign-extends, or truncates to a narrower result (`index_cast` may do either).
pub fn extsi(c: Ctx, a: u64, _: u64, _: u64) -> u64 {
    c.sext(a) as u64 & (u64::MAX >> (64 - u32::from(c.result)))
}

/// Zero-extends, or truncates to a narrower result.
pub fn extui(c: Ctx, a: u64, _: u64, _: u64) -> u64 {
    a & (u64::MAX >> (64 - u32::from(c.result)))
}

/// The same bits as another type of the same width.
pub fn bitcast(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
    a
}

#[cfg(test)]
#[path = "cast_tests.rs"]
mod tests;
