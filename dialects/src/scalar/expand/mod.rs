//! Math functions as straight-line arithmetic, each written once over a small builder.
//!
//! A function here is generic over [`Expand`]. With [`Eval`], it computes the interpreter's results bit for
//! bit; with a builder that emits ops, it becomes machine code, on scalars or vectors of any length. There
//! are no branches, tables or memory accesses: choices are selects, loops are unrolled. Fused multiply-adds
//! are explicit, and contraction and reassociation are not allowed.
//!
//! Both widths share a function's structure; the coefficients of each were computed with Sollya's `fpminimax`
//! (Chevillard, Joldeș and Lauter, "Sollya: an environment for the development of numerical codes", 2010)
//! from the script `coefficients.sollya` in this folder, over the interval that the argument reduction leaves
//! and a little beyond.
//!
//! f16 and bf16 compute the f32 function and round.

#![allow(clippy::approx_constant, reason = "parts of constants and coefficients, rounded on purpose")]

mod by_name;
mod erf;
mod eval;
mod exp;
mod hyperbolic;
mod inverse_trig;
mod log;
mod pow;
mod reduce;
mod root;
mod trig;
mod util;

pub use by_name::by_name;
pub use erf::{erf, erfc};
pub use eval::{Eval, Eval32, Eval64};
pub use exp::{exp, exp2, expm1};
pub use hyperbolic::{acosh, asinh, atanh, cosh, sinh, tanh};
pub use inverse_trig::{acos, asin, atan, atan2};
pub use log::{log, log1p, log2, log10};
pub use pow::{fpowi, powf};
pub use root::{cbrt, rsqrt};
pub use trig::{cos, sin, tan};

/// The float width that a builder works at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Width {
    /// f32 values, 32-bit integers.
    W32,
    /// f64 values, 64-bit integers.
    W64,
}

/// A builder of elementwise arithmetic on floats of one width, integers of that width, and masks.
///
/// Every operation is total: integer arithmetic wraps, a shift by the width or more gives 0, a comparison
/// with NaN is false except in [`ne`](Expand::ne). Float operations round once, to nearest even, and do not
/// flush denormals.
pub trait Expand {
    /// A float of this width (or a vector of them).
    type F: Copy;
    /// An integer of this width.
    type I: Copy;
    /// A truth value.
    type M: Copy;

    /// The width of the floats and integers.
    fn width(&self) -> Width;

    /// A float constant, rounded to the width.
    fn c(&self, v: f64) -> Self::F;
    /// `a + b`.
    fn add(&self, a: Self::F, b: Self::F) -> Self::F;
    /// `a - b`.
    fn sub(&self, a: Self::F, b: Self::F) -> Self::F;
    /// `a * b`.
    fn mul(&self, a: Self::F, b: Self::F) -> Self::F;
    /// `a / b`.
    fn div(&self, a: Self::F, b: Self::F) -> Self::F;
    /// `1 / a`, which may be wrong in the last bit: the caller corrects its own result.
    fn reciprocal(&self, a: Self::F) -> Self::F {
        self.div(self.c(1.0), a)
    }
    /// `a * b + c`, rounded once.
    fn fma(&self, a: Self::F, b: Self::F, c: Self::F) -> Self::F;
    /// Square root.
    fn sqrt(&self, a: Self::F) -> Self::F;
    /// Flips the sign.
    fn neg(&self, a: Self::F) -> Self::F;
    /// Clears the sign.
    fn abs(&self, a: Self::F) -> Self::F;
    /// The magnitude of `magnitude` with the sign of `sign`.
    fn copysign(&self, magnitude: Self::F, sign: Self::F) -> Self::F;
    /// Nearest integer, ties to even.
    fn roundeven(&self, a: Self::F) -> Self::F;

    /// `a < b`.
    fn lt(&self, a: Self::F, b: Self::F) -> Self::M;
    /// `a <= b`.
    fn le(&self, a: Self::F, b: Self::F) -> Self::M;
    /// `a == b`.
    fn eq(&self, a: Self::F, b: Self::F) -> Self::M;
    /// `a` and `b` differ, or one is NaN.
    fn ne(&self, a: Self::F, b: Self::F) -> Self::M;
    /// `a` if the mask holds, otherwise `b`.
    fn select(&self, m: Self::M, a: Self::F, b: Self::F) -> Self::F;

    /// Conjunction.
    fn and(&self, a: Self::M, b: Self::M) -> Self::M;
    /// Disjunction.
    fn or(&self, a: Self::M, b: Self::M) -> Self::M;
    /// Negation.
    fn not(&self, a: Self::M) -> Self::M;

    /// The bits of a float.
    fn to_bits(&self, a: Self::F) -> Self::I;
    /// The float with these bits.
    fn of_bits(&self, a: Self::I) -> Self::F;

    /// An integer constant, cut to the width.
    fn int(&self, v: i64) -> Self::I;
    /// `a + b`, wrapping.
    fn iadd(&self, a: Self::I, b: Self::I) -> Self::I;
    /// `a - b`, wrapping.
    fn isub(&self, a: Self::I, b: Self::I) -> Self::I;
    /// `a * b`, wrapping.
    fn imul(&self, a: Self::I, b: Self::I) -> Self::I;
    /// Bitwise and.
    fn iand(&self, a: Self::I, b: Self::I) -> Self::I;
    /// Bitwise or.
    fn ior(&self, a: Self::I, b: Self::I) -> Self::I;
    /// Bitwise exclusive or.
    fn ixor(&self, a: Self::I, b: Self::I) -> Self::I;
    /// `a << b`; 0 for `b` of the width or more, taken as unsigned.
    fn shl(&self, a: Self::I, b: Self::I) -> Self::I;
    /// Logical `a >> b`; 0 for `b` of the width or more, taken as unsigned.
    fn lshr(&self, a: Self::I, b: Self::I) -> Self::I;
    /// Arithmetic `a >> b` by a constant below the width.
    fn ashr(&self, a: Self::I, b: u32) -> Self::I;
    /// `a == b`.
    fn ieq(&self, a: Self::I, b: Self::I) -> Self::M;
    /// Signed `a < b`.
    fn ilt(&self, a: Self::I, b: Self::I) -> Self::M;
    /// Unsigned `a < b`.
    fn iult(&self, a: Self::I, b: Self::I) -> Self::M;
    /// `a` if the mask holds, otherwise `b`.
    fn iselect(&self, m: Self::M, a: Self::I, b: Self::I) -> Self::I;
    /// The signed integer as a float.
    fn to_float(&self, a: Self::I) -> Self::F;

    /// The values of `rare` for the few arguments that need them, otherwise `common`. A builder may put
    /// `rare` into a branch that is taken if any lane needs it, or into a function; the values are the same.
    fn rarely<R: Rare<K, N>, const K: usize, const N: usize>(
        &self,
        rare: &R,
        args: [Self::F; K],
        common: [Self::F; N],
    ) -> [Self::F; N]
    where
        Self: Sized,
    {
        merged(self, rare, rare.needed(self, args), args, common)
    }
}

/// A part of an expansion that few arguments need. It depends only on its arguments.
pub trait Rare<const K: usize, const N: usize> {
    /// A unique name of the part.
    fn name(&self) -> &'static str;
    /// Whether the arguments need it.
    fn needed<E: Expand>(&self, e: &E, args: [E::F; K]) -> E::M;
    /// The values of the part.
    fn values<E: Expand>(&self, e: &E, args: [E::F; K]) -> [E::F; N];
}

/// The values of a rare part if the mask holds, otherwise `common`.
pub fn merged<E: Expand, R: Rare<K, N>, const K: usize, const N: usize>(
    e: &E,
    rare: &R,
    needed: E::M,
    args: [E::F; K],
    common: [E::F; N],
) -> [E::F; N] {
    let values = rare.values(e, args);
    std::array::from_fn(|i| e.select(needed, values[i], common[i]))
}

/// Picks by width.
#[inline(always)]
pub(super) fn pick<E: Expand, T>(e: &E, w32: T, w64: T) -> T {
    match e.width() {
        Width::W32 => w32,
        Width::W64 => w64,
    }
}
