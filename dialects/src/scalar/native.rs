//! The two native float types of the arithmetic, under one trait, so that each op has one implementation.

use super::expand::{Eval, Expand};
use std::ops::{Add, Div, Mul, Neg, Rem, Sub};

/// `f32` or `f64`: IEEE operations, each rounded once to nearest even.
pub trait Native:
    Copy
    + PartialOrd
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Rem<Output = Self>
    + Neg<Output = Self>
    + 'static
{
    /// Evaluates math expansions on this type.
    type Eval: Expand<F = Self> + Default;

    /// Zero.
    const ZERO: Self;
    /// Width in bits.
    const BITS: u32;
    /// Bits of the stored mantissa.
    const MANTISSA: u32;

    /// The bits, zero-extended to 64.
    fn bits(self) -> u64;
    /// The value with the low `BITS` of `bits`.
    fn from_raw(bits: u64) -> Self;
    /// Rounds to this type.
    fn from_f64(v: f64) -> Self;
    /// Whether this is a NaN.
    fn is_nan(self) -> bool;
    /// Whether the sign bit is set.
    fn negative(self) -> bool;
    /// Magnitude.
    fn abs(self) -> Self;
    /// The magnitude of `self` with the sign of `sign`.
    fn copysign(self, sign: Self) -> Self;
    /// `self * b + c`, rounded once.
    fn fma(self, b: Self, c: Self) -> Self;
    /// Square root.
    fn sqrt(self) -> Self;
    /// Largest integer not above.
    fn floor(self) -> Self;
    /// Smallest integer not below.
    fn ceil(self) -> Self;
    /// Integer part.
    fn trunc(self) -> Self;
    /// Nearest integer, ties to even.
    fn roundeven(self) -> Self;
    /// Nearest integer, ties away from zero.
    fn round(self) -> Self;
}

macro_rules! native {
    ($t:ty, $bits:ty, $mantissa:expr) => {
        impl Native for $t {
            type Eval = Eval<$t>;

            const ZERO: Self = 0.0;
            const BITS: u32 = <$bits>::BITS;
            const MANTISSA: u32 = $mantissa;

            #[inline(always)]
            fn bits(self) -> u64 {
                self.to_bits().into()
            }
            #[inline(always)]
            fn from_raw(bits: u64) -> Self {
                <$t>::from_bits(bits as $bits)
            }
            #[inline(always)]
            fn from_f64(v: f64) -> Self {
                v as $t
            }
            #[inline(always)]
            fn is_nan(self) -> bool {
                <$t>::is_nan(self)
            }
            #[inline(always)]
            fn negative(self) -> bool {
                self.is_sign_negative()
            }
            #[inline(always)]
            fn abs(self) -> Self {
                <$t>::abs(self)
            }
            #[inline(always)]
            fn copysign(self, sign: Self) -> Self {
                <$t>::copysign(self, sign)
            }
            #[inline(always)]
            fn fma(self, b: Self, c: Self) -> Self {
                self.mul_add(b, c)
            }
            #[inline(always)]
            fn sqrt(self) -> Self {
                <$t>::sqrt(self)
            }
            #[inline(always)]
            fn floor(self) -> Self {
                <$t>::floor(self)
            }
            #[inline(always)]
            fn ceil(self) -> Self {
                <$t>::ceil(self)
            }
            #[inline(always)]
            fn trunc(self) -> Self {
                <$t>::trunc(self)
            }
            #[inline(always)]
            fn roundeven(self) -> Self {
                self.round_ties_even()
            }
            #[inline(always)]
            fn round(self) -> Self {
                <$t>::round(self)
            }
        }
    };
}

native!(f32, u32, 23);
native!(f64, u64, 52);
