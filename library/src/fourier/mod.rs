//! Discrete Fourier transforms along an axis, of any length. Complex numbers are pairs of tensors.
//!
//! `X(k) = Σ x(j) exp(∓2πi·j·k/n)`. A constant length is computed in stages of small radices (`stages`), or
//! as a convolution if it has a large prime factor (`chirp`). A dynamic length is computed as a convolution
//! (`unknown`), or by its sums if it is short (`direct`). All code is comprehensions, so batching needs no
//! rule; derivatives are transforms too (`rule`).

mod chirp;
mod direct;
mod mixed;
mod plan;
mod real;
mod roots;
mod rule;
mod stages;
mod unknown;

pub use plan::Complex;

use crate::constant::{self, dtype_of};
use plan::{Plan, Signal};
use tf_dialects::arith;
use tf_dialects::tensor::{ExtentOf, build};
use tf_ir::body::Value;
use tf_ir::builder::Builder;
use tf_ir::extent::Extent;

/// The direction of a transform.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Direction {
    /// From a signal to its spectrum: exponents are negative.
    Forward,
    /// From a spectrum to its signal: exponents are positive, and the sums are divided by the length.
    Inverse,
}

/// The transform of complex floats along an axis, computed in f32 or wider.
///
/// # Panics
/// If the axis does not exist, an extent has no name, or the parts differ in type.
pub fn fft(b: &mut Builder<'_>, x: Complex, axis: usize, direction: Direction) -> Complex {
    assert_eq!(b.body.ty(x.re), b.body.ty(x.im), "both parts of complex numbers have one type");
    rule::fft(b, x, axis, direction)
}

/// The first half of the spectrum of a real signal of extent `n` along an axis: `⌊n/2⌋ + 1` elements.
///
/// # Panics
/// If the axis does not exist, or an extent has no name or its term gets too large.
pub fn rfft(b: &mut Builder<'_>, x: Value, axis: usize) -> Complex {
    rule::rfft(b, x, axis)
}

/// The real signal of extent `n` along an axis with this half spectrum of `⌊n/2⌋ + 1` elements. Imaginary
/// parts that must be zero (of the first element and, for even `n`, of the last) are ignored.
///
/// # Panics
/// If the axis does not exist, or an extent has no name.
pub fn irfft(b: &mut Builder<'_>, x: Complex, axis: usize, n: &Extent) -> Value {
    rule::irfft(b, x, axis, n)
}

impl Direction {
    /// The sign of exponents.
    fn sign(self) -> f64 {
        if self == Direction::Forward { -1.0 } else { 1.0 }
    }
}

/// The transform of complex floats of any type, divided by the length if `divides`.
fn complex(b: &mut Builder<'_>, x: Complex, axis: usize, sign: f64, divides: bool) -> Complex {
    let [re, im] = [x.re, x.im].map(|part| widened(b, part));
    let made = transform(b, Signal { re, im: Some(im) }, axis, sign, divides);
    narrowed(b, made, x.re)
}

/// The transform of floats of 32 or 64 bits, divided by the length if `divides`.
fn transform(b: &mut Builder<'_>, x: Signal, axis: usize, sign: f64, divides: bool) -> Complex {
    let (plan, n) = Plan::of(b, x.re, axis, sign);
    let Some(length) = n.as_const() else {
        let sums = unknown::transform(b, x, &plan, &n, &n);
        if !divides {
            return sums;
        }
        return Complex { re: divided(b, sums.re, &n), im: divided(b, sums.im, &n) };
    };
    let length = length as u64;
    let scale = if divides { 1.0 / (length.max(1) as f64) } else { 1.0 };
    if length == 0 {
        let im = x.im.unwrap_or(x.re);
        return Complex { re: x.re, im };
    }
    match stages::prime_factors(length).first() {
        Some(largest) if *largest > stages::LARGEST_PRIME => chirp::transform(b, x, &plan, length, scale),
        _ => stages::transform(b, x, &plan, length, scale),
    }
}

/// A value divided by an extent.
fn divided(b: &mut Builder<'_>, x: Value, n: &Extent) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(x));
    let n = ExtentOf::build(b, n);
    let i64 = ctx.i64();
    let n = arith::index_cast(b, n, i64);
    let n = arith::sitofp(b, n, ctx.elem_type(ty));
    let extents = build::extents_of(b, x);
    let n = build::splat(b, n, &extents);
    arith::divf(b, x, n)
}

/// A value in f32 or wider.
fn widened(b: &mut Builder<'_>, x: Value) -> Value {
    let (ctx, ty) = (b.ctx(), b.body.ty(x));
    if dtype_of(&ctx, ty).bits() >= 32 {
        return x;
    }
    arith::extf(b, x, ctx.with_elem(ty, ctx.f32()))
}

/// Complex values rounded to the element type of `like`.
fn narrowed(b: &mut Builder<'_>, x: Complex, like: Value) -> Complex {
    let [re, im] = [x.re, x.im].map(|part| narrowed_part(b, part, like));
    Complex { re, im }
}

fn narrowed_part(b: &mut Builder<'_>, x: Value, like: Value) -> Value {
    let ctx = b.ctx();
    let elem = ctx.elem_type(b.body.ty(like));
    let ty = ctx.with_elem(b.body.ty(x), elem);
    if ty == b.body.ty(x) { x } else { arith::truncf(b, x, ty) }
}

/// A zero of the type of a value.
fn zero_like(b: &mut Builder<'_>, x: Value) -> Value {
    constant::zero(b, b.body.ty(x))
}
