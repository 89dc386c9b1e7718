//! The scalar functions of the `math` ops that are expansions: load, evaluate, store.

use super::expand;
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
