//! The scalar functions of the `math` ops that are expansions: load, evaluate, store.

use super::expand::{self, Expand, Width};
use super::format::Format;
use super::kernel::Ctx;
use super::native::Native;

type EvalOf<F> = <<F as Format>::Compute as Native>::Eval;

macro_rules! unary {
    ($($name:ident)*) => {
        $(#[doc = concat!("[`expand::", stringify!($name), "`] rounded to the format.")]
        pub fn $name<F: Format>(_: Ctx, a: u64, _: u64, _: u64) -> u64 {
            F::store(expand::$name(&EvalOf::<F>::default(), F::load(a)))
        })*
    };
}

unary! { acos acosh asin asinh atan atanh cbrt cos cosh erf erfc exp exp2 expm1 log log10 log1p log2 rsqrt sin sinh tan tanh }

macro_rules! binary {
    ($($name:ident)*) => {
        $(#[doc = concat!("[`expand::", stringify!($name), "`] rounded to the format.")]
        pub fn $name<F: Format>(_: Ctx, a: u64, b: u64, _: u64) -> u64 {
            F::store(expand::$name(&EvalOf::<F>::default(), F::load(a), F::load(b)))
        })*
    };
}

binary! { atan2 powf }

/// [`expand::fpowi`] rounded to the format. [`saturate_power`] converts the exponent to the width of the
/// format's compute type.
pub fn fpowi<F: Format>(c: Ctx, a: u64, b: u64, _: u64) -> u64 {
    let eval = EvalOf::<F>::default();
    let power = match eval.width() {
        Width::W32 => saturate_power(c.sext(b)),
        Width::W64 => c.sext(b),
    };
    F::store(expand::fpowi(&eval, F::load(a), eval.int(power)))
}

/// An exponent narrowed to 32 bits with the same power for every f32 base: from 2³¹ on, every power of a base
/// other than ±1 is zero or infinite, and the sign depends on the parity alone.
pub fn saturate_power(n: i64) -> i64 {
    let limit = i64::from(i32::MAX);
    if n > limit {
        limit - 1 + (n & 1)
    } else if n < -limit {
        -limit + 1 - (n & 1)
    } else {
        n
    }
}
