//! The evaluating builder: expansions on plain `f32` and `f64`.

use std::marker::PhantomData;

use super::{Expand, Rare, Width};

/// Evaluates expansions on values of type `T`, `f32` or `f64`.
#[derive(Clone, Copy, Debug, Default)]
pub struct Eval<T>(PhantomData<T>);

/// Evaluates on `f32`.
pub type Eval32 = Eval<f32>;
/// Evaluates on `f64`.
pub type Eval64 = Eval<f64>;

macro_rules! eval {
    ($float:ty, $int:ty, $uint:ty, $width:ident) => {
        impl Expand for Eval<$float> {
            type F = $float;
            type I = $int;
            type M = bool;

            #[inline(always)]
            fn width(&self) -> Width {
                Width::$width
            }
            #[inline(always)]
            fn c(&self, v: f64) -> $float {
                v as $float
            }
            #[inline(always)]
            fn add(&self, a: $float, b: $float) -> $float {
                a + b
            }
            #[inline(always)]
            fn sub(&self, a: $float, b: $float) -> $float {
                a - b
            }
            #[inline(always)]
            fn mul(&self, a: $float, b: $float) -> $float {
                a * b
            }
            #[inline(always)]
            fn div(&self, a: $float, b: $float) -> $float {
                a / b
            }
            #[inline(always)]
            fn fma(&self, a: $float, b: $float, c: $float) -> $float {
                a.mul_add(b, c)
            }
            #[inline(always)]
            fn sqrt(&self, a: $float) -> $float {
                a.sqrt()
            }
            #[inline(always)]
            fn neg(&self, a: $float) -> $float {
                -a
            }
            #[inline(always)]
            fn abs(&self, a: $float) -> $float {
                a.abs()
            }
            #[inline(always)]
            fn copysign(&self, magnitude: $float, sign: $float) -> $float {
                magnitude.copysign(sign)
            }
            #[inline(always)]
            fn roundeven(&self, a: $float) -> $float {
                a.round_ties_even()
            }
            #[inline(always)]
            fn lt(&self, a: $float, b: $float) -> bool {
                a < b
            }
            #[inline(always)]
            fn le(&self, a: $float, b: $float) -> bool {
                a <= b
            }
            #[inline(always)]
            fn eq(&self, a: $float, b: $float) -> bool {
                a == b
            }
            #[inline(always)]
            fn ne(&self, a: $float, b: $float) -> bool {
                a != b
            }
            #[inline(always)]
            fn select(&self, m: bool, a: $float, b: $float) -> $float {
                if m { a } else { b }
            }
            #[inline(always)]
            fn and(&self, a: bool, b: bool) -> bool {
                a & b
            }
            #[inline(always)]
            fn or(&self, a: bool, b: bool) -> bool {
                a | b
            }
            #[inline(always)]
            fn not(&self, a: bool) -> bool {
                !a
            }
            #[inline(always)]
            fn to_bits(&self, a: $float) -> $int {
                a.to_bits() as $int
            }
            #[inline(always)]
            fn of_bits(&self, a: $int) -> $float {
                <$float>::from_bits(a as $uint)
            }
            #[inline(always)]
            fn int(&self, v: i64) -> $int {
                v as $int
            }
            #[inline(always)]
            fn iadd(&self, a: $int, b: $int) -> $int {
                a.wrapping_add(b)
            }
            #[inline(always)]
            fn isub(&self, a: $int, b: $int) -> $int {
                a.wrapping_sub(b)
            }
            #[inline(always)]
            fn imul(&self, a: $int, b: $int) -> $int {
                a.wrapping_mul(b)
            }
            #[inline(always)]
            fn iand(&self, a: $int, b: $int) -> $int {
                a & b
            }
            #[inline(always)]
            fn ior(&self, a: $int, b: $int) -> $int {
                a | b
            }
            #[inline(always)]
            fn ixor(&self, a: $int, b: $int) -> $int {
                a ^ b
            }
            #[inline(always)]
            fn shl(&self, a: $int, b: $int) -> $int {
                u32::try_from(b).ok().and_then(|b| a.checked_shl(b)).unwrap_or(0)
            }
            #[inline(always)]
            fn lshr(&self, a: $int, b: $int) -> $int {
                u32::try_from(b).ok().and_then(|b| (a as $uint).checked_shr(b)).unwrap_or(0) as $int
            }
            #[inline(always)]
            fn ashr(&self, a: $int, b: u32) -> $int {
                a >> b
            }
            #[inline(always)]
            fn ieq(&self, a: $int, b: $int) -> bool {
                a == b
            }
            #[inline(always)]
            fn ilt(&self, a: $int, b: $int) -> bool {
                a < b
            }
            #[inline(always)]
            fn iult(&self, a: $int, b: $int) -> bool {
                (a as $uint) < (b as $uint)
            }
            #[inline(always)]
            fn iselect(&self, m: bool, a: $int, b: $int) -> $int {
                if m { a } else { b }
            }
            #[inline(always)]
            fn to_float(&self, a: $int) -> $float {
                a as $float
            }
            #[inline(always)]
            fn rarely<R: Rare<K, N>, const K: usize, const N: usize>(
                &self,
                rare: &R,
                args: [$float; K],
                common: [$float; N],
            ) -> [$float; N] {
                if rare.needed(self, args) { rare.values(self, args) } else { common }
            }
        }
    };
}

eval!(f32, i32, u32, W32);
eval!(f64, i64, u64, W64);
