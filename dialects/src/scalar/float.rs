//! Float functions, written once for every format: load, compute, round once, store.

use super::format::Format;
use super::kernel::Ctx;
use super::native::Native;

macro_rules! float_fns {
    ($($(#[$doc:meta])* $name:ident = |$a:ident $(, $b:ident)?| $body:expr;)*) => {
        $($(#[$doc])*
        pub fn $name<F: Format>(_: Ctx, a: u64, _b: u64, _: u64) -> u64 {
            let $a = F::load(a);
            $(let $b = F::load(_b);)?
            F::store($body)
        })*
    };
}

float_fns! {
    /// `x + y`.
    addf = |x, y| x + y;
    /// `x - y`.
    subf = |x, y| x - y;
    /// `x * y`.
    mulf = |x, y| x * y;
    /// `x / y`.
    divf = |x, y| x / y;
    /// C's `fmod`: exact, with the sign of `x`.
    remf = |x, y| x % y;
    /// IEEE 754-2019 maximum: NaN if either is, +0 above −0.
    maximumf = |x, y| if x.is_nan() || y.is_nan() { x + y } else { larger(x, y) };
    /// IEEE 754-2019 minimum: NaN if either is, −0 below +0.
    minimumf = |x, y| if x.is_nan() || y.is_nan() { x + y } else { smaller(x, y) };
    /// The larger operand; if one is NaN, the other one.
    maxnumf = |x, y| if x.is_nan() { quiet(y) } else if y.is_nan() { x } else { larger(x, y) };
    /// The smaller operand; if one is NaN, the other one.
    minnumf = |x, y| if x.is_nan() { quiet(y) } else if y.is_nan() { x } else { smaller(x, y) };
    /// Square root.
    sqrt = |x| x.sqrt();
    /// Largest integer not above.
    floor = |x| x.floor();
    /// Smallest integer not below.
    ceil = |x| x.ceil();
    /// Integer part.
    trunc = |x| x.trunc();
    /// Nearest integer, ties to even.
    roundeven = |x| x.roundeven();
    /// Nearest integer, ties away from zero.
    round = |x| x.round();
}

/// A signalling NaN becomes quiet, as by any other operation.
#[inline(always)]
fn quiet<T: Native>(x: T) -> T {
    if x.is_nan() { x + x } else { x }
}

#[inline(always)]
fn larger<T: Native>(x: T, y: T) -> T {
    if x == y {
        if x.negative() { y } else { x }
    } else if x > y {
        x
    } else {
        y
    }
}

#[inline(always)]
fn smaller<T: Native>(x: T, y: T) -> T {
    if x == y {
        if x.negative() { x } else { y }
    } else if x < y {
        x
    } else {
        y
    }
}

/// `a * b + c`, rounded once.
pub fn fma<F: Format>(_: Ctx, a: u64, b: u64, c: u64) -> u64 {
    F::fma(a, b, c)
}

/// `minimumf(maximumf(x, low), high)`. (Upstream's expansion of `clampf` swaps the bounds, LLVM 22; this is
/// the meaning of its name and of its lowering to hardware clamps.)
pub fn clampf<F: Format>(ctx: Ctx, x: u64, low: u64, high: u64) -> u64 {
    minimumf::<F>(ctx, maximumf::<F>(ctx, x, low, 0), high, 0)
}

/// Flips the sign bit, of NaN too.
pub fn negf<F: Format>(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
    a ^ F::SIGN
}

/// Clears the sign bit, of NaN too.
pub fn absf<F: Format>(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
    a & !F::SIGN
}

/// The magnitude of `a` with the sign of `b`.
pub fn copysign<F: Format>(_: Ctx, a: u64, b: u64, _: u64) -> u64 {
    a & !F::SIGN | b & F::SIGN
}

/// 1 for NaN.
pub fn isnan<F: Format>(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
    u64::from(a & !F::SIGN > F::INFINITY)
}

/// 1 for ±∞.
pub fn isinf<F: Format>(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
    u64::from(a & !F::SIGN == F::INFINITY)
}

/// 1 for zeros, denormals and normal floats.
pub fn isfinite<F: Format>(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
    u64::from(a & !F::SIGN < F::INFINITY)
}

/// 1 unless zero, denormal, infinite or NaN.
pub fn isnormal<F: Format>(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
    let magnitude = a & !F::SIGN;
    u64::from(magnitude >= 1 << F::MANTISSA && magnitude < F::INFINITY)
}

#[cfg(test)]
#[path = "float_tests.rs"]
mod tests;
